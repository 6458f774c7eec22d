"""Law is no program of Python: its words are only words, and nothing in it reaches the interpreter."""
from __future__ import annotations

from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.interpreter.text.diagnostic import RulesetError

FRAME = """\
game {game} "Trap"
  players 2
  phase turn "{{you}}'s turn"
    each player from first_player, again and again
    offers action, exactly once
  winner has most final_score, then shared
player
  state {state}: 0 to many
kind {kind}
  members {member}
table
  state {flag}: flag
value {value}(x: number) = x + 1
score points "{title}" = {state}
action {move} "{label}"
  choose {chosen} from 1 to 3
  requires {value}({chosen}) > 1                             "{sentence}"
  does
    add {value}({chosen}) to {state}
    set {flag} to (not {flag})
    for each m in {kind}
      if m = {member}
        {verb} {chosen}
to {verb} {{n: number}}
  add n to {state}
  say "{said}"
"""
PLAIN = {"game": "trap", "state": "vp", "kind": "Thing", "member": "thing_one", "flag": "on", "value": "more", "title": "Points", "move": "take",
         "label": "Take", "chosen": "x", "sentence": "No.", "verb": "pay", "said": "Paid."}
# words of Python, of the printed program, of its helpers
WORDS = ["import", "exec", "eval", "lambda", "class", "def", "return", "yield", "global", "print", "open", "len", "tuple", "range", "self",
         "c", "j", "f", "q", "m", "t0", "tick", "need", "item", "div", "mod", "fault", "move_thing", "unwind", "cells", "async", "await",
         "pass", "break", "del", "try", "with_", "raise", "assert", "nonlocal", "except", "finally", "match", "case", "type"]
TEXTS = ['__import__(\\"os\\").system(\\"true\\")', "\\\\x00 \\\\N{BULLET}", "%s %d {{}} \\{0\\} \\{x.__class__\\}", "''' + ''' \\\\", "# \\\"\\\"\\\"",
         "${jndi}", "\\{you.__class__.__mro__\\}", "é ü 日本 🎲", "\\n\\n"]


def play(tmp_path: Path, words: dict[str, str]) -> None:
    folder = tmp_path / words["game"]
    folder.mkdir()
    (folder / "a.law").write_text(FRAME.format(**words), encoding="utf-8")
    try:
        game = lawspeaker.load(folder)
    except RulesetError as e:
        assert all(d.labels for d in e.diagnostics), e
        return
    state = game.new(seed=1)
    for i in (0, 1, 2, 0):
        assert state.decision.options[i].label and state.decision.options[i].key
        state.step(i)
    assert state.scores and state.decision.prompt


@pytest.mark.parametrize("word", WORDS)
def test_words_of_python_are_only_words(tmp_path: Path, word: str) -> None:
    """Each may be a name, or is refused with its place."""
    for i, slot in enumerate(("state", "member", "flag", "value", "move", "chosen", "verb", "game")):
        (tmp_path / str(i)).mkdir()
        play(tmp_path / str(i), {**PLAIN, slot: word})
    (tmp_path / "k").mkdir()
    play(tmp_path / "k", {**PLAIN, "kind": word.replace("_", "").capitalize() + "s"})


def test_words_of_python_together(tmp_path: Path) -> None:
    play(tmp_path, {**PLAIN, "state": "exec", "member": "lambda", "flag": "import", "value": "eval", "move": "print", "chosen": "open", "verb": "del"})


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
@pytest.mark.parametrize("slot", ["title", "label", "sentence", "said"])
def test_texts_are_only_texts(tmp_path: Path, slot: str, text: str) -> None:
    play(tmp_path, {**PLAIN, slot: text})


@pytest.mark.parametrize("slot", ["state", "member", "flag", "value", "move", "chosen", "verb"])
@pytest.mark.parametrize("word", ["__import__", "__builtins__", "__class__", "_x", "x__", "C[0]", "a;b", "a\\b", "os.system"])
def test_no_dunder_in_law(tmp_path: Path, slot: str, word: str) -> None:
    """Names begin with a letter.  A name with underscores in or behind it is a name like any other."""
    play(tmp_path, {**PLAIN, slot: word})


@pytest.mark.parametrize("hole", ["__import__", "you.__class__", "().__class__", "x.__init__", "open(1)", "exec", "1 if", "lambda: 0", "x := 3",
                                  "you.mro()", "[].append", "vp.real", "f'{x}'", "x!r", "x:>10"])
def test_holes_are_expressions_of_law(tmp_path: Path, hole: str) -> None:
    folder = tmp_path / "trap"
    folder.mkdir()
    (folder / "a.law").write_text(FRAME.format(**{**PLAIN, "label": "Take {" + hole + "}"}), encoding="utf-8")
    with pytest.raises(RulesetError):
        lawspeaker.load(folder)


def test_the_printed_program_has_no_builtins() -> None:
    """What the printed code can name is a short list; `__import__`, `open`, `getattr` and the like are not in it."""
    machine = lawspeaker.load("fire_and_axe").edition(3).machine
    names = machine.blocks[0].__globals__
    allowed = {"len", "range", "tuple", "sum", "any", "all", "max", "min", "sorted", "next", "iter", "bool", "enumerate", "zip", "list", "int", "compress"}
    assert set(names["__builtins__"]) <= allowed
