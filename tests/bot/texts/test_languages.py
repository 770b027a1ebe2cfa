"""Every language says what en-US says, with the same facts and within the same limits; readers get their own."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from discord import Locale, ui
from discord.app_commands import CommandTree
from msgspec.structs import replace

from bot.__main__ import build
from bot.app import Quartermaster
from bot.commands.pirates import HELP_SECTIONS
from bot.commands.syncing import SYNCED, compare
from bot.messages.frames import frame_of
from bot.model.games import GAMES as REGISTRY
from bot.model.records import Cause, Closed, Motion, MotionKind, Named, ServerSettings, Session, Status
from bot.storage.store import Store
from bot.texts import content
from bot.texts.content import DEFAULT_LANGUAGE, Content, Texts
from bot.texts.languages import best
from bot.views import admin, idols, lobby, privacy, table
from bot.views import kit as k
from bot.views.kit import Kit
from rules.cards import DECK, SUITS
from rules.idols import Effect
from rules.simulator import play_out
from tests.bot.builders import GatedStore
from tests.bot.texts.shown import check_view, kit_of, session_of, texts_of, well_said
from tests.pseudo import PSEUDO, turned, vocabulary, words
from tests.registry import GAMES
from tests.rules.option_sets import traits

ROOT = Path(__file__).parents[3]

every_game = pytest.mark.parametrize("key", GAMES)


# --- The same sentences, with the same facts ---


def differences(texts: Texts, default: Texts) -> list[str]:
    """List in words how the sentences of a language differ from those of en-US."""
    missing = [f"{key} is missing" for key in default.facts if key not in texts.facts]
    needless = [f"{key} is not in en-US" for key in texts.facts if key not in default.facts]
    unequal = [
        f"{key} has the facts {sorted(texts.facts[key])}, in en-US {sorted(default.facts[key])}"
        for key in default.facts
        if texts.facts.get(key, default.facts[key]) != default.facts[key]
    ]
    return [*missing, *needless, *unequal]


def test_every_language_has_the_sentences_of_en_us_with_the_same_facts(code: str, loaded: Content) -> None:
    found = differences(loaded.languages[code].texts, loaded.texts)
    assert not found, "\n".join([f"data/locale/{code} differs from en-US:", *found])


def test_a_missing_a_needless_and_an_unequal_sentence_are_each_listed() -> None:
    default = Texts("en-US", ["one = One\ntwo = Two { $n }\nthree = { $a } { $b }"])
    other = Texts("fr", ["two = Deux { $n }\nthree = { $a }\nfour = Quatre"], default)
    assert differences(other, default) == [
        "one is missing",
        "four is not in en-US",
        "three has the facts ['a'], in en-US ['a', 'b']",
    ]
    assert other("one") == "One"  # until then, players read it in English


# --- Which language is whose ---


@pytest.mark.parametrize(
    "codes,language",
    [
        (("de",), "de"),
        (("en-GB",), "en-US"),
        (("en-US",), "en-US"),
        (("pt-BR",), "pt"),
        (("sv-SE",), "en-US"),
        (("sv-SE", None, "de"), "de"),
        (("en-GB", "de"), "en-US"),
        ((None, None), "en-US"),
    ],
)
def test_a_reader_gets_their_language_or_its_sister_or_the_servers_or_english(
    codes: tuple[str | None, ...], language: str
) -> None:
    assert best(("en-US", "de", "pt"), *codes) == language


async def test_the_language_of_a_server_is_forgotten_with_the_server(store: GatedStore) -> None:
    await store.servers.change(7, lambda settings: replace(settings, language=PSEUDO))
    await store.servers.note_removal(7, now=0.0)
    assert store.servers.languages == {7: PSEUDO}
    assert await store.servers.purge(7, before=1.0)
    assert store.servers.languages == {}


def test_what_a_command_answers_is_drawn_with_the_kit_of_its_reader() -> None:
    """In handlers `self._kit`, the English one that commands are built with, is asked for house rules alone."""
    for file in sorted((ROOT / "bot" / "commands").glob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for handler in (node for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef)):
            said = ast.unparse(handler).replace("self._kit.house_rules", "")
            assert not re.search(r"self\._kit\b", said), f"{file.name}: {handler.name} speaks English to everyone"


# --- Discord's limits ---


def test_every_sentence_is_well_said_within_discords_limits(code: str, loaded: Content) -> None:
    """Command descriptions 100 characters, labels of buttons 80, a message 4,000."""
    for key, text in loaded.languages[code].texts.plain().items():
        assert well_said(text) or not loaded.texts(key).strip(), key
        limits = {"command-": 100, "button-": 80}
        assert len(text) <= next((most for prefix, most in limits.items() if key.startswith(prefix)), 4000), key


@every_game
def test_every_step_of_random_games_can_be_shown_within_discords_limits_and_without_english(
    key: str, code: str, loaded: Content, data: Path
) -> None:
    """Random house rules, all numbers of seats and themes, running, voting, timed out, closed and over."""
    chance, game, endings = Random(7), GAMES[key], set()
    english = vocabulary(data, DEFAULT_LANGUAGE) - vocabulary(data, code) - {"anne", "neil"}
    kits = [kit_of(loaded, code, theme) for theme in loaded.themes]
    for seed in range(6):
        played = list(play_out(game, traits(key).options(chance), chance.choice(game.SEATS), seed))
        for move in (*chance.sample(played, min(len(played), 20)), played[-1]):
            facts: dict[str, Any] = {"cause": chance.choice(list(Cause))}
            motion = chance.choice([None, Motion(MotionKind.END, None, 3, (1,))])
            facts["motions"] = () if motion is None else (motion,)
            session = session_of(key, move.step.state, move.step.events, **facts)
            closed = replace(session, status=Status.CLOSED, closed=Closed.BY_MODERATOR, closer=Named(9, "Anne"))
            for drawn in (*drawings(kits[seed % len(kits)], session), *drawings(kits[seed % len(kits)], closed)):
                check_view(drawn)
                for text in texts_of(drawn):
                    assert well_said(text)
                    assert not words(text) & english, text
        endings.add(session.status)
    assert endings == {Status.FINISHED}


@every_game
def test_f30_of_a_step_of_many_events_the_last_ones_are_told_within_discords_limits(key: str, kit: Kit) -> None:
    """As many as the clock may cause at once, and more: those of a whole game."""
    played, fields = list(play_out(GAMES[key], GAMES[key].Options(), 4, 7)), REGISTRY[key].table.FIELDS
    events = tuple(event for move in played for event in move.step.events)
    session = session_of(key, played[-1].before, events, cause=Cause.CLOCK)
    for drawn in drawings(kit, session):
        check_view(drawn)
    told = table.happened(kit, frame_of(session), fields)
    assert told.endswith(table.sentence(kit, frame_of(session), events[-1], fields))


def drawings(kit: Kit, session: Session) -> Iterator[Any]:
    """Draw the table, and the hands of a game that has them."""
    game, frame = GAMES[session.game], frame_of(session)
    yield table.draw(kit, frame, REGISTRY[session.game].table, game.view(session.state, None))
    hand = None if session.status is Status.CLOSED else REGISTRY[session.game].hand
    for seat in range(len(session.players)) if hand else ():
        assert hand is not None
        yield hand(kit, frame, game.view(session.state, seat), None, lambda _move: True)


@every_game
def test_rules_lobby_and_panels_fit_into_messages(key: str, code: str, loaded: Content) -> None:
    """The rules of every set of house rules."""
    chance, session = Random(17), session_of(key)
    for theme in loaded.themes:
        kit = kit_of(loaded, code, theme)
        for options in (GAMES[key].Options(), *(traits(key).options(chance) for _ in range(30))):
            sections = REGISTRY[key].table.rules(kit, options)
            assert all(map(well_said, sections))
            check_view(k.container(*map(k.text, sections)))
        settled = replace(session, terms=replace(session.terms, theme=theme, language=code))
        for drawing in (lobby.lobby, lobby.panel, lobby.read_only):
            check_view(drawing(kit, frame_of(settled)))
        check_view(admin.game(kit, key, settled.terms, tuple(GAMES)))


def test_help_privacy_and_settings_fit_into_messages(code: str, kit: Kit, loaded: Content) -> None:
    check_view(k.container(*(k.text(kit.texts(f"help-{name}")) for name in HELP_SECTIONS)))
    check_view(privacy.statement(kit))
    names = {other: spoken.texts("language-name") for other, spoken in loaded.languages.items()}
    full = ServerSettings(tuple(range(1, admin.MOST_CHANNELS + 1)), 3, language=code)
    overview = admin.Overview(full, code, names, full.channels, dict.fromkeys(GAMES, 999))
    check_view(admin.server(kit, overview))


@pytest.mark.parametrize("effect", Effect)
def test_the_form_of_idols_fits(effect: Effect, kit: Kit) -> None:
    """Titles and labels of modals have 45 characters, what is written below them 100."""
    form = idols.form(kit, idols.Written(effect))
    assert 0 < len(form.title) <= 45
    labels = [item for item in form.children if isinstance(item, ui.Label)]
    assert len(labels) == len(form.children)
    for label in labels:
        assert 0 < len(label.text) <= 45
        assert 0 < len(label.description or "") <= 100


def test_f43_every_card_reads_differently_without_colour_or_symbol(code: str, loaded: Content) -> None:
    """By rank and letter alone, as a screen reader says it: no two cards are the same."""
    for theme in loaded.languages[code].themes.values():
        said = {"".join(c for c in theme.label(card) if c in string.printable) for card in DECK}
        assert (len(said), set(theme.suits)) == (52, set(SUITS))
        assert {len(suit.letter) for suit in theme.suits.values()} <= {1, 2}


def test_the_made_up_language_has_no_english_word(data: Path) -> None:
    """So that English which slips through is seen."""
    assert "treasure" in vocabulary(data, DEFAULT_LANGUAGE)
    assert turned("treasure") in vocabulary(data, PSEUDO)


# --- Slash commands ---


def commands(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a command, its subcommands, options and choices."""
    yield node
    for inner in (*node.get("options", ()), *node.get("choices", ())):
        yield from commands(inner)


