"""Ways in which law, data, scenarios, screens and folders could try to reach further than play; each a small set of files.

`more` stands for the folder of an expansion.  `says` is a word of the message where a way must be refused; `loads` tells
whether the game is there all the same.  `@CANARY@` is a file that nobody may write, `@SECRET@` one that nobody may read.
"""
from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

GAME = """\
game small "Small"
  version "1.0"
  players 2
  seats red, blue
  setting rich: flag = false "More"
  setting most: 1 to 9 = 3 "Most"
  phase turn "{you}'s turn"
    each player from first_player, again and again
    offers action, exactly once
  winner has most final_score, then shared

kind Coin from coins
  fact worth: number
  starts in bank
kind Town
  members york, lund
  state looted: flag
table
  area bank of Coin, seen by everyone
  state noise: 0 to 9
player
  area purse of Coin, seen by everyone
  state vp: 0 to many
  state where_now: Town or none

value price(n: number) = n * 2
to earn {n: number} point(s)
  add n to vp
moment taken(c: Coin)

action take_coin "Take {c}"
  choose c from bank
  does
    move c to purse
    now taken(c)
    earn price(c.worth) points
    if no bank
      end game

score coins "Coins" = total of c.worth for (c in purse)
"""
DATA = """\
coins:
  - {id: penny, worth: 1}
  - {id: groat, worth: 4}
"""
SCENARIO = """\
- scenario: The last coin ends the game
  cites: []
  ruleset: small
  players: [red, blue]
  turn: red
  play:
    - red: take_coin groat
  then:
    red.vp: 8
"""
SCREEN = """\
screen:
  - panel: Coins
    each: p in players
    columns:
      Player: "{p}"
      Purse: "{p.purse}"
"""
MORE = 'expansion more "More" for small\n'
RULES = 'rules:\n  - {id: MO-1, rule: "More.", where: card, source: own}\n'


@dataclass(frozen=True)
class Case:
    """`change` is applied to the good law of the game; `files` are written over it."""

    change: tuple[tuple[str, str], ...] = ()
    files: dict[str, str] = field(default_factory=dict)
    more: str | None = None      # the law of an expansion
    loads: bool = False
    says: str = ""
    ruleset: str = "small"
    expansions: tuple[str, ...] = ("more",)
    prepare: Callable[[Path], None] | None = None
    settings: dict[str, object] | None = None
    commands: tuple[str, ...] = ()               # beside loading and playing it by the library


def expression(e: str, says: str = "") -> Case:
    return Case(change=(("= n * 2", f"= {e}"),), says=says)


def hole(e: str) -> Case:
    return Case(change=(('"Take {c}"', f'"Take {{{e}}}"'),))


def step(text: str, says: str = "", loads: bool = False) -> Case:
    return Case(change=(("    now taken(c)\n", f"    now taken(c)\n    {text}\n"),), says=says, loads=loads)


def more(text: str, says: str = "", loads: bool = False, **files: str) -> Case:
    return Case(more=MORE + text, says=says, loads=loads, commands=("check", "explain"))


def data(text: str, says: str = "", loads: bool = False) -> Case:
    return Case(files={"small/data/coins.yaml": text}, says=says, loads=loads)


def scenario(given: str, expected: str = "    red.vp: 0\n") -> Case:
    text = f"- scenario: A way out\n  cites: []\n  ruleset: small\n  players: [red, blue]\n{given}  then:\n{expected}"
    return Case(files={"small/scenarios/end.yaml": text}, loads=True, says="0 passed", commands=("check", "test"))


def screen(text: str) -> Case:
    return Case(files={"small/screen.yaml": text}, loads=True, commands=("check", "play"))


def link(name: str, to: str) -> Callable[[Path], None]:
    def make(root: Path) -> None:
        (root / name).unlink(missing_ok=True)
        (root / name).symlink_to(to.replace("@SECRET@", str(root.parent / "outside" / "secret.yaml")))
    return make


def folder_link(root: Path) -> None:
    """The whole folder of data lies somewhere else."""
    for p in (root / "small" / "data").iterdir():
        p.unlink()
    (root / "small" / "data").rmdir()
    (root / "small" / "data").symlink_to(root.parent / "outside")


