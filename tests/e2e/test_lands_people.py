"""Who may do what, whatever they send, and whatever they call themselves (field reports F07, F19, F30, F37)."""

import pytest

from tests.e2e.harness import Person, World
from tests.e2e.turns import HEARTS_42, HEARTS_52, bank, draw, kept, ranking, seen
from tests.e2e.voyages import gather, sail

OPENERS = "That is up to the player who opened the game; a moderator can end it too."

MALFORMED = "That control is not from this version of the bot, or not from this channel."

Cast = dict[str, Person]
"""People by the part they play."""


async def onlookers(world: World) -> Cast:
    """Let people in who do not play here: one who plays elsewhere, a moderator, a stranger."""
    (edward, fay) = world.people("Edward", "Fay")
    await fay.slash("lands", world.server.channel("galley"))
    return {"stranger": edward, "player elsewhere": fay, "moderator": world.moderator("Mary")}


async def lobby(world: World) -> Cast:
    """Open a lobby that Anne opened, Bart joined and Calico left."""
    anne, bart, calico = await gather(world, "Anne", "Bart", "Calico")
    await calico.click("Leave")
    return {"opener": anne, "member": bart, "who left": calico, **await onlookers(world)}


async def table(world: World, phase: str) -> Cast:
    """Start a game that Bart opened and Calico left; it is Anne's turn."""
    cards = {"draw": "10H", "choice": "10H", "bust": "AH 10H 10C", "dare": HEARTS_42}[phase]
    bart, anne, calico, dita = await gather(world, "Bart", "Anne", "Calico", "Dita", target=50, dare="on")
    world.first(1)
    world.stack(cards)
    await bart.click("Start")
    await calico.slash("pirates leave")
    drawn = 0 if phase == "draw" else len(cards.split())
    if drawn:
        await draw(anne, drawn)
    if phase == "dare":
        await anne.click("Back to the ship")
    seats = {"turn holder": anne, "opener": bart, "other player": dita, "who left": calico}
    return {**seats, **await onlookers(world)}


async def motion(world: World) -> Cast:
    """Do the same, with Bart's proposal to end the game open."""
    people = await table(world, "choice")
    await people["opener"].slash("pirates end")
    return people


async def paused(world: World) -> Cast:
    """Do the same, and let all three agree to a pause."""
    people = await table(world, "choice")
    await people["opener"].slash("pirates pause")
    for part in ("turn holder", "other player"):
        await people[part].click("Agree")
    return people


async def over(world: World) -> Cast:
    """Play to the end: Anne reaches 50, Calico has left."""
    anne, bart, calico = await sail(world, "Anne", "Bart", "Calico", cards=f"{HEARTS_52} 2C", target=50)
    await bank(anne, 8)
    await calico.slash("pirates leave")
    await bank(bart)
    return {"winner": anne, "other player": bart, "who left": calico, **await onlookers(world)}


async def scene(world: World, name: str) -> Cast:
    """Set one of the scenes above."""
    scenes = {"lobby": lobby, "motion": motion, "paused": paused, "over": over}
    return await scenes[name](world) if name in scenes else await table(world, name)


ALLOWED = {
    ("lobby", "Join"): {"who left", "stranger", "player elsewhere", "moderator"},
    ("lobby", "Leave"): {"opener", "member"},
    ("lobby", "I touched coin last"): {"opener", "member"},
    ("lobby", "Start"): {"opener", "member"},
    ("lobby", "Cancel"): {"opener", "moderator"},
    ("lobby", "House rules"): set[str](),
    ("lobby", "How to play"): set[str](),
    ("draw", "Draw"): {"turn holder"},
    ("choice", "Draw"): {"turn holder"},
    ("choice", "Back to the ship"): {"turn holder"},
    ("bust", "Spend an ally"): {"turn holder"},
    ("bust", "Run"): {"turn holder"},
    ("dare", "Take the dare"): {"turn holder"},
    ("dare", "Decline the dare"): {"turn holder"},
    ("motion", "Agree"): {"turn holder", "other player"},
    ("motion", "Refuse"): {"turn holder", "other player", "opener"},
    ("paused", "Resume"): {"turn holder", "opener", "other player"},
    ("over", "Rematch"): {"winner", "other player", "who left"},
}
"""Whose press of which control changes anything; everybody else's changes nothing."""
MAY = [(place, label, part) for (place, label), parts in ALLOWED.items() for part in sorted(parts)]


