"""The checker of responses to interactions: each rule with a response that keeps it and one that breaks it."""

import pytest

from tests import schema
from tests.examples import Json, Rule, button, choices, field, fields, layout, many, modal, row
from tests.payloads import BadPayload, Kind, check, problems

RULES = {
    "an answer keeps the rules of messages": Rule(
        {"type": 4, "data": many(40)}, {"type": 4, "data": many(41)}, "41 counting nested ones"
    ),
    "an update keeps the rules of messages": Rule(
        {"type": 7, "data": many(40)}, {"type": 7, "data": many(41)}, "41 counting nested ones"
    ),
    "a deferral carries only flags": Rule(
        {"type": 5, "data": {"flags": 64}}, {"type": 5, "data": {"content": "later"}}, "only flags"
    ),
    "a silent acknowledgement carries nothing": Rule(
        {"type": 6}, {"type": 6, "data": {"content": "hush"}}, "carries no data"
    ),
    "at most 25 proposals": Rule(
        {"type": 8, "data": {"choices": choices(25)}},
        {"type": 8, "data": {"choices": choices(26)}},
        "choices: 26",
    ),
    "a known type of answer": Rule({"type": 6}, {"type": 2}, "no response to an interaction"),
    "a modal's title of at most 45 characters": Rule(modal(title="t" * 45), modal(title="t" * 46), "title: 46"),
    "a modal's custom_id of at most 100 characters": Rule(
        modal(custom_id="q" * 100), modal(custom_id="q" * 101), "custom_id: 101"
    ),
    "at most 5 fields in a modal": Rule(modal(components=fields(5)), modal(components=fields(6)), "6 in a modal"),
    "at least one field in a modal": Rule(modal(components=fields(1)), modal(components=[]), "0 in a modal"),
    "words unique in their modal": Rule(
        modal(components=fields(2)),
        modal(components=[field | {"label": "Rule"} for field in fields(2)]),
        "'rule' is also the name",
    ),
    "custom_ids unique in their modal": Rule(
        modal(components=fields(2)), modal(components=[*fields(1), fields(1)[0] | {"label": "Other"}]), "comes 2 times"
    ),
    "placeholders of at most 100 characters": Rule(
        modal(components=[field("Rule", placeholder="p" * 100)]),
        modal(components=[field("Rule", placeholder="p" * 101)]),
        "placeholder: 101",
    ),
    "labels of at most 45 characters": Rule(
        modal(components=[field("r" * 45)]), modal(components=[field("r" * 46)]), "label: 46"
    ),
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_response_within_the_limit_is_accepted(rule: Rule) -> None:
    check(Kind.CALLBACK, rule.good)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_response_beyond_the_limit_is_refused_with_its_reason(rule: Rule) -> None:
    with pytest.raises(BadPayload) as refusal:
        check(Kind.CALLBACK, rule.bad)
    assert rule.words in str(refusal.value)


@pytest.mark.skipif(bool(schema.MISSING), reason=schema.MISSING)
@pytest.mark.parametrize(
    "answer",
    [
        {"type": 4, "data": layout(row(button("Draw", style=99)))},
        {"type": 5, "data": {"flags": "64"}},
        {"type": 7, "data": layout(row(button("Draw", style=99)))},
        {"type": 8, "data": {"choices": [{"name": 3, "value": []}]}},
        modal(components=[{"type": 18, "label": "Rule", "component": {"type": 4, "custom_id": "q1:x", "style": 99}}]),
    ],
    ids=lambda answer: answer["type"],
)
def test_discords_own_schema_judges_every_type_of_answer_that_carries_data(answer: Json) -> None:
    assert any("schema" in problem for problem in problems(Kind.CALLBACK, answer))
