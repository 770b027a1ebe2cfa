"""Everybody clicks everything in every phase of both games (F07): what is not written here changes nothing."""

import pytest
from msgspec.structs import replace

from bot.model.custom_ids import decode
from tests.bot import scenes
from tests.bot.builders import rows
from tests.bot.clicks import ELSEWHERE, Answer, Control, Stage
from tests.bot.scenes import COMMANDS, SCENES, Cast
from tests.registry import GAMES

pytestmark = pytest.mark.usefixtures("nothing_is_a_fault")

AROUND = "onlooker moderator admin elsewhere robot"
"""Who does not play here. What a bot account clicks is what an onlooker does: Discord lets none click."""

ANYWHERE = {
    "mydata-hide": "Anne",
    "mydata-confirm": "Anne",
    **dict.fromkeys(("admin-rule", "admin-reset", "admin-channels", "admin-games", "admin-pings"), "admin"),
    **dict.fromkeys(("admin-language", "admin-season", "idol-switch", "idol-all-off", "idol-delete"), "admin"),
    "/pirates table": "crew left moderator",
}
"""Rights that do not depend on the game: one's own data, a server's settings, a table posted again by
who has to do with it.

`Anne` is whoever she is in the scene, also in another channel; `crew` is everyone at the table.
"""

RUNNING = {
    "/pirates leave": "crew",
    "/pirates end": "opener moderator",
    "/pirates remove": "crew-but-Anne moderator",
    "/pirates pause": "crew",
}
"""X1, README: anyone leaves or proposes a pause, the opener proposes the end, players propose a removal, a moderator
ends and removes."""

ENDED = {
    "rematch": "crew left",
    "/lands": "crew left " + AROUND,
    "/blackspot": "crew left " + AROUND,
}
"""The channel is free; its crew, and nobody else, may ask for a rematch."""

LOBBY = {
    "/pirates table": "crew moderator",
    "join": "left " + AROUND,
    "leave": "crew",
    "first": "crew",
    "start": "crew",
    "cancel": "opener moderator",
    "set": "opener",
    "/pirates leave": "crew",
    "/pirates end": "opener moderator",
    "/pirates remove": "opener moderator",
}

CHOICE = {"draw": "awaited", "bank": "awaited"}  # L3
ACT = {"steal": "awaited", "purify": "awaited", "end-turn": "awaited"}  # B11, B13

ABOUT_ANNE = {"agree": "opener", "refuse": "opener other", "/pirates remove": "opener moderator"}
"""A proposal about Anne is for the others to decide; who proposed it, Dita, takes it back, and has agreed already."""
TO_END = {"agree": "awaited other", "refuse": "crew", "/pirates end": "moderator"}
"""One to end the game is for everyone, and Bart, who opened it, proposed it."""

PAUSED = {"resume": "crew", "/pirates resume": "crew", "/pirates pause": ""}
"""No move, no draft, no reaction: whoever plays lets the game go on."""

ALLOWED: dict[tuple[str, str], dict[str, str]] = {
    **{(game, "lobby"): LOBBY for game in GAMES},
    ("lands", "draw"): {"draw": "awaited"},  # L3: a turn begins with a compulsory draw
    ("lands", "choice"): CHOICE,
    ("lands", "bust"): {"spend": "awaited", "run": "awaited"},  # L7
    ("lands", "dare"): {"dare": "awaited", "decline": "awaited"},  # L13
    ("lands", "last round"): CHOICE,  # L10
    ("blackspot", "peek"): {"peek": "awaited", "skip-peek": "awaited"},  # B7, B9
    ("blackspot", "take"): {"take": "awaited"},  # B7
    ("blackspot", "act"): ACT,  # B11, B13
    ("blackspot", "react"): {"fight": "awaited", "curse": "awaited", "let-go": "awaited"},  # B12
    ("blackspot", "purify"): ACT,  # B13
    ("blackspot", "final turn"): ACT,  # B16
    **{(game, "motion"): {**turn, **ABOUT_ANNE} for game, turn in (("lands", CHOICE), ("blackspot", ACT))},
    **{(game, "proposed end"): {**turn, **TO_END} for game, turn in (("lands", CHOICE), ("blackspot", ACT))},
    **{(game, "paused"): PAUSED for game in GAMES},
    **{(game, phase): ENDED for game in GAMES for phase in ("over", "closed")},
}
"""Who may change what, by game, phase and control: whatever is not here must leave every row as it is."""

NOT_A_PLAYER = "You are not one of this game's players."
NOT_ABOARD = "You are not in this lobby. **Join** takes a seat in it."
OPENERS = "That is up to the player who opened the game; a moderator can end it too."
NOT_YOUR_TURN = "It is not your turn: **Anne** is to play."
SPECTATORS = "left onlooker moderator admin"

