"""No law, no data and no folder reaches Python, files, imports or the network: each way that somebody may try is a case.

Everything happens in a process of its own that is watched by an audit hook (watched.py), with Python in all folders that
would leave a trace if it were run, and a secret outside that must be in nothing that is said.  What printed programs reach is
read off their source (printed.py).

What is trusted: the interpreter, Python plugins (`lawspeaker list` marks them), and the cache, whose files are programs.  It
lies in the folder of the user, under names that are hashes; no ruleset or expansion can name or bring a file of it.
"""
from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))    # tests import the modules beside them by name
from escape_cases import CASES, DATA, GAME, MORE, RULES, SCENARIO, SCREEN, Case  # noqa: E402
from printed import ways_out  # noqa: E402

from lawspeaker.interpreter.extensions import expansions  # noqa: E402
from lawspeaker.interpreter.rulesets import shipped_folders  # noqa: E402

HERE = Path(__file__).parent
LONGEST = 60                     # seconds of a processor for one case, generous: machines differ
SECRET = "Sesam-4711"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
BROKEN = {"broken/game.law": "game broken\n", "broken/data/x.yaml": "a: [\n"}
ALL = ("check", "explain", "trace", "test", "simulate", "play")


class Watched:
    """The process that is watched: one question, one answer; begun anew where a case has ended it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.process: subprocess.Popen[str] | None = None

    def begin(self) -> None:
        """Begin, and get warm: what is imported for all commands is nothing that a ruleset brings about."""
        self.process = subprocess.Popen([sys.executable, "-P", str(HERE / "watched.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        encoding="utf-8", env={**os.environ, "LAWSPEAKER_CACHE": str(self.root / "cache"), "LAWSPEAKER_PATH": ""})
        for ruleset in ("small", "broken"):
            answer = self.ask(folder=str(self.root / "here"), ruleset=ruleset, commands=ALL, words=["take_coin"], **{"with": []})
            assert "crash" not in answer and answer["loads"] == (ruleset == "small"), answer

    def ask(self, **order: Any) -> dict[str, Any]:
        if self.process is None:
            self.begin()
        assert self.process is not None and self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps({**order, "seconds": LONGEST}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            self.end()
        assert line, f"it was ended, or took more than {LONGEST} s of a processor"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def end(self) -> None:
        if self.process is not None:
            self.process.communicate()
            self.process = None


class Here:
    """Where a case is written, and asked about."""

    def __init__(self, watched: Watched, root: Path) -> None:
        self.watched, self.root = watched, root / "here"
        self.canary, outside = root / "canary", root / "outside"
        outside.mkdir(parents=True)
        (outside / "secret.yaml").write_text(f"coins:\n  - {{id: penny, worth: {SECRET}}}\n", "utf-8")
        self.write({"small/game.law": GAME, "small/data/coins.yaml": DATA, "small/scenarios/end.yaml": SCENARIO, "small/screen.yaml": SCREEN,
                    "small/rules.yaml": RULES})

    def write(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace("@CANARY@", str(self.canary)).replace("@SECRET@", str(self.root.parent / "outside" / "secret.yaml")), "utf-8")

    def ask(self, ruleset: str = "small", expansions: tuple[str, ...] = (), commands: tuple[str, ...] = ("check",), words: tuple[str, ...] = ("take_coin",),
            settings: dict[str, object] | None = None) -> dict[str, Any]:
        answer = self.watched.ask(folder=str(self.root), ruleset=ruleset, commands=commands, words=words, settings=settings, **{"with": expansions})
        said = answer.get("said", "")
        assert not answer.get("crash"), answer["crash"]
        assert not answer["unexpected"], answer["unexpected"]
        assert not answer["printed"], answer["printed"][:10]
        assert not self.canary.exists()
        assert SECRET not in said
        assert "Traceback" not in said and "mistake in lawspeaker" not in said, said[-3000:]
        assert all(code in (0, 1, 2) for _, code in answer["codes"]), answer["codes"]
        assert not CONTROL.search(said), repr(CONTROL.search(said))
        return answer


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    found = Watched(tmp_path_factory.mktemp("watched"))
    Here(found, found.root).write(BROKEN)
    yield found
    found.end()


@pytest.fixture
def here(watched: Watched, tmp_path: Path) -> Here:
    return Here(watched, tmp_path)


def test_there_are_many_ways() -> None:
    assert len(CASES) >= 30


@pytest.mark.parametrize("name", CASES)
def test_no_way_out(here: Here, name: str) -> None:
    case: Case = CASES[name]
    law = GAME
    for old, new in case.change:
        assert old in law, old
        law = law.replace(old, new)
    here.write({"small/game.law": law, **({"more/more.law": case.more} if case.more is not None else {}), **case.files})
    if case.prepare is not None:
        case.prepare(here.root)
    added = case.expansions if case.more is not None else ()
    answer = here.ask(case.ruleset, added, case.commands, settings=case.settings)
    assert answer["loads"] == case.loads, answer["said"][-3000:]
    assert case.says in answer["said"], answer["said"][-3000:]


# ---- words of Python as names --------------------------------------------------------------------------------------
# Each stands for something else in each test: seven further on.
WORDS = """import exec eval lambda class def return yield global print open len tuple range self async await pass break del try raise assert
nonlocal except finally match case type c j f q m t0 x0 tick need item div mod fault move_thing unwind unwinding cells b0 f1 m0 g0 q0 p0 out
subsets can budget left spans over ended pending int bool object os sys builtins none_ v1 asked plugin distinct""".split()
KINDS = ["Over", "Ended", "Exception", "Type", "Object", "Path", "Import", "Print", "Self", "Builtins"]
FRAME = """\
game {0} "Trap"
  players 2
  seats {1}, {2}
  setting {3}: flag = true "Set"
  phase {4} "{{you}}'s turn"
    each player from first_player, again and again
    state {5}: 0 to 9
    offers {6}, exactly once
  winner has most final_score, then shared