@pytest.mark.parametrize("place, label, part", MAY)
async def test_a_control_works_for_those_it_is_for(world: World, place: str, label: str, part: str) -> None:
    people = await scene(world, place)
    before = await kept(world)
    reply = await people[part].click(label, on=world.table())
    assert reply.private is None
    assert reply.public is not None
    assert await kept(world) != before


@pytest.mark.parametrize("place, label", list(ALLOWED))
async def test_a_control_refuses_everyone_else_in_private(world: World, place: str, label: str) -> None:
    people = await scene(world, place)
    before, looked = await kept(world), [message.payload for message in world.messages()]
    for part, person in people.items():
        if part not in ALLOWED[place, label]:
            reply = await person.click(label, on=world.table())
            assert reply.private, part
            assert reply.public is None, part
    assert await kept(world) == before
    assert [message.payload for message in world.messages()] == looked


async def test_only_the_opener_sets_house_rules_even_with_a_copied_control(world: World) -> None:
    people = await lobby(world)
    panel = (await people["opener"].click("House rules", on=world.table())).messages[0]
    switch, menu = panel.button("Buried Treasure").custom_id, panel.menu("Target").custom_id
    before = await kept(world)
    for part, person in people.items():
        if part != "opener":
            for reply in (
                await person.press(switch, on=world.table()),
                await person.press(menu, on=world.table(), values=["50"]),
            ):
                assert reply.private == OPENERS, part
                assert reply.public is None
    assert await kept(world) == before


async def test_each_refusal_at_the_table_says_why(world: World) -> None:
    people = await motion(world)
    said = {part: (await person.click("Draw", on=world.table())).private for part, person in people.items()}
    assert said.pop("turn holder") is None
    assert said.pop("opener") == said.pop("other player") == "It is not your turn: **Anne** is to play."
    assert set(said.values()) == {"You are not one of this game's players."}


# --- Forged and outdated controls ---


@pytest.mark.parametrize(
    "forged",
    [
        " ",
        "q1",
        "q1:",
        "q1::::",
        "q2:join:{id}::",
        "Q1:join:{id}::",
        "poll:yes",
        "q1:join:{id}",
        "q1:join:{id}:::",
        "q1:join:{id}:-1:",
        "q1:join:{id}:1e3:",
        "q1:join:{id}:\u0663:",
        "q1:join:aaaaaaaaa::",
        "q1:join:' OR 1=1 --::",
        "q1:jo\u202ein:{id}::",
        "q1:win:{id}::",
        "q1:__init__:{id}::",
        "q1:move:{id}::draw",
        "q1:move:{id}:9999999999:draw",
        "q1:move:{id}:{revision}:",
        "q1:move:{id}:{revision}:DRAW",
        "q1:move:{id}:{revision}:win",
        "q1:move:{id}:{revision}:draw draw",
        "q1:agree:{id}::",
        "q1:agree:{id}::-1",
        "q1:agree:{id}::\u0663",
        "q1:refuse:{id}::1.5",
        "\N{ANCHOR}" * 50,
        "q1:join:{id}::" + "9" * 41,
    ],
)
async def test_what_no_control_says_is_answered_and_changes_nothing(world: World, forged: str) -> None:
    people = await table(world, "draw")
    before, looked = await kept(world), seen(world)
    text = forged.replace("{id}", before.id).replace("{revision}", str(before.revision))
    for part in ("turn holder", "stranger"):
        reply = await people[part].press(text, on=world.table())
        assert reply.private is not None
        # A stranger who forges a move may as well read that they do not play.
        assert reply.private.startswith((MALFORMED, "You are not one of this game's players."))
        assert reply.public is None
    assert await kept(world) == before
    assert seen(world) == looked