WHY: dict[tuple[str, str], dict[str, str]] = {
    ("lobby", "join"): {"opener member": "You are already aboard."},
    ("lobby", "leave"): {SPECTATORS: NOT_ABOARD},
    ("lobby", "first"): {SPECTATORS: NOT_ABOARD},
    ("lobby", "start"): {SPECTATORS: NOT_ABOARD},
    ("lobby", "set"): {f"member {SPECTATORS}": OPENERS},
    ("lobby", "cancel"): {"member left onlooker admin": OPENERS},
    ("lobby", "/pirates end"): {"member left onlooker admin": OPENERS},
    ("lobby", "/pirates remove"): {"member left onlooker admin": OPENERS},
    ("motion", "draw"): {"other opener": NOT_YOUR_TURN, SPECTATORS: NOT_A_PLAYER},
    ("motion", "end-turn"): {"other opener": NOT_YOUR_TURN, SPECTATORS: NOT_A_PLAYER},
    ("motion", "agree"): {
        "awaited": "This proposal is about you, so the others decide.",
        "other": "You have already agreed.",
        SPECTATORS: NOT_A_PLAYER,
    },
    ("motion", "/pirates end"): {"awaited other": OPENERS, "left onlooker admin": NOT_A_PLAYER},
    ("proposed end", "refuse"): {SPECTATORS: NOT_A_PLAYER},
    ("paused", "resume"): {SPECTATORS: NOT_A_PLAYER},
    ("over", "rematch"): {"onlooker moderator admin": NOT_A_PLAYER},
}
"""What those who may not are told, by phase, control and part: the same in both games."""

CREW = ("awaited", "winner", "opener", "member", "other")
PUBLIC = {"rematch", "share", "/pirates table", "/lands", "/blackspot"}
"""What answers with a message for everyone."""


def rights(game: str, phase: str) -> dict[str, str]:
    """Return the whole table of one phase."""
    between = {} if phase in {"lobby", "over", "closed"} else RUNNING
    return {**ANYWHERE, **between, **ALLOWED[game, phase]}


def may(people: Cast, part: str, who: str) -> bool:
    """Tell whether a part is among those that a line of the table names."""
    anne = people[part].user_id == scenes.ANNE.user_id
    named = who.split()
    return (
        part in named
        or (anne and "Anne" in named)
        or (part in CREW and ("crew" in named or ("crew-but-Anne" in named and not anne)))
    )


def why(phase: str, label: str, part: str) -> str | None:
    """Return what a part must be told, where that is written here."""
    return next((told for parts, told in WHY.get((phase, label), {}).items() if part in parts.split()), None)


def answered(answer: Answer, label: str, *, changed: bool) -> str | None:
    """Say what is wrong with how a click was answered: one private sentence or a redrawn message, nothing public.

    Where the clicked message was outdated it is redrawn, and a sentence says so.
    """
    if answer.public and label not in PUBLIC:
        return f"public: {answer.public}"
    if changed:
        return None if answer.count == 1 else f"{answer.count} answers"
    if len(answer.private) <= 1 and len(answer.redrawn) <= 1 and answer.count >= 1:
        return None
    return f"answered {answer}"


@pytest.mark.parametrize("game, phase", SCENES)
async def test_f07_whoever_clicks_what_changes_only_what_the_rules_allow(stage: Stage, game: str, phase: str) -> None:
    people = await scenes.scene(stage, game, phase)
    session = await scenes.here(stage)
    found = scenes.controls(stage, session)
    allowed = rights(game, phase)
    assert "another game's" in found
    undrawn = {label for label in allowed if not label.startswith("/")} - set(found)
    assert undrawn == set(), "what the table names is drawn somewhere"
    await stage.save()
    before = await rows(stage.store)
    wrong: list[str] = []
    clicks: list[tuple[str, Control | str]] = [(label, each) for label, several in found.items() for each in several]
    for label, kind in (*clicks, *commands()):
        for part, who in people.items():
            posted, writes = len(stage.posted), stage.writes
            answer = await (scenes.command(stage, who, kind) if isinstance(kind, str) else stage.press(who, kind))
            await stage.settle()
            changed = stage.writes != writes and await rows(stage.store) != before
            expected = may(people, part, allowed.get(label, ""))
            fault = answered(answer, label, changed=changed)
            if changed != expected:
                fault = f"changed={changed}, {answer}"
            if not changed and len(stage.posted) > posted:
                fault = f"posted {stage.posted[posted:]}"
            told = why(phase, label, part)
            if told is not None and answer.private != [told]:
                fault = f"told {answer.private}"
            if fault:
                wrong.append(f"{part} {label} {kind}: {fault}")
            if changed:
                await stage.restore()
    assert wrong == []


def commands() -> list[tuple[str, str]]:
    return [(f"/{name}", name) for name in COMMANDS]


EVERY_CONTROL = (
    ("blackspot", "react"),
    ("lands", "motion"),
    ("lands", "paused"),
    ("lands", "over"),
    ("lands", "lobby"),
)


@pytest.mark.parametrize("hidden", [False, True])
async def test_every_control_that_the_router_takes_is_drawn_in_these_scenes(stage: Stage, *, hidden: bool) -> None:
    """Else the matrix would leave one out. Who is hidden from the boards sees another panel."""
    if hidden:
        await stage.store.set_hidden(scenes.ANNE.user_id, hidden=True)
    drawn: set[str] = set()
    for game, phase in EVERY_CONTROL:
        people = await scenes.scene(stage, game, phase)
        drawn |= {decode(custom_id).verb for custom_id in stage.drawn}
        if phase != "lobby":
            await stage.slash(people["moderator"], "pirates end")
            there = await scenes.here(stage, ELSEWHERE)
            await stage.sessions.end(there.id, replace(scenes.MODERATOR, channel_id=ELSEWHERE))
    router = stage.app.router
    left_out = {"idol-save", "mydata-hide" if hidden else "mydata-show"}  # a form is no control
    assert drawn == {*router._verbs, *router._verbs_without_session} - left_out
