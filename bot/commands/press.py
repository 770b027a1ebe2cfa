"""`/pirates press`: presses a button of the table or hand by its label, for keyboards and screen readers (F43)."""

import operator
from typing import Any

import discord
from discord import app_commands

from bot.commands.building import Option, command, group_in
from bot.interactions.person import person_of
from bot.interactions.router import Router
from bot.messages.hands import Hands
from bot.messages.kits import Kits
from bot.messages.replies import Reply
from bot.messages.tables import Tables
from bot.model.custom_ids import PREFIX
from bot.model.errors import NotRead, Refusal, Refused, StaleClick
from bot.model.names import shown
from bot.model.records import Session
from bot.play.sessions import Sessions
from bot.views import kit as k

MOST_OFFERED = 25
"""Suggestions at a time, Discord's limit."""


class PressCommand:
    """Offers the buttons that can be pressed now, and presses one."""

    def __init__(self, sessions: Sessions, tables: Tables, hands: Hands, router: Router, kits: Kits) -> None:
        self._sessions = sessions
        self._tables = tables
        self._hands = hands
        self._router = router
        self._kits = kits

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Add the command to the group `pirates`."""
        group = group_in(tree, "pirates")
        texts = self._kits.standard.texts
        words = texts("command-pirates-press-button")
        button = Option("button", words, str, required=True, offer=self._offer)
        group.add_command(command(self._router, "press", texts("command-pirates-press"), self._press, button))

    async def _press(self, interaction: discord.Interaction, reply: Reply, chosen: dict[str, Any]) -> None:
        session, buttons = await self._buttons(interaction)
        back = reply.kit.texts("button-take-back", what="")
        await self._router.press(interaction, reply, _chosen(session, buttons, chosen["button"], back))

    async def _offer(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the buttons that fit, by their custom_ids; on an error none, as the command itself will report it."""
        try:
            _, buttons = await self._buttons(interaction)
        except (Refused, NotRead):
            return []
        fitting = [(words, custom_id) for words, custom_id in buttons.items() if _plain(typed) in _plain(words)]
        return [app_commands.Choice(name=words, value=custom_id) for words, custom_id in fitting[:MOST_OFFERED]]

    async def _buttons(self, interaction: discord.Interaction) -> tuple[Session, dict[str, str]]:
        """Return the channel's session, and the custom_ids by label: first those of the hand, with its draft."""
        person = person_of(interaction)
        session = await self._sessions.in_channel(person.channel_id)
        at_table = k.pressable(self._tables.draw(session))
        if not self._hands.has(session, person.user_id):
            return session, at_table
        in_hand = k.pressable(self._hands.draw_again(session, person.user_id, self._kits.reader(interaction).language))
        return session, in_hand | {words: custom_id for words, custom_id in at_table.items() if words not in in_hand}


def _chosen(session: Session, buttons: dict[str, str], typed: str, back: str) -> str:
    """Return the custom_id that was chosen from the suggestions, or is meant by words. Raises StaleClick, Refused.

    A suggestion has its revision or motion in it, so it never presses the same button of a later turn.
    """
    if typed in buttons.values():
        return typed
    if typed.startswith(PREFIX):
        raise StaleClick(session.id)
    return meant(buttons, typed, back)


def meant(buttons: dict[str, str], typed: str, back: str = "") -> str:
    """Return the custom_id of the one button that was meant. Raises Refused(NO_SUCH_BUTTON) for none or several.

    What takes a choice back begins with the words `back`, and is meant by these words only: whoever types the words of
    a card twice has not heard that it is chosen, and would lose it unheard.
    Punctuation alone means none: the empty text that is left of it is part of every label.
    """
    sought, undoing = _plain(typed), _plain(back)
    said = {words: _plain(words) for words in buttons}
    if undoing and not sought.startswith(undoing):
        said = {words: plain for words, plain in said.items() if not plain.startswith(undoing)}
    for fits in (operator.eq, str.startswith, operator.contains) if sought else ():
        found = [buttons[words] for words, plain in said.items() if fits(plain, sought)]
        if len(found) == 1:
            return found[0]
    raise Refused(Refusal.NO_SUCH_BUTTON, buttons=", ".join(f"**{shown(words)}**" for words in buttons) or "none")


def _plain(words: str) -> str:
    """Return words in lower case with letters and digits only: symbols of suits are hard to type or to hear."""
    return " ".join("".join(sign for sign in words.casefold() if sign.isalnum() or sign.isspace()).split())
