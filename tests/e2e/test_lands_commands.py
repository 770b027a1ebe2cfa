"""`/pirates` and the house rules of Lands Uncharted, as the people in the channel see them."""

import pytest

from tests.e2e.harness import ImpossibleError, World
from tests.e2e.turns import DASH, DAY, HEARTS_52, bank, draw, line, ranking, seen
from tests.e2e.voyages import PUSH, gather, sail

OPENERS = "That is up to the player who opened the game; a moderator can end it too."

NO_GAME = "There is no game in this channel."
OVER = "That game is over."


def motion(world: World) -> str:
    """Give the line of the table that holds the open proposal."""
    return line(world, "🏳️")


# --- /pirates table ---


async def test_the_table_is_posted_again_below_and_its_buttons_work(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H")
    old = world.table().button("Draw")
    reply = await anne.slash("pirates table")
    assert reply.private is None
    assert [message.id for message in world.messages()] == [world.table().id]
    assert world.table().id != old.message
    with pytest.raises(ImpossibleError, match="the message is gone"):
        await anne.click(old)
    await draw(anne)
    assert "Treasure: 10 doubloons" in seen(world)


async def test_an_old_table_that_cannot_be_deleted_points_to_the_new_one_when_clicked(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2S")
    old = world.table()
    world.discord_fails("DELETE", "/channels/*/messages/*", status=403, code=50013)
    await anne.slash("pirates table")
    new = world.table()
    await anne.click("Draw", on=old)
    before, after = world.messages()
    assert (before.id, after.id) == (old.id, new.id)
    assert before.text.startswith("The table has moved: [go to the table](https://discord.com/channels/")
    assert before.text.endswith(f"/{new.id})")
    assert before.labels == []
    assert "Treasure: 10 doubloons" in after.text
    assert (await bart.click(PUSH)).private == "It is not your turn: **Anne** is to play."


async def test_a_lobby_and_a_result_can_be_posted_again_by_anyone(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart", target=50)
    (edward,) = world.people("Edward")
    await edward.slash("pirates table")
    assert "Aboard (2 of 4)" in seen(world)
    world.first(0)
    world.stack(f"{HEARTS_52} 2C")
    await bart.click("Start")
    await bank(anne, 8)
    await bank(bart)
    await edward.slash("pirates table")
    assert ranking(world) == ["**1. Anne** 52", "**2. Bart** 2"]
    assert world.table().labels == ["Rematch"]
    assert len(world.messages()) == 1


@pytest.mark.parametrize("command", ["table", "leave", "skip", "end"])
async def test_where_no_game_ever_was_a_command_says_so(world: World, command: str) -> None:
    await gather(world, "Anne", "Bart")
    (edward,) = world.people("Edward")
    reply = await edward.slash(f"pirates {command}", world.server.channel("galley"))
    assert reply.private is not None
    assert reply.private.startswith(NO_GAME)
    assert reply.public is None


# --- /pirates leave: X1 ---


async def test_leaving_a_lobby_by_command_frees_the_seat(world: World) -> None:
    _, bart = await gather(world, "Anne", "Bart")
    assert (await bart.slash("pirates leave")).private == "You left the lobby."
    assert "Aboard (1 of 4)" in seen(world)
    assert "Bart" not in seen(world)


async def test_leaving_in_ones_own_turn_loses_the_treasure_and_the_next_one_plays(world: World) -> None:
    anne, bart, _ = await sail(world, "Anne", "Bart", "Calico", cards="AH 10H 3C")
    await draw(anne, 2)
    reply = await anne.slash("pirates leave")
    assert reply.private is not None
    assert reply.private.startswith("You left the game.")
    assert "**Anne** left the game and 10 doubloons of treasure behind." in seen(world)
    assert line(world, "**Anne** ·") == "**Anne** · 0 · left"
    assert "discard pile 2" in seen(world)
    await draw(bart)
    assert "**Bart** drew `3♣C`." in seen(world)


async def test_leaving_in_someone_elses_turn_changes_neither_turn_nor_treasure(world: World) -> None:
    anne, bart, calico = await sail(world, "Anne", "Bart", "Calico", cards="10H 2S 3C")
    await draw(anne)
    await bart.slash("pirates leave")
    assert "**Bart** left the game." in seen(world)
    assert "Anne to play" in seen(world)
    await anne.click("Back to the ship (+10)")
    assert "Calico to play" in seen(world)
    await bank(calico)
    assert "Anne to play" in seen(world)
    assert (await bart.click(PUSH)).private == "You are not one of this game's players."


async def test_the_last_one_aboard_wins_once_someone_has_half_the_target(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 9H 6H 2C", target=50)
    await bank(anne, 3)
    await anne.slash("pirates leave")
    assert "🏆 **Bart** wins as the last one aboard." in seen(world)
    assert ranking(world) == ["**1. Bart** 0", f"**{DASH} Anne** 25 · left"]
    late = await bart.slash("pirates leave")
    assert late.private is not None
    assert late.private.startswith(OVER)


async def test_too_early_a_departure_leaves_no_result(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 9H 5H", target=50)
    await bank(anne, 3)
    await anne.slash("pirates leave")
    assert "Only one player is left and nobody has half the target, so there is no result." in seen(world)
    assert "🏆" not in seen(world)


async def test_x1_the_rules_say_how_a_game_ends_that_one_player_is_left_in(world: World) -> None:
    (edward,) = world.people("Edward")
    told = (await edward.slash("pirates rules", game="lands")).private or ""
    one_left = (
        "If only one player is left, the game ends: they win if anyone has half the target, else there is no result."
    )
    assert one_left in told


async def test_x1_l16_a_solo_voyage_that_is_left_was_broken_off(world: World) -> None:
    (anne,) = await sail(world, "Anne", cards="10H")
    await bank(anne)
    await anne.slash("pirates leave")
    assert "The voyage was broken off, so there is no result." in seen(world)


async def test_a_stranger_has_nothing_to_leave(world: World) -> None:
    await sail(world, "Anne", "Bart", cards="10H")
    (edward,) = world.people("Edward")
    assert (await edward.slash("pirates leave")).private == "You are not one of this game's players."


# --- /pirates remove: X1 ---


async def test_a_moderator_removes_a_player_at_once(world: World) -> None:
    _, bart, _ = await sail(world, "Anne", "Bart", "Calico", cards="10H")
    mary = world.moderator("Mary")
    reply = await mary.slash("pirates remove", player=bart)
    assert reply.private == "Bart is out of the game."
    assert "🏳️ A moderator removed **Bart**.\n**Bart** left the game." in seen(world)
    assert line(world, "**Bart** ·") == "**Bart** · 0 · left"
    assert (await mary.slash("pirates remove", player=bart)).private == "That person is not playing here."


async def test_players_remove_someone_together(world: World) -> None:
    anne, bart, calico, dita = await sail(world, "Anne", "Bart", "Calico", "Dita", cards="10H")
    reply = await bart.slash("pirates remove", player=anne)
    assert reply.private is not None
    assert reply.private.startswith("Your proposal stands at the table.")
    assert motion(world) == "🏳️ **Bart** proposes to remove **Anne** from the game. 1 of 3 agree."
    assert (await anne.click("Agree")).private == "This proposal is about you, so the others decide."
    assert (await bart.click("Agree")).private == "You have already agreed."
    await calico.click("Agree")
    assert motion(world).endswith("2 of 3 agree.")
    assert "Anne to play" in seen(world)
    await dita.click("Agree")
    assert line(world, "**Anne** ·") == "**Anne** · 0 · left"
    assert "Bart to play" in seen(world)
    assert world.table().labels == ["Draw"]
    assert "🏳️ The crew removed **Anne**." in seen(world)
    assert "skipped" not in seen(world)


async def test_in_a_game_of_two_players_cannot_remove_each_other(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H")
    reply = await bart.slash("pirates remove", player=anne)
    assert reply.private is not None
    assert reply.private.startswith("In a game of two, only a moderator can remove a player.")
    assert "left" not in seen(world)
    assert (await bart.slash("pirates remove", player=bart)).private == "To go yourself, use **/pirates leave**."


async def test_a_lobby_is_cleared_by_its_opener_or_a_moderator_only(world: World) -> None:
    anne, bart, calico = await gather(world, "Anne", "Bart", "Calico")
    refused = await bart.slash("pirates remove", player=calico)
    assert refused.private == OPENERS
    await anne.slash("pirates remove", player=calico)
    await world.moderator("Mary").slash("pirates remove", player=anne)
    assert "Aboard (1 of 4)" in seen(world)
    assert "**1. Bart** · opened this lobby" in seen(world)


async def test_nobody_removes_someone_who_is_not_aboard(world: World) -> None:
    anne, *_ = await sail(world, "Anne", "Bart", "Calico", cards="10H")
    (edward,) = world.people("Edward")
    assert (await anne.slash("pirates remove", player=edward)).private == "That person is not playing here."
    reply = await edward.slash("pirates remove", player=anne)
    assert reply.private == "You are not one of this game's players."
    assert "🏳️" not in seen(world)


# --- /pirates skip ---


async def test_without_a_clock_a_majority_skips_who_is_away_for_a_day(world: World) -> None:
    crew = await sail(world, "Anne", "Bart", "Calico", "Dita", cards="10H", turn_time=0)
    anne, bart, calico, _ = crew
    assert "⏳ No clock: take your time, **Anne**." in seen(world)
    await draw(anne)
    early = await bart.slash("pirates skip")
    assert early.private is not None
    assert early.private.startswith("They still have time: the others can skip them <t:")
    await world.advance(DAY)
    assert (await anne.slash("pirates skip")).private == "It is your own turn."
    await bart.slash("pirates skip")
    assert motion(world) == "🏳️ **Bart** proposes to skip the turn of **Anne**. 1 of 2 agree."
    await calico.click("Agree")
    assert "⌛ The crew skipped **Anne**." in seen(world)
    assert "**Anne** banked 10: 10 doubloons on the ship." in seen(world)
    assert "Bart to play" in seen(world)
    assert "🏳️" not in seen(world)


async def test_in_a_game_of_two_the_other_player_skips_alone(world: World) -> None:
    _, bart = await sail(world, "Anne", "Bart", cards="10H", turn_time=0)
    await world.advance(DAY)
    assert (await bart.slash("pirates skip")).private == "The turn was played for them."
    assert line(world, "**Anne** ·") == "**Anne** · 10"
    assert "Bart to play" in seen(world)


async def test_a_game_with_a_clock_needs_no_skipping(world: World) -> None:
    _, bart = await sail(world, "Anne", "Bart", cards="10H")
    (edward,) = world.people("Edward")
    reply = await bart.slash("pirates skip")
    assert reply.private == "This game has a clock: when it runs out, the turn is played."
    assert (await edward.slash("pirates skip")).private == "You are not one of this game's players."


# --- /pirates end ---


async def test_a_moderator_ends_a_game_at_once_and_the_channel_is_free(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H")
    await bank(anne)
    mary = world.moderator("Mary")
    assert (await mary.slash("pirates end")).private == "The game has ended without a result."
    assert "The moderator **Mary** ended it. No result." in seen(world)
    assert ranking(world) == [f"**{DASH} Anne** 10", f"**{DASH} Bart** 0"]
    assert world.table().labels == ["Rematch"]
    again = await mary.slash("pirates end")
    assert again.private is not None
    assert again.private.startswith(OVER)
    assert (await anne.slash("lands")).public is not None


async def test_the_opener_ends_a_game_with_the_consent_of_all_others(world: World) -> None:
    anne, bart, calico = await sail(world, "Anne", "Bart", "Calico", cards="10H")
    await anne.slash("pirates end")
    assert motion(world) == "🏳️ **Anne** proposes to end the game without a result. 1 of 3 agree."
    assert world.table().labels == ["Draw", "Agree", "Refuse"]
    await bart.click("Agree")
    # The game goes on meanwhile, and the proposal stands.
    await draw(anne)
    assert motion(world).endswith("2 of 3 agree.")
    await calico.click("Agree")
    assert "The crew agreed to end the game. No result." in seen(world)
    assert world.table().labels == ["Rematch"]


async def test_one_refusal_drops_the_proposal_to_end(world: World) -> None:
    anne, bart, calico = await sail(world, "Anne", "Bart", "Calico", cards="10H")
    await anne.slash("pirates end")
    await bart.click("Agree")
    old = world.table().button("Agree")
    await calico.click("Refuse")
    assert "🏳️" not in seen(world)
    assert world.table().labels == ["Draw"]
    assert (await calico.click(old)).private == "That proposal is no longer open."
    await draw(anne)
    assert "Treasure: 10 doubloons" in seen(world)


async def test_neither_another_player_nor_an_outsider_ends_a_game(world: World) -> None:
    _, bart = await sail(world, "Anne", "Bart", cards="10H")
    (edward,) = world.people("Edward")
    assert (await bart.slash("pirates end")).private == OPENERS
    assert (await edward.slash("pirates end")).private == "You are not one of this game's players."
    assert world.table().labels == ["Draw"]
    assert "Anne to play" in seen(world)


async def test_when_the_opener_leaves_the_next_player_may_propose_the_end(world: World) -> None:
    anne, bart, calico = await sail(world, "Anne", "Bart", "Calico", cards="10H")
    await anne.slash("pirates leave")
    await bart.slash("pirates end")
    assert motion(world).endswith("1 of 2 agree.")
    await calico.click("Agree")
    assert "The crew agreed to end the game. No result." in seen(world)


async def test_a_lobby_is_ended_by_its_opener_alone(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart")
    assert (await bart.slash("pirates end")).private == OPENERS
    await anne.slash("pirates end")
    assert "**Anne** cancelled the lobby." in world.messages()[-1].text
    assert world.messages()[-1].labels == []


# --- /pirates rules and /pirates help ---

SECTIONS = [
    "Goal",
    "Your turn",
    "Cards",
    "Run for your life",
    "Allies",
    "Deck out?",
    "The end",
    "Winner",
    "Solo voyage",
    "Time",
    "Leaving",
]


def headings(text: str) -> list[str]:
    """List what stands in bold at the beginnings of lines, without the full stop."""
    return [row[2:].partition("**")[0].rstrip(".") for row in text.splitlines() if row.startswith("**")]


async def test_the_rules_stand_in_sections_and_only_the_reader_sees_them(world: World) -> None:
    (edward,) = world.people("Edward")
    reply = await edward.slash("pirates rules")
    assert reply.public is None
    assert reply.private is not None
    assert headings(reply.private) == SECTIONS
    assert "Bring 100 doubloons" in reply.private
    assert "House rules" not in reply.private


async def test_the_rules_name_every_house_rule_in_force_here(world: World) -> None:
    queens = {f"queen_of_{suit}": "on" for suit in ("spades", "clubs", "hearts", "diamonds")}
    anne, *_ = await gather(
        world,
        "Anne",
        "Bart",
        target=150,
        last_round="one_more_each",
        buried_treasure="on",
        dare="on",
        dare_prize="instant_win",
        **queens,
    )
    for reply in (await anne.slash("pirates rules", game="lands"), await anne.click("How to play")):
        assert reply.private is not None
        text = reply.private
        assert headings(text) == [
            *SECTIONS,
            "House rules in force",
            "Buried Treasure",
            "Double or Nothing",
            "Cursed Idols",
        ]
        for sentence in (
            "Bring 150 doubloons",
            "every other player gets exactly one more turn.",
            "Banking exactly 21 scores 26.",
            "A bust drops you to 130.",
            "An exact dare wins the game on the spot.",
            "`Q♠S`: discard the highest number card drawn before it this turn.",
            "`Q♣C`: bust at once; an ally may counter it.",
            "`Q♥H`: 2 more cards must be drawn.",
            "`Q♦D`: cards must be drawn until a number above 8.",
        ):
            assert sentence in text


async def test_help_names_every_command_of_the_table(world: World) -> None:
    (edward,) = world.people("Edward")
    reply = await edward.slash("pirates help")
    assert reply.public is None
    assert reply.private is not None
    for command in ("lands", "pirates table", "pirates rules", "pirates leave", "pirates remove", "pirates end"):
        assert f"**/{command}**" in reply.private
    assert "play money" in reply.private
