"""Builds slash commands at run time: texts come from the locale, choices from the rules.

discord.py derives a command from its callback's signature; here the signature is made from a list of options.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands
from msgspec import Struct

from bot.interactions.router import Router
from bot.messages.replies import Reply

Handler = Callable[[discord.Interaction, Reply, dict[str, Any]], Awaitable[None]]
"""Takes the interaction, the reply and the options by name; an option that was not given is None."""
Offer = Callable[[discord.Interaction, str], Awaitable[list[app_commands.Choice[str]]]]
"""Takes the interaction and what has been typed so far, returns what to suggest."""


class Option(Struct, frozen=True):
    """One option of a command."""

    name: str
    about: str
    annotation: Any
    """A type or transformer of `discord.app_commands`."""
    required: bool = False
    offer: Offer | None = None


def command(
    router: Router, name: str, about: str, handle: Handler, *options: Option
) -> app_commands.Command[Any, ..., Any]:
    """Return a command for servers only, which runs inside the router's boundary."""

    async def callback(interaction: discord.Interaction, **chosen: Any) -> None:
        await router.boundary.answer(interaction, lambda reply: handle(interaction, reply, chosen))

    interaction = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    signature = Signature([interaction, *map(_parameter, sorted(options, key=lambda option: not option.required))])
    callback.__signature__ = signature  # type: ignore[attr-defined]
    described = app_commands.describe(**{option.name: option.about for option in options})(callback)
    offers: dict[str, Any] = {option.name: option.offer for option in options if option.offer is not None}
    described = app_commands.autocomplete(**offers)(described)
    built: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=name, description=about, callback=described, extras=offers
    )
    built.guild_only = True
    return built


def group_in(tree: app_commands.CommandTree[Any], name: str) -> app_commands.Group:
    """Return a group of commands that was already added."""
    group = tree.get_command(name)
    assert isinstance(group, app_commands.Group)  # noqa: S101 - a fault of ours
    return group


async def suggest(interaction: discord.Interaction) -> None:
    """Answer an autocomplete interaction. Raises what discord.py raises.

    discord.py's own handling would log a traceback for each answer that Discord refuses, such as a late one.
    """
    data: Any = interaction.data
    offers = {} if interaction.command is None else interaction.command.extras
    for option in _focused(data.get("options", ())):
        if option["name"] in offers:
            await interaction.response.autocomplete(await offers[option["name"]](interaction, option["value"]))


def _focused(options: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the option that is being typed, from inside its command and group."""
    for option in options:
        if option.get("focused"):
            yield option
        yield from _focused(option.get("options", ()))


def _parameter(option: Option) -> Parameter:
    default = Parameter.empty if option.required else None
    kind = Parameter.POSITIONAL_OR_KEYWORD
    return Parameter(option.name, kind, default=default, annotation=option.annotation)


def choice(labels: dict[int, str] | dict[str, str]) -> Any:
    """Return the annotation of an option with these values and labels, at most 25."""
    choices: list[app_commands.Choice[Any]] = [
        app_commands.Choice(name=app_commands.locale_str(label), value=value) for value, label in labels.items()
    ]
    return app_commands.Transform[Any, _Chosen(choices)]


class _Chosen(app_commands.Transformer):
    """An option's choices, made at run time: discord.py expects them as literals in the source."""

    def __init__(self, choices: list[app_commands.Choice[Any]]) -> None:
        self._choices = choices

    @property
    def type(self) -> discord.AppCommandOptionType:
        number = isinstance(self._choices[0].value, int)
        return discord.AppCommandOptionType.integer if number else discord.AppCommandOptionType.string

    @property
    def choices(self) -> list[app_commands.Choice[Any]]:
        return self._choices

    async def transform(self, _interaction: discord.Interaction, value: Any, /) -> Any:
        if value not in {choice.value for choice in self._choices}:
            raise ValueError(value)
        return value
