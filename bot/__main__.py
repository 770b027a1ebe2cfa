"""The composition root: reads the settings, builds every part by hand, and runs on Discord or on the local table."""

import argparse
import asyncio
import gc
import logging
import os
import sys
import time
from collections.abc import Callable
from typing import NoReturn

import discord
from dotenv import dotenv_values

import bot.games  # noqa: F401 - registers the games
from bot import local
from bot.app import Quartermaster, Rooms
from bot.clock.retention import Retention
from bot.clock.scheduler import BEAT_SECONDS, Scheduler
from bot.clock.table_looks import TableLooks
from bot.commands.admin import AdminSettings
from bot.commands.check import AdminCheck
from bot.commands.hand import HandCommand
from bot.commands.idols import AdminIdols
from bot.commands.pirates import PiratesCommands
from bot.commands.play import OpenCommands
from bot.commands.press import PressCommand
from bot.commands.privacy import PrivacyCommands
from bot.commands.scores import ScoreCommands
from bot.commands.translating import Translator
from bot.host import journal, signals
from bot.host.discord_time import TOLERATED_SECONDS, DiscordTime
from bot.host.health import CannotServe, Health, serving
from bot.host.logs import set_up_logging
from bot.host.metrics import Metrics
from bot.host.patience import Patience, Unreachable
from bot.host.settings import InvalidSettings, Settings
from bot.interactions.boundary import Boundary
from bot.interactions.pace import Pace
from bot.interactions.router import Router
from bot.messages.background import Background
from bot.messages.calls import Calls
from bot.messages.channels import Channels
from bot.messages.display import Display
from bot.messages.hands import Hands
from bot.messages.kits import Kits
from bot.messages.tables import Tables
from bot.model.games import GAMES
from bot.model.house_rules import house_rules
from bot.model.records import Change
from bot.play.absence import Absence
from bot.play.entropy import new_secret
from bot.play.erasure import Erasure
from bot.play.locks import Locks
from bot.play.reach import Reach
from bot.play.sessions import Sessions
from bot.play.unshown import Unshown
from bot.storage import maintenance
from bot.storage.lockfile import UnusableDatabase
from bot.storage.rescue import LostDatabase
from bot.storage.store import Store
from bot.texts import content
from bot.workers.pictures import Pictures
from bot.workers.trials import Trials
from bot.workers.worker import Worker
from rules.cards import Shuffler, VerifiableShuffler

UNREACHABLE = 1
"""Exit code when the network is down at start, or the database had to be put back: a service manager may try again."""
REFUSED = 2
"""Exit code for settings or a database that the host must correct."""

INTERRUPTED = 130
"""Exit code for a command that was stopped before it was done."""

PRIVATE = 0o077
"""What is written is for its owner alone: the database, its companions and copies hold the secrets of running games."""

TOKEN_REFUSED, INTENTS_REFUSED = 4004, 4014
CLOSED_FOR_GOOD = {
    TOKEN_REFUSED: "DISCORD_TOKEN: Discord refused this token; copy it again from the developer portal.",
    4010: "Discord closed the connection for good: it does not know this shard. Update the bot.",
    4011: "Discord closed the connection for good: the bot is on so many servers that it must use more shards. "
    "Start it again, and it asks how many.",
    4012: "Discord closed the connection for good: this version of its gateway is no longer there. Update the bot.",
    4013: "Discord closed the connection for good: it does not know an intent that was asked for. Update the bot.",
    INTENTS_REFUSED: "Discord closed the connection for good: it does not let the bot have an intent. It asks for no "
    "privileged one: look at the bot's page in the developer portal, and start it again.",
}
"""By the gateway's close code, what the host is told where connecting again would not help.

https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway
"""

COLLECT_AFTER = (2_000, 10, 10)
"""Thresholds of the garbage collector, for gc.set_threshold."""

MISSING = (
    "DISCORD_TOKEN is not set. Put the bot's token there to run on Discord, "
    "or run `python -m bot --local` to play in a browser without one."
)

ABOUT = "Runs Quartermaster on Discord, with the token in DISCORD_TOKEN. The settings are explained in .env.example."

log = logging.getLogger("bot")