async def test_a_session_that_never_was_is_no_game_here(world: World) -> None:
    people = await table(world, "draw")
    for verb in ("join::", "start::", "house-rules::", "how-to-play::", "rematch::", "agree::7"):
        name, _, rest = verb.partition(":")
        reply = await people["turn holder"].press(f"q1:{name}:aaaaaaaaaa:{rest}", on=world.table())
        assert reply.private is not None
        assert reply.private.startswith("There is no game in this channel.")
        assert reply.public is None


@pytest.mark.parametrize(
    "phase, token, reason",
    [
        ("draw", "bank", "A turn begins with a draw."),
        ("draw", "spend", "There is no bust to answer."),
        ("draw", "decline", "There is no dare to answer."),
        ("choice", "run", "There is no bust to answer."),
        ("choice", "dare", "There is no dare to answer."),
        ("bust", "draw", "First decide about the card that busts you: spend an ally or run."),
        ("bust", "bank", "First decide about the card that busts you: spend an ally or run."),
        ("dare", "draw", "First answer the dare."),
        ("dare", "bank", "First answer the dare."),
    ],
)
async def test_a_forged_move_that_is_not_legal_now_is_refused_with_the_reason(
    world: World, phase: str, token: str, reason: str
) -> None:
    people = await table(world, phase)
    before = await kept(world)
    reply = await people["turn holder"].press(f"q1:move:{before.id}:{before.revision}:{token}", on=world.table())
    assert reply.private == reason
    assert await kept(world) == before


async def test_there_is_no_way_back_from_a_dare_or_an_idol(world: World) -> None:
    people = await table(world, "dare")
    await people["turn holder"].click("Take the dare")
    before = await kept(world)
    reply = await people["turn holder"].press(f"q1:move:{before.id}:{before.revision}:bank", on=world.table())
    assert reply.private is not None
    assert reply.private.startswith("You took the dare: there is no way back")
    thread = world.server.deck.thread("idols")
    (gina,) = world.people("Gina")
    await gina.slash("lands", thread, queen_of_hearts="on")
    world.stack("QH")
    await gina.click("Start", on=world.table(thread))
    await gina.click("Draw", on=world.table(thread))
    before = await kept(world, thread)
    reply = await gina.press(f"q1:move:{before.id}:{before.revision}:bank", on=world.table(thread))
    assert reply.private == "A Cursed Idol demands that you draw first."


async def test_a_forged_departure_takes_its_sender_alone(world: World) -> None:
    people = await table(world, "choice")
    before = await kept(world)
    await people["opener"].press(f"q1:move:{before.id}:{before.revision}:leave", on=world.table())
    after = await kept(world)
    assert [player.left for player in after.players] == [True, False, True, False]
    assert "Anne to play" in seen(world)


@pytest.mark.parametrize("revision", ["0", "1", "999999999"])
async def test_a_move_of_another_revision_is_outdated_and_the_table_is_redrawn(world: World, revision: str) -> None:
    people = await table(world, "choice")
    before = await kept(world)
    reply = await people["turn holder"].press(f"q1:move:{before.id}:{revision}:bank", on=world.table())
    assert reply.private is not None
    assert reply.private.startswith("The table has moved on since that button was drawn.")
    assert await kept(world) == before


