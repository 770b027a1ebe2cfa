"""Clicks that no screen offers: forged, carried, replayed custom_ids, and hands that are out of date (F19, F23)."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.model.custom_ids import ControlId, decode
from bot.model.records import Person, Session, Terms
from bot.views.blackspot.draft import Draft
from rules import blackspot
from rules.blackspot.hands import mask_of
from rules.blackspot.model import Fight, LetGo, Steal
from rules.cards import VerifiableShuffler, pile
from rules.lands.model import Options
from tests.bot import scenes
from tests.bot.builders import CHANNEL, SECRET, rows
from tests.bot.clicks import ELSEWHERE, TABLE, Answer, Control, Stage
from tests.bot.scenes import ANNE, BART, DITA, click, here, position
from tests.registry import GAMES

pytestmark = pytest.mark.usefixtures("nothing_is_a_fault")

STRANGER = scenes.OUTSIDERS["onlooker"]
HUGE = "9" * 40
PLACES = [(game, phase) for game in GAMES for phase in scenes.OWN[game]]


def forgeries(session: Session, other: Session, token: str) -> list[str]:
    """Write what nobody may send; `token` is a move of this game that is legal now."""
    now, game = session.revision, session.game
    foreign = {"lands": "e", "blackspot": "draw"}[game]
    moves = [
        *(f"q1:move:{session.id}:{revision}:{token}" for revision in (0, now - 1, now + 1, 999999999)),
        *(f"q1:move:{session.id}:{odd}:{token}" for odd in ("", "00", "-1", HUGE, "\u0663", f"+{now}", f"0{now}")),
        *(f"q1:move:{session.id}:{now}:{move}" for move in (foreign, "", " ", HUGE, token.upper() + "!", token * 2)),
        *(f"q1:move:{other.id}:{revision}:{token}" for revision in (now, other.revision)),
        *(f"q1:move:{wrong}:{now}:{token}" for wrong in ("", "aaaaaaaaaa", session.id.upper(), session.id[:-1])),
        f"q1:move:{session.id}:{now}:{token}:",
        f"q2:move:{session.id}:{now}:{token}",
        f"q1:move:{session.id}:{now}:{token}\n",
        f"\u200bq1:move:{session.id}:{now}:{token}",
    ]
    votes = [
        f"q1:{verb}:{session.id}::{number}"
        for verb in ("agree", "refuse")
        for number in ("", "0", "-1", str(now), HUGE, "\u0663", "\u00b2", "1e3")
    ]
    loose = [
        f"q1:{verb}:::{argument}"
        for verb in ("mydata-confirm", "mydata-hide", "admin-season", "admin-rule", "admin-games", "board", "share")
        for argument in ("", str(BART.user_id), "lands=999", "lands.target=50", "\u0663", HUGE, "lands.wins.s1.p1")
    ]
    verbs = [f"q1:{verb}:{session.id}::" for verb in ("set", "win", "mydata-hide", "admin-pings", "__init__", "draft")]
    rules = [f"q1:set:{session.id}::{rule}" for rule in ("target=1", "dare=on", "turn_time=15", "=", HUGE)]
    return [*moves, *votes, *loose, *verbs, *rules, "", "q1:", ":" * 90, "\N{ANCHOR}" * 50]


def legal_token(session: Session) -> str:
    """Write a move that the awaited player might make."""
    game: Any = GAMES[session.game]
    awaited = game.awaited(session.state)
    return str(game.token(game.legal(session.state, awaited.seat)[0]))


async def unmoved(stage: Stage, who: Person, custom_id: str) -> str | None:
    """Press what must change nothing and must be answered in private; return what is wrong with that."""
    writes = stage.writes
    answer: Answer = await stage.press(who, custom_id)
    await stage.settle()
    if stage.writes != writes:
        return f"{who.name} {custom_id!r} wrote something"
    if answer.public or stage.posted or len(answer.private) != 1:
        return f"{who.name} {custom_id!r}: {answer}"
    return None


@pytest.mark.parametrize("game, phase", PLACES)
async def test_a_forged_control_is_answered_and_changes_nothing(stage: Stage, game: str, phase: str) -> None:
    """By the one whose turn it is, by others, from another channel, another server and a direct message."""
    people = await scenes.at(stage, game, phase)
    await stage.settle()
    session = await here(stage)
    token = legal_token(session)
    stage.posted.clear()
    before = await rows(stage.store)
    wrong = [
        await unmoved(stage, people[part], custom_id)
        for custom_id in forgeries(session, await here(stage, ELSEWHERE), token)
        for part in ("awaited", "onlooker")
        if not custom_id.startswith(("q1:board:", "q1:share:"))
    ]
    true = str(ControlId("move", session.id, session.revision, token))
    places = ({"channel_id": ELSEWHERE}, {"channel_id": 170, "guild_id": 8}, {"guild_id": 0})
    wrong += [await unmoved(stage, replace(people["awaited"], **where), true) for where in places]
    assert [each for each in wrong if each] == []
    assert await rows(stage.store) == before
    await stage.press(people["awaited"], true)
    assert (await here(stage)).revision > session.revision  # the true one works all the same


ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789:-_=. \u0663\u202e"


@pytest.mark.parametrize("game, phase", [("lands", "choice"), ("blackspot", "react")])
async def test_no_slip_of_a_custom_id_does_anything_for_someone_who_does_not_play(
    stage: Stage, game: str, phase: str
) -> None:
    """One character of a drawn control changed, left out or doubled: three hundred times."""
    await scenes.scene(stage, game, phase)
    stage.posted.clear()
    drawn, chance = sorted(stage.drawn), Random(7)
    for _ in range(300):
        text = chance.choice(drawn)
        at = chance.randrange(len(text))
        middle = chance.choice(("", text[at] * 2, chance.choice(ALPHABET)))
        writes = stage.writes
        answer = await stage.press(STRANGER, f"{text[:at]}{middle}{text[at + 1 :]}")
        assert stage.writes == writes
        assert answer.count in {1, 2}


# --- Replayed ---


async def whole_game(stage: Stage, game: str, chance: Random) -> Session:
    """Play a random game of two by clicks, each with its hand open, and press old controls in between."""
    await stage.slash(ANNE, game, **({"target": 50} if game == "lands" else {}))
    session = await here(stage)
    await stage.store.set_table(session.id, TABLE)
    await click(stage, BART, "join")
    await click(stage, ANNE, "start")
    rules: Any = GAMES[game]
    while (session := await here(stage)).live:
        awaited = rules.awaited(session.state)
        who = (ANNE, BART)[awaited.seat]
        for one in (ANNE, BART):
            await stage.press(one, str(ControlId("hand", session.id)))
        for old in chance.sample(sorted(stage.drawn), 3):
            if decode(old).revision not in {None, session.revision}:
                writes = stage.writes
                assert (await stage.press(chance.choice((ANNE, BART, STRANGER)), old)).count
                assert stage.writes == writes, old
        token = rules.token(rules.sample(session.state, awaited.seat, chance))
        await click(stage, who, "move", token)
        await stage.settle()
    return session


@pytest.mark.parametrize("game", GAMES)
async def test_no_control_that_was_ever_drawn_does_anything_after_the_end(stage: Stage, game: str) -> None:
    """But for *Rematch*, which is drawn then."""
    stage.app.sessions._shuffler = lambda _key: VerifiableShuffler(SECRET)  # the same game every time
    session = await whole_game(stage, game, Random(11))
    before, looked = await rows(stage.store), len(stage.posted)
    replayed = [one for one in stage.drawn if decode(one).session == session.id and decode(one).verb != "rematch"]
    assert len(replayed) > 60
    for custom_id in replayed:
        for who in (ANNE, BART, STRANGER):
            answer = await stage.press(who, custom_id)
            assert answer.private or answer.redrawn, custom_id
            assert not answer.public
    await stage.settle()
    assert await rows(stage.store) == before
    assert len(stage.posted) == looked


# --- Steal targets, old hands ---

TARGETS = {
    "one's own": (2, "That treasure is your own."),
    "in the trove": (6, "Nobody has that treasure."),
    "nowhere yet": (12, "Nobody has that treasure."),
    "put aside": (13, "Nobody has that treasure."),
}


@pytest.mark.parametrize("loot, reason", TARGETS.values(), ids=TARGETS)
async def test_f19_a_forged_target_of_a_theft_is_refused(stage: Stage, loot: int, reason: str) -> None:
    await scenes.at(stage, "blackspot", "act")
    session = await here(stage)
    token = blackspot.token(Steal(loot, mask_of(pile("4C 5C"))))
    before = await rows(stage.store)
    answer = await stage.press(ANNE, str(ControlId("move", session.id, session.revision, token)))
    assert answer.private == [reason]
    assert await rows(stage.store) == before


async def test_f19_x1_who_has_left_is_robbed_at_once_because_their_treasures_stay_in_play(stage: Stage) -> None:
    await scenes.at(stage, "blackspot", "act")
    await click(stage, ANNE, "move", blackspot.token(Steal(5, mask_of(pile("5C")))))
    state = (await here(stage)).state
    assert state.theft is None
    assert [treasure.loot for treasure in state.seats[1].treasures] == [2, 7, 5]
    assert state.seats[2].treasures == ()


async def test_f23_a_card_that_is_gone_and_a_prompt_that_is_over_are_refused_with_the_hand_as_it_is(
    stage: Stage,
) -> None:
    """Dita's hand stays open at the prompt while her time runs out; then she fights with it, and once more later."""
    await scenes.at(stage, "blackspot", "react")
    session = await here(stage)
    fight, let_go = (
        Control(str(ControlId("move", session.id, session.revision, token)), (), private=True, greyed=False)
        for token in (blackspot.token(Fight(mask_of(pile("KC")))), blackspot.token(LetGo()))
    )
    opened = (await stage.press(DITA, str(ControlId("hand", session.id)))).private[0]
    assert "Your hand" in opened
    assert "Black Spot" in opened  # which game
    assert f"<#{CHANNEL}>" in opened  # and where
    await stage.time_out(session)
    before = await rows(stage.store)
    for control in (fight, let_go):
        answer = await stage.press(DITA, control)
        assert ["Your hand" in text for text in answer.redrawn] == [True]
        assert "moved on" in answer.private[0]
    assert await rows(stage.store) == before


