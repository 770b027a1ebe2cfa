"""The private panel of a server's settings, and the report of what keeps games from working."""

from functools import partial
from typing import Any

from discord import ButtonStyle, ChannelType, SelectDefaultValue, SelectDefaultValueType, SelectOption, ui
from msgspec import Struct

from bot.model.house_rules import OFF, ON, as_written
from bot.model.records import MOST_GAMES, ServerSettings, Terms
from bot.views import kit as k
from bot.views import lobby
from bot.views.kit import Kit

CHANNEL_TYPES = (ChannelType.text, ChannelType.news, ChannelType.forum, ChannelType.voice)
"""Where games can run, themselves or in their threads."""
MOST_CHANNELS = 25
"""Discord's limit to what one select chooses."""
SERVER = "server"
"""The first page of the panel; the others are named by their games."""
NO_LIMIT = "none"
AS_DISCORD = "discord"
"""Stands for the language that the server has on Discord."""
REPORT = 3600
"""Characters of a report, of the 4,000 that a message has room for."""


class Overview(Struct, frozen=True):
    """What the first page shows."""

    settings: ServerSettings
    language: str
    """The language in force."""
    languages: dict[str, str]
    """All that are shipped, with what each calls itself."""
    present: tuple[int, ...]
    """Those of the chosen channels that still exist."""
    seasons: dict[str, int]
    """The season under way, by game."""


class Finding(Struct, frozen=True):
    """Something that keeps games from working; its texts are `check-<name>` and `check-<name>-fix`."""

    name: str
    facts: dict[str, int | str] = {}


# --- The panel ---


def server(kit: Kit, overview: Overview, note: str = "") -> ui.LayoutView:
    """Draw what holds for all games of the server."""
    texts, settings = kit.texts, overview.settings
    limit = NO_LIMIT if settings.most_games is None else str(settings.most_games)
    lines = [
        texts("settings-channels", channels=settings.mentions, n=len(settings.channels)),
        texts("settings-games", most=limit),
        texts("settings-pings", state=ON if settings.pings else OFF),
        texts(
            "settings-language",
            name=overview.languages[overview.language],
            chosen="no" if settings.language is None else "yes",
        ),
        *(
            texts("settings-season", game=texts(f"game-{game}"), number=number)
            for game, number in overview.seasons.items()
        ),
    ]
    head = filter(None, (texts("settings-title"), texts("panel-about"), note))
    return k.container(
        k.text("\n".join(head)),
        k.text("\n".join(lines)),
        ui.ActionRow(_channels(kit, overview.present)),
        ui.ActionRow(_most_games(kit, settings.most_games)),
        *k.rows((_no_limit(kit, settings), _pings(kit, settings))),
        ui.ActionRow(_languages(kit, overview)),
        *k.rows(tuple(_ask_season(kit, game) for game in overview.seasons)),
        k.rule(),
        _pages(kit, SERVER, tuple(overview.seasons)),
    )


def game(kit: Kit, key: str, terms: Terms, games: tuple[str, ...]) -> ui.LayoutView:
    """Draw what the lobbies of one game begin with."""
    head = [
        kit.texts("panel-title", game=kit.texts(f"game-{key}")),
        kit.texts("settings-defaults"),
        kit.texts("panel-about"),
    ]
    return k.container(
        k.text("\n".join(head)),
        *lobby.controls(kit, kit.house_rules[key], terms, partial(_rule_control, key)),
        *k.rows((_as_written(kit, key, terms),)),
        k.rule(),
        _pages(kit, key, games),
    )


def _rule_control(key: str, argument: str) -> str:
    return k.control("admin-rule", f"{key}.{argument}")


def _as_written(kit: Kit, key: str, terms: Terms) -> ui.Button[Any]:
    control = k.control("admin-reset", key)
    return k.button(kit.texts("button-as-written"), control, disabled=terms == as_written(terms))