def pipe(name: str) -> Callable[[Path], None]:
    def make(root: Path) -> None:
        os.mkfifo(root / name)
    return make


PAYLOAD = "__import__('os').system('touch @CANARY@')"
ESC, BELL, BIDI = "\x1b", "\x07", "\u202e"
DEEP = 150

CASES: dict[str, Case] = {
    # ---- expressions: attributes, calls and operators of Python ---------------------------------------------------
    "the class of a player": expression("you.__class__.__mro__"),
    "the dictionary of a thing": expression("york.__dict__"),
    "a dunder of a number": expression("(1).__class__"),
    "globals of a value": expression("price.__globals__"),
    "a chain of facts that are none": expression("you.where_now.gi_frame.f_back.f_builtins", "gi_frame"),
    "methods of lists": expression("purse.append(3)"),
    "a call of eval": expression('eval("1")', "eval"),
    "a call of open": expression('open("@SECRET@")', "open"),
    "a call of getattr": expression('getattr(you, "vp")', "getattr"),
    "a call of __import__": expression(PAYLOAD.replace("'", '"')),
    "a lambda": expression("lambda: 0"),
    "a comprehension of Python": expression("[x for x in ().__class__.__bases__]"),
    "a walrus": expression("(x := 3)"),
    "a power": expression("9 ** 9 ** 9"),
    "a string that is formatted": expression('"%s" % you'),
    "natives of the engine as values": expression("move_thing(1, 2)", "move_thing"),
    "names of the printed program": expression("C[0]"),
    "registers of the printed program": expression("f + v1 + T0", ""),
    "tables of the printed program": expression("t0 + tick", "t0"),
    "a function of a plugin that is not here": expression("plugin(n)", "plugin"),
    "a huge number": expression("9" * 6_000),
    "a number beyond the cap": expression("99999999999999999999"),
    "numbers that overflow in play": Case(change=(("= n * 2", "= n + " + " * ".join(["n", *["9999"] * 60])),), loads=True,
                                          commands=("check", "simulate", "play")),
    "a huge range": step("repeat 9999 times\n      for each i in 1 to 9999\n        set noise to 1", loads=True),
    # ---- holes and texts ---------------------------------------------------------------------------------------------
    "a hole with a conversion": hole("c!r"),
    "a hole with a format": hole("c:>1000000000"),
    "a hole with attributes": hole("c.__class__.__init__.__globals__"),
    "a hole with a call": hole(PAYLOAD.replace("'", '\\"')),
    "a hole in a hole": Case(change=(('"Take {c}"', '"Take {{c}}"'),), loads=True, commands=("check", "play")),
    "an empty hole": hole(""),
    "a position of format": Case(change=(('"Take {c}"', '"Take {0} {c}"'),), loads=True, commands=("check", "play")),
    "quotes that end the text": Case(change=(('"Take {c}"', '"Take \\"\\"\\" + ' + PAYLOAD + ' + \\"\\"\\" {c}"'),), loads=True,
                                     commands=("check", "explain", "simulate", "play")),
    "backslashes and line breaks": Case(change=(('"Take {c}"', '"Take \\\\\\n\\\\x41\\\\N\\{BULLET\\} {c}"'),), loads=True, commands=("check", "play")),
    "format specs in texts": Case(change=(('"Take {c}"', '"%(x)s %n \\{0.__class__\\} \\{c!r\\} ${c} {c}"'),), loads=True, commands=("check", "play")),
    "rich markup in texts": Case(change=(('"Take {c}"', '"[link=file:///etc/passwd]Take[/link] [red]{c}[/]"'), ('"Small"', '"[bold]S[/bold]"')), loads=True,
                                 commands=("check", "explain", "play")),
    "terminal codes in a text": Case(change=(('"Take {c}"', f'"Take {ESC}]0;owned{BELL} {{c}}"'),), says="U+001B"),
    "terminal codes of eight bits": Case(change=(('"Take {c}"', '"Take \x9b31m {c}"'),), says="U+009B"),
    "terminal codes in a comment": Case(change=(("table\n", f"table                       # {ESC}[2J\n"),), says="U+001B"),
    "text that runs backwards": Case(change=(('"Take {c}"', f'"Take {BIDI}niatreC {{c}}"'),), says="U+202E"),
    # ---- steps and declarations ----------------------------------------------------------------------------------------
    "a step that imports": step("import os"),
    "a step that calls": step(PAYLOAD.replace("'", '"')),
    "a step that says a call": step(f'say "{PAYLOAD} {{{{}}}}"'.replace("{{}}", ""), loads=True),
    "a native of its own": Case(change=(("  add n to vp\n", '  native "os.system"\n'),), says="native"),
    "a native value of its own": Case(change=(("value price(n: number) = n * 2", 'value price(n: number)\n  native "eval"'),), says="native"),
    "a verb of the core once more": Case(change=(("moment taken", "to set {what: cell} to {value: any}\n  add 1 to vp\nmoment taken"),), says="set"),
    "words of a library that is not here": Case(change=(('  version "1.0"\n', '  version "1.0"\n  uses os\n'),), says="os"),
    "a kind from another file": Case(change=(("kind Coin from coins", 'kind Coin from "../../outside/secret.yaml"'),)),
    "a kind from up there": Case(change=(("kind Coin from coins", "kind Coin from ../outside/secret"),)),
    "a kind from all of Python": Case(change=(("kind Coin from coins", "kind Coin from __builtins__"),)),
    "a kind from an absolute path": Case(change=(("kind Coin from coins", "kind Coin from /etc/passwd"),)),
    "letters that look alike": Case(change=(("state vp: 0 to many", "state v\u0440: 0 to many"),)),
    "full width letters": Case(change=(("to earn", "to \uff45\uff56\uff41\uff4c"), ("    earn", "    \uff45\uff56\uff41\uff4c"))),
    "a name of 5,000 letters": Case(change=(("value price", "value " + "p" * 5_000), ("earn price", "earn " + "p" * 5_000)), loads=True),
    "a grid of a hundred million spaces": Case(change=(("table\n", "grid Cell\n  size 9999 by 9999\ntable\n"),), says="from 1 to 100"),
    "a hundred million copies": Case(change=(("kind Town\n", "kind Cow\n  copies 9999, told apart\nkind Town\n"),), loads=True),
    "a setting of a billion values": Case(change=(("setting most: 1 to 9 =", "setting most: 1 to 999999999 ="),), says="type/beyond-limits"),
    "a state of a billion values": Case(change=(("state noise: 0 to 9", "state noise: 0 to 999999999999"),)),
    "blocks inside each other": Case(change=(("    now taken(c)\n", "".join("    " + "  " * i + f"for each a{i} in 1 to 2\n" for i in range(30))
                                              + "    " + "  " * 30 + "add 1 to noise\n"),)),
    "conditions inside each other": Case(change=(("    now taken(c)\n", "".join("    " + "  " * i + "if noise < 9\n" for i in range(40))
                                                  + "    " + "  " * 40 + "add 1 to noise\n"),)),
    "a move of thirty choices": Case(change=(("  choose c from bank\n", "  choose c from bank\n" + "".join(f"  choose a{i} from 1 to 1\n" for i in range(30))),), loads=True),
    "brackets inside each other": Case(change=(("= n * 2", "= " + "(" * DEEP + "n" + ")" * DEEP),), loads=True),
    "sums inside each other": expression("n" + "".join(f" + (n * {i}" for i in range(1, DEEP)) + ")" * (DEEP - 1)),
    "sets inside each other": expression("".join(f"number of (a{i} in players where " for i in range(60)) + "1" + " = 1)" * 60),
    # ---- data ------------------------------------------------------------------------------------------------------------
    "a tag of Python": data("coins: !!python/object/apply:os.system ['touch @CANARY@']\n", "tag"),
    "a tag of Python on a key": data("!!python/name:os.system coins: []\n", "tag"),
    "a new object of Python": data("coins: !!python/object/new:subprocess.Popen [[touch, '@CANARY@']]\n", "tag"),
    "a tag in full": data("coins: !<tag:yaml.org,2002:python/object/apply:os.system> ['touch @CANARY@']\n", "tag"),
    "a tag that is declared": data("%TAG ! tag:yaml.org,2002:python/\n---\ncoins: !object/apply:os.system ['touch @CANARY@']\n", "tag"),
    "a tag of an included file": data("coins: !include @SECRET@\n", "tag"),
    "a tag of the environment": data("coins: !ENV ${HOME}\n", "tag"),
    "a tag of bytes": data("coins: !!binary aGVsbG8=\n", "tag"),
    "anchors that unfold": data("a: &a [x, x, x, x]\nb: &b [*a, *a, *a, *a]\nc: &c [*b, *b, *b, *b]\ncoins: [*c, *c, *c, *c]\n", "&"),
    "an anchor in itself": data("coins: &a [*a]\n", "&"),
    "a merge key": data("coins:\n  - {id: penny, worth: 1, <<: {id: groat}}\n", "<<"),
    "another directive": data("%YAML 1.1\n---\ncoins:\n  - {id: penny, worth: 0x10}\n"),
    "keys that are names of Python": data("coins:\n  __class__: {worth: 1}\n  __init__: {worth: 1}\n", "__class__"),
    "facts that are names of Python": data("coins:\n  - {id: penny, worth: 1, __dict__: {a: 1}}\n", "__dict__"),
    "ids with quotes": data("coins:\n  - {id: \"pe'nny\\\"\", worth: 1}\n", "id"),
    "ids with line breaks": data('coins:\n  - {id: "penny\\nimport os", worth: 1}\n', "id"),
    "ids of letters that look alike": data("coins:\n  - {id: p\u0435nny, worth: 1}\n", "cannot be the id"),
    "ids that run backwards": data(f'coins:\n  - {{id: "p{BIDI}enny", worth: 1}}\n', "U+202E"),
    "ids that are code": data(f'coins:\n  - {{id: "{PAYLOAD}", worth: 1}}\n', "id"),
    "ids that are empty": data('coins:\n  - {id: "", worth: 1}\n', "id"),
    "titles with terminal codes": data('coins:\n  - {id: penny, worth: 1, name: "\\e]0;owned\\a"}\n', "U+001B"),
    "titles that run backwards": data('coins:\n  - {id: penny, worth: 1, name: "\\u202eynnep"}\n', "U+202E"),
    "titles that are formats": Case(files={"small/data/coins.yaml": "coins:\n  - {id: penny, worth: 1, name: 'a %s of %(you)s'}\n"}, loads=True,
                                    commands=("check", "play")),
    "titles that look into Python": data("coins:\n  - {id: penny, worth: 1, name: '{you.__class__} {0}'}\n", "data/title-hole"),
    "numbers as code": data('coins:\n  - {id: penny, worth: "1 + 1"}\n', "worth"),
    "numbers as huge": data("coins:\n  - {id: penny, worth: " + "9" * 6_000 + "}\n", "worth"),
    "numbers as infinite": data("coins:\n  - {id: penny, worth: .inf}\n", "worth"),
    "dates": data("coins:\n  - {id: penny, worth: 2001-01-01}\n", "worth"),
    "a huge nest": data("coins: " + "[" * 5_000 + "]" * 5_000 + "\n", "deep"),
    # ---- folders and files ---------------------------------------------------------------------------------------------
    "a link out of the folder": Case(prepare=link("small/data/coins.yaml", "@SECRET@"), says="file/outside", commands=("check",)),
    "a link of law out of the folder": Case(prepare=link("small/more.law", "/etc/passwd"), says="file/outside", commands=("check",)),
    "a folder that is a link": Case(prepare=folder_link, says="file/outside", commands=("check",)),
    "a link in an expansion": Case(more=MORE + "rule a\n  at start of turn\n    add 1 to vp\n", prepare=link("more/z.law", "@SECRET@"), says="file/outside"),
    "a link to a device": Case(prepare=link("small/data/zero.yaml", "/dev/zero"), says="no file", commands=("check",)),
    "a pipe": Case(prepare=pipe("small/z.law"), says="z.law", commands=("check",)),
    "a folder called like a file": Case(files={"small/z.law/inner.law": "import os\n"}, says="z.law"),
    "a link in itself": Case(prepare=link("small/z.law", "z.law"), says="z.law"),
    "a screen that is a link": Case(prepare=link("small/screen.yaml", "@SECRET@"), loads=True, commands=("play",)),
    "a catalogue that is a link": Case(prepare=link("small/rules.yaml", "@SECRET@"), loads=True, commands=("check", "trace")),
    "scenarios that are a link": Case(prepare=link("small/scenarios/z.yaml", "@SECRET@"), loads=True, commands=("test",)),
    "Python in the folder": Case(files={f"small/{name}": "open('@CANARY@', 'w')\n" for name in
                                        ("__init__.py", "conftest.py", "setup.py", "json.py", "lark.py", "sitecustomize.py", "small.py", "scenarios/conftest.py",
                                         "data/__init__.py", "pytest.py", "lawspeaker.py")}, loads=True,
                                 commands=("check", "explain", "trace", "test", "simulate", "play")),
    "a ruleset up there": Case(ruleset="../../etc/passwd", expansions=()),
    "a ruleset that is a device": Case(ruleset="/dev/zero", expansions=()),
    "a ruleset that is a module": Case(ruleset="os.path", expansions=(), says="os.path"),
    "an expansion up there": Case(expansions=("../../../../etc/passwd",), more=MORE, says="passwd"),
    "an expansion that is a secret": Case(expansions=("../outside/secret.yaml",), more=MORE, says="secret.yaml"),
    "an expansion that is Python": Case(expansions=("more/evil.py",), more=MORE, files={"more/evil.py": "open('@CANARY@', 'w')\n"}, says="evil.py"),
    "an expansion that is a module": Case(expansions=("subprocess",), more=MORE, says="subprocess"),
    "an expansion with Python in it": Case(more=MORE + "rule a\n  at start of turn\n    add 1 to vp\n", loads=True, commands=("check", "explain", "play"),
                                           files={f"more/{n}": "open('@CANARY@', 'w')\n" for n in ("__init__.py", "more.py", "conftest.py")}),
    # ---- scenarios, screens, catalogues ----------------------------------------------------------------------------------
    "a scenario that calls": scenario(f"  given:\n    red.vp: {json.dumps(PAYLOAD)}\n"),
    "a scenario that expects a call": scenario("", f"    {json.dumps(PAYLOAD)}: true\n"),
    "a scenario that looks into Python": scenario("", "    red.__class__.__name__: Player\n"),
    "a scenario with a tag": scenario("  given:\n    red.vp: !!python/object/apply:os.system ['touch @CANARY@']\n"),
    "a scenario of another game up there": Case(files={"small/scenarios/end.yaml": SCENARIO.replace("ruleset: small", "ruleset: ../../../etc")}, loads=True,
                                                says="0 passed", commands=("test",)),
    "a scenario with an expansion up there": Case(files={"small/scenarios/end.yaml": SCENARIO.replace("  players", "  with: [../outside/secret.yaml]\n  players")},
                                                  loads=True, says="0 passed", commands=("test",)),
    "a scenario that plays code": scenario(f"  play:\n    - red: {json.dumps(PAYLOAD)}\n"),
    "a scenario with settings as code": scenario(f"  settings: {{rich: {json.dumps(PAYLOAD)}}}\n"),
    "a screen that calls": screen(SCREEN.replace("{p.purse}", "{" + PAYLOAD.replace("'", '\\"') + "}")),
    "a screen that looks into Python": screen(SCREEN.replace("{p.purse}", "{p.__class__.__mro__} {p!r} {p:>99}")),
    "a screen with a tag": screen(SCREEN.replace('"{p}"', "!!python/name:os.system x")),
    "a screen with terminal codes": screen(SCREEN.replace("panel: Coins", 'panel: "\\e]0;owned\\a"')),
    "a catalogue with terminal codes": Case(files={"small/rules.yaml": RULES.replace("More.", "\\e[2J")}, loads=True, commands=("check", "trace")),
    "a catalogue with a tag": Case(files={"small/rules.yaml": "rules: !!python/object/apply:os.system ['touch @CANARY@']\n"}, loads=True, commands=("check", "trace")),
    # ---- settings given by people ---------------------------------------------------------------------------------------------
    "settings that are texts": Case(settings={"most": "__import__('os')"}, says="most"),
    "settings that are too large": Case(settings={"most": 10 ** 400}, says="most"),
    "settings that nobody has": Case(settings={"__class__": True}, says="__class__"),
    # ---- expansions ------------------------------------------------------------------------------------------------------------
    "a core verb replaced": more("replaces to set {what: cell} to {value: any}\n  add 1 to vp\n", "set"),
    "a core verb removed": more("removes to say {what: text}\n", "say"),
    "a core verb extended": more('extends to move {what: things} to {there: place}\n  before\n    add 1 to vp\n', "move"),
    "a core value replaced": more("replaces value max(a: number, b: number) = 0\n", "max"),
    "a core clause declared": more('clause native {help: text}\n  native "os.system"\n', "native"),
    "a native of an expansion": more('to leave {n: number}\n  native "__import__"\nrule a\n  at start of turn\n    leave 1\n', "native"),
    "a replacement that is native": more('replaces to earn {n: number} point(s)\n  native "exec"\n', "native"),
    "a replacement called native": more("replaces to native\n  add 1 to vp\n", "native"),
    "an expansion that uses os": more('  uses os\nrule a\n  at start of turn\n    add 1 to vp\n', "os"),
    "an expansion that needs a path": Case(more=MORE + "  needs ../../outside/secret\n", says="more/more.law"),
    "an expansion that needs a module": Case(more=MORE + "  needs subprocess\n", says="subprocess"),
    "an expansion for a path": Case(more='expansion more "More" for ../../etc/passwd\n', says="more/more.law"),
    "an expansion called by a path": Case(more='expansion ../more "More" for small\n', says="more/more.law"),
    "a version that is code": Case(more=MORE + f'  version "{PAYLOAD}"\nrule a\n  at start of turn\n    add 1 to vp\n', says="version"),
    "a setting as code": Case(more=MORE + '  setting x: 1 to 9 = eval("1") "X"\n', says="more/more.law"),
    "data of an expansion with a tag": Case(more=MORE + "rule a\n  at start of turn\n    add 1 to vp\n", says="tag",
                                            files={"more/data/x.yaml": "x: !!python/object/apply:os.system ['touch @CANARY@']\n"}),
    "data of an expansion as code": Case(more=MORE + "kind Gem from gems\n  fact worth: number\nrule a\n  at start of turn if some (g in Gem where g.worth > 1)\n    add 1 to vp\n",
                                         says="worth", files={"more/data/x.yaml": f'gems:\n  - {{id: ruby, worth: "{PAYLOAD}"}}\n'}),
    "a catalogue of an expansion with a tag": Case(more=MORE + "rule a\n  at start of turn\n    add 1 to vp\n", loads=True, commands=("check", "trace"),
                                                   files={"more/rules.yaml": "rules: !!python/name:os.system x\n"}),
    "a screen of an expansion with code": Case(more=MORE + "rule a\n  at start of turn\n    add 1 to vp\n", loads=True, commands=("play",),
                                               files={"more/screen.yaml": SCREEN.replace("{p.purse}", "{p.__class__}")}),
    "a value that becomes Python": more("rule a\n  at start of turn\n    until end of turn\n      price becomes it.__class__\n"),
    "a rule at a moment of Python": more("rule a\n  at atexit\n    add 1 to vp\n", "atexit"),
    "a condition on os": more("rule a when os and sys\n  at start of turn\n    add 1 to vp\n"),
    "blocks of an expansion inside each other": more("rule a\n  at start of turn\n" + "".join("    " + "  " * i + f"for each a{i} in 1 to 1\n" for i in range(25))
                                                     + "    " + "  " * 25 + "add 1 to vp\n"),
}
