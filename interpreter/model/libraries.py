"""Libraries of words: what plugins lend to games and expansions that say `uses NAME`.  Nothing but verbs and values."""
from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.spell import nearest


def words_only(files: Sequence[n.File], sink: Sink) -> None:
    """Report what a library declares besides verbs and values: it would change the games that use it unseen."""
    for f in files:
        for d in f.declarations:
            if not (isinstance(d, n.Procedure) and d.word == "to") and not (isinstance(d, n.Entry) and d.word == "value"):
                sink.error("plugin/not-words", d.span.source.span(d.span.begin, d.span.begin), "A library of words holds only `to …` and `value …`",
                           hint="What changes a game belongs into an expansion.")


def known_only(files: Sequence[n.File], known: Callable[[], Collection[str]], sink: Sink) -> None:
    """Report libraries that are used and that no plugin has."""
    for f in files:
        for d in f.declarations:
            for x in d.members if isinstance(d, n.Entry) and d.word in ("game", "expansion") else ():
                if isinstance(x, n.Line) and x.sentence.verb == "uses" and len(x.sentence.pieces) == 1:
                    name = x.sentence.pieces[0]
                    if isinstance(name, n.Name) and name.name not in known():
                        near = nearest(name.name, known())
                        sink.error("plugin/unknown-words", name.span, f'No plugin has a library of words "{name.name}"',
                                   hint=f'Did you mean "{near}"?' if near else "Install it, or find it by `--plugin PATH`.")
