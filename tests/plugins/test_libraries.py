"""Libraries of words: verbs and values that games and expansions use, and nobody else sees."""
from __future__ import annotations

import lawspeaker
from lawspeaker.interpreter.check import check
from lawspeaker.interpreter.contributed import plugins, use_plugins

WORDS = """
    to grab {n: number}
      move n Stone from heap to box

    value doubled(n: number) = n * 2

    value never_asked(n: number) = n
    """


def game(home, *lines: str) -> str:
    place = home.game("pebbles") / "1_rules.law"
    text = place.read_text().replace("move n Stone from heap to box", "grab n").replace("luck(n: number) = n", "luck(n: number) = doubled(n)")
    place.write_text(text.replace("  seats anna, bjorn\n", "  seats anna, bjorn\n" + "".join(f"  {x}\n" for x in lines)))
    return str(place.parent)


def test_a_game_uses_a_library(home) -> None:
    home.law("words/more_words", WORDS)
    use_plugins([home.folder / "words"])
    assert [(p.kind, p.gives) for p in plugins() if p.name == "more_words"] == [("law", ("verbs more_words",))]
    place = game(home, "uses more_words")
    assert check([place]) == []
    state = lawspeaker.load(place).new(2, seed=1, first=0)
    state.apply("take_stones 2")
    assert state.look("anna.taken") == 4


def test_a_hook_gives_a_library(home) -> None:
    home.law("more_words", WORDS)
    use_plugins([home.python("p", """
        from pathlib import Path
        def lawspeaker_verbs():
            return [Path(__file__).parent / "more_words"]
        """)])
    assert check([game(home, "uses more_words")]) == []


def test_an_expansion_uses_a_library_that_the_game_uses_too(home) -> None:
    home.law("words/more_words", WORDS)
    use_plugins([home.folder / "words", game(home, "uses more_words")])
    place = home.expansion("luckier", "uses more_words", game="pebbles")
    (place / "2_more.law").write_text("replaces value luck(n: number) = doubled(doubled(n))\n")
    assert check([place]) == []
    state = lawspeaker.load("pebbles", expansions=[str(place)]).new(2, seed=1, first=0)
    assert state.look("luck(1)") == 4


def test_who_does_not_use_it_does_not_have_it(home) -> None:
    home.law("words/more_words", WORDS)
    use_plugins([home.folder / "words"])
    told = [d for d in check([game(home)]) if d.severity == "error"]
    assert [d.code for d in told] == ["name/unknown-verb", "name/unknown-value"]


def test_a_library_that_nobody_has(home) -> None:
    home.law("words/more_words", WORDS)
    use_plugins([home.folder / "words"])
    told = check([game(home, "uses more_wrods")])[0]
    assert told.code == "plugin/unknown-words" and told.hint == 'Did you mean "more_words"?' and told.span.line == 4


def test_a_library_that_holds_more_than_words(home) -> None:
    home.law("words/more_words", WORDS)
    (home.folder / "words/more_words/2.law").write_text("rule evil\n  at start of turn\n    say \"ha\"\n")
    use_plugins([home.folder / "words"])
    told = [d for d in check([game(home, "uses more_words")]) if d.severity == "error"]
    assert [d.code for d in told] == ["plugin/not-words"] and told[0].span.file.endswith("more_words/2.law")


def test_another_text_of_the_library_is_another_game(home) -> None:
    place = home.law("words/more_words", WORDS)
    use_plugins([home.folder / "words"])
    text = game(home, "uses more_words")
    first = lawspeaker.load(text)
    (place / "1_rules.law").write_text((place / "1_rules.law").read_text().replace("n * 2", "n * 3"))
    second = lawspeaker.load(text)
    assert first.fingerprint != second.fingerprint and second.new(2, seed=1).look("luck(1)") == 3
