"""The key of a whole set, `york, rome`, where a choice of several things is asked in parts: the parts that lead to it, in their order."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lawspeaker.interpreter.engine.faults import RuleFault
from lawspeaker.interpreter.program import ir

if TYPE_CHECKING:
    from lawspeaker.interpreter.decision import Decision
    from lawspeaker.interpreter.state import State


def parts_of(decision: Decision, choice: str) -> tuple[Any, ...] | None:
    """The things of a set that a text names, in the order in which they are asked for; None if no such set can be chosen now."""
    q = decision.question
    if decision.kind != "part" or not isinstance(q.list, ir.Native) or q.list.name != "next_parts" or q.least is None or q.most is None:
        return None
    things, at, _ = (decision.value_of(a) for a in q.list.arguments)
    wanted = sorted(w.strip().casefold() for w in choice.split(","))
    if not decision.value_of(q.least) <= len(wanted) <= decision.value_of(q.most):
        return None
    out = []
    for t in things[at:]:
        named = next((w for w in (decision.key_of(t), decision.label_of(t)) if w.casefold() in wanted), None)
        if named is not None:
            wanted.remove(named.casefold())
            out.append(t)
    return None if wanted else tuple(out)


def choose_parts(state: State, parts: tuple[Any, ...]) -> None:
    """One part after another; what is settled already is not asked."""
    question, made = state.decision.question, len(state._marks)
    try:
        for value in (*parts, ()):
            if state.over or state.decision.question is not question or value not in state._current():
                return
            state._choose(value)
    except RuleFault:
        while len(state._marks) > made:
            state.undo()
        raise
