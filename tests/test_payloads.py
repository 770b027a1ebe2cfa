"""The checker of messages: each rule with a payload that just keeps it and one that just breaks it."""

import json
from collections.abc import Callable

import discord
import pytest

from tests import schema
from tests.examples import (
    NOBODY,
    Json,
    Rule,
    button,
    buttons,
    chosen,
    gallery,
    layout,
    many,
    picture,
    row,
    section,
    select,
    text,
)
from tests.payloads import COMPONENTS_V2, BadPayload, Kind, check, check_request, problems

RULES = {
    "no content beside Components V2": Rule(
        layout(text("Ahoy")), layout(text("Ahoy"), content="Ahoy"), "content: not allowed"
    ),
    "no embeds beside Components V2": Rule(
        layout(text("Ahoy"), embeds=[]), layout(text("Ahoy"), embeds=[{"title": "Map"}]), "embeds: not allowed"
    ),
    "no poll beside Components V2": Rule(
        layout(text("Ahoy"), poll=None), layout(text("Ahoy"), poll={"question": {}}), "poll: not allowed"
    ),
    "no stickers beside Components V2": Rule(
        layout(text("Ahoy")), layout(text("Ahoy"), sticker_ids=["1"]), "sticker_ids: not allowed"
    ),
    "the flag with every Components V2 tree": Rule(
        layout(text("Ahoy")), {"components": [text("Ahoy")]}, "without its flag"
    ),
    "40 components in all": Rule(many(40), many(41), "41 counting nested ones"),
    "40 components counting what hangs in a container": Rule(
        layout({"type": 17, "components": many(39)["components"]}),
        layout({"type": 17, "components": many(40)["components"]}),
        "41 counting nested ones",
    ),
    "4000 characters of text in all": Rule(
        layout(text("a" * 2000), text("b" * 2000)),
        layout(text("a" * 2000), text("b" * 2001)),
        "4001 characters of text",
    ),
    "an emoji counts as two characters": Rule(
        layout(text("a" * 3998 + "\N{SAILBOAT}" * 2)),
        layout(text("a" * 3998), text("\N{PARROT}" * 2)),
        "4002 characters of text",
    ),
    "custom_ids of at most 100 characters": Rule(
        layout(row(button("Draw", "q" * 100))), layout(row(button("Draw", "q" * 101))), "custom_id: 101"
    ),
    "a custom_id on every button that is no link": Rule(
        layout(row({"type": 2, "style": 5, "label": "Rules", "url": "https://example.org"})),
        layout(row({"type": 2, "style": 1, "label": "Rules"})),
        "custom_id: is missing",
    ),
    "custom_ids unique in their message": Rule(
        layout(row(*buttons(2))),
        layout(row(button("Draw")), {"type": 17, "components": [row(button("Bank"))]}),
        "custom_id 'q1:x' comes 2 times",
    ),
    "at most 5 buttons in a row": Rule(layout(row(*buttons(5))), layout(row(*buttons(6))), "a row of 6"),
    "no empty row": Rule(layout(row(*buttons(1))), layout(row()), "a row of 0"),
    "one select in a row": Rule(
        layout(row(select()), row(button("Draw"))), layout(row(select(), button("Draw"))), "1 of them selects"
    ),
    "at most 25 options": Rule(layout(row(select(25))), layout(row(select(26))), "options: 26"),
    "option values unique in their select": Rule(
        layout(row(chosen({"label": "Ace", "value": "1"}, {"label": "King", "value": "2"}))),
        layout(row(chosen({"label": "Ace", "value": "1"}, {"label": "King", "value": "1"}))),
        "option value '1' comes 2 times",
    ),
    "options that a reader can tell apart": Rule(
        layout(row(chosen({"label": "Ace", "value": "1", "description": "of clubs"}, {"label": "Ace", "value": "2"}))),
        layout(row(chosen({"label": "Ace", "value": "1"}, {"label": "Ace", "value": "2"}))),
        "option label and description",
    ),
    "option labels of at most 100 characters": Rule(
        layout(row(chosen({"label": "a" * 100, "value": "1"}))),
        layout(row(chosen({"label": "a" * 101, "value": "1"}))),
        "options[0].label: 101",
    ),
    "option values of at most 100 characters": Rule(
        layout(row(chosen({"label": "Ace", "value": "1" * 100}))),
        layout(row(chosen({"label": "Ace", "value": "1" * 101}))),
        "options[0].value: 101",
    ),
    "option descriptions of at most 100 characters": Rule(
        layout(row(chosen({"label": "Ace", "value": "1", "description": "d" * 100}))),
        layout(row(chosen({"label": "Ace", "value": "1", "description": "d" * 101}))),
        "options[0].description: 101",
    ),
    "no more to choose than there are options": Rule(
        layout(row(select(2, max_values=2))), layout(row(select(2, max_values=3))), "max_values: 3 with 2"
    ),
    "the least to choose is not above the most": Rule(
        layout(row(select(min_values=1))), layout(row(select(min_values=2))), "min_values 2 and max_values 1"
    ),
    "button labels of at most 80 characters": Rule(
        layout(row(button("D" * 80))), layout(row(button("D" * 81))), "label: 81"
    ),
    "a word on every button": Rule(
        layout(row(button("\N{ANCHOR} Draw"))), layout(row(button("\N{ANCHOR} +3"))), "a control without a word"
    ),
    "a word on a button that has only an emoji": Rule(
        layout(row(button("Draw", emoji={"name": "\N{ANCHOR}"}))),
        layout(row(button(None, emoji={"name": "\N{ANCHOR}"}))),
        "a control without a word",
    ),
    "a word on every select": Rule(
        layout(row(select())), layout(row(select(placeholder=None))), "a control without a word"
    ),
    "words unique in their message": Rule(
        layout(row(button("Draw", "a"), button("Draw again", "b"))),
        layout(row(button("\N{ANCHOR} Draw", "a"), button("draw \N{PARROT}", "b"))),
        "'draw' is also the name of another control",
    ),
    "no mention in a label, which would show its code": Rule(
        layout(row(button("Steal from Anne"))), layout(row(button("Steal from <@123>"))), "does not draw here"
    ),
    "one to three texts in a section": Rule(
        layout(section(text("a"), text("b"), text("c"), accessory=button("Draw"))),
        layout(section(text("a"), text("b"), text("c"), text("d"), accessory=button("Draw"))),
        "a section of 4 parts",
    ),
    "an accessory in every section": Rule(
        layout(section(text("a"), accessory=button("Draw"))),
        layout(section(text("a"), accessory=None)),
        "without a button or thumbnail",
    ),
    "no empty text": Rule(layout(text("-")), layout(text("")), "content: 0 characters"),
    "a description of a section's picture": Rule(
        layout(section(text("a"), accessory={"type": 11, **picture()})),
        layout(section(text("a"), accessory={"type": 11, **picture(None)})),
        "what the picture shows",
    ),
    "the limits of controls for selects of people too": Rule(
        layout(row({"type": 5, "custom_id": "q1:who", "placeholder": "Whom to steal from"})),
        layout(row({"type": 5, "custom_id": "", "placeholder": "Whom to steal from"})),
        "custom_id: 0",
    ),
    "at most 10 pictures in a gallery": Rule(layout(gallery(10)), layout(gallery(11)), "items: 11 pictures"),
    "a description of every picture": Rule(
        layout({"type": 12, "items": [picture()]}),
        layout({"type": 12, "items": [picture(None)]}),
        "what the picture shows",
    ),
    "every picture is attached": Rule(
        layout({"type": 13, "file": {"url": "attachment://log.txt"}}, attachments=[{"id": 0, "filename": "log.txt"}]),
        layout({"type": 13, "file": {"url": "attachment://log.txt"}}),
        "attachment://log.txt is not attached",
    ),
    "no container in a container": Rule(
        layout({"type": 17, "components": [text("a")]}),
        layout({"type": 17, "components": [{"type": 17, "components": [text("a")]}]}),
        "a container of [17]",
    ),
    "allowed mentions beside a mention": Rule(
        layout(text("<@123> is on turn")),
        {"flags": COMPONENTS_V2, "components": [text("<@123> is on turn")]},
        "allowed_mentions: missing",
    ),
    "allowed mentions beside @everyone": Rule(
        {"content": "hello @everyone", "allowed_mentions": NOBODY},
        {"content": "hello @everyone"},
        "allowed_mentions: missing",
    ),
    "whom to ping is named one by one": Rule(
        layout(text("<@123>"), allowed_mentions={"parse": [], "users": [123]}),
        layout(text("<@123>"), allowed_mentions={"parse": ["users"]}),
        "named one by one",
    ),
    "plain content of at most 2000 characters": Rule({"content": "a" * 2000}, {"content": "a" * 2001}, "content: 2001"),
    "something to see in a new message": Rule({"content": "Ahoy"}, {"content": ""}, "an empty message"),
    "an edit may leave all as it was": Rule({}, {"content": "a" * 2001}, "content: 2001", Kind.EDIT),
    "followups keep the rules of messages": Rule(
        {"content": "Ahoy"}, {"content": ""}, "an empty message", Kind.FOLLOWUP
    ),
    "edits of responses keep the rules of messages": Rule(
        layout(text("Ahoy")), layout(text("Ahoy"), content="Ahoy"), "content: not allowed", Kind.FOLLOWUP_EDIT
    ),
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_payload_within_the_limit_is_accepted(rule: Rule) -> None:
    check(rule.kind, rule.good)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_payload_beyond_the_limit_is_refused_with_its_reason(rule: Rule) -> None:
    with pytest.raises(BadPayload) as refusal:
        check(rule.kind, rule.bad)
    assert rule.words in str(refusal.value)


@pytest.mark.parametrize(
    "method, path, payload",
    [
        ("POST", "/channels/1/messages", many(41)),
        ("PATCH", "/channels/1/messages/2", many(41)),
        ("POST", "/interactions/1/token/callback", {"type": 4, "data": many(41)}),
        ("POST", "/webhooks/1/token", many(41)),
        ("PATCH", "/webhooks/1/token/messages/@original", many(41)),
        ("PUT", "/applications/1/commands", [{"name": "Not This", "description": "At all"}]),
        ("PUT", "/applications/1/guilds/2/commands", [{"name": "Not This", "description": "At all"}]),
    ],
)
def test_every_kind_of_request_is_recognised_by_its_path(method: str, path: str, payload: object) -> None:
    with pytest.raises(BadPayload):
        check_request(method, path, payload)


def test_a_kind_of_request_the_checker_does_not_know_is_refused() -> None:
    with pytest.raises(BadPayload, match="does not know yet"):
        check_request("POST", "/users/@me/channels", {"recipient_id": "1"})


def test_a_request_without_a_body_has_nothing_to_check() -> None:
    check_request("GET", "/users/@me", None)


def of_discord_py(draw: Callable[[], discord.ui.LayoutView]) -> Json:
    """What discord.py itself would send for a drawing."""
    parameters = discord.http.handle_message_parameters(
        view=draw(),
        allowed_mentions=discord.AllowedMentions(everyone=False, users=[discord.Object(7)], roles=False),
    )
    assert parameters.payload is not None
    payload: Json = json.loads(json.dumps(parameters.payload))
    return payload


async def test_what_discord_py_makes_of_a_layout_is_accepted_by_both_judges() -> None:
    def draw() -> discord.ui.LayoutView:
        view = discord.ui.LayoutView(timeout=None)
        draw_button = discord.ui.Button["discord.ui.LayoutView"](label="Draw", custom_id="q1:draw")
        box = discord.ui.Container["discord.ui.LayoutView"](discord.ui.TextDisplay("<@7> is on turn"))
        box.add_item(discord.ui.ActionRow(draw_button))
        view.add_item(box)
        view.stop()
        return view

    check(Kind.MESSAGE, of_discord_py(draw))


@pytest.mark.skipif(bool(schema.MISSING), reason=schema.MISSING)
class TestDiscordsOwnSchema:
    def test_it_refuses_what_our_rules_do_not_look_at(self) -> None:
        wrong = layout(row(button("Draw", style=99)))
        (problem,) = problems(Kind.MESSAGE, wrong)
        assert "schema MessageCreateRequest" in problem
        assert '"style": 99' in problem

    def test_it_names_the_innermost_component_at_fault(self) -> None:
        wrong = layout({"type": 17, "components": [row(button("Draw", disabled="no")), text("fine")]})
        (problem,) = problems(Kind.MESSAGE, wrong)
        assert "disabled" in problem
        assert "fine" not in problem

    def test_ids_sent_as_integers_are_no_alarm(self) -> None:
        check(
            Kind.MESSAGE,
            layout(
                text("<@5>"),
                allowed_mentions={"parse": [], "users": [5], "roles": [6]},
                attachments=[{"id": 0, "filename": "chart.png"}],
                message_reference={"message_id": 1, "channel_id": 2},
            ),
        )