form {6} is action
player
  state {7}: 0 to many
  area {8} of {kind}, seen by owner
kind {kind} from {9}
  fact {10}: number
  starts in {11}
  discarded to {11}
table
  area {11} of {kind}, seen by everyone
  state {12}: flag
value {13}({14}: number) = {14} + 1
moment {15}
score {16} "Points" = {7}
{6} {17} "Take {{{18}}}"
  choose {18} from 1 to 3
  requires {13}({18}) > 1 and {3}                                "No."
  does
    let {19} = {18} + 1
    add {13}({19}) to {7}
    set {12} to (not {12})
    for each {20} in {11}
      if {20}.{10} > {18}
        {21} {19}
    now {15}
to {21} {{{22}: number}}
  add {22} to {7}
  say "Paid {{{22}}}."
rule {23}
  at {15}
    {4}.{5}
"""


@pytest.mark.parametrize("shift", [pytest.param(i, marks=[pytest.mark.slow] if i % 14 else [], id=WORDS[i]) for i in range(0, len(WORDS), 7)])
def test_words_of_python_are_only_words(here: Here, shift: int) -> None:
    """As names of everything that has a name; expansions, things and facts too."""
    words = [WORDS[(shift + i) % len(WORDS)] for i in range(26)]
    kind = KINDS[shift // 7 % len(KINDS)]
    law = FRAME.format(*words, kind=kind).replace(f"    {words[4]}.{words[5]}\n", f"    set {words[4]}.{words[5]} to 1\n")
    game, expansion, thing = words[0], words[24], words[25]
    here.write({f"{game}/a.law": law, f"{game}/data/a.yaml": f"{words[9]}:\n  - {{id: {thing}, {words[10]}: 3}}\n",
                f"{expansion}/a.law": f'expansion {expansion} "More" for {game}\nrule {expansion}\n  at {words[15]}\n    add 1 to {words[7]}\n'})
    answer = here.ask(game, (expansion,), ("check", "simulate"))
    assert answer["loads"], answer["said"][-3000:]


# ---- printed programs -----------------------------------------------------------------------------------------------
SHIPPED = [(p.name, ()) for p in shipped_folders()] + [(x.ruleset, (*x.needs, x.name)) for x in expansions() if x.origin == "built in"]


@pytest.mark.parametrize(("ruleset", "added"), SHIPPED, ids=["+".join((r, *x)) for r, x in SHIPPED])
def test_what_shipped_programs_reach(here: Here, ruleset: str, added: tuple[str, ...]) -> None:
    """With and without each shipped expansion, for the least and the most players, printed in both ways."""
    assert here.ask(ruleset, added, commands=())["loads"]


WRONG = ["import os", "from os import path", "f0(__import__)", "C.__class__", "open", "def f0(C): return eval", "def f0(C): return C[0].real", "def f0(C): return C()",
         "def f0(C): return (lambda: 0)", "def f0(C): return 'text'", "def f0(C): return 1.5", "def f0(C): return f'{C}'", "def f0(C): global x; x = 1",
         "class A: pass", "def f0(C): return T0.append.__self__", "@f0\ndef f1(C): return 0", "def f0(C): return (len, range)[0](C)", "def f0(C): return C[0](1)",
         "def escape(C): return 0", "def f0(C):\n    with C: pass", "def f0(C): del C", "def f0(C): return [os for _ in C]", "async def f0(C): return 0"]


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_what_is_read_off_a_program_can_be_wrong(text: str) -> None:
    assert ways_out(text + "\n")


def test_a_program_that_reaches_nothing() -> None:
    assert not ways_out("def f0(C, you, vp_1):\n    v1 = C[12 + you]\n    return v1 if v1 > vp_1 else need(len(T0[vp_1]), 3)\nF = {0: f0}\n")


# ---- the watch itself, and plugins ---------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def watched_plugins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A process for itself, since plugins stay in it."""
    found = Watched(tmp_path_factory.mktemp("watched"))
    Here(found, found.root).write(BROKEN)
    yield found
    found.end()


