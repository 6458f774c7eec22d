"""Broken, cut, binary and enormous files: diagnostics, never a traceback, a hang or a lost file."""
from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import lawspeaker
from lawspeaker.cli.main import main
from lawspeaker.interpreter.engine.faults import SaveError
from lawspeaker.interpreter.rulesets import shipped_folders

Told = Callable[..., str]
GOOD_OR_BAD = (0, 1, 2)


def test_the_small_rules_are_good(rules: Path, told: Told) -> None:
    told("check", str(rules), codes=(0,))
    told("test", str(rules), codes=(0,))


FILES = {"law": "game.law", "data": "data/coins.yaml", "scenario": "scenarios/end.yaml"}


def binary(size: int = 5_000) -> bytes:
    return bytes(random.Random(7).randrange(256) for _ in range(size))


NASTY = {
    "empty": b"",
    "binary": binary(),
    "zeros": b"\0" * 4_000,
    "not utf-8": b"game small \"Sm\xe4ll\"\n",
    "utf-16": "game small \"Small\"\n".encode("utf-16"),
    "one line": b"x" * 300_000,
    "10 MB of words": b"kind Coin from coins\n" * 500_000,
    "10 MB of one word": b"a" * 10_000_000,
    "10 MB of brackets": b"(" * 10_000_000,
    "10,000 indents": "\n".join(" " * i + "phase p" for i in range(0, 3_000)).encode(),
    "10,000 brackets": b"value v = " + b"(" * 10_000 + b"1" + b")" * 10_000 + b"\n",
    "10,000 nots": b"value v = " + b"not " * 10_000 + b"true\n",
    "10,000 lists": b"coins: " + b"[" * 10_000 + b"]" * 10_000 + b"\n",
    "10,000 maps": b"coins: " + b"{a: " * 10_000 + b"1" + b"}" * 10_000 + b"\n",
    "10,000 levels": "\n".join(" " * i + f"k{i}:" for i in range(2_000)).encode(),
    "10,000 dashes": b"- " * 10_000 + b"x\n",
    "anchors": b"a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\ncoins: *c\n",
    "python tag": b"coins: !!python/object/apply:os.system ['touch /tmp/never']\n",
    "merge key": b"coins: {<<: {id: penny}}\n",
    "lone surrogate": b"\xed\xa0\x80",
    "byte order mark": b"\xef\xbb\xbfgame small",
    "only comments": b"# nothing\n# at all\n",
    "carriage returns": b"game small\r\r\nphase\r",
    "terminal codes": b"game \x1b[31msmall\x07\n",
}


@pytest.mark.parametrize("file", list(FILES))
@pytest.mark.parametrize("nasty", list(NASTY))
def test_nasty_files(rules: Path, told: Told, file: str, nasty: str) -> None:
    path = rules / FILES[file]
    path.write_bytes(NASTY[nasty])
    lines = told("check", str(rules), codes=GOOD_OR_BAD)
    assert "\x1b[31m" not in lines
    told("test", str(rules), codes=GOOD_OR_BAD)
    if file != "scenario":
        told("simulate", str(rules), "--games", "1", "--limit", "20", codes=GOOD_OR_BAD)
    assert path.read_bytes() == NASTY[nasty]


@pytest.mark.parametrize("file", list(FILES))
def test_nasty_files_are_wrong(rules: Path, told: Told, file: str) -> None:
    """What cannot be read is not taken for good."""
    for name in ("binary", "zeros", "not utf-8", "10 MB of one word", "10,000 brackets", "10,000 lists", "python tag"):
        if name == "python tag" and file == "law":
            continue
        (rules / FILES[file]).write_bytes(NASTY[name])
        told("check", str(rules))
    assert not Path("/tmp/never").exists()


@pytest.mark.parametrize("file", list(FILES))
def test_cut_files(rules: Path, told: Told, file: str) -> None:
    """Cut after every few bytes: each beginning of a file is checked."""
    path = rules / FILES[file]
    whole = path.read_bytes()
    for n in range(0, len(whole), 25):
        path.write_bytes(whole[:n])
        told("check", str(rules), codes=GOOD_OR_BAD)


@pytest.mark.parametrize("file", list(FILES))
def test_damaged_files(rules: Path, told: Told, file: str) -> None:
    """Bytes changed at random."""
    path = rules / FILES[file]
    whole = path.read_bytes()
    lots = random.Random(file)
    for _ in range(25):
        damaged = bytearray(whole)
        for _ in range(lots.randrange(1, 6)):
            damaged[lots.randrange(len(damaged))] = lots.choice(b"\x00\xff (){}[]:-\"'#\n\taZ9.,=|>&*!%@`")
        path.write_bytes(bytes(damaged))
        told("check", str(rules), codes=GOOD_OR_BAD)