def season(kit: Kit, key: str, number: int) -> ui.LayoutView:
    """Ask whether a game's season of this number shall begin."""
    texts = kit.texts
    sentence = texts("settings-season-ask", game=texts(f"game-{key}"), number=number, ending=number - 1)
    begin = texts("button-season-begin", number=number)
    return k.container(
        k.text(sentence),
        ui.ActionRow(
            k.button(begin, k.control("admin-season", f"{key}={number}"), ButtonStyle.danger),
            k.button(texts("button-season-back"), k.control("admin-page", SERVER)),
        ),
    )


def _pages(kit: Kit, shown: str, games: tuple[str, ...]) -> ui.ActionRow[Any]:
    """Return the buttons that switch pages; that of the shown page is disabled."""
    labels = {SERVER: kit.texts("button-settings-server"), **{key: kit.texts(f"game-{key}") for key in games}}
    return ui.ActionRow(
        *(
            k.button(label, k.control("admin-page", page), ButtonStyle.primary, disabled=page == shown)
            for page, label in labels.items()
        )
    )


def _channels(kit: Kit, present: tuple[int, ...]) -> ui.ChannelSelect[Any]:
    return ui.ChannelSelect(
        custom_id=k.control("admin-channels"),
        placeholder=kit.texts("settings-channels-menu"),
        channel_types=list(CHANNEL_TYPES),
        min_values=0,
        max_values=MOST_CHANNELS,
        default_values=[
            SelectDefaultValue(id=channel, type=SelectDefaultValueType.channel) for channel in present[:MOST_CHANNELS]
        ],
    )


def _most_games(kit: Kit, most: int | None) -> ui.Select[Any]:
    options = [
        SelectOption(label=kit.texts("settings-games-option", n=number), value=str(number), default=number == most)
        for number in range(1, MOST_GAMES + 1)
    ]
    return ui.Select(custom_id=k.control("admin-games"), placeholder=kit.texts("settings-games-menu"), options=options)


def _no_limit(kit: Kit, settings: ServerSettings) -> ui.Button[Any]:
    control = k.control("admin-games", NO_LIMIT)
    return k.button(kit.texts("button-no-limit"), control, disabled=settings.most_games is None)


def _pings(kit: Kit, settings: ServerSettings) -> ui.Button[Any]:
    now, then = (ON, OFF) if settings.pings else (OFF, ON)
    style = ButtonStyle.success if settings.pings else ButtonStyle.secondary
    return k.button(kit.texts("button-pings", state=now), k.control("admin-pings", then), style)


def _languages(kit: Kit, overview: Overview) -> ui.Select[Any]:
    chosen = overview.settings.language
    options = [
        SelectOption(label=kit.texts("settings-language-discord"), value=AS_DISCORD, default=chosen is None),
        *(
            SelectOption(label=kit.texts("settings-language-option", name=name), value=code, default=code == chosen)
            for code, name in overview.languages.items()
        ),
    ]
    placeholder = kit.texts("settings-language-menu")
    return ui.Select(custom_id=k.control("admin-language"), placeholder=placeholder, options=options)


def _ask_season(kit: Kit, key: str) -> ui.Button[Any]:
    return k.button(kit.texts("button-season-ask", game=kit.texts(f"game-{key}")), k.control("admin-ask", key))


# --- The report ---


def report(kit: Kit, findings: tuple[Finding, ...]) -> ui.LayoutView:
    """Draw each problem with its fix; problems that do not fit are counted."""
    texts = kit.texts
    if not findings:
        return k.container(k.text(texts("check-title")), k.text(texts("check-well")))
    lines: list[str] = []
    for finding in findings:
        fix = texts(f"check-{finding.name}-fix")
        block = f"{texts(f'check-{finding.name}', **finding.facts)}\n{fix}"
        if sum(map(len, lines)) + len(block) > REPORT:
            lines.append(texts("check-more", n=len(findings) - len(lines)))
            break
        lines.append(block)
    return k.container(k.text(texts("check-title")), *map(k.text, lines))
