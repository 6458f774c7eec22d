"""Random expressions and laws by the printed program, in whole games, and by the evaluator.  More of them: `python -m tests.differential`."""
from __future__ import annotations

import pytest
from tests.differential import pairs, plays, rewrites, values
from tests.differential.values import Report


def agree(report: Report) -> None:
    assert not report.differences, "\n\n".join(report.differences)


@pytest.mark.parametrize("seed", range(1, 5))
def test_expressions(seed: int) -> None:
    agree(values.compare(seed, 100))


@pytest.mark.parametrize("seed", range(1, 9))
def test_laws(seed: int) -> None:
    agree(plays.compare(seed))


@pytest.mark.parametrize("seed", range(1, 4))
def test_pairs(seed: int) -> None:
    agree(pairs.compare(seed))


@pytest.mark.parametrize("seed", range(1, 7))
def test_rewrites(seed: int) -> None:
    agree(rewrites.compare(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
def test_more_expressions(seed: int) -> None:
    agree(values.compare(seed, 150))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 180))
def test_more_laws(seed: int) -> None:
    agree(plays.compare(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
def test_more_pairs(seed: int) -> None:
    agree(pairs.compare(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_more_rewrites(seed: int) -> None:
    agree(rewrites.compare(seed))


def test_a_wrong_reader_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison sees a printer that takes `some` for `every`."""
    from lawspeaker.interpreter.program.print_python import Printer
    right = Printer.each
    from dataclasses import replace
    monkeypatch.setattr(Printer, "each", lambda p, x: right(p, replace(x, what="any") if x.what == "all" else x))
    assert any(values.compare(seed, 60).differences for seed in range(1, 4))


def test_a_wrong_lowering_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pairs see what both readers share: a fold that forgets a condition behind one that is always true."""
    from lawspeaker.interpreter.program import fold, ir
    right = fold.both

    def wrong(items):  # type: ignore[no-untyped-def]
        given = list(items)
        return right(given[:1] if given and given[0] == ir.Const(1) else given)
    monkeypatch.setattr(fold, "both", wrong)
    assert any(pairs.compare(seed).differences for seed in range(1, 4))