@pytest.mark.parametrize(
    "setting, values",
    [
        ("target=-5", None),
        ("target=49", None),
        ("target=999999999999", None),
        ("target=1e2", None),
        ("target=\u0661", None),
        ("target", ["301"]),
        ("target", [""]),
        ("target", ["50", "75"]),
        ("target", ["__class__"]),
        ("last_round=never", None),
        ("dare=maybe", None),
        ("dare", ["on", "on"]),
        ("idols", ["on"]),
        ("players=9", None),
        ("turn_time=-1", None),
        ("turn_time=1", None),
        ("turn_time", ["604800"]),
        ("turn_time", ["90", "90"]),
        ("=", None),
    ],
)
async def test_a_forged_house_rule_changes_nothing(world: World, setting: str, values: list[str] | None) -> None:
    people = await lobby(world)
    before, looked = await kept(world), seen(world)
    reply = await people["opener"].press(f"q1:set:{before.id}::{setting}", on=world.table(), values=values)
    assert reply.private is not None
    assert reply.private.startswith(MALFORMED)
    assert await kept(world) == before
    assert seen(world) == looked


VERBS = (
    "join::",
    "leave::",
    "coin::",
    "start::",
    "cancel::",
    "house-rules::",
    "how-to-play::",
    "set::dare=on",
    "rematch::",
)


@pytest.mark.parametrize("verb", VERBS)
async def test_a_control_carried_to_another_channel_or_server_does_nothing(world: World, verb: str) -> None:
    anne, _ = await gather(world, "Anne", "Bart")
    before = await kept(world)
    name, _, rest = verb.partition(":")
    forged = f"q1:{name}:{before.id}:{rest}"
    thread = world.server.deck.thread("quiet corner")
    tortuga = world.second_server("Tortuga")
    for person, place in ((anne, thread), (tortuga.visit(anne), tortuga.deck)):
        await person.slash("lands", place)
        here = await kept(world, place)
        reply = await person.press(forged, on=world.table(place))
        assert reply.private is not None
        assert reply.private.startswith(MALFORMED)
        assert await kept(world, place) == here
    assert await kept(world) == before


async def test_moves_and_votes_carried_to_another_server_do_nothing(world: World) -> None:
    people = await motion(world)
    anne, before = people["turn holder"], await kept(world)
    controls = [button.custom_id for button in world.table().buttons]
    assert len(controls) == 4
    tortuga = world.second_server("Tortuga")
    there = tortuga.visit(anne)
    await there.slash("lands", tortuga.deck)
    for control in controls:
        reply = await there.press(control, on=world.table(tortuga.deck))
        assert reply.private is not None
        assert reply.private.startswith(MALFORMED)
    assert await kept(world) == before


async def test_all_buttons_of_the_past_are_answered_and_change_nothing(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart", target=50)
    old = list(world.table().buttons)
    world.first(0)
    world.stack(f"{HEARTS_52} 2C")
    await anne.click("Start")
    for person in (anne,) * 8 + (bart,):
        old += world.table().buttons
        await person.click("Draw")
        for button in old:
            before = await kept(world)
            reply = await person.press(button.custom_id, on=world.table())
            assert reply.private
            assert await kept(world) == before
        if seen(world).count("Treasure: 52") or person is bart:
            await person.click("Back to the ship")
    assert ranking(world) == ["**1. Anne** 52", "**2. Bart** 2"]
    before, end = await kept(world), seen(world)
    for button in old:
        replies = [await person.press(button.custom_id, on=world.table()) for person in (anne, bart)]
        assert all(reply.private for reply in replies)
    assert await kept(world) == before
    assert seen(world) == end
    assert len(world.messages()) == 1


async def test_one_person_in_two_games_acts_in_the_one_they_click(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H")
    thread = world.server.deck.thread("quiet corner")
    (dita,) = world.people("Dita")
    await dita.slash("lands", thread)
    await anne.click("Join", on=world.table(thread))
    world.first(1)
    world.stack("2C")
    await dita.click("Start", on=world.table(thread))
    await anne.click("Draw", on=world.table())
    assert "Treasure: 10 doubloons" in seen(world)
    await anne.click("Draw", on=world.table(thread))
    assert "Treasure: 2 doubloons" in seen(world, thread)
    await anne.slash("pirates leave", thread)
    assert "left" not in seen(world)
    assert "Anne to play" in seen(world)