async def test_f23_a_move_names_cards_and_not_places_in_the_hand(stage: Stage) -> None:
    """The same custom_id with a fresh ticket still means the king of clubs; after it was played it means nothing."""
    await scenes.at_sea(stage, position(("KH QC", "4C 5C 9C", "7C", "KC 3C 6H")))
    for crew, answer in (("4C 5C", []), ("9C", ["You do not hold those cards."])):
        await click(stage, ANNE, "move", blackspot.token(Steal(9, mask_of(pile(crew)))))
        session = await here(stage)
        token = blackspot.token(Fight(mask_of(pile("KC"))))
        assert (await stage.press(DITA, str(ControlId("move", session.id, session.revision, token)))).private == answer


async def test_f23_what_was_put_together_in_an_older_hand_is_not_gone_on_with(stage: Stage) -> None:
    await scenes.at(stage, "blackspot", "act")
    session = await here(stage)
    await stage.press(ANNE, str(ControlId("hand", session.id)))
    shown = [(stage.texts[-1], stage.labels[-1])]
    for revision in (session.revision, session.revision - 1):
        draft = str(ControlId("draft", session.id, revision, str(Draft("steal", 9))))
        await stage.press(ANNE, Control(draft, (), private=True, greyed=False))
        shown.append((stage.texts[-1], stage.labels[-1]))
    hand, now, before = shown
    assert now != hand
    assert before == hand


