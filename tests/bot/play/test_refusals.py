"""What is refused with a reason, and changes nothing (X1, B1, B6, F07, F18, F24, F28, F39, F41)."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.model.errors import Refusal
from bot.model.records import Person, Session, Terms
from rules import blackspot
from tests.bot.builders import (
    ANNE,
    BART,
    BEGAN,
    CALICO,
    CHANNEL,
    DAY,
    DITA,
    EDDA,
    MODERATOR,
    START_ID,
    STRANGER,
    Room,
)

IMPOSTOR = replace(ANNE, user_id=11)
"""Somebody else with Anne's name, and an id that begins like hers."""
NAMED = {who.name: who.user_id for who in (ANNE, BART, STRANGER)}


async def black_spot(room: Room, *others: Person) -> None:
    room.id = (await room.sessions.open("blackspot", ANNE, Terms(blackspot.Options()))).after.id
    for who in others:
        await room.sessions.join(room.id, who)
        await room.sessions.claim_first(room.id, who)


async def closed_lobby(room: Room) -> None:
    await room.lobby(ANNE)
    await room.sessions.end(room.id, ANNE)


async def anne_left(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.leave(room.id, ANNE)


async def over(room: Room) -> None:
    await room.game(ANNE, BART)
    await room.sessions.end(room.id, MODERATOR)


async def rematch(room: Room) -> None:
    await over(room)
    await room.sessions.rematch(room.id, ANNE)


async def proposed_end(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.end(room.id, ANNE)
    await room.agree(BART)


async def proposed_removal(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.remove(room.id, ANNE, BART.user_id)


async def proposed_skip(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, DITA, turn_seconds=None)
    room.clock.now += DAY
    await room.sessions.skip(room.id, BART)


async def paused(room: Room) -> None:
    await room.game(ANNE, BART)
    await room.sessions.pause(room.id, ANNE)
    await room.agree(BART)


Line = tuple[Person, str, Refusal]
Setting = Callable[[Room], Awaitable[object]]
REFUSED: dict[str, tuple[Setting, list[Line]]] = {
    "a lobby": (
        lambda room: room.lobby(ANNE, BART),
        [
            (BART, "join", Refusal.ALREADY_ABOARD),  # F39
            (STRANGER, "leave leave_lobby claim_first start", Refusal.NOT_ABOARD),
            (BART, "end cancel configure remove:Anne", Refusal.NOT_OPENER),
            (STRANGER, "end cancel configure remove:Anne", Refusal.NOT_OPENER),
            (ANNE, "remove:Stranger", Refusal.TARGET_NOT_ABOARD),
            (ANNE, "play:draw pause resume skip", Refusal.NOT_STARTED),
        ],
    ),
    "a full lobby": (
        lambda room: room.lobby(ANNE, BART, CALICO, DITA),
        [(EDDA, "join", Refusal.LOBBY_FULL)],
    ),
    "a lobby that lacks a second player": (black_spot, [(ANNE, "start", Refusal.TOO_FEW)]),  # B1
    "a lobby in which Bart goes first": (
        lambda room: black_spot(room, BART),
        [(ANNE, "claim_first", Refusal.FIRST_TAKEN)],  # B6
    ),
    "a closed lobby": (
        closed_lobby,
        [
            (CALICO, "join", Refusal.SESSION_OVER),
            (ANNE, "leave claim_first start configure play:draw", Refusal.SESSION_OVER),
            (MODERATOR, "end", Refusal.SESSION_OVER),
        ],
    ),
    "a game": (
        lambda room: room.game(ANNE, BART, CALICO),
        [
            (DITA, "join", Refusal.ALREADY_STARTED),
            (ANNE, "claim_first start configure cancel leave_lobby", Refusal.ALREADY_STARTED),
            (STRANGER, "play:draw play:nonsense leave end remove:Anne skip pause resume", Refusal.NOT_A_PLAYER),
            (IMPOSTOR, "play:draw leave", Refusal.NOT_A_PLAYER),
            (BART, "end", Refusal.NOT_OPENER),  # F24
            (BART, "skip", Refusal.SKIP_HAS_CLOCK),
            (ANNE, "remove:Anne", Refusal.TARGET_IS_YOU),
            (replace(ANNE, moderator=True), "remove:Anne", Refusal.TARGET_IS_YOU),
            (BART, "remove:Stranger", Refusal.TARGET_NOT_ABOARD),
            (MODERATOR, "remove:Stranger", Refusal.TARGET_NOT_ABOARD),
            (ANNE, "resume", Refusal.NOT_PAUSED),
            (ANNE, "rematch", Refusal.CHANNEL_BUSY),
        ],
    ),
    # Else whoever is behind could throw the other out and be the last one aboard (X1).
    "a game of two": (lambda room: room.game(ANNE, BART), [(BART, "remove:Anne", Refusal.NEEDS_MODERATOR)]),
    "a game that Anne left": (
        anne_left,
        [
            (ANNE, "play:draw leave", Refusal.NOT_A_PLAYER),
            (BART, "remove:Anne", Refusal.TARGET_NOT_ABOARD),
            (MODERATOR, "remove:Anne", Refusal.TARGET_NOT_ABOARD),
        ],
    ),
    "a game that is over": (
        over,
        [
            (MODERATOR, "end", Refusal.SESSION_OVER),  # F28, F41
            (MODERATOR, "remove:Anne", Refusal.TARGET_NOT_ABOARD),
            (ANNE, "play:draw leave pause skip", Refusal.SESSION_OVER),
            (STRANGER, "rematch", Refusal.NOT_A_PLAYER),
        ],
    ),
    "a game that has its rematch": (rematch, [(BART, "rematch", Refusal.CHANNEL_BUSY)]),  # X4, F18
    "a proposal to end": (
        proposed_end,
        [
            (ANNE, "agree", Refusal.ALREADY_AGREED),
            (BART, "agree", Refusal.ALREADY_AGREED),
            (STRANGER, "agree refuse", Refusal.NOT_A_PLAYER),
        ],
    ),
    "a proposal to remove Bart": (
        proposed_removal,
        [
            (ANNE, "remove:Bart", Refusal.ALREADY_AGREED),
            (BART, "agree refuse", Refusal.MOTION_NOT_YOURS),
        ],
    ),
    "a proposal to skip Anne": (
        proposed_skip,
        [(ANNE, "agree refuse", Refusal.MOTION_NOT_YOURS), (ANNE, "skip", Refusal.SKIP_YOURSELF)],
    ),
    "a paused game": (
        paused,
        [
            (ANNE, "play:draw", Refusal.PAUSED),
            (BART, "skip pause", Refusal.PAUSED),
            (STRANGER, "resume", Refusal.NOT_A_PLAYER),
            (MODERATOR, "resume", Refusal.NOT_A_PLAYER),
        ],
    ),
}
FACTS: dict[Refusal, dict[str, int | str]] = {
    Refusal.LOBBY_FULL: {"most": 4},
    Refusal.TOO_FEW: {"least": 2},
    Refusal.PAUSED: {"until": int(BEGAN + 7 * DAY)},
}
"""What the sentence of a refusal needs to know."""


def attempt(room: Room, session: Session, who: Person, words: str) -> Awaitable[Any]:
    """Ask for something: the name of the request, and behind a colon the move or the player it is about."""
    verb, _, about = words.partition(":")
    number = session.motions[-1].number if session.motions else 0
    more: dict[str, tuple[Any, ...]] = {
        "play": (session.revision, about),
        "remove": (NAMED.get(about),),
        "start": (START_ID,),
        "configure": (lambda before: before.terms,),
        "agree": (number,),
        "refuse": (number,),
    }
    return getattr(room.sessions, verb)(room.id, who, *more.get(verb, ()))  # type: ignore[no-any-return]


@pytest.mark.parametrize("setting, lines", REFUSED.values(), ids=REFUSED)
async def test_what_is_not_allowed_is_refused_with_its_reason_and_changes_nothing(
    room: Room, setting: Setting, lines: list[Line]
) -> None:
    await setting(room)
    session, commits = await room.now(), room.commits
    wrong = {}
    for who, several, reason in lines:
        for words in several.split():
            answer = await room.refusal(attempt(room, session, who, words))
            if answer != (reason, FACTS.get(reason, {})):
                wrong[f"{who.name} {words}"] = answer
    assert wrong == {}
    assert room.commits == commits  # nobody is told of a refusal


async def test_a_session_that_never_was_is_refused(room: Room) -> None:
    assert await room.refusal(room.sessions.join("aaaaaaaaaa", ANNE)) == (Refusal.NO_GAME_HERE, {})
    assert await room.refusal(room.sessions.in_channel(CHANNEL)) == (Refusal.NO_GAME_HERE, {})
    assert await room.sessions.find_in_channel(CHANNEL) is None
