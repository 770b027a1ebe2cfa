"""What a player can choose: the list of moves, the kinds of move, and the clock's move (B18).

`legal` tries every move through its check. It leaves out answers that move more than one curse: each of up to twelve
can go onto each of the thief's treasures, in any order.
"""

from collections.abc import Callable, Iterator

from rules.blackspot.checks import (
    allows,
    check_curse,
    check_fight,
    check_peek,
    check_purify,
    check_steal,
    check_take,
    may_skip,
)
from rules.blackspot.hands import ALL, RUM, cards_of, lowest
from rules.blackspot.model import (
    Curse,
    EndTurn,
    Fight,
    LetGo,
    Move,
    Peek,
    Phase,
    Purify,
    Seat,
    SkipPeek,
    State,
    Steal,
    Take,
    awaited_seat,
    theft_of,
    unknown_loots,
)

END_TURN, LET_GO, SKIP_PEEK = EndTurn(), LetGo(), SkipPeek()


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """List the moves of `seat`, but for answers that move more than one curse."""
    if state.phase is Phase.OVER or seat != awaited_seat(state):
        return ()
    return tuple(_LISTS[state.phase](state, state.seats[seat]))


def _subsets(cards: int) -> Iterator[int]:
    """Yield every choice of at least one card."""
    chosen = cards
    while chosen:
        yield chosen
        chosen = chosen - 1 & cards


def _peeks(state: State, player: Seat) -> Iterator[Move]:
    if may_skip(state):
        yield SKIP_PEEK
    for treasure in state.trove:
        moves = (Peek(card, treasure.loot) for card in cards_of(player.hand))
        yield from (move for move in moves if allows(check_peek, state, move))


def _takes(state: State, _player: Seat) -> Iterator[Move]:
    moves = (Take(treasure.loot) for treasure in state.trove)
    yield from (move for move in moves if allows(check_take, state, move))


def _acts(state: State, player: Seat) -> Iterator[Move]:
    yield END_TURN
    for loot in stealable(state):
        steals = (Steal(loot, crew) for crew in _subsets(player.hand & ALL))
        yield from (move for move in steals if allows(check_steal, state, move))
    for loot, slot in curses_of(player):
        purifications = (Purify(loot, slot, rum) for rum in _subsets(player.hand >> RUM))
        yield from (move for move in purifications if allows(check_purify, state, move))


def _answers(state: State, player: Seat) -> Iterator[Move]:
    yield LET_GO
    fights = (Fight(crew) for crew in _subsets(player.hand & ALL))
    yield from (move for move in fights if allows(check_fight, state, move))
    moves = [((loot, slot, to),) for loot, slot in movable(state, player) for to in targets(state)]
    for pay in _subsets(player.hand):
        # What is paid and where a curse goes are checked separately, so it is enough to check one of the moves.
        if moves and allows(check_curse, state, Curse(pay, moves[0])):
            yield from (Curse(pay, move) for move in moves)


def stealable(state: State) -> list[int]:
    """Return the loot of every treasure that another seat than the active one has."""
    return [
        treasure.loot
        for seat, player in enumerate(state.seats)
        if seat != state.active
        for treasure in player.treasures
    ]


def curses_of(player: Seat) -> list[tuple[int, int]]:
    """Return loot and slot of every curse that a player has."""
    return [(treasure.loot, slot) for treasure in player.treasures for slot in range(len(treasure.curses))]


def movable(state: State, victim: Seat) -> list[tuple[int, int]]:
    """Return the curses that stay with the victim when the stolen treasure has gone."""
    stolen = theft_of(state).loot
    return [(loot, slot) for loot, slot in curses_of(victim) if loot != stolen]


def targets(state: State) -> list[int]:
    """Return the loot of the thief's treasures, the stolen one included."""
    return [theft_of(state).loot, *(treasure.loot for treasure in state.seats[state.active].treasures)]


def can_curse(state: State, victim: Seat) -> bool:
    """Tell whether the victim's whole hand pays for moving a curse."""
    moves = tuple((loot, slot, theft_of(state).loot) for loot, slot in movable(state, victim)[:1])
    return allows(check_curse, state, Curse(victim.hand, moves))


def kinds(state: State, seat: int) -> tuple[str, ...]:
    """Return the kinds of move that `seat` can make now, by tag: those whose strongest move is legal."""
    if state.phase is Phase.OVER or seat != awaited_seat(state):
        return ()
    return tuple(_KINDS[state.phase](state, state.seats[seat]))


def _peek_kinds(state: State, _player: Seat) -> Iterator[str]:
    yield "peek"
    if may_skip(state):
        yield "skip-peek"


def _take_kinds(_state: State, _player: Seat) -> Iterator[str]:
    yield "take"


def _act_kinds(state: State, player: Seat) -> Iterator[str]:
    crew, rum = player.hand & ALL, player.hand >> RUM
    if any(allows(check_steal, state, Steal(loot, crew)) for loot in stealable(state)):
        yield "steal"
    if any(allows(check_purify, state, Purify(loot, slot, rum)) for loot, slot in curses_of(player)):
        yield "purify"
    yield "end-turn"


def _answer_kinds(state: State, player: Seat) -> Iterator[str]:
    if allows(check_fight, state, Fight(player.hand & ALL)):
        yield "fight"
    if can_curse(state, player):
        yield "curse"
    yield "let-go"


_KINDS: dict[Phase, Callable[[State, Seat], Iterator[str]]] = {
    Phase.PEEK: _peek_kinds,
    Phase.TAKE: _take_kinds,
    Phase.ACT: _act_kinds,
    Phase.REACT: _answer_kinds,
}
_LISTS: dict[Phase, Callable[[State, Seat], Iterator[Move]]] = {
    Phase.PEEK: _peeks,
    Phase.TAKE: _takes,
    Phase.ACT: _acts,
    Phase.REACT: _answers,
}


# --- The clock ---


def timeout_move(state: State) -> Move:
    """Return what the clock plays for the awaited seat (B18)."""
    return _TIME_OUTS[state.phase](state)


def _peek_by_clock(state: State) -> Move:
    """Pay the lowest card for the first treasure with an unknown curse; skipped where that is allowed."""
    if may_skip(state):
        return SKIP_PEEK
    return Peek(lowest(state.seats[state.active].hand), unknown_loots(state, state.active)[0])


_TIME_OUTS: dict[Phase, Callable[[State], Move]] = {
    Phase.PEEK: _peek_by_clock,
    Phase.TAKE: lambda state: Take(max(treasure.loot for treasure in state.trove)),
    Phase.ACT: lambda _state: END_TURN,
    Phase.REACT: lambda _state: LET_GO,
}
