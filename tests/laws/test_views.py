"""What a player sees does not change when only what the player cannot see does."""
from __future__ import annotations

from typing import Any

from pieces import Spot, layout_of, lying, spots
from playing import Chance, Table, decisions, words

from lawspeaker.interpreter.bots import Lots
from lawspeaker.interpreter.program.schema import COUNTS, SEED, STREAM_CELL
from lawspeaker.interpreter.state import State


def hidden(state: State, player: int) -> list[Spot]:
    """Places whose contents this player does not see."""
    return [s for s in spots(layout_of(state)) if s.table.decl is not None
            and (s.table.seen == "nobody" or (s.table.seen == "owner" and s.owner != player))]


def disguised(state: State, player: int, lots: Lots) -> State:
    """The same position for the player: what lies in hidden places of one kind is exchanged, and chance will go another way.
    What the player was shown stays where it is."""
    twin = state.clone()
    layout = layout_of(state)
    cells = twin.cells
    by_kinds: dict[tuple[str, ...], list[Spot]] = {}
    for s in hidden(state, player):
        assert s.table.decl is not None
        by_kinds.setdefault(tuple(k.name for k in s.table.decl.kinds), []).append(s)

    def known(t: int) -> bool:
        return layout.known >= 0 and layout.pieces[0] <= t < layout.pieces[1] and player in cells[layout.known + t]
    for group in by_kinds.values():
        content = [lying(cells, s) for s in group]
        pieces = [t for things in content for t in things if not known(t)]
        for i in range(len(pieces) - 1, 0, -1):
            k = lots.below(i + 1)
            pieces[i], pieces[k] = pieces[k], pieces[i]
        for s, things in zip(group, content, strict=True):
            mine = [t if known(t) else pieces.pop() for t in things]
            if s.how == COUNTS:
                cells[s.cell:s.cell + s.stride] = [mine.count(s.low + i) for i in range(s.stride)]
            else:
                cells[s.cell] = tuple(mine) if s.how else tuple(sorted(mine))
            for t in mine:
                if layout.pieces[0] <= t < layout.pieces[1]:
                    cells[layout.where + t] = s.number
    cells[SEED] += 1
    for name in STREAM_CELL:
        cells[STREAM_CELL[name]] += 3
    twin.cells = cells
    return twin


def seen(state: State, player: int) -> tuple[Any, ...]:
    mine = words(state) if not state.over and state.decision.player == player else None
    prompt = state.decision.prompt if not state.over and state.decision.player == player else None
    return (repr(state.view(player=player)), mine, prompt, state.scores_seen(player))  # type: ignore[attr-defined]


def test_a_view_hides_what_is_hidden(table: Table) -> None:
    lots = Lots(5)
    changed = 0
    for seed in range(3):
        for state in decisions(table.new(seed), Chance(seed), 60):
            for player in range(table.players):
                twin = disguised(state, player, lots)
                changed += twin.hash() != state.hash()
                assert seen(twin, player) == seen(state, player)
    assert changed


def test_a_view_shows_what_is_open(table: Table) -> None:
    """Else an empty view would do."""
    views = {repr(s.view(player=0)) for s in decisions(table.new(1), Chance(1), 40)}  # type: ignore[attr-defined]
    assert len(views) > 4


def test_a_log_hides_what_is_hidden(table: Table) -> None:
    """Two games that differ in hidden things only, played alike: the same log for those who do not see them."""
    for seed in range(3):
        state = table.new(seed)
        for _ in range(40):
            if state.over:
                break
            state.step(Chance(seed).pick(state))
            ids = {t.id for t in layout_of(state).things}
            for player in range(table.players):
                unseen = {layout_of(state).things[t].title for s in hidden(state, player) for t in lying(state.cells, s)} & ids
                assert not any(title in str(line) for line in state.log(player=player) for title in unseen)  # type: ignore[attr-defined]


def test_at_the_end_all_scores_are_seen(table: Table) -> None:
    state, _ = table.game.playout(1, table.players, bot_seed=1, limit=20_000, bot=next(iter(table.game.bots), None))
    assert state.over and [state.scores_seen(p) for p in range(table.players)] == [state.scores] * table.players


def test_what_lies_face_down_is_counted_by_its_owner_only() -> None:
    """The customers somebody has served lie face down [VB-093]."""
    table = Table("village", 2)
    told = 0
    for state in decisions(table.new(1), Chance(1), 400):
        points = [dict((name, n) for name, _, n in lines)["customers_served"] for lines in state.score_lines]
        if state.over or not any(points):
            continue
        mine, others = state.scores_seen(0), state.scores_seen(1)
        assert mine == [state.scores[0], state.scores[1] - points[1]] and others == [state.scores[0] - points[0], state.scores[1]]
        assert state.scores_seen(None) == state.scores
        told += 1
    assert told
