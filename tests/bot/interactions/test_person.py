"""Who clicks, and what the bot needs in a channel, read from what Discord sends (X4, F14)."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from discord import Permissions, app_commands

from bot.app import Tree
from bot.interactions.person import person_of, require_permissions
from bot.model.errors import Refusal, Refused
from bot.model.records import Person
from bot.texts import content
from bot.views.kit import Kit

KIT = Kit(content.load().texts, content.load().themes["standard"], {})


def interaction(**changes: Any) -> Any:
    """Return what is read of an interaction."""
    facts: dict[str, Any] = {
        "guild_id": 7,
        "channel_id": 70,
        "channel": None,
        "user": SimpleNamespace(id=1, display_name="  Anne \u202e Bonny "),
        "permissions": Permissions.none(),
        "app_permissions": Permissions.all(),
    }
    return SimpleNamespace(**{**facts, **changes})


@pytest.mark.parametrize("moderator", [False, True])
def test_a_person_is_known_by_id_clean_name_place_and_whether_they_may_manage_messages(*, moderator: bool) -> None:
    one = interaction(permissions=Permissions(manage_messages=moderator))
    assert person_of(one) == Person(1, "Anne Bonny", 7, 70, moderator=moderator)


@pytest.mark.parametrize("missing", ["guild_id", "channel_id"])
def test_x4_games_are_played_in_servers_only(missing: str) -> None:
    with pytest.raises(Refused) as caught:
        person_of(interaction(**{missing: None}))
    assert caught.value.reason is Refusal.SERVERS_ONLY


@pytest.mark.parametrize(
    "channel, granted, lacking",
    [
        (None, Permissions(send_messages_in_threads=True), "View Channel, Send Messages"),
        (Mock(discord.Thread), Permissions(view_channel=True, send_messages=True), "Send Messages in Threads"),
    ],
)
def test_f14_missing_permissions_are_named_before_a_game_starts(
    channel: Any, granted: Permissions, lacking: str
) -> None:
    """In a thread another one counts."""
    enough = dict.fromkeys((name.lower().replace(" ", "_") for name in lacking.split(", ")), True)
    permissions = Permissions(**{"view_channel": True, **enough})
    require_permissions(interaction(channel=channel, app_permissions=permissions), KIT)
    with pytest.raises(Refused) as caught:
        require_permissions(interaction(channel=channel, app_permissions=granted), KIT)
    assert caught.value.reason is Refusal.MISSING_PERMISSIONS
    assert caught.value.facts == {"channel": "<#70>", "permissions": lacking}


async def test_an_option_that_no_client_offers_is_answered_in_the_boundary() -> None:
    """What discord.py refuses before a command runs is not left in silence."""
    boundary = AsyncMock()
    tree: Any = SimpleNamespace(client=SimpleNamespace(router=SimpleNamespace(boundary=boundary)))
    await Tree.on_error(tree, interaction(), app_commands.AppCommandError("no such choice"))
    _, handle = boundary.answer.await_args.args
    with pytest.raises(Refused) as caught:
        await handle(None)
    assert caught.value.reason is Refusal.BAD_OPTION


def typing(offer: Any, typed: str = "dr") -> Any:
    """Return what Discord sends while an option of a command of a group is being typed."""
    option = {"name": "button", "type": 3, "value": typed, "focused": True}
    data = {"name": "pirates", "options": [{"name": "press", "type": 1, "options": [option]}]}
    command = None if offer is None else SimpleNamespace(extras={"button": offer})
    response = SimpleNamespace(autocomplete=AsyncMock())
    kind = discord.InteractionType.autocomplete
    return interaction(type=kind, data=data, command=command, response=response)


async def test_what_is_being_typed_gets_suggestions_and_goes_no_further() -> None:
    offer = AsyncMock(return_value=["Draw"])
    one = typing(offer)
    assert not await Tree.interaction_check(Mock(), one)
    offer.assert_awaited_once_with(one, "dr")
    one.response.autocomplete.assert_awaited_once_with(["Draw"])


async def test_what_is_typed_into_a_command_that_is_no_more_is_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    """A client that has not heard of the new version yet shows the old commands."""
    one = typing(None)
    assert not await Tree.interaction_check(Mock(), one)
    one.response.autocomplete.assert_not_called()
    assert caplog.records == []


async def test_a_fault_in_suggestions_is_logged_without_what_was_typed(caplog: pytest.LogCaptureFixture) -> None:
    one = typing(AsyncMock(side_effect=ZeroDivisionError), "10D")
    assert not await Tree.interaction_check(Mock(), one)
    assert caplog.messages == ["fault in suggestions"]
    assert "10D" not in caplog.text
