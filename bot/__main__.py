"""The composition root: reads the settings, builds every part by hand, and runs on Discord or on the local table."""

import argparse
import asyncio
import gc
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

import aiohttp
import discord
from dotenv import dotenv_values

from bot import local
from bot.app import Quartermaster
from bot.clock.retention import Retention
from bot.clock.scheduler import BEAT_SECONDS, Scheduler
from bot.clock.unshown import UnshownTables
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
from bot.host import journal
from bot.host.health import CannotServe, Health, serving
from bot.host.logs import set_up_logging
from bot.host.metrics import Metrics
from bot.host.settings import InvalidSettings, Settings
from bot.interactions.boundary import Boundary
from bot.interactions.router import Router
from bot.messages.background import Background
from bot.messages.hands import Hands
from bot.messages.tables import Kits, Tables
from bot.model.house_rules import house_rules
from bot.model.records import Change
from bot.play.entropy import new_secret
from bot.play.erasure import Erasure
from bot.play.sessions import Sessions
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

COLLECT_AFTER = (2_000, 10, 10)
"""New objects until the youngest are collected; collections of these until the next older are."""

MISSING = (
    "DISCORD_TOKEN is not set. Put the bot's token there to run on Discord, "
    "or run `python -m bot --local` to play in a browser without one."
)

ABOUT = "Runs Quartermaster on Discord, with the token in DISCORD_TOKEN. The settings are explained in .env.example."

log = logging.getLogger("bot")


def build(
    store: Store,
    *,
    now: Callable[[], float] = time.time,
    secret: Callable[[], bytes] = new_secret,
    shuffler: Callable[[bytes], Shuffler] = VerifiableShuffler,
    beat_seconds: float = BEAT_SECONDS,
) -> Quartermaster:
    """Build the bot around an open store. Start it inside a running event loop."""
    shipped = content.load()
    kits = Kits(shipped.languages, house_rules(shipped), store.servers.languages)
    metrics = Metrics()
    app = Quartermaster(store, metrics.trace())
    app.metrics = metrics
    app.translator = Translator(shipped.languages)
    app.background = background = Background()
    app.sessions = sessions = Sessions(store, now, shuffler, secret)
    app.tables = tables = Tables(app, store, kits, background, now)
    hands = Hands(sessions, kits, background, now)
    boundary = Boundary(sessions, tables, hands, kits, background.pending)
    app.router = router = Router(sessions, tables, hands, kits, boundary)
    app.scheduler = scheduler = Scheduler(sessions, store, now, beat_seconds)
    sessions.before_step = scheduler.catch_up

    def committed(change: Change) -> None:
        scheduler.poke()
        metrics.committed(change)
        journal.record(change)

    sessions.on_commit = committed
    store.on_written = metrics.wrote
    boundary.on_answered = metrics.answered
    background.on_failed = metrics.failed
    scheduler.is_member = app.is_member
    unshown = UnshownTables(sessions, store, now)
    tables.on_shown, tables.on_withheld, tables.on_gone = unshown.regain, unshown.lose, sessions.close_place
    scheduler.holds, unshown.on_held = unshown.holds, tables.refresh
    scheduler.on_expired = router.show_beside
    scheduler.on_warned = tables.warn
    scheduler.on_thawed = tables.refresh_open
    app.retention = retention = Retention(sessions, store, now)
    retention.is_here = lambda guild_id: app.get_guild(guild_id) is not None
    OpenCommands(sessions, store, router, kits).add_to(app.tree)
    HandCommand(sessions, hands, router, kits.standard).add_to(app.tree)
    PiratesCommands(sessions, tables, router, kits.standard).add_to(app.tree)
    PressCommand(sessions, tables, hands, router, kits).add_to(app.tree)
    worker = Worker()
    ScoreCommands(sessions, store, Pictures(worker), router, kits).add_to(app.tree)
    erasure = Erasure(sessions, store)
    PrivacyCommands(erasure, store, router, kits).add_to(app.tree)
    AdminSettings(store.servers, router, kits, now).add_to(app.tree)
    trials = Trials(store.servers, worker, tuple(queen.idol for queen in shipped.queens))
    AdminIdols(store.servers, trials, router, kits.standard).add_to(app.tree)
    AdminCheck(store, router, kits.standard, app.tree).add()
    return app


