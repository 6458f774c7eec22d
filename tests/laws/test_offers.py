"""What is offered is accepted; what is not offered is refused and changes nothing; nothing faults."""
from __future__ import annotations

import pytest
from playing import Chance, Table, all_of, decisions

from lawspeaker.interpreter.engine.faults import IllegalChoice

NONSENSE = ("", " ", "none", "pass ", "yes!", "no such move", "sail nowhere at all", "-1", "0", "Load  crew", "__class__", "{you}")


def test_offered_is_accepted(table: Table) -> None:
    for seed in range(3):
        for state in decisions(table.new(seed), Chance(seed), 60):
            if state.over:
                break
            keys = [o.key for o in state.decision.options]
            assert len(set(keys)) == len(keys), "two options with one key"
            assert state.count == len(keys)
            before = state.hash()
            for i, key in enumerate(keys):
                by_number, by_key, by_option = state.clone(), state.clone(), state.clone()
                by_number.step(i)
                by_key.apply(key)
                by_option.apply(state.decision.options[i])
                assert by_number.hash() == by_key.hash() == by_option.hash()
                assert not state.why_not(key) if state.decision.kind == "move" and key != "pass" else True
            assert state.hash() == before


def test_not_offered_is_refused(table: Table) -> None:
    known: dict[str, None] = dict.fromkeys(NONSENSE)      # keys seen so far in this and other games
    for seed in range(3):
        for state in decisions(table.new(seed), Chance(seed), 50):
            offered = set() if state.over else {o.key for o in state.decision.options}
            labels = set() if state.over else {o.label.casefold() for o in state.decision.options}
            before = all_of(state)
            for key in list(known)[-50:]:
                if key in offered or key.strip().casefold() in labels | {k.casefold() for k in offered}:
                    continue
                with pytest.raises(IllegalChoice):
                    state.apply(key)
            for i in (-1, state.count, state.count + 5):
                with pytest.raises(IllegalChoice):
                    state.step(i)
            assert all_of(state) == before
            known.update(dict.fromkeys(sorted(offered)))


def test_refusals_have_reasons(table: Table) -> None:
    """`why_not` says something for every move that is not offered, and nothing for those that are."""
    for state in decisions(table.new(8), Chance(8), 40):
        if state.over:
            continue
        before = state.hash()
        offered = {o.group for o in state.decision.options}
        for move in {m.name for m in state._edition.program.moves}:
            reasons = state.why_not(move)
            if move not in offered and not state.decision.fitting(move):      # "meet" may be the label of a yes
                assert reasons and all(str(r).strip() for r in reasons)
                assert all("…" not in r.text for r in reasons), reasons
        assert state.hash() == before
        with pytest.raises(LookupError):
            state.why_not("no_such_move")


def test_an_option_of_another_decision_is_refused(table: Table) -> None:
    state = table.new(6)
    old = [state.decision.options[i] for i in range(state.count)]
    list(decisions(state, Chance(6), 6))
    if state.over:
        return
    before = state.hash()
    now = list(state._current())
    for o in old:
        if o.index < len(now) and now[o.index] == o.value:
            continue
        with pytest.raises(IllegalChoice):
            state.apply(o)
    assert state.hash() == before


def test_a_finished_game_takes_no_choice() -> None:
    state = Table("tic_tac_toe", 2).new(1)
    list(decisions(state, Chance(1), 9))
    assert state.over and state.count == 0
    before = state.hash()
    for try_ in (lambda: state.apply("place 1"), lambda: state.step(0), lambda: state.decision):
        with pytest.raises(IllegalChoice):
            try_()
    assert state.hash() == before