def cut_shipped(name: str, tmp_path: Path, told: Told, step: int) -> None:
    """Every file of a shipped ruleset, one at a time, cut."""
    import shutil
    source = next(p for p in shipped_folders() if p.name == name)
    folder = tmp_path / name
    shutil.copytree(source, folder)
    shutil.rmtree(folder / "scenarios")
    for path in [*sorted(folder.glob("*.law")), *sorted(folder.glob("data/*.yaml"))]:
        whole = path.read_bytes()
        for n in range(step // 2, len(whole), step):
            path.write_bytes(whole[:n])
            told("check", str(folder), codes=GOOD_OR_BAD)
        path.write_bytes(whole)


def test_cut_classics(tmp_path: Path, told: Told) -> None:
    cut_shipped("tic_tac_toe", tmp_path, told, 50)
    cut_shipped("connect_four", tmp_path, told, 50)


def test_cut_fire_and_axe(tmp_path: Path, told: Told) -> None:
    cut_shipped("fire_and_axe", tmp_path, told, 2_500)


@pytest.mark.slow
def test_cut_fire_and_axe_everywhere(tmp_path: Path, told: Told) -> None:
    cut_shipped("fire_and_axe", tmp_path, told, 500)


# ---- saves -------------------------------------------------------------------------------------------------------
@pytest.fixture
def save(tmp_path: Path) -> Path:
    state = lawspeaker.load("connect_four").new(seed=3)
    for _ in range(6):
        state.step(0)
    path = tmp_path / "game.save"
    state.save(path)
    return path


def refused(path: Path, told: Told) -> str:
    before = path.read_bytes()
    with pytest.raises(SaveError) as e:
        lawspeaker.restore(path)
    assert path.name in str(e.value)
    text = told("replay", str(path))
    assert path.read_bytes() == before
    return text


@pytest.mark.parametrize("nasty", [k for k in NASTY if k != "10,000 indents"])
def test_nasty_saves(tmp_path: Path, told: Told, nasty: str) -> None:
    path = tmp_path / "nasty.save"
    path.write_bytes(NASTY[nasty])
    refused(path, told)


def test_cut_saves(save: Path, told: Told) -> None:
    whole = save.read_bytes().rstrip()
    for n in range(0, len(whole), 37):
        save.write_bytes(whole[:n])
        refused(save, told)


WRONG = [
    ("lawspeaker", 99), ("lawspeaker", "1"), ("lawspeaker", None), ("rules", "0" * 64), ("rules", 3), ("ruleset", "no_such_game"),
    ("ruleset", 5), ("ruleset", "../../etc"), ("players", []), ("players", ["red"]), ("players", ["red", "red"]), ("players", "red"),
    ("players", [1, 2]), ("players", ["a", "b", "c"]), ("seed", "one"), ("seed", None), ("seed", 1.5), ("seed", [1]),
    ("first", "nobody"), ("first", 7), ("first", None), ("choices", "drop 1"), ("choices", [1]), ("choices", ["drop 9"]), ("choices", ["__import__"]),
    ("choices", [["drop 1"]]), ("choices", ["drop 1"] * 100_000), ("hashes", ["x"] * 7), ("hashes", 5), ("hashes", [1, 2]),
    ("hashes", {"a": 1}), ("settings", {"speed": 3}), ("settings", [1]), ("settings", 3), ("expansions", ["dragons"]), ("expansions", 3), ("expansions", {"a": 1}),
]


@pytest.mark.parametrize(("key", "value"), WRONG, ids=[f"{k}-{i}" for i, (k, _) in enumerate(WRONG)])
def test_saves_with_wrong_parts(save: Path, told: Told, key: str, value: object) -> None:
    document = json.loads(save.read_text(encoding="utf-8"))
    document[key] = value
    save.write_text(json.dumps(document), encoding="utf-8")
    refused(save, told)


@pytest.mark.parametrize("key", ["lawspeaker", "ruleset", "rules", "players", "seed", "first", "choices"])
def test_saves_with_parts_missing(save: Path, told: Told, key: str) -> None:
    document = json.loads(save.read_text(encoding="utf-8"))
    del document[key]
    save.write_text(json.dumps(document), encoding="utf-8")
    refused(save, told)


@pytest.mark.parametrize("text", ["[]", "null", "3", '"text"', "{}", '{"lawspeaker": 1}', "[" * 10_000, '{"a":' * 10_000, "1" * 10_000])
def test_saves_of_another_form(save: Path, told: Told, text: str) -> None:
    save.write_text(text, encoding="utf-8")
    refused(save, told)


def test_paths_that_are_no_files(tmp_path: Path, told: Told) -> None:
    for command in ("check", "replay", "simulate", "facts", "fmt"):
        told(command, str(tmp_path / "nothing"))
    told("replay", str(tmp_path))
    told("check", str(tmp_path))
    told("simulate", str(tmp_path))
    assert main(["fmt", str(tmp_path / "nothing.law")]) in (1, 2)
