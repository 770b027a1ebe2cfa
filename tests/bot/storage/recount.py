"""Count the boards again from the stored move logs alone: `python -m tests.bot.storage.recount 2000`.

Random games are played through the real sessions into a database file. Then, with nothing but that file's sessions
and moves, every game is played again, and the boards are made up with sums of our own: what was banked is read off
the scores, what was stolen off whose treasures lie where. No fact, result or standing of the bot is looked at.
Exits 1 with the first difference.
"""

import asyncio
import json
import sqlite3
import sys
import time
from base64 import b64decode
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from bot.model.boards import ALL_TIME, Wanted, boards_of, every_board
from bot.model.errors import Refused
from bot.model.records import Person, Session, Status, Terms
from bot.storage.store import Store
from rules.cards import VerifiableShuffler, shuffle_key
from rules.game import Ending
from tests.offline import sessions_over
from tests.registry import GAMES
from tests.rules.option_sets import traits

GUILDS = (7, 8)
PEOPLE = range(1, 6)
DAY = 86_400.0
SEASONS = 3
AGAIN = 0.8
"""How likely the same people play the same game again at once: often enough for more than the day's five."""
LEAVING, ENDING = 0.002, 0.001
"""How likely, per move, somebody leaves or a moderator ends the game."""

Boards = dict[tuple[int, str, int, str], dict[int, tuple[int, int]]]
"""By server, game, season and board: points and games of each player."""


# --- Playing ---


