"""What the pretended Discord refuses, as the real one does."""

import pytest

from tests.wire import shapes
from tests.wire.shapes import COMPONENTS_V2, EPHEMERAL, Person
from tests.wire.state import Interaction, Refused, State

ANNE = Person("1200000000000000001", "Anne")
HELLO = {"type": 4, "data": {"content": "Hello"}}
WHISPER = {"type": 4, "data": {"content": "Psst", "flags": EPHEMERAL}}


def command(state: State) -> Interaction:
    return state.interaction(2, ANNE, shapes.CHANNEL, {"id": "1", "name": "lands", "type": 1}, None)


def refusal(error: pytest.ExceptionInfo[Refused]) -> tuple[int, object]:
    return error.value.status, error.value.body["code"]


def test_an_interaction_is_answered_once() -> None:
    state = State()
    token = command(state).token
    state.answer(token, HELLO, {})
    with pytest.raises(Refused) as error:
        state.answer(token, HELLO, {})
    assert refusal(error) == (400, 40060)
    assert len(state.messages) == 1


def test_an_answer_after_three_seconds_comes_too_late() -> None:
    state = State()
    interaction = command(state)
    interaction.expired = True
    with pytest.raises(Refused) as error:
        state.answer(interaction.token, HELLO, {})
    assert refusal(error) == (404, 10062)
    assert not state.messages


def test_nothing_follows_up_before_the_first_answer() -> None:
    state = State()
    with pytest.raises(Refused) as error:
        state.follow_up(command(state).token, {"content": "Hello"}, {})
    assert refusal(error) == (404, 10015)


@pytest.mark.parametrize("kind", [6, 7, 8])
def test_a_command_has_no_message_to_update_and_nothing_to_complete(kind: int) -> None:
    state = State()
    interaction = command(state)
    with pytest.raises(Refused) as error:
        state.answer(interaction.token, {"type": kind}, {})
    assert refusal(error) == (400, 50035)
    assert interaction.callback is None


def test_a_private_message_is_out_of_reach_for_the_channel() -> None:
    state = State()
    interaction = command(state)
    state.answer(interaction.token, WHISPER, {})
    message = state.interaction_message(interaction.token, "@original")
    assert message.reader == ANNE.id
    with pytest.raises(Refused) as error:
        state.public_message(shapes.CHANNEL, message.id)
    assert refusal(error) == (404, 10008)


def test_a_refused_edit_leaves_the_message_as_it_was() -> None:
    state = State()
    display = {"flags": COMPONENTS_V2, "components": [{"type": 10, "content": "Land ho"}]}
    message = state.post(shapes.CHANNEL, display, {})
    with pytest.raises(Refused) as error:
        state.edit(message, {"content": "Oops", "components": []}, {})
    assert refusal(error) == (400, 50035)
    assert message.text == "Land ho"


def test_what_is_gone_is_not_found() -> None:
    state = State()
    message = state.post(shapes.CHANNEL, {"content": "Hello"}, {})
    state.delete(message)
    with pytest.raises(Refused) as unknown_message:
        state.public_message(shapes.CHANNEL, message.id)
    del state.channels[shapes.CHANNEL]
    with pytest.raises(Refused) as unknown_channel:
        state.post(shapes.CHANNEL, {"content": "Hello"}, {})
    with pytest.raises(Refused) as unknown_member:
        state.member(ANNE.id)
    found = [refusal(error) for error in (unknown_message, unknown_channel, unknown_member)]
    assert found == [(404, 10008), (404, 10003), (404, 10007)]


def test_a_command_keeps_its_id_over_a_second_sync() -> None:
    state = State()
    first = state.sync([{"name": "lands", "description": "Play"}])[0]["id"]
    again = state.sync([{"name": "pirates", "description": "More"}, {"name": "lands", "description": "Play"}])
    assert again[1]["id"] == first
    assert again[0]["id"] != first
    assert state.syncs == 2