async def run_on_discord(settings: Settings, token: str) -> None:
    """Run until SIGTERM or Ctrl-C. Raises discord.LoginFailure for a token that Discord refuses."""
    store = await Store.open(settings.database_path)
    try:
        app = build(store)
        _calm_collector()
        health = Health(app, store, app.metrics, lambda: app.clock_runs)
        async with serving(health, settings.health_port), app:
            await _run(asyncio.create_task(app.start(token)), store, health)
    except LostDatabase as error:
        await store.close()
        _end_at_once(str(error), UNREACHABLE if error.again else REFUSED)
    finally:
        await store.close()
        log.info("stopped; running games go on at the next start")


def _calm_collector() -> None:
    """Keep the garbage collector from standing in the way of answers.

    By default it walks through everything every few seconds under load, and nobody is answered meanwhile. What has
    been loaded by now stays for good and need not be looked at; a click makes some thousand objects and few cycles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


async def _run(running: asyncio.Task[None], store: Store, health: Health) -> None:
    """Wait until the bot ends, is asked to, or has lost its database. Raises what ended it."""
    watching = asyncio.create_task(store.keep_watch())
    telling = asyncio.create_task(health.run())
    for name, act in (("SIGINT", running.cancel), ("SIGTERM", running.cancel), ("SIGUSR1", health.ask)):
        # Windows has no such handlers; there Ctrl-C cancels the main task, which closes everything as well.
        with suppress(NotImplementedError, AttributeError):
            asyncio.get_running_loop().add_signal_handler(getattr(signal, name), act)
    try:
        done, _ = await asyncio.wait({running, watching}, return_when=asyncio.FIRST_COMPLETED)
        await done.pop()
    except asyncio.CancelledError:
        log.info("asked to stop")
    finally:
        for task in (running, watching, telling):
            task.cancel()
        await asyncio.gather(running, watching, telling, return_exceptions=True)


async def check(settings: Settings) -> None:
    """Load settings, content and database, build everything, connect to nothing."""
    store = await Store.open(settings.database_path)
    try:
        build(store)
    finally:
        await store.close()


def run(settings: Settings, arguments: argparse.Namespace) -> None:
    """Do what the command line asks for. Raises what `main` tells the host."""
    if arguments.task is not None:
        _say(asyncio.run(arguments.task(settings.database_path, arguments)))
    elif arguments.check:
        asyncio.run(check(settings))
        _say(f"All is well: settings, content and the database {settings.database_path}.")
    elif arguments.local:
        asyncio.run(local.serve(settings, build))
    elif settings.token is None:
        raise InvalidSettings([MISSING])
    else:
        asyncio.run(run_on_discord(settings, settings.token))


def main(argv: list[str] | None = None) -> int:
    """Run the bot; return the exit code: 0, or 2 for what the host must correct."""
    parser = argparse.ArgumentParser(prog="python -m bot", description=ABOUT)
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--local", action="store_true", help="open the local table in a browser, without a token")
    way.add_argument("--check", action="store_true", help="check settings, content and database, connect to nothing")
    maintenance.add_commands(parser)
    arguments = parser.parse_args(argv)
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
    except discord.LoginFailure:
        return _refuse(["DISCORD_TOKEN: Discord refused this token; copy it again from the developer portal."])
    except aiohttp.ClientConnectionError as error:
        _refuse([f"Discord cannot be reached: {error}. Check the network, and start the bot again."])
        return UNREACHABLE
    except KeyboardInterrupt:
        return INTERRUPTED if arguments.check or arguments.task is not None else 0
    return 0


def _dotenv() -> dict[str, str]:
    """Read `.env` in the current folder, if there is one; the environment goes before it. Raises InvalidSettings."""
    try:
        return {name: value or "" for name, value in dotenv_values(".env").items()}
    except (OSError, UnicodeDecodeError) as error:
        problem = f".env: {error}. Check its owner and permissions, and that it is text in UTF-8."
        raise InvalidSettings([problem]) from error


def _say(answer: str) -> None:
    """Print an answer, if there is one: the work is done, and a letter that the host's screen lacks is no fault."""
    try:
        print(answer, end="\n" if answer else "")  # noqa: T201 - the answer
    except UnicodeEncodeError:
        print(answer.encode("ascii", "backslashreplace").decode())  # noqa: T201 - the answer


def _refuse(problems: list[str]) -> int:
    for problem in problems:
        print(problem, file=sys.stderr)  # noqa: T201 - for the host, before or instead of a log
    return REFUSED


def _end_at_once(sentence: str, code: int) -> NoReturn:
    """End as kill -9 would: even the end of the event loop would have SQLite tidy up in a file not its own any more."""
    log.critical(sentence)
    logging.shutdown()
    os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
