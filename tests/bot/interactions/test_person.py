"""Who clicks, and what the bot needs in a channel, read from what Discord sends (X4, F14)."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from discord import app_commands

from bot.app import Tree
from bot.interactions.person import person_of, require_permissions
from bot.model.errors import Refusal, Refused
from bot.model.records import Person
from bot.texts import content
from bot.views.kit import Kit

KIT = Kit(content.load().texts, content.load().themes["standard"], {})


def interaction(**changes: Any) -> Any:
    """Return what the two functions read of an interaction."""
    facts: dict[str, Any] = {
        "guild_id": 7,
        "channel_id": 70,
        "channel": None,
        "user": SimpleNamespace(id=1, display_name="  Anne \u202e Bonny "),
        "permissions": discord.Permissions.none(),
        "app_permissions": discord.Permissions.all(),
    }
    return SimpleNamespace(**{**facts, **changes})


def test_a_person_is_known_by_id_clean_name_and_place() -> None:
    assert person_of(interaction()) == Person(1, "Anne Bonny", 7, 70, moderator=False)


def test_a_moderator_is_who_may_manage_messages() -> None:
    permissions = discord.Permissions(manage_messages=True)
    assert person_of(interaction(permissions=permissions)).moderator


@pytest.mark.parametrize("missing", ["guild_id", "channel_id"])
def test_x4_games_are_played_in_servers_only(missing: str) -> None:
    with pytest.raises(Refused) as caught:
        person_of(interaction(**{missing: None}))
    assert caught.value.reason is Refusal.SERVERS_ONLY


def test_f14_missing_permissions_are_named_before_a_game_starts() -> None:
    permissions = discord.Permissions.all()
    permissions.update(send_messages=False, view_channel=False)
    with pytest.raises(Refused) as caught:
        require_permissions(interaction(app_permissions=permissions), KIT)
    assert caught.value.reason is Refusal.MISSING_PERMISSIONS
    assert caught.value.facts == {"channel": "<#70>", "permissions": "View Channel, Send Messages"}


def test_f14_in_a_thread_another_permission_counts() -> None:
    thread = Mock(discord.Thread)
    permissions = discord.Permissions(view_channel=True, send_messages_in_threads=True)
    require_permissions(interaction(channel=thread, app_permissions=permissions), KIT)
    with pytest.raises(Refused) as caught:
        require_permissions(interaction(channel=thread, app_permissions=discord.Permissions(view_channel=True)), KIT)
    assert caught.value.facts["permissions"] == "Send Messages in Threads"


async def test_an_option_that_no_client_offers_is_answered_in_the_boundary() -> None:
    """What discord.py refuses before a command runs is not left in silence."""
    raised: list[Exception] = []

    class Boundary:
        async def answer(self, _interaction: Any, handle: Any) -> None:
            try:
                await handle(None)
            except Refused as refused:
                raised.append(refused)

    tree: Any = SimpleNamespace(client=SimpleNamespace(router=SimpleNamespace(boundary=Boundary())))
    await Tree.on_error(tree, interaction(), app_commands.AppCommandError("no such choice"))
    (refused,) = raised
    assert isinstance(refused, Refused)
    assert refused.reason is Refusal.BAD_OPTION


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
    (record,) = caplog.records
    assert record.getMessage() == "fault in suggestions"
    assert "10D" not in caplog.text
