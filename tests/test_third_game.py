"""A third game is registered once, and needs no edit in `bot/` or `rules/` (docs/architecture.md, README).

The dice game lives in `tests/dice`. It keeps every promise that the two real games keep, and is played from the lobby
to the board by clicks. Take away any of its texts or pieces, and a test names what is missing.
"""

import ast
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.messages import replies
from bot.model.boards import Wanted, boards_of
from bot.model.games import GAMES, Board, Game
from bot.texts import content
from bot.texts.content import Texts
from rules.game import Ending
from tests.bot.builders import ANNE, BART, CHANNEL, GUILD, GatedStore
from tests.bot.builders import Clock as StoppedClock
from tests.bot.clicks import TABLE, Stage
from tests.dice import rules as dice
from tests.dice.game import GAME
from tests.game_pieces import lacking
from tests.rules import contract
from tests.rules.option_sets import TRAITS, Traits

ROOT = Path(__file__).parent.parent
DICE_KEYS = re.findall(
    r"^([a-z][\w-]*) =", (Path(__file__).parent / "dice/locale/en-US/dice.ftl").read_text(), re.MULTILINE
)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "dice", GAME)
    options = Traits(lambda chance: dice.Options(chance.choice(dice.TARGETS)), lambda _state, _chance: [*dice.Move][:2])
    monkeypatch.setitem(TRAITS, "dice", options)


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    monkeypatch.setattr(replies, "DEFER_AFTER_SECONDS", 600)
    store: Any = await GatedStore.open(tmp_path / "quartermaster.sqlite3")
    stage = Stage(store, StoppedClock())
    yield stage
    await stage.settle()
    stage.close()
    await store.close()


# --- It keeps the promises ---


@pytest.mark.parametrize("promise", contract.PROMISES, ids=lambda promise: promise.__name__)
def test_the_dice_game_keeps_this_promise(promise: Callable[[Any], None]) -> None:
    promise(dice)


def test_no_file_of_the_bot_or_the_rules_knows_it() -> None:
    words = {
        node.value
        for top in ("bot", "rules")
        for file in (ROOT / top).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert not [word for word in words if word == "dice"]


# --- It is played ---


async def press(stage: Stage, who: Any, verb: str) -> Any:
    """Press the newest control of this verb, or of this move."""
    found = [one for one in stage.drawn.values() if f":{verb}:" in one.custom_id or one.custom_id.endswith(f":{verb}")]
    return await stage.press(who, found[-1])


async def lobby(stage: Stage) -> str:
    """Open a lobby by the command; Bart joins. Return what the command posted."""
    opened = await stage.slash(ANNE, "dice", target=20)
    session = await stage.sessions.in_channel(CHANNEL)
    await stage.store.set_table(session.id, TABLE)
    await press(stage, BART, "join")
    return str(opened.public[0])


async def test_dice_are_played_from_the_lobby_to_the_board_by_clicks(stage: Stage) -> None:
    """Every roll is a six. Anne holds 6 and 6 and has more than half of 20 when Bart leaves with his 6 (X1)."""
    assert "Dice" in await lobby(stage)
    claimed = await press(stage, ANNE, "first")
    assert "**1. Anne** · opened this lobby · begins" in claimed.redrawn[0]
    started = await press(stage, BART, "start")
    assert "Anne begins." in started.redrawn[0]
    for who in (ANNE, BART, ANNE):
        await press(stage, who, "roll")
        held = await press(stage, who, "hold")
        assert f"{who.name} holds 6." in held.redrawn[0]
    refused = await press(stage, ANNE, "roll")
    assert refused.private
    left = await stage.slash(BART, "pirates leave")
    assert "You left the dice." in left.private[0]
    await stage.settle()
    session = await stage.sessions.in_channel(CHANNEL)
    outcome = session.rules.outcome(session.state)
    assert outcome is not None
    assert (session.options.target, outcome.ending) == (20, Ending.LAST_ABOARD)
    assert "Anne is the last one. Anne, Bart" in stage.texts[-1]


async def test_a_result_of_the_dice_game_stands_on_its_boards_and_in_the_statistics(stage: Stage) -> None:
    """Two sixes a turn: Anne wins with 12 and 12 against Bart's 12, and the best turn of both is 12."""
    await lobby(stage)
    await press(stage, ANNE, "first")
    await press(stage, ANNE, "start")
    for who in (ANNE, BART, ANNE):
        for verb in ("roll", "roll", "hold"):
            await press(stage, who, verb)
    assert "Anne wins. Anne, Bart" in stage.texts[-1]
    page = await stage.store.scores.page(GUILD, ANNE.user_id, Wanted("dice", "turn"))
    assert [(line.called.name, line.points) for line in page.lines] == [("Anne", 12), ("Bart", 12)]
    board = await stage.slash(ANNE, "leaderboard", game="dice")
    assert "1 win in 1 game" in board.private[0]
    told = await stage.slash(ANNE, "pirates stats", game="dice", player=None)
    assert "4 rolls, best turn 12" in "\n".join(stage.texts[-2:] + told.private)


# --- What is missing is named ---


SHIPPED = content.load()


def texts_of(game: Game, without: str | None = None) -> Texts:
    """Return the English sentences of the bot and, over them, those of one game, but for one of them."""
    files = sorted((game.locale / "en-US").glob("*.ftl")) if game.locale else []
    message = re.compile(rf"^{without} = (?:.*\n)(?:(?: +|\}}).*\n)*", re.MULTILINE)
    return Texts("en-US", [message.sub("", file.read_text(encoding="utf-8")) for file in files], SHIPPED.texts)


def found_lacking(game: Game, without: str | None = None) -> set[str]:
    return lacking(game, texts_of(game, without), SHIPPED.themes["standard"], game.house_rules(SHIPPED))


@pytest.mark.parametrize("key", ["lands", "blackspot", "dice"])
def test_a_registered_game_lacks_nothing(key: str) -> None:
    assert found_lacking(GAMES[key]) == set()


@pytest.mark.parametrize("key", DICE_KEYS)
def test_each_text_of_the_dice_game_is_missed_by_name(key: str) -> None:
    assert key in found_lacking(GAME, without=key)


def test_a_board_of_a_fact_that_is_not_counted_is_named() -> None:
    assert "luck" in found_lacking(replace(GAME, boards=(*GAME.boards, Board("turn", fact="luck"))))


def test_a_decision_out_of_turn_without_its_call_is_named() -> None:
    assert "call" in found_lacking(replace(GAMES["blackspot"], call=None))


def test_boards_have_keys_of_their_own_in_every_game() -> None:
    assert all(len(boards_of(key)) == len(game.boards) for key, game in GAMES.items())