@pytest.mark.parametrize(("how", "seen"), [
    ("import _socket; _socket.socket().close()", "socket.__new__"), ("open(r'@SECRET@').close()", "reads "), ("open(r'@CANARY@', 'w').close()", "writes "),
    ("import wave", "imports wave"), ("import os; os.system('')", "os.system"), ("import subprocess; subprocess.run([sys.executable, '-c', ''])", "subprocess.Popen"),
    ("import os; os.listdir('..')", "lists .."), ("import os; os.remove(__file__)", "writes "), ("eval('1')", "runs code of <string>"),
    ("import pickle; pickle.loads(b'cos\\nsystem\\n.')", "unpickles os.system")])
def test_the_watch_sees_what_a_plugin_does(watched_plugins: Watched, tmp_path: Path, how: str, seen: str) -> None:
    """A Python plugin may do anything; if law could do one of these, it would be seen."""
    here = Here(watched_plugins, tmp_path)
    here.write({"plugin/__init__.py": f"import sys\ndef lawspeaker_bots():\n    return {{}}\n{how}\n"})
    answer = watched_plugins.ask(folder=str(here.root), ruleset="small", commands=["list"], words=[], plugins=[str(here.root / "plugin")], **{"with": []})
    assert any(said.startswith(seen) for said in answer["unexpected"]), answer


def test_list_marks_what_is_python(watched_plugins: Watched, tmp_path: Path) -> None:
    """Python is trusted, and is told from law; a folder of law with Python in it is law, and its Python is not run."""
    here = Here(watched_plugins, tmp_path)
    here.write({"more/more.law": MORE, "more/setup.py": "open('@CANARY@', 'w')\n", "more/__init__.py": "open('@CANARY@', 'w')\n",
                "snake/__init__.py": "def lawspeaker_bots():\n    return {}\n"})
    answer = watched_plugins.ask(folder=str(here.root), ruleset="small", commands=["list"], words=[], plugins=["more", "snake"], **{"with": []})
    found, _ = json.JSONDecoder().raw_decode(answer["said"])
    assert {p["name"]: p["kind"] for p in found["plugins"] if p["name"] in ("more", "snake")} == {"more": "law", "snake": "python"}
    assert not here.canary.exists()


# ---- the cache -------------------------------------------------------------------------------------------------------
def test_no_ruleset_brings_or_names_a_file_of_the_cache(here: Here) -> None:
    """Cached programs are trusted like the interpreter; they lie in one folder under names that are hashes of content."""
    here.write({f"small/{name}": "cos\nsystem\n(S'touch @CANARY@'\ntR." for name in ("0" * 40, "cache", "edition", ".cache", "data/" + "a" * 40)})
    here.write({"small/game.law": GAME.replace("game small", "game edition")})
    assert here.ask()["loads"]
    names = [p.name for p in (here.watched.root / "cache").iterdir()]
    assert names and all(re.fullmatch("([a-z]+-)?[0-9a-f]{16,64}", n) for n in names), names


def test_a_broken_cache_only_costs_time(here: Here) -> None:
    """Whatever lies there is made anew when it cannot be read."""
    here.write({"small/game.law": GAME.replace('"Small"', '"Broken cache"')})
    before = set((here.watched.root / "cache").glob("*")) if (here.watched.root / "cache").exists() else set()
    assert here.ask()["loads"]
    fresh = set((here.watched.root / "cache").glob("*")) - before
    assert fresh
    for path in fresh:
        path.write_bytes(b"\x80\x05broken")
    assert here.ask()["loads"]
