"""What only plugins in Python can do: functions that law calls, bots, observers, commands."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.interpreter.contributed import use_plugins

FUNCTIONS = """
    from lawspeaker.plugins import LawFunction
    def lawspeaker_functions():
        return [LawFunction("cube", lambda n: n ** 3),
                LawFunction("is_odd", lambda n: n % 2 == 1, ("number",), "flag"),
                LawFunction("spread", lambda xs: max(xs, default=0) - min(xs, default=0), ("list of number",)),
                LawFunction("chosen", lambda yes, n: n if yes is True else -n, ("flag", "number")),
                LawFunction("divisors", lambda n: [d for d in range(1, n + 1) if n % d == 0], ("number",), "list of number"),
                LawFunction("seven", lambda: 7, ())]
    """


def changed(home, old: str, new: str) -> Path:
    """The small game with another line."""
    place = home.game("pebbles")
    text = (place / "1_rules.law").read_text()
    assert old in text
    (place / "1_rules.law").write_text(text.replace(old, new))
    return place


def luck(home, expression: str) -> list[int]:
    """What the value `luck(n)` of the small game is for n = 1 and n = 2, in both readers."""
    game = lawspeaker.load(changed(home, "luck(n: number) = n", f"luck(n: number) = {expression}"))
    out = []
    for key in ("1", "2"):
        state = game.new(2, seed=1, first=0)
        assert state.look(f"luck({key})") == (found := state.apply(f"take_stones {key}") or state.look("anna.taken"))
        out.append(found)
    return out


# ---- functions ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("expression", "values"), [
    ("cube(n)", [1, 8]), ("cube(n) + cube(n + 1)", [9, 35]), ("1 if is_odd(n) else 5", [1, 5]), ("10 + chosen(n = 1, n)", [11, 8]),
    ("number of divisors(n * 6)", [4, 6]), ("highest of d for (d in divisors(n))", [1, 2]), ("seven() * n", [7, 14]),
    ("spread(divisors(n * 6))", [5, 11])])
def test_law_calls_functions(home, expression: str, values: list[int]) -> None:
    use_plugins([home.python("sums", FUNCTIONS)])
    assert luck(home, expression) == values


def test_whole_random_games_call_functions_too(home) -> None:
    use_plugins([home.python("sums", FUNCTIONS)])
    game = lawspeaker.load(changed(home, "luck(n: number) = n", "luck(n: number) = cube(n) if is_odd(n) else seven()"))
    state, _ = game.playout(seed=3)
    assert state.over and sum(state.scores) in (5, 3 + 7, 1 + 7 + 7)


@pytest.mark.parametrize(("expression", "code"), [
    ("cueb(n)", "name/unknown-value"), ("cube()", "value/arguments"), ("cube(n, n)", "value/arguments"), ("cube(n = 1)", "type/wrong-argument"),
    ("spread(n)", "type/wrong-argument"), ("1 if cube(n) else 2", "type/flag-wanted")])
def test_law_calls_functions_wrongly(home, expression: str, code: str) -> None:
    use_plugins([home.python("sums", FUNCTIONS)])
    with pytest.raises(lawspeaker.RulesetError) as wrong:
        luck(home, expression)
    assert [d.code for d in wrong.value.diagnostics if d.severity == "error"] == [code]
    assert "cube" in str(wrong.value) or "spread" in str(wrong.value)


@pytest.mark.parametrize(("body", "words"), [
    ("1 / 0", "failed: ZeroDivisionError"), ("n / 2", "gave 0.5, which is no number"), ("None", "gave None"), ("True", "gave True"),
    ("10_000", "gave 10000"), ("'x'", "gave 'x'"), ("exit()", "failed: ")])
def test_a_function_that_fails_is_a_fault_with_its_place(home, body: str, words: str) -> None:
    if body == "exit()":
        body = "(_ for _ in ()).throw(RuntimeError('no'))"
    use_plugins([home.python("sums", f"""
        from lawspeaker.plugins import LawFunction
        def lawspeaker_functions():
            return [LawFunction("cube", lambda n: {body})]
        """)])
    game = lawspeaker.load(changed(home, "luck(n: number) = n", "luck(n: number) = cube(n)"))
    state = game.new(2, seed=1, first=0)
    before = list(state.cells)
    with pytest.raises(lawspeaker.RuleFault) as fault:
        state.apply("take_stones 1")
    assert words in str(fault.value) and 'The function "cube" of the plugin "sums"' in str(fault.value)
    assert "1_rules.law:26:25: " in str(fault.value) and list(state.cells) == before


def test_without_the_plugin_the_function_is_unknown_even_from_the_cache(home, monkeypatch) -> None:
    monkeypatch.setenv("LAWSPEAKER_CACHE", "cache")
    plugin = home.python("sums", FUNCTIONS)
    use_plugins([plugin])
    place = changed(home, "luck(n: number) = n", "luck(n: number) = cube(n)")
    assert lawspeaker.load(place).new(2, seed=1).count == 2
    use_plugins([])
    with pytest.raises(lawspeaker.RulesetError) as wrong:
        lawspeaker.load(place)
    assert [d.code for d in wrong.value.diagnostics if d.severity == "error"] == ["name/unknown-value"]


def test_another_text_of_the_plugin_is_another_program(home, monkeypatch) -> None:
    """Also where the function was asked when the game was made."""
    monkeypatch.setenv("LAWSPEAKER_CACHE", "cache")
    place = changed(home, "value luck(n: number) = n", "value luck(n: number) = n + length(pebble)\nkind Grit\n  members pebble, sand\n"
                    "value length(g: Grit) = cube(2) if g = pebble else 1")
    seen = []
    for number in (3, 5):
        use_plugins([home.python("sums", FUNCTIONS.replace("n ** 3", f"n * {number}"))])
        seen.append(lawspeaker.load(place).new(2, seed=1).look("luck(1)"))
    assert seen == [7, 11]


def test_a_value_of_the_game_has_its_name_to_itself(home) -> None:
    """A plugin that is installed later cannot change a game that has a value of that name."""
    use_plugins([home.python("sums", FUNCTIONS.replace('"cube"', '"luck"'))])
    assert lawspeaker.load(home.game("pebbles")).new(2, seed=1).look("luck(2)") == 2


# ---- bots and observers --------------------------------------------------------------------------------------------
PLAYERS = """
    import random, pathlib
    def first(seed):
        return lambda state: 0
    def wild(seed):
        lots = random.Random(seed)
        return lambda state: lots.randrange(state.count)
    class Scribe:
        def began(self, state): self.lines = ["began"]
        def decided(self, state, player, key): self.lines.append(f"{player} {key}")
        def ended(self, state):
            with open("seen.txt", "a") as f:
                f.write("; ".join([*self.lines, "ended", str(state.over)]) + "\\n")
    class Blind:
        def decided(self, state, player, key): raise ValueError("I see nothing")
    def lawspeaker_bots():
        return {"first": first, "wild": wild, "bad": lambda seed: lambda state: 99, "fails": lambda seed: lambda state: 1 // 0,
                "unmade": lambda seed: 1 // 0, "none": lambda seed: None}
    """
OBSERVERS = "\n    def lawspeaker_observers():\n        return [Scribe()%s]\n    "


def test_bots_play_at_both_commands(home, run) -> None:
    use = ["--plugin", str(home.python("players", PLAYERS))]
    document = json.loads(run("simulate", "tic_tac_toe", "--games", "4", "--jobs", "1", "--bot", "first,wild", "--json", *use)[1])
    assert document["finished"] == 4 and [s["bot"] for s in document["seats"]] == ["first", "wild"]
    again = json.loads(run("simulate", "tic_tac_toe", "--games", "4", "--jobs", "2", "--bot", "first,wild", "--json", *use)[1])
    assert again["final_hash"] == document["final_hash"]
    code, out, _ = run("play", "tic_tac_toe", "--seat", "first,first", "--seed", "1", *use)
    assert code == 0 and ("X wins." in out or "O wins." in out)


def test_a_bot_is_known_only_with_its_plugin(home, run) -> None:
    code, _, err = run("simulate", "tic_tac_toe", "--bot", "frist", "--plugin", str(home.python("players", PLAYERS)))
    assert code == 2 and 'Did you mean "first"?' in err
    code, _, err = run("simulate", "tic_tac_toe", "--bot", "first")
    assert code == 2 and "Possible: random, greedy." in err


@pytest.mark.parametrize(("bot", "words"), [("bad", "chose 99, which is no number from 0 to 8"), ("fails", "failed: ZeroDivisionError"),
                                            ("unmade", "cannot be made: ZeroDivisionError"), ("none", "gives no function")])
def test_a_bot_that_fails_is_named(home, run, bot: str, words: str) -> None:
    use = ["--plugin", str(home.python("players", PLAYERS))]
    code, _, err = run("play", "tic_tac_toe", "--seat", f"{bot},{bot}", *use)
    assert code == 1 and f'The bot "{bot}" of the plugin "players"' in err and words in err and "mistake in lawspeaker" not in err
    code, out, err = run("simulate", "tic_tac_toe", "--games", "1", "--jobs", "1", "--bot", bot, *use)
    assert code == 1 and words in out + err


@pytest.mark.parametrize("bot", ["random", "greedy", "wild"])
def test_observers_see_every_game_and_change_none(home, run, bot: str) -> None:
    simulate = ["simulate", "tic_tac_toe", "--games", "3", "--jobs", "1", "--bot", bot, "--json"]
    alone = json.loads(run(*simulate, "--plugin", str(home.python("players", PLAYERS)))[1])
    seen = json.loads(run(*simulate, "--plugin", str(home.python("watched", PLAYERS + OBSERVERS % "")))[1])
    assert seen["final_hash"] == alone["final_hash"] and seen["decisions"] == alone["decisions"]
    lines = Path("seen.txt").read_text().splitlines()
    assert len(lines) == 3 and sum(line.count("mark") for line in lines) == seen["decisions"]
    assert all(line.startswith("began; 0 mark") or line.startswith("began; 1 mark") for line in lines)
    assert all(line.endswith("ended; True") for line in lines)


def test_an_observer_that_fails_is_told_of_once_and_left_out(home, run) -> None:
    use = ["--plugin", str(home.python("players", PLAYERS + OBSERVERS % ", Blind()"))]
    for command in (["simulate", "tic_tac_toe", "--games", "3", "--jobs", "1", *use], ["play", "tic_tac_toe", "--seat", "first,first", *use]):
        code, _, err = run(*command)
        assert code == 0
        assert err.count('The observer Blind of the plugin "players" is left out: ValueError: I see nothing') == 1
    assert len(Path("seen.txt").read_text().splitlines()) == 4


# ---- commands -------------------------------------------------------------------------------------------------------
COMMANDS = """
    def lawspeaker_commands(app):
        @app.command("openings")
        def openings(ruleset: str, deep: bool = False) -> None:
            "Show the most played openings."
            print("openings of", ruleset)
            if deep:
                raise ValueError("too deep")
    """


def test_commands_of_plugins(home, run) -> None:
    use = ["--plugin", str(home.python("books", COMMANDS))]
    assert run(*use, "openings", "tic_tac_toe") == (0, "openings of tic_tac_toe\n", "")
    assert "Show the most played openings." in run(*use, "--help")[1] and "openings" not in run("--help")[1]
    assert "--deep" in run(*use, "openings", "--help")[1]
    assert run("openings", "tic_tac_toe")[0] == 2


def test_a_command_that_fails_is_the_plugins(home, run) -> None:
    use = ["--plugin", str(home.python("books", COMMANDS))]
    code, _, err = run(*use, "openings", "tic_tac_toe", "--deep")
    assert code == 1 and 'The command "openings" of the plugin "books' in err and "ValueError: too deep" in err and "books.py:8" in err
    assert run(*use, "openings")[0] == 2


def test_commands_of_one_name(home, run) -> None:
    home.python("books", COMMANDS)
    home.python("scrolls", COMMANDS + '\n        @app.command("play")\n        def play() -> None: print("mine")\n')
    home.python("torn", "def lawspeaker_commands(app):\n    raise OSError('no ink')\n")
    code, out, err = run("--plugin", "here", "--help")
    assert code == 0 and "openings" not in out and "plugin/two-of-one-name" in err and "no ink" in err
    assert run("--plugin", "here", "openings", "x")[0] == 2
    assert "mine" not in run("--plugin", "here", "play", "--help")[1]


def test_a_bot_of_the_game_and_one_of_a_plugin_with_its_name(home) -> None:
    from lawspeaker.cli.mistakes import UsageMistake
    from lawspeaker.cli.seats import bots_of
    use_plugins([home.python("players", PLAYERS)])
    assert bots_of(["first"], 2, ("second",)) == ("first", "first")
    with pytest.raises(UsageMistake, match='two bots "first": of the game, and of the plugin "players"'):
        bots_of(["first"], 2, ("first",))


def test_processes_that_are_not_forked_find_the_plugins_too(home) -> None:
    from lawspeaker.cli.simulating import batch
    from lawspeaker.interpreter.contributed import local_plugins
    use_plugins([home.python("players", PLAYERS)])
    plan = batch.Plan("tic_tac_toe", 2, ("first", "wild"), games=2, seed=1, limit=100, plugins=local_plugins())
    here, there = batch.run(plan, 1), batch.run(plan, 2, start_method="spawn")
    assert here.records == there.records and all(r.finished for r in there.records)
