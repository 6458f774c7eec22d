"""Which pattern a sentence follows: word for word, the pattern with more words wins, no overloading by type."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lawspeaker.interpreter.model.model import Verb
from lawspeaker.interpreter.syntax import nodes as n
from lawspeaker.interpreter.syntax.grammar import RESERVED, keywords
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Span
from lawspeaker.interpreter.text.spell import nearest, slips


@dataclass(frozen=True, slots=True)
class Match:
    verb: Verb
    holes: dict[str, n.Expr]


def words_of(piece: n.Piece) -> str | None:
    """The word a piece can stand for in a pattern."""
    match piece:
        case n.Word():
            return piece.word
        case n.Name():
            return piece.name
        case _:
            return None


def match_one(tokens: list[n.Piece], verb: Verb) -> dict[str, n.Expr] | None:
    if len(tokens) != len(verb.pattern):
        return None
    holes: dict[str, n.Expr] = {}
    for piece, wanted in zip(tokens, verb.pattern):
        if isinstance(wanted, n.PatternWord):
            if words_of(piece) not in wanted.words:
                return None
        elif isinstance(piece, n.Word):
            return None
        else:
            holes[wanted.name] = piece
    return holes


def match_sentence(verb: str, verb_span: Span, pieces: Iterable[n.Piece], patterns: Iterable[Verb]) -> list[Match]:
    """All best matches; more than one means that the patterns are ambiguous."""
    tokens: list[n.Piece] = [n.Name(verb_span, verb), *pieces]
    found: list[tuple[int, Match]] = []
    for p in patterns:
        holes = match_one(tokens, p)
        if holes is not None:
            found.append((sum(isinstance(w, n.PatternWord) for w in p.pattern), Match(p, holes)))
    if not found:
        return []
    most = max(count for count, _ in found)
    return [m for count, m in found if count == most]


def report_no_match(verb: str, verb_span: Span, span: Span, pieces: Iterable[n.Piece], patterns: Iterable[Verb], sink: Sink,
                    what: str = "step") -> None:
    """Say what is wrong with a sentence that follows no pattern, as closely as can be told."""
    pieces = list(pieces)
    if any(isinstance(p, n.Name) and p.name in RESERVED for p in pieces):
        return                                    # no name: reported when it was read
    known = list(patterns)
    same = [p for p in known if verb in p.first]
    if not same:
        names = sorted({w for p in known for w in p.first})
        own, word = nearest(verb, names), nearest(verb, keywords())
        near = word if word and (not own or slips(verb, word, 3) < slips(verb, own, 3)) else own
        if what == "step" and any(words_of(p) == "becomes" for p in pieces):
            sink.error("name/unknown-verb", verb_span, f'What "{verb}" becomes here must end at some time',
                       hint="Write `until end of turn` above it, or another end, and this line below that, indented.")
            return
        sink.error(f"name/unknown-{'verb' if what == 'step' else 'line'}", verb_span,
                   f'I do not know the {"verb" if what == "step" else "line"} "{verb}"',
                   hint=f'Did you mean "{near}"?' if near else
                   f"A {what} begins with one of: {', '.join(names)}." if len(names) < 40 else
                   "`lawspeaker explain RULESET verbs` lists all verbs.")
        return
    tokens: list[n.Piece] = [n.Name(verb_span, verb), *pieces]
    best: tuple[int, Verb, n.Piece | None] | None = None
    for p in same:
        agreed = 0
        wrong: n.Piece | None = None
        for piece, wanted in zip(tokens, p.pattern):
            if isinstance(wanted, n.PatternWord):
                if words_of(piece) in wanted.words:
                    agreed += 2
                elif wrong is None:
                    wrong = piece
            elif not isinstance(piece, n.Word):
                agreed += 1
            elif wrong is None:
                wrong = piece
        score = 3 * agreed - abs(len(tokens) - len(p.pattern))
        if best is None or score > best[0]:
            best = (score, p, wrong)
    assert best is not None
    _, p, wrong = best
    place = wrong.span if wrong is not None else span
    word = words_of(wrong) if wrong is not None else None
    expected = sorted({w for q in same for item in q.pattern if isinstance(item, n.PatternWord) for w in item.words})
    near = nearest(word, [w for w in expected if w != verb]) if word else None
    title = f'This sentence with "{verb}" fits no pattern I know' if what != "cost" else "This is no cost that I know"
    known_as = f'It is written "{p.words}".' if len(same) == 1 else "Known are: " + "; ".join(f'"{q.words}"' for q in same) + "."
    sink.error("sentence/no-pattern", place, title, text=known_as,
               hint=f'Did you mean the word "{near}"?' if near and near != word else f'Write it as "{p.words}".' if len(same) > 1 else "")