def build(  # noqa: PLR0913 - the local table and tests replace some of them
    store: Store,
    *,
    metrics: Metrics | None = None,
    now: Callable[[], float] | None = None,
    secret: Callable[[], bytes] = new_secret,
    shuffler: Callable[[bytes], Shuffler] = VerifiableShuffler,
    beat_seconds: float = BEAT_SECONDS,
) -> Quartermaster:
    """Build the bot around an open store. Call it inside the event loop that the bot will run in.

    `now` returns UTC epoch seconds; None for Discord's time.
    """
    metrics, discord_time = metrics or Metrics(), DiscordTime(time.time, time.monotonic)
    metrics.skew, now = discord_time.skew, now or discord_time
    store.on_written = metrics.wrote
    shipped = content.load(more=[game.locale for game in GAMES.values() if game.locale])
    kits = Kits(shipped.languages, house_rules(shipped), store.servers.languages)
    wake, locks, reach, unshown = asyncio.Event(), Locks(), Reach(now), Unshown(now)
    absence = Absence(store, locks, reach, unshown, wake, now)
    if now is discord_time:
        discord_time.on_wrong = absence.time_is_wrong

    def committed(change: Change) -> None:
        wake.set()
        metrics.committed(change)
        journal.record(change)

    sessions = Sessions(store, absence, locks, committed, now, shuffler, secret)

    def build_rooms(client: Quartermaster) -> Rooms:
        background = Background(metrics.failed)
        channels = Channels(client, unshown)
        tables = Tables(channels, store, kits, background, unshown, sessions.close_place, sessions.close, now)
        calls = Calls(channels, store, kits, background, unshown, now)
        hands = Hands(sessions, kits, background, now)
        display = Display(tables, calls, hands)
        boundary = Boundary(sessions, tables, hands, kits, background.pending, metrics.answered)
        router = Router(sessions, display, hands, kits, boundary)
        retention = Retention(sessions, store, client.knows_server, now)
        scheduler = Scheduler(sessions, store, absence, display, client.is_member, wake, now, beat_seconds)
        worker = Worker()
        trials = Trials(store.servers, worker, tuple(queen.idol for queen in shipped.queens))
        for commands in (
            OpenCommands(sessions, store, display, router, kits),
            HandCommand(sessions, hands, router, kits.standard),
            PiratesCommands(sessions, display, router, kits.standard, Pace(now)),
            PressCommand(sessions, tables, hands, router, kits),
            ScoreCommands(sessions, store, Pictures(worker), router, kits, Pace(now)),
            PrivacyCommands(Erasure(sessions, store), store, display, router, kits),
            AdminSettings(store.servers, router, kits, now),
            AdminIdols(store.servers, trials, router, kits.standard),
            AdminCheck(store, metrics.skew, router, kits.standard),
        ):
            commands.add_to(client.tree)
        looks, translator = TableLooks(store, display.look), Translator(shipped.languages)
        return Rooms(reach, router, tables, scheduler, looks, sessions, background, retention, translator)

    return Quartermaster(store, discord_time.following(metrics.trace()), discord_time.heard, Patience(now), build_rooms)


async def run_on_discord(settings: Settings, token: str) -> None:
    """Run until SIGTERM or Ctrl-C. Raises discord.LoginFailure for a token that Discord refuses."""
    store, metrics = await Store.open(settings.database_path), Metrics()
    try:
        app = build(store, metrics=metrics)
        _tune_garbage_collector()
        health = Health(app, store, metrics, lambda: app.clock_runs)
        async with serving(health, settings.health_port), app:
            await _run(asyncio.create_task(app.start(token)), store, health)
    except LostDatabase as error:
        await store.close()
        _end_at_once(str(error), UNREACHABLE if error.again else REFUSED)
    finally:
        await store.close()
        log.info("stopped; running games go on at the next start")


