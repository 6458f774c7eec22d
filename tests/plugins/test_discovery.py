"""Plugins are found where they should be, in any order; broken ones are told of by name and cost nobody else anything."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lawspeaker.interpreter.contributed import anybody, contributions, plugins, use_plugins
from lawspeaker.interpreter.extensions import expansions, problems
from lawspeaker.interpreter.rulesets import find_ruleset, rulesets, shipped_folders
from lawspeaker.interpreter.text.diagnostic import Sink

BOTS = "def lawspeaker_bots():\n    return {'%s': lambda seed: lambda state: 0}\n"


def found() -> set[str]:
    return {x.name for x in expansions() if x.origin != "built in"}


def codes() -> dict[str, str]:
    return {d.code: d.title for d in problems()}


# ---- where ------------------------------------------------------------------------------------------------------
def test_a_folder_of_folders_in_the_environment(known) -> None:
    known.expansion("corners")
    known.expansion("sides")
    known.game("pebbles")
    assert found() == {"corners", "sides"}
    assert [r.name for r in rulesets()][-1] == "pebbles"
    assert find_ruleset("pebbles", Sink()).folder == Path("here/pebbles")
    assert {p.name: p.kind for p in plugins() if p.name != "built_in"} == {"corners": "law", "sides": "law", "pebbles": "law"}
    assert not problems()


def test_several_places_in_the_environment(home, monkeypatch) -> None:
    one, two = home.expansion("corners"), home.expansion("sides")
    monkeypatch.setenv("LAWSPEAKER_PATH", os.pathsep.join([str(one), "", str(two), str(one)]))
    assert found() == {"corners", "sides"} and not problems()


def test_one_folder_and_one_file(home) -> None:
    use_plugins([home.expansion("corners"), home.expansion("sides") / "1_rules.law"])
    assert found() == {"corners", "sides"} and not problems()


def test_a_python_file_with_and_without_the_decorator(home) -> None:
    home.expansion("corners", folder="law_of_corners")
    home.expansion("sides", folder="law_of_sides")
    use_plugins([home.python("plain", """
        from pathlib import Path
        def lawspeaker_expansions():
            return [Path(__file__).parent / "law_of_corners"]
        """), home.python("marked", """
        from pathlib import Path
        from lawspeaker.plugins import hookimpl
        class Sides:
            pass
        @hookimpl
        def lawspeaker_expansions():
            return (Path(__file__).parent / name for name in ["law_of_sides"])
        """)])
    assert found() == {"corners", "sides"} and not problems()
    assert {p.name: (p.kind, p.gives) for p in plugins()}["plain"] == ("python", ("expansion law_of_corners",))


def test_a_package_with_law_beside_it(home) -> None:
    package = home.expansion("corners", folder="pack/corners").parent
    (package / "__init__.py").write_text("from pathlib import Path\n\ndef lawspeaker_expansions():\n"
                                         "    return [Path(__file__).parent / 'corners']\n")
    use_plugins([package])
    assert found() == {"corners"} and not problems()


def test_in_a_folder_of_several_only_python_with_hooks_is_run(known) -> None:
    known.python("setup", "raise SystemExit('this must not run')")
    known.python("cautious", BOTS % "cautious")
    known.expansion("corners")
    assert set(contributions().bots) == {"cautious"} and found() == {"corners"} and not problems()


def test_an_installed_distribution(home, monkeypatch) -> None:
    home.expansion("corners", folder="law_of_corners")
    home.python("my_corners", """
        from pathlib import Path
        def lawspeaker_expansions():
            return [Path(__file__).parent / "law_of_corners"]
        """)
    home.distribution("lawspeaker-corners", "1.2", "corners", "my_corners")
    assert not anybody()
    monkeypatch.syspath_prepend(home.folder)
    assert anybody()
    plugin = next(p for p in plugins() if p.name == "corners")
    assert (plugin.version, plugin.origin, plugin.kind) == ("1.2", "lawspeaker-corners 1.2", "python")
    assert found() == {"corners"}
    sys.modules.pop("my_corners")


def test_an_installed_package_of_law_needs_no_hook(home, monkeypatch) -> None:
    (home.expansion("corners", folder="only_law") / "__init__.py").write_text("")
    home.distribution("lawspeaker-corners", "1.2", "corners", "only_law")
    monkeypatch.syspath_prepend(home.folder)
    assert found() == {"corners"} and not problems()
    sys.modules.pop("only_law")


def test_built_ins_come_by_the_same_hooks(home) -> None:
    from lawspeaker.plugins import built_in
    assert list(built_in.lawspeaker_rulesets()) == shipped_folders()
    shipped = {p.parent.name for p in Path(built_in.__file__).parent.glob("*/*.law")}
    assert {x.name for x in expansions()} == shipped and shipped
    assert [(p.name, p.origin) for p in plugins()] == [("built_in", "built in")]


# ---- what is wrong ----------------------------------------------------------------------------------------------
def test_broken_plugins_are_told_of_by_name_and_the_others_stay(home) -> None:
    use_plugins([home.python("bad_import", "import no_such_module_anywhere\n"), home.python("bad_syntax", "def x(:\n"),
                 home.python("quits", "raise SystemExit(3)\n"), home.python("good", BOTS % "good")])
    told = [d for d in problems()]
    assert [d.code for d in told] == ["plugin/broken"] * 3 and all(d.severity == "warning" for d in told)
    assert [d.title.split('"')[1] for d in told] == ["bad_import", "bad_syntax", "quits"]
    assert "No module named 'no_such_module_anywhere'" in told[0].title
    assert str(told[0].span).endswith("bad_import.py:1:1") and str(told[1].span).endswith("bad_syntax.py:1:1")
    assert set(contributions().bots) == {"good"}


@pytest.mark.parametrize("text", [
    "class Own(BaseException):\n    pass\nraise Own('no')\n", "raise GeneratorExit\n", "import sys\nsys.exit()\n",
    "raise SystemExit\n", "import asyncio\nraise asyncio.CancelledError\n"])
def test_whatever_a_plugin_raises_is_told_of(home, text: str) -> None:
    use_plugins([home.python("bad", text), home.python("good", BOTS % "good")])
    assert [(d.code, d.title.split('"')[1]) for d in problems()] == [("plugin/broken", "bad")]
    assert set(contributions().bots) == {"good"}
    use_plugins([home.python("worse", "def lawspeaker_bots():\n" + "".join(f"    {line}\n" for line in text.splitlines())), home.python("good", BOTS % "good")])
    assert [(d.code, d.title.split('"')[1]) for d in problems()] == [("plugin/hook-failed", "worse")]


def test_ctrl_c_while_a_plugin_is_imported_is_ctrl_c(home) -> None:
    use_plugins([home.python("slow", "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(5)\n")])
    with pytest.raises(KeyboardInterrupt):
        problems()


@pytest.mark.parametrize(("text", "code", "words"), [
    ("def lawspeaker_bots():\n    raise KeyError('oh')\n", "plugin/hook-failed", ["lawspeaker_bots", '"p"', "KeyError: 'oh'"]),
    ("def lawspeaker_bots():\n    return 3\n", "plugin/wrong-result", ["gives a int, not names"]),
    ("def lawspeaker_bots():\n    return {'random': print}\n", "plugin/wrong-result", ["one of ours"]),
    ("def lawspeaker_bots():\n    return {'x y': print}\n", "plugin/wrong-result", ["names are letters"]),
    ("def lawspeaker_bots():\n    return {'x': 3}\n", "plugin/wrong-result", ["cannot be called"]),
    ("def lawspeaker_expansions():\n    return 'here'\n", "plugin/wrong-result", ["gives a str, not several folders"]),
    ("def lawspeaker_expansions():\n    return [3]\n", "plugin/wrong-result", ["gives a int where a folder"]),
    ("def lawspeaker_rulesets():\n    return ['/nowhere']\n", "plugin/wrong-result", ["no .law file"]),
    ("def lawspeaker_functions():\n    return [print]\n", "plugin/wrong-result", ["LawFunction"]),
    ("def lawspeaker_functions():\n    from lawspeaker.plugins import LawFunction\n    return [LawFunction('A', print)]\n",
     "plugin/wrong-result", ["small letters"]),
    ("def lawspeaker_functions():\n    from lawspeaker.plugins import LawFunction\n    return [LawFunction('a', print, ('text',))]\n",
     "plugin/wrong-result", ['"text"', "list of number"]),
    ("def lawspeaker_functions():\n    from lawspeaker.plugins import LawFunction\n    return [LawFunction('a', 3)]\n",
     "plugin/wrong-result", ["cannot be called"]),
    ("def lawspeaker_observers():\n    return [object()]\n", "plugin/wrong-result", ["began, decided, ended"]),
    ("def lawspeaker_observers():\n    return None\n", "plugin/wrong-result", ["gives nothing"]),
    ("def lawspeaker_bot():\n    return {}\n", "plugin/unknown-hook", ["lawspeaker_bot"]),
    ("def lawspeaker_bots(game):\n    return {}\n", "plugin/wrong-hook", ['"p"', "game"]),
    ("x = 3\n", "plugin/nothing-there", ["no hooks and no law"]),
])
def test_a_hook_that_is_wrong(home, text: str, code: str, words: list[str]) -> None:
    use_plugins([home.python("p", text), home.python("q", BOTS % "q")])
    told = problems()
    assert [d.code for d in told] == [code] and told[0].severity == "warning"
    assert all(w in told[0].title for w in words), told[0].title
    assert told[0].hint and set(contributions().bots) == {"q"}


def test_a_place_that_is_not_there_or_empty(home, monkeypatch) -> None:
    (home.folder / "empty").mkdir(parents=True)
    monkeypatch.setenv("LAWSPEAKER_PATH", os.pathsep.join(["nowhere", "here/empty"]))
    assert codes() == {"plugin/not-found": 'There is no "nowhere", which LAWSPEAKER_PATH names',
                       "plugin/nothing-there": 'There is no plugin in "here/empty", which LAWSPEAKER_PATH names'}


def test_law_that_cannot_be_read(known) -> None:
    known.law("corners", "expansion corners for\n")
    known.law("pebbles", "game pebbles\n")
    known.expansion("sides")
    assert found() == {"sides"} and "pebbles" not in {r.name for r in rulesets()}
    assert [d.code for d in problems()] == ["plugin/unreadable", "plugin/unreadable"]


def test_two_of_one_name_name_both(known) -> None:
    known.python("one", BOTS % "cautious")
    known.python("two", BOTS % "cautious" + "\ndef lawspeaker_observers():\n    return []\n")
    known.expansion("corners")
    known.expansion("corners", folder="more")
    known.game("pebbles")
    (known.folder / "tic").mkdir()
    known.law("tic/tac", "")
    home = known.law("tic_tac_toe_of_mine", (shipped_folder("tic_tac_toe") / "tic_tac_toe.law").read_text())
    told = {d.code: d for d in problems()}
    assert all(d.severity == "error" for d in told.values())
    assert told["plugin/two-of-one-name"].title == 'The plugins "one" and "two" both give a bot "cautious"'
    assert "here/corners" in told["expansion/two-places"].title and "here/more" in told["expansion/two-places"].title
    assert "here/tic_tac_toe_of_mine" in told["plugin/two-rulesets"].title and "rulesets" in told["plugin/two-rulesets"].title
    assert not contributions().bots and home.is_dir()
    assert find_ruleset("tic_tac_toe", Sink()).origin == "built in"


def shipped_folder(name: str) -> Path:
    return next(p for p in shipped_folders() if p.name == name)


def test_the_order_of_registration_never_matters(home) -> None:
    paths = [home.python("b", BOTS % "bot_b"), home.python("a", BOTS % "bot_a"), home.expansion("sides"), home.expansion("corners")]
    seen = []
    for order in (paths, paths[::-1], paths[2:] + paths[:2]):
        use_plugins(order)
        seen.append(([p.name for p in plugins()], list(contributions().bots), [x.name for x in expansions()]))
    assert seen[0] == seen[1] == seen[2]


# ---- what it costs ----------------------------------------------------------------------------------------------
def test_a_shipped_game_looks_for_nobody(home) -> None:
    """Not even for the quick look at what is installed; and from the cache no parser is loaded."""
    code = ("import sys, lawspeaker; from lawspeaker.interpreter import contributed\n"
            "contributed.installed_somewhere = contributed.contributions = None\n"
            "state = lawspeaker.load('tic_tac_toe').new(2, 1); state.apply(state.decision.options[0])\n"
            "print(*({'pluggy', 'lawspeaker.plugins', 'lark'} & set(sys.modules)))")
    environment = {**os.environ, "LAWSPEAKER_CACHE": str(home.folder / "cache")}
    for expected in ("lark", ""):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
        assert done.stdout.strip() == expected


def test_help_looks_for_nobody_where_there_is_nobody(home) -> None:
    code = ("import sys; from lawspeaker.cli.main import main\n"
            "main(['--help'])\nprint(*({'pluggy', 'lawspeaker.plugins', 'lark'} & set(sys.modules)), file=sys.stderr)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    if not anybody():
        assert done.stderr.strip() == ""


def test_manifests_are_kept_in_the_cache(known, monkeypatch) -> None:
    """What was read once is not parsed again, and says the same with the same places."""
    monkeypatch.setenv("LAWSPEAKER_CACHE", "cache")
    known.expansion("corners", 'version "1.2"', "needs sides", "conflicts centre", "loads after sides", 'needs language "1.0"')
    first = next(x for x in expansions() if x.name == "corners")
    import lawspeaker.interpreter.syntax.parse as parse
    monkeypatch.setattr(parse, "parse_file", None)
    second = next(x for x in expansions() if x.name == "corners")
    assert first == second and str(first.manifest.needs[0].span) == str(second.manifest.needs[0].span)
    assert (first.version, first.needs, first.conflicts, first.after, first.needs_language) == ("1.2", ("sides",), ("centre",), ("sides",), "1.0")


# ---- list ---------------------------------------------------------------------------------------------------------
def test_list_shows_everything(known, run) -> None:
    known.expansion("corners", 'version "1.2"', "needs sides")
    known.python("cautious", BOTS % "cautious")
    code, out, err = run("list", "--json")
    shown = json.loads(out)
    assert code == 0 and err == ""
    corners = next(x for x in shown["expansions"] if x["name"] == "corners")
    assert {k: corners[k] for k in ("for", "needs", "version", "origin")} == \
        {"for": "tic_tac_toe", "needs": ["sides"], "version": "1.2", "origin": "here/corners"}
    assert {p["name"]: (p["kind"], p["gives"]) for p in shown["plugins"]}["cautious"] == ("python", ["bot cautious"])
    text = run("list")[1]
    assert all(w in text for w in ("corners", "cautious", "python", "law", "trusted code"))


def test_list_tells_what_is_wrong_and_shows_the_rest(known, run) -> None:
    known.python("broken", "def lawspeaker_bots():\n    raise ValueError('no bots today')\n")
    known.expansion("corners")
    code, out, err = run("list", "--json")
    assert code == 0 and "no bots today" in err and '"corners"' in out
    known.expansion("corners", folder="more")
    code, out, err = run("list", "--json")
    assert code == 1 and "expansion/two-places" in err and json.loads(out)["expansions"]


def test_what_plugins_print_is_not_in_the_document(known, run) -> None:
    known.python("talks", "print('hello')\n" + BOTS % "talks" + "    print('x')\n")
    code, out, err = run("list", "--json")
    assert json.loads(out) and "hello" in err


@pytest.mark.parametrize("before", [True, False])
def test_the_option_stands_before_or_behind_the_command(home, run, before: bool) -> None:
    option = ["--plugin", str(home.expansion("corners"))]
    code, out, _ = run(*option, "list", "--json") if before else run("list", "--json", *option)
    assert code == 0 and '"corners"' in out
    assert '"corners"' not in run("list", "--json")[1]                  # the next call knows nothing of it


def test_both_places_of_the_option_add_up(home, run) -> None:
    out = run("--plugin", str(home.expansion("corners")), "list", "--json", "--plugin", str(home.expansion("sides")))[1]
    assert '"corners"' in out and '"sides"' in out


def test_a_path_that_is_not_there_is_wrong_usage(home, run) -> None:
    for arguments in (["--plugin", "nowhere", "list"], ["list", "--plugin", "nowhere"]):
        code, _, err = run(*arguments)
        assert code == 2 and "nowhere" in err