async def offered(tree: "CommandTree[Quartermaster]") -> list[dict[str, Any]]:
    translator = tree.translator
    assert translator is not None
    payloads = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
    return [node for payload in payloads for node in commands(payload)]


@pytest.fixture
async def app(store: Store, loaded: Content, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The whole bot with the made-up language, not connected to anything."""
    monkeypatch.setattr(content, "load", lambda **_: loaded)
    built = build(store)
    async with built:
        await built.tree.set_translator(built._translator)
        yield built


async def test_commands_are_described_in_every_language_within_discords_limit(
    app: Quartermaster, loaded: Content
) -> None:
    """Descriptions and choices of at most 100 characters; names stay English, and English needs no translation."""
    nodes = await offered(app.tree)
    assert len(nodes) > 100
    assert Locale.french.value == PSEUDO
    for node in nodes:
        kind, other = ("description", "name") if "description" in node else ("name", "")
        if not any(map(str.isalpha, node[kind])):  # a number
            continue
        translated = node[f"{kind}_localizations"]
        assert {*loaded.languages} - {"en-US"} <= set(translated), node[kind]
        assert not {"en-US", "en-GB"} & set(translated)
        assert all(0 < len(text) <= 100 for text in translated.values()), translated
        assert translated[PSEUDO] == turned(node[kind])
        assert not node.get(f"{other}_localizations")


async def test_translations_belong_to_what_is_synced_and_cause_no_sync_at_each_start(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fetched() -> list[Any]:
        return list(app.tree.get_commands())

    monkeypatch.setattr(app.tree, "fetch_commands", fetched)
    store = app._store
    first = await compare(app.tree, store)
    assert not first.same
    await store.save_note(SYNCED, first.digest)
    assert (await compare(app.tree, store)).same
    # One sentence said otherwise in one language: Discord must be told.
    translations = app._translator._languages[PSEUDO]
    translations[next(text for text in translations if text.startswith("Open a lobby"))] = "Nhger zbg"
    assert not (await compare(app.tree, store)).same