def _tune_garbage_collector() -> None:
    """Make the garbage collector run less often and look at less: nobody is answered while it runs.

    By default it looks at all objects every few seconds under load. What is loaded by now stays for good, so it is
    frozen; a click makes about a thousand objects and few cycles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


async def _run(running: asyncio.Task[None], store: Store, health: Health) -> None:
    """Wait until the bot ends, is asked to stop, or has lost its database. Raises what ended it."""
    asked = asyncio.Event()

    def stop() -> None:
        asked.set()
        signals.end_in_time(0)
        running.cancel()

    watching = asyncio.create_task(store.keep_watch())
    telling = asyncio.create_task(health.run())
    signals.on_stop(stop)
    signals.on_request(health.ask)
    try:
        done, _ = await asyncio.wait({running, watching}, return_when=asyncio.FIRST_COMPLETED)
        await done.pop()
    except asyncio.CancelledError:
        log.info("asked to stop")
    finally:
        if not asked.is_set():  # Discord has ended it, or the database is lost
            signals.end_in_time(UNREACHABLE)
        for task in (running, watching, telling):
            task.cancel()
        await asyncio.gather(running, watching, telling, return_exceptions=True)


async def check(settings: Settings) -> str:
    """Load settings, content and database, build everything, connect to nothing; return what was found."""
    store = await Store.open(settings.database_path)
    try:
        build(store)
        beaten_at = await store.beaten_at()
    finally:
        await store.close()
    found = f"All is well: settings, content and the database {settings.database_path}."
    behind = 0.0 if beaten_at is None else beaten_at - time.time()
    if behind > TOLERATED_SECONDS:
        found += f" But this computer's clock is at least {behind:.0f} s behind: the last game was played after now."
    return found


def run(settings: Settings, arguments: argparse.Namespace) -> None:
    """Do what the command line asks for. `main` reports what it raises."""
    if arguments.task is not None:
        _say(asyncio.run(arguments.task(settings.database_path, arguments)))
    elif arguments.check:
        _say(asyncio.run(check(settings)))
    elif arguments.local:
        asyncio.run(local.serve(settings, build))
    elif settings.token is None:
        raise InvalidSettings([MISSING])
    else:
        asyncio.run(run_on_discord(settings, settings.token))


def main(argv: list[str] | None = None) -> int:
    """Run the bot; return the exit code: 0, UNREACHABLE, REFUSED or INTERRUPTED."""
    parser = argparse.ArgumentParser(prog="python -m bot", description=ABOUT)
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--local", action="store_true", help="open the local table in a browser, without a token")
    way.add_argument("--check", action="store_true", help="check settings, content and database, connect to nothing")
    maintenance.add_commands(parser)
    arguments = parser.parse_args(argv)
    os.umask(PRIVATE)
    if arguments.task is not None and (arguments.local or arguments.check):
        parser.error("--local and --check go without a command")
    try:
        settings = Settings.from_env({**_dotenv(), **os.environ}, local=arguments.local)
        set_up_logging(settings)
        run(settings, arguments)
    except InvalidSettings as error:
        return _refuse(error.problems)
    except (UnusableDatabase, maintenance.CannotDo, local.CannotOpenError, CannotServe) as error:
        return _refuse([str(error)])
    except (discord.LoginFailure, discord.PrivilegedIntentsRequired, discord.ConnectionClosed) as error:
        return _refuse([_why_closed(error)])
    except Unreachable as error:
        _refuse([str(error)])
        return UNREACHABLE
    except KeyboardInterrupt:
        return INTERRUPTED if arguments.check or arguments.task is not None else 0
    return 0


def _why_closed(error: discord.ClientException) -> str:
    """Return what the host is told when Discord takes no connection."""
    if isinstance(error, discord.ConnectionClosed):
        return CLOSED_FOR_GOOD.get(error.code, f"Discord closed the connection for good (code {error.code}).")
    return CLOSED_FOR_GOOD[TOKEN_REFUSED if isinstance(error, discord.LoginFailure) else INTENTS_REFUSED]


def _dotenv() -> dict[str, str]:
    """Read `.env` in the current folder, if there is one. Raises InvalidSettings."""
    try:
        return {name: value or "" for name, value in dotenv_values(".env").items()}
    except (OSError, UnicodeDecodeError) as error:
        problem = f".env: {error}. Check its owner and permissions, and that it is text in UTF-8."
        raise InvalidSettings([problem]) from error


def _say(answer: str) -> None:
    """Print an answer, if there is one. Characters that the terminal cannot show are escaped."""
    try:
        print(answer, end="\n" if answer else "")  # noqa: T201 - the answer
    except UnicodeEncodeError:
        print(answer.encode("ascii", "backslashreplace").decode())  # noqa: T201 - the answer


def _refuse(problems: list[str]) -> int:
    for problem in problems:
        print(problem, file=sys.stderr)  # noqa: T201 - for the host, before or instead of a log
    return REFUSED


def _end_at_once(sentence: str, code: int) -> NoReturn:
    """End as kill -9 would: a normal end would close SQLite, which writes into a file that is no longer its own."""
    log.critical(sentence)
    logging.shutdown()
    os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
