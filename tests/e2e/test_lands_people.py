"""Who may do what, through the real discord.py; who may in general is proved in tests/bot/test_matrix.py (F07, F31)."""

from tests.e2e.harness import World
from tests.e2e.turns import kept, seen
from tests.e2e.voyages import gather, sail

MALFORMED = "That control is not from this version of the bot, or not from this channel."
NO_PLAYER = "You are not one of this game's players."


async def test_a_control_refuses_everyone_else_in_private(world: World) -> None:
    """At a table with an open proposal to end the game, everyone presses every button that is not for them."""
    bart, anne, calico = await sail(world, "Bart", "Anne", "Calico", cards="10H")
    (edward,) = world.people("Edward")
    mary = world.moderator("Mary")
    await calico.slash("pirates leave")
    await bart.slash("pirates end")
    await bart.click("Draw")
    before, looked = await kept(world), [message.payload for message in world.messages()]
    table = world.table()
    assert table.labels == ["Draw", "Back to the ship (+10)", "Agree", "Refuse"]
    refused = {anne: ["Draw", "Back to the ship"], **dict.fromkeys((calico, edward, mary), table.labels)}
    for person, labels in refused.items():
        for label in labels:
            reply = await person.click(label, on=table)
            assert reply.private == ("It is not your turn: **Bart** is to play." if person is anne else NO_PLAYER)
            assert reply.public is None
    assert (await bart.click("Agree")).private == "You have already agreed."
    assert await kept(world) == before
    assert [message.payload for message in world.messages()] == looked


async def test_a_forged_departure_takes_its_sender_alone(world: World) -> None:
    _, bart, _ = await sail(world, "Anne", "Bart", "Calico", cards="10H")
    before = await kept(world)
    await bart.press(f"q1:move:{before.id}:{before.revision}:leave", on=world.table())
    assert [player.left for player in (await kept(world)).players] == [False, True, False]
    assert "Anne to play" in seen(world)


async def test_a_forged_house_rule_changes_nothing(world: World) -> None:
    anne, _ = await gather(world, "Anne", "Bart")
    before, looked = await kept(world), seen(world)
    forged: list[tuple[str, list[str] | None]] = [
        ("target=-5", None),
        ("target=999999999999", None),
        ("target=\u0661", None),
        ("target", ["301"]),
        ("target", ["50", "75"]),
        ("dare=maybe", None),
        ("idols", ["on"]),
        ("players=9", None),
        ("turn_time", ["604800"]),
        ("=", None),
    ]
    for setting, values in forged:
        reply = await anne.press(f"q1:set:{before.id}::{setting}", on=world.table(), values=values)
        assert str(reply.private).startswith(MALFORMED), setting
    assert await kept(world) == before
    assert seen(world) == looked


async def test_controls_carried_to_another_server_do_nothing(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H")
    await anne.slash("pirates end")
    before = await kept(world)
    tortuga = world.second_server("Tortuga")
    there = tortuga.visit(anne)
    await there.slash("lands", tortuga.deck)
    here = await kept(world, tortuga.deck)
    verbs = [f"q1:{verb}:{before.id}::" for verb in ("join", "start", "cancel", "house-rules", "rematch")]
    for control in [*(button.custom_id for button in world.table().buttons), *verbs]:
        reply = await there.press(control, on=world.table(tortuga.deck))
        assert str(reply.private).startswith(MALFORMED), control
    assert await kept(world) == before
    assert await kept(world, tortuga.deck) == here