# --- One person in many games: F26 ---


async def test_f26_one_person_in_three_games_acts_in_the_one_of_the_channel(stage: Stage) -> None:
    """Black Spot here, Lands Uncharted in two other channels: commands, the clock and pings keep to their own game."""
    await scenes.at(stage, "blackspot", "act")
    places = (80, 81)
    for number, place in enumerate(places):
        crew = [replace(who, channel_id=place) for who in (ANNE, DITA)]
        opened = await stage.sessions.open("lands", crew[0], Terms(Options()))
        await stage.sessions.join(opened.after.id, crew[1])
        await stage.sessions.start(opened.after.id, crew[0], 950 + number)
    there = {place: await here(stage, place) for place in (CHANNEL, *places)}
    assert "Black Spot" in (await stage.slash(ANNE, "hand")).private[0]
    assert "Your hand" not in (await stage.slash(replace(ANNE, channel_id=80), "hand")).private[0]
    elsewhere = await stage.slash(replace(ANNE, channel_id=99), "pirates leave")
    assert elsewhere.private[0].startswith("There is no game in this channel.")
    await stage.slash(replace(ANNE, channel_id=80), "pirates leave")
    assert not (await here(stage, 80)).live
    for place in (CHANNEL, 81):
        assert await here(stage, place) == there[place]
    change = await stage.time_out(there[81])
    stage.posted.clear()
    stage.app.router._display.show(change)
    await stage.settle()
    assert [player.missed for player in (await here(stage, 81)).players] == [1, 0]
    assert await here(stage) == there[CHANNEL]
    assert stage.pinged == [DITA.user_id]
    assert "Lands Uncharted" in stage.posted[-1]