class Fleet:
    """Plays random games, one after the other, over some weeks."""

    def __init__(self, store: Store, seed: int) -> None:
        self.store = store
        self.chance = Random(seed)
        self.now = 1_700_000_000.0
        self.sessions = sessions_over(store, lambda: self.now, VerifiableShuffler, self._secret)
        self._table = (GUILDS[0], "lands", [1])
        self.began: dict[tuple[int, str], list[float]] = defaultdict(list)
        """When the seasons after the first began."""

    def _secret(self) -> bytes:
        return self.chance.randbytes(32)

    async def sail(self, games: int) -> None:
        """Play so many games; now and then begin a season."""
        for number in range(games):
            self.now += self.chance.choice((60.0, 600.0, 20_000.0) if number % 40 < 20 else (60.0,))
            if number % (games // SEASONS + 1) == games // SEASONS:
                place = (self.chance.choice(GUILDS), self.chance.choice(list(GAMES)))
                await self.store.servers.begin_season(*place, 1 + await self.store.servers.season(*place), self.now)
                self.began[place].append(self.now)
            if number % 20 == 0 or self.chance.random() > AGAIN:
                self._table = self._new_table()
            await self._play(*self._table)

    def _new_table(self) -> tuple[int, str, list[int]]:
        """Choose a server, a game and who plays it."""
        key = self.chance.choice(list(GAMES))
        seats = self.chance.choice((GAMES[key].SEATS[0], 2, 2, 3, 4))
        return self.chance.choice(GUILDS), key, self.chance.sample(PEOPLE, seats)

    async def _play(self, guild: int, key: str, ids: list[int]) -> None:
        game = GAMES[key]
        options = game.Options() if self.chance.random() < 0.7 else traits(key).options(self.chance)
        crew = [Person(user_id, f"Pirate {user_id}", guild, guild * 10) for user_id in ids]
        session = (await self.sessions.open(key, crew[0], Terms(options))).after
        for person in crew[1:]:
            await self.sessions.join(session.id, person)
        start_id = self.chance.getrandbits(60)
        session = (await self.sessions.start(session.id, crew[0], start_id)).after
        while session.status is Status.PLAYING:
            self.now += 1.0
            session = await self._move(session)

    async def _move(self, session: Session) -> Session:
        game, dice = GAMES[session.game], self.chance.random()
        awaited = game.awaited(session.state)
        assert awaited is not None
        people = [Person(p.user_id, p.name, session.guild_id, session.channel_id) for p in session.players]
        if dice < ENDING:
            return (await self.sessions.end(session.id, replace(people[0], moderator=True))).after
        if dice < ENDING + LEAVING:
            try:
                return (await self.sessions.leave(session.id, self.chance.choice(people))).after
            except Refused:
                return session
        person = people[awaited.seat]
        if session.players[awaited.seat].left:
            self.now = session.deadline or self.now
            change = await self.sessions.expire(session.id, _here)
            return session if change is None else change.after
        token = game.token(game.sample(session.state, awaited.seat, self.chance))
        return (await self.sessions.play(session.id, person, session.revision, token)).after


async def _here(_guild_id: int, _user_id: int) -> bool:
    return True


# --- Counting again ---


def recount(path: Path, began: dict[tuple[int, str], list[float]]) -> tuple[Boards, tuple[int, int]]:
    """Make up all boards from the sessions and moves of a database file; count who had won, and played, too often."""
    boards: Boards = defaultdict(dict)
    won_often = played_often = 0
    games: dict[tuple[Any, ...], list[tuple[float, bool]]] = defaultdict(list)
    with closing(sqlite3.connect(path)) as connection:
        query = (
            "SELECT id, game, guild_id, updated_at, record FROM sessions WHERE status = 'finished' ORDER BY updated_at"
        )
        for session_id, key, guild, ended, text in connection.execute(query).fetchall():
            record = json.loads(text)
            moves = connection.execute(
                "SELECT seat, token FROM moves WHERE session_id = ? ORDER BY revision", (session_id,)
            ).fetchall()
            ids = [player["user_id"] for player in record["players"]]
            state = json.loads(
                connection.execute("SELECT state FROM sessions WHERE id = ?", (session_id,)).fetchone()[0]
            )
            options = GAMES[key].load(json.dumps(state).encode()).options
            states = list(replay(key, options, record, moves))
            outcome = GAMES[key].outcome(states[-1])
            assert outcome is not None
            if outcome.ending is Ending.NO_RESULT:
                continue
            counting = {user: _today(games[guild, key, user], ended) for user in ids} if len(ids) > 1 else {}
            late = {user for user, today in counting.items() if sum(won for _, won in today) >= 5}
            full = {user for user, today in counting.items() if len(today) >= 5}
            won_often, played_often = won_often + len(late), played_often + len(full - late)
            for seat, user in enumerate(ids):
                if user in counting and user not in late:
                    games[guild, key, user].append((ended, outcome.places[seat] == 1))
            season = 1 + sum(at <= ended for at in began.get((guild, key), ()))
            for period in (ALL_TIME, season):
                _enter(boards, (guild, key, period), ids, states, outcome, late, full)
    return boards, (won_often, played_often)


def _today(games: list[tuple[float, bool]], ended: float) -> list[tuple[float, bool]]:
    return [(at, won) for at, won in games if at > ended - DAY]


def replay(key: str, options: Any, record: dict[str, Any], moves: list[tuple[int, str]]) -> Iterator[Any]:
    """Yield every state of a game."""
    game = GAMES[key]
    shuffler = VerifiableShuffler(shuffle_key(b64decode(record["secret"]), record["start_id"]))
    ids = [player["user_id"] for player in record["players"]]
    state = game.deal(options, len(ids), ids.index(record["first_id"]), shuffler)
    yield state
    for seat, token in moves:
        state = game.apply(state, seat, game.from_token(token), shuffler).state
        yield state


def _enter(  # noqa: PLR0913, PLR0917 - what it takes
    boards: Boards,
    place: tuple[int, str, int],
    ids: list[int],
    states: list[Any],
    outcome: Any,
    late: set[int],
    full: set[int],
) -> None:
    game, options = place[1], states[0].options
    house = "" if options == type(options)() else "-own"
    if len(ids) == 1:
        if not options.buried_treasure and not options.idols:
            _best(boards[(*place, "voyage")], ids[0], outcome.scores[0])
        return
    for seat, user in enumerate(ids):
        if user in late:
            continue
        won = int(outcome.places[seat] == 1)
        _add(boards[(*place, "wins")], user, won)
        _add(boards[(*place, "rate")], user, won)
        if game == "lands":
            _best(boards[(*place, f"bank{house}")], user, max(_banks(states, seat), default=0))
        elif user not in full:
            _add(boards[(*place, f"stolen{house}")], user, _stolen(states, seat))


def _add(board: dict[int, tuple[int, int]], user: int, points: int) -> None:
    before, games = board.get(user, (0, 0))
    board[user] = (before + points, games + 1)


def _best(board: dict[int, tuple[int, int]], user: int, points: int) -> None:
    before, games = board.get(user, (points, 0))
    board[user] = (max(before, points), games + 1)


def _banks(states: list[Any], seat: int) -> Iterator[int]:
    """Yield by how much a seat's score went up each time, dares apart."""
    for before, after in pairwise(states):
        gain = sum(after.seats[seat].banks) - sum(before.seats[seat].banks)
        if gain > 0 and not before.turn.daring:
            yield gain


def _stolen(states: list[Any], seat: int) -> int:
    """Count the treasures that lay before someone else and lie before this seat one move later."""
    count = 0
    for before, after in pairwise(states):
        others = {t.loot for other, s in enumerate(before.seats) if other != seat for t in s.treasures}
        count += len(others & {t.loot for t in after.seats[seat].treasures})
    return count


# --- Comparing ---


async def differences(store: Store, expected: Boards) -> list[str]:
    """Compare every page of every board with the recount."""
    found = []
    for guild in GUILDS:
        for game, names in ((key, boards_of(key)) for key in GAMES):
            for season in range(SEASONS + 2):
                for name in names:
                    shown = await _all_pages(store, guild, Wanted(game, name, season=season))
                    wanted = _ranked(name, expected.get((guild, game, season, str(name)), {}))
                    if shown != wanted:
                        found.append(f"server {guild}, {game}, season {season}, {name}: {shown} is not {wanted}")
    return found


async def _all_pages(store: Store, guild: int, asked: Wanted) -> list[tuple[int, str, int, int]]:
    page = await store.scores.page(guild, 0, asked)
    lines = list(page.lines)
    for number in range(2, page.pages + 1):
        lines += (await store.scores.page(guild, 0, replace(asked, page=number))).lines
    return [(line.rank, line.called.name, line.points, line.games) for line in lines]


def _ranked(name: str, board: dict[int, tuple[int, int]]) -> list[tuple[int, str, int, int]]:
    if name == "rate":
        board = {user: entry for user, entry in board.items() if entry[1] >= 5}
        keys = {user: (-points / games, -games, user) for user, (points, games) in board.items()}
    else:
        keys = {user: (-float(points), games, user) for user, (points, games) in board.items()}
    ahead = {user: sum(other[0] < key[0] for other in keys.values()) for user, key in keys.items()}
    return [(1 + ahead[user], f"Pirate {user}", *board[user]) for user in sorted(keys, key=keys.__getitem__)]


async def compare(path: Path, games: int, seed: int = 1) -> list[str]:
    """Play, count again, and list what differs."""
    store = await Store.open(path)
    try:
        fleet = Fleet(store, seed)
        await fleet.sail(games)
        expected, too_many = recount(path, fleet.began)
        assert min(too_many) > 0, "too few games to tell"
        assert {board for *_, board in expected} == set(every_board()), "too few games to tell"
        return await differences(store, expected)
    finally:
        await store.close()


def main(games: int) -> int:
    """Compare the boards of so many games; return the exit code."""
    began = time.perf_counter()
    with TemporaryDirectory() as folder:
        found = asyncio.run(compare(Path(folder) / "recount.sqlite3", games))
    sys.stdout.write("\n".join([*found, f"{games} games, {len(found)} differences"]))
    sys.stdout.write(f", {time.perf_counter() - began:.0f} s\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
