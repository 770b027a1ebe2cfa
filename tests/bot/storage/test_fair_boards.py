"""Nobody gains by beating a friend all day, by deleting, renaming or moving on; house rules make no records (X2)."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.model.boards import ALL_TIME, Wanted, was_standard
from bot.model.records import Person, Plan, Session, Standing, Terms, as_json
from bot.model.stats import Best
from rules.blackspot.model import Options as BlackspotOptions
from rules.blackspot.model import PurifyRule
from rules.idols import Effect, Idol
from rules.lands.model import Options
from tests.bot import scenes
from tests.bot.builders import ANNE, BART, CALICO, DAY, DITA, EDDA, GUILD, START_ID, Room
from tests.bot.clicks import TABLE, Stage
from tests.bot.people import BART_ELSEWHERE, ELSEWHERE, HEARTS_52, board, depart, duel, plays, voyage
from tests.bot.scenes import here

# --- A day's limit: five wins ---


async def five_wins(room: Room) -> None:
    for _ in range(5):
        assert (await duel(room, ANNE, BART)).standing == Standing()
        room.clock.now += 60


async def beats_bart_again(room: Room) -> Session:
    return await duel(room, ANNE, BART)


async def partner_deletes(room: Room) -> Session:
    await depart(room, BART)
    return await duel(room, ANNE, BART)


async def another_partner(room: Room) -> Session:
    return await duel(room, ANNE, CALICO)


async def renamed(room: Room) -> Session:
    return await duel(room, replace(ANNE, name="Nobody Else"), replace(BART, name="Someone New"))


async def three_of_them(room: Room) -> Session:
    await room.game(ANNE, DITA, EDDA, deck=f"{HEARTS_52} 2C 3C", target=50)
    return await plays(room, (ANNE, "draw " * 8 + "bank"), (DITA, "draw bank"), (EDDA, "draw bank"))


async def another_channel(room: Room) -> Session:
    anne, calico = (replace(who, channel_id=77) for who in (ANNE, CALICO))
    return await duel(room, anne, calico)


async def a_thread(room: Room) -> Session:
    anne, calico = (replace(who, channel_id=78, parent_id=70) for who in (ANNE, CALICO))
    return await duel(room, anne, calico)


async def other_house_rules(room: Room) -> Session:
    await room.game(ANNE, CALICO, deck=f"{HEARTS_52} 2C", target=50, dare=True)
    await room.play("draw " * 8)
    return await room.play("decline bank draw bank" if (await room.now()).state.phase == "offer" else "bank draw bank")


async def a_new_season(room: Room) -> Session:
    await room.store.servers.begin_season(GUILD, "lands", 2, room.clock.now)
    return await duel(room, ANNE, CALICO)


WAYS = (
    beats_bart_again,
    partner_deletes,
    another_partner,
    renamed,
    three_of_them,
    another_channel,
    a_thread,
    other_house_rules,
    a_new_season,
)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
async def test_x2_nothing_makes_a_sixth_win_within_a_day_count(room: Room, way: Callable[[Room], Any]) -> None:
    """It counts for whoever lost it, as any game."""
    await five_wins(room)
    session = await way(room)
    assert _won_often(session) == (0,)
    lines = {name: (points, games) for _, name, points, games in await board(room, "wins", season=ALL_TIME)}
    winner, *losers = [player.name for player in session.players]
    assert lines[winner] == (5, 5)
    assert {lines[name][0] for name in losers} == {0}
    assert (await room.store.scores.stats(GUILD, ANNE.user_id, "lands", ALL_TIME)).crewed.wins == 5


async def test_x2_the_limit_binds_the_winner_alone_for_a_day_on_one_server_and_in_one_kind(room: Room) -> None:
    await five_wins(room)
    assert _won_often(await duel(room, BART, ANNE)) == (1,)
    assert _won_often(await duel(room, CALICO, DITA)) == ()
    anne = replace(ANNE, guild_id=ELSEWHERE, channel_id=80)
    assert _won_often(await duel(room, anne, BART_ELSEWHERE)) == ()
    assert [line[1:] for line in await board(room, "wins")] == [
        ("Anne", 5, 5),
        ("Calico", 1, 1),
        ("Bart", 1, 6),
        ("Dita", 0, 1),
    ]
    room.clock.now += DAY - 5 * 60
    assert _won_often(await duel(room, ANNE, BART)) == ()
    assert _won_often(await duel(room, ANNE, BART)) == (0,)


def _won_often(session: Session) -> tuple[int, ...]:
    assert session.standing is not None
    return session.standing.won_often


async def test_x2_who_deletes_their_own_data_begins_anew_and_leaves_what_counted(room: Room) -> None:
    await five_wins(room)
    await depart(room, ANNE)
    assert _won_often(await duel(room, ANNE, BART)) == ()
    assert [line[1:] for line in await board(room, "wins")] == [("", 5, 5), ("Anne", 1, 1), ("Bart", 0, 6)]


async def test_x2_solo_voyages_are_no_wins(room: Room) -> None:
    for _ in range(6):
        await voyage(room, ANNE, "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
        room.clock.now += 60
    assert _won_often(await duel(room, ANNE, BART)) == ()


async def blackspot(room: Room, *crew: Person, purify: PurifyRule = PurifyRule.SINGLE) -> Session:
    """Let the first of them win at Black Spot with three treasures stolen, so to speak; the others leave."""
    opened = await room.sessions.open("blackspot", crew[0], Terms(BlackspotOptions(purify=purify)))
    room.id = opened.after.id
    for who in crew[1:]:
        await room.sessions.join(room.id, who)
    session = (await room.sessions.start(room.id, crew[0], START_ID)).after
    facts = tuple(session.rules.Facts(stolen=3) for _ in session.players)
    half = replace(session.state, taken=6)
    await _put(room, replace(session, state=half, facts=facts))
    for who in crew[1:]:
        session = (await room.sessions.leave(room.id, who)).after
    return session


async def _put(room: Room, session: Session) -> None:

    before = await room.now()
    await room.store.save(before, Plan(replace(session, revision=before.revision + 1)))


async def test_x2_what_is_stolen_in_five_games_a_day_is_added_up_also_of_who_loses_them(room: Room) -> None:
    """Calico loses to another friend each time, and is robbed of nothing by it but what they steal themselves."""
    for number in range(7):
        friend = person_of(20 + number)
        session = await blackspot(room, friend, CALICO)
        room.clock.now += 60
    assert session.standing == Standing(played_often=(1,))
    stolen = {name: (points, games) for _, name, points, games in await _stolen(room, "stolen")}
    assert (stolen["Calico"], stolen["P26"]) == ((15, 5), (3, 1))
    wins = {name: (points, games) for _, name, points, games in await _stolen(room, "wins")}
    assert wins["Calico"] == (0, 7)


def person_of(number: int) -> Person:
    return Person(number, f"P{number}", GUILD, 70)


async def _stolen(room: Room, which: str) -> list[tuple[int, str, int, int]]:

    page = await room.store.scores.page(GUILD, 99, Wanted("blackspot", which))
    return [(line.rank, line.called.name, line.points, line.games) for line in page.lines]


async def test_x2_the_table_says_for_whom_a_game_counts_nowhere(stage: Stage) -> None:

    for _ in range(6):
        stage.decks = (f"{HEARTS_52} 2C",)
        stage.clock.now += 60
        await stage.slash(ANNE, "lands", target=50)
        await stage.store.set_table((await here(stage)).id, TABLE)
        await scenes.click(stage, BART, "join")
        await scenes.click(stage, ANNE, "first")
        await scenes.click(stage, ANNE, "start")
        for who, moves in ((ANNE, "draw " * 8 + "bank"), (BART, "draw bank")):
            for token in moves.split():
                await scenes.click(stage, who, "move", token)
    assert "Does not count for Anne: 5 wins of this kind have counted for them within 24 hours." in stage.texts[-1]


# --- Records under house rules ---

GREEDY = (Idol("QS", Effect.BONUS, 20, "Midas"),)


async def standard_game(room: Room) -> Session:
    """Anne banks 52 and 49 of 100, Bart 2 and 3."""
    await room.game(ANNE, BART, deck=f"{HEARTS_52} 2C 10C 9C 8C 7C 6C 5C 4C 3C")
    anne, bart = (ANNE, "draw " * 8 + "bank"), (BART, "draw bank")
    return await plays(room, anne, bart, (ANNE, "draw " * 7 + "bank"), bart)


async def idol_game(room: Room) -> Session:
    """The idol adds 20: Anne banks 72 of 50, Bart 2."""
    await room.game(ANNE, BART, deck=f"10H QS {HEARTS_52.removeprefix('10H ')} 2C", target=50, idols=GREEDY)
    return await plays(room, (ANNE, "draw " * 9 + "bank"), (BART, "draw bank"))


async def test_x2_a_bank_under_house_rules_stands_on_a_board_of_its_own(room: Room) -> None:
    await standard_game(room)
    await idol_game(room)
    for season in (1, ALL_TIME):
        assert await board(room, "bank", season=season) == [(1, "Anne", 52, 1), (2, "Bart", 3, 1)]
        assert await board(room, "bank-own", season=season) == [(1, "Anne", 72, 1), (2, "Bart", 2, 1)]
        assert await board(room, "wins", season=season) == [(1, "Anne", 2, 2), (2, "Bart", 0, 2)]


@pytest.mark.parametrize("options", [{"target": 300}, {"dare": True}, {"buried_treasure": True}, {"idols": GREEDY}])
async def test_x2_any_house_rule_keeps_a_record_apart(room: Room, options: dict[str, Any]) -> None:
    await room.game(ANNE, BART, deck="10H 9H 8H 7H 6H", **options)
    await room.play("draw " * 3 + "bank")
    state = (await room.now()).state
    rich = replace(state, seats=(replace(state.seats[0], banks=(27, 150)), state.seats[1]))
    await _put(room, replace(await room.now(), state=rich))
    await room.sessions.leave(room.id, BART)
    assert (await board(room, "bank"), [line[1:3] for line in await board(room, "bank-own")]) == (
        [],
        [("Anne", 27), ("Bart", 0)],
    )


async def test_x2_treasures_stolen_under_house_rules_are_added_up_apart(room: Room) -> None:
    await blackspot(room, ANNE, BART)
    await blackspot(room, ANNE, BART, purify=PurifyRule.SUM)
    assert [line[1:] for line in await _stolen(room, "stolen")] == [("Anne", 3, 1), ("Bart", 3, 1)]
    assert [line[1:] for line in await _stolen(room, "stolen-own")] == [("Anne", 3, 1), ("Bart", 3, 1)]


async def test_x2_statistics_tell_the_best_under_house_rules_apart(room: Room) -> None:
    await standard_game(room)
    await idol_game(room)
    await voyage(room, ANNE, "2C 3C 4C 5C 6C 7C 8C 9C 10C 8D")
    await voyage(room, ANNE, "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D", buried_treasure=True)
    found = await room.store.scores.stats(GUILD, ANNE.user_id, "lands", ALL_TIME)
    assert (found.crewed.best, found.crewed.best_of("best_bank")) == (Best(101, 72), Best(52, 72))
    assert (found.voyages.best, found.house_voyages.best) == (Best(62, None), Best(None, 64))
    assert (found.voyages_run.scores, found.voyages_run.best) == ((62,), (62,))


async def test_x2_boards_and_statistics_say_under_which_rules(stage: Stage, room: Room) -> None:
    said = {}
    for which in ("wins", "bank", "bank-own", "stolen", "stolen-own", "voyage"):
        game = "blackspot" if which.startswith("stolen") else "lands"
        (said[which],) = (await stage.slash(ANNE, "leaderboard", game=game, board=which)).private
    assert "under whatever house rules" in said["wins"]
    assert "Solo voyages under the rules as written." in said["voyage"]
    for which in ("bank", "stolen"):
        assert "under the rules as written; those under house rules have a board of their own" in said[which]
        assert "under house rules; those under the rules as written have a board of their own" in said[f"{which}-own"]
        assert "house rules · " in said[f"{which}-own"].splitlines()[0]
    await idol_game(room)
    (told,) = (await stage.slash(ANNE, "pirates stats", game="lands")).private
    assert "biggest 72 under house rules" in told


def test_options_of_a_time_before_are_read_or_not_known_to_be_standard() -> None:

    assert was_standard("lands", as_json(Options()), 2)
    assert not was_standard("lands", as_json(Options(target=50)), 2)
    assert was_standard("lands", as_json(Options(target=50, dare=True)), 1)
    for game, options in (("lands", '{"target": "much"}'), ("poker", "{}"), ("lands", "{")):
        assert not was_standard(game, options, 2)
