"""The composition root: reads the settings, builds every part by hand, and runs on Discord or on the local table."""

import argparse
import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress

import aiohttp
import discord
from dotenv import dotenv_values

from bot import content, local, upkeep
from bot.apart import Apart
from bot.app import Quartermaster
from bot.background import Background
from bot.boundary import Boundary
from bot.commands.admin import AdminSettings
from bot.commands.check import AdminCheck
from bot.commands.hand import HandCommand
from bot.commands.pirates import PiratesCommands
from bot.commands.play import OpenCommands
from bot.commands.privacy import PrivacyCommands
from bot.commands.scores import ScoreCommands
from bot.commands.translating import Translator
from bot.components import Router
from bot.database import UnusableDatabase
from bot.departures import Departures
from bot.hands import Hands
from bot.house_rules import house_rules
from bot.pictures import Pictures
from bot.retention import Retention
from bot.sessions import Sessions, new_secret
from bot.settings import InvalidSettings, Settings
from bot.sight import Sight
from bot.store import Store
from bot.table import Kits, Tables
from bot.timers import BEAT_SECONDS, Timers
from rules.cards import Shuffler, VerifiableShuffler

UNREACHABLE = 1
"""Exit code when the network is down at start: a service manager may try again."""
REFUSED = 2
"""Exit code for settings or a database that the host must correct."""

INTERRUPTED = 130
"""Exit code for a command that was stopped before it was done."""

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
    app = Quartermaster(store)
    app.translator = Translator(shipped.languages)
    app.background = background = Background()
    app.sessions = sessions = Sessions(store, now, shuffler, secret)
    app.tables = tables = Tables(app, store, kits, background, now)
    hands = Hands(sessions, kits, background, now)
    boundary = Boundary(sessions, tables, hands, kits)
    app.router = router = Router(sessions, tables, hands, kits, boundary)
    app.timers = timers = Timers(sessions, store, now, beat_seconds)
    sessions.on_commit = timers.poke
    timers.is_member = app.is_member
    sight = Sight(sessions, store, now)
    tables.on_shown, tables.on_withheld, tables.on_gone = sight.regain, sight.lose, sessions.close_place
    timers.holds, sight.on_held = sight.holds, tables.refresh
    timers.on_expired = router.show_beside
    timers.on_thawed = tables.refresh_open
    app.retention = retention = Retention(sessions, store, now)
    retention.is_here = lambda guild_id: app.get_guild(guild_id) is not None
    OpenCommands(sessions, store, router, kits).add_to(app.tree)
    HandCommand(sessions, hands, router, kits.standard).add_to(app.tree)
    PiratesCommands(sessions, tables, router, kits.standard).add_to(app.tree)
    ScoreCommands(sessions, store, Pictures(Apart()), router, kits).add_to(app.tree)
    departures = Departures(sessions, store)
    PrivacyCommands(departures, store, router, kits.standard).add_to(app.tree)
    AdminSettings(store.servers, router, kits, now).add_to(app.tree)
    AdminCheck(store, router, kits.standard, app.tree).add()
    return app


async def run_on_discord(settings: Settings, token: str) -> None:
    """Run until SIGTERM or Ctrl-C. Raises discord.LoginFailure for a token that Discord refuses."""
    store = await Store.open(settings.database_path)
    try:
        async with build(store) as app:
            running = asyncio.create_task(app.start(token))
            for number in (signal.SIGINT, signal.SIGTERM):
                # Windows has no such handlers; there Ctrl-C cancels the main task, which closes everything as well.
                with suppress(NotImplementedError):
                    asyncio.get_running_loop().add_signal_handler(number, running.cancel)
            try:
                await running
            except asyncio.CancelledError:
                log.info("asked to stop")
    finally:
        await store.close()
        log.info("stopped; running games go on at the next start")


async def check(settings: Settings) -> None:
    """Load settings, content and database, build everything, connect to nothing."""
    store = await Store.open(settings.database_path)
    try:
        build(store)
    finally:
        await store.close()


def set_up_logging(level: int) -> None:
    """Log to standard error. Below INFO the libraries would write out payloads, which hold tokens: never that."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True)
    for name in ("discord", "aiohttp", "aiosqlite", "asyncio"):
        logging.getLogger(name).setLevel(max(level, logging.INFO))


def run(settings: Settings, arguments: argparse.Namespace) -> None:
    """Do what the command line asks for. Raises what `main` tells the host."""
    if arguments.task is not None:
        answer = asyncio.run(arguments.task(settings.database_path, arguments))
        print(answer, end="\n" if answer else "")  # noqa: T201 - the answer
    elif arguments.check:
        asyncio.run(check(settings))
        print(f"All is well: settings, content and the database {settings.database_path}.")  # noqa: T201 - the answer
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
    upkeep.add_commands(parser)
    arguments = parser.parse_args(argv)
    if arguments.task is not None and (arguments.local or arguments.check):
        parser.error("--local and --check go without a command")
    try:
        settings = Settings.from_env({**_dotenv(), **os.environ})
        set_up_logging(settings.log_level)
        run(settings, arguments)
    except InvalidSettings as error:
        return _refuse(error.problems)
    except (UnusableDatabase, upkeep.CannotDo, local.CannotOpenError) as error:
        return _refuse([str(error)])
    except discord.LoginFailure:
        return _refuse(["DISCORD_TOKEN: Discord refused this token; copy it again from the developer portal."])
    except aiohttp.ClientConnectionError as error:
        _refuse([f"Discord cannot be reached: {error}. Check the network, and start the bot again."])
        return UNREACHABLE
    except KeyboardInterrupt:
        return 0 if arguments.task is None else INTERRUPTED
    return 0


def _dotenv() -> dict[str, str]:
    """Read `.env` in the current folder, if there is one; the environment goes before it."""
    return {name: value or "" for name, value in dotenv_values(".env").items()}


def _refuse(problems: list[str]) -> int:
    for problem in problems:
        print(problem, file=sys.stderr)  # noqa: T201 - for the host, before or instead of a log
    return REFUSED


if __name__ == "__main__":
    sys.exit(main())
