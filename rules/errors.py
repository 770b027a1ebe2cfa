"""What the rules refuse, as codes with facts. The sentences live in the locale files.

RulesError
├── MalformedMove     the text is not a move of this game
├── IllegalMove       a move the rules do not allow now: a Reason and its facts
├── InvalidOptions    house rules out of range: an OptionFault and its facts
└── UnknownFormat     a stored state of a format this version cannot read
"""

from enum import StrEnum


class Reason(StrEnum):
    """Why a move is refused."""

    GAME_OVER = "game-over"
    SEAT_LEFT = "seat-left"
    NOT_YOUR_TURN = "not-your-turn"
    DRAW_FIRST = "draw-first"
    IDOL_DEMANDS = "idol-demands"
    NO_WAY_BACK = "no-way-back"
    ANSWER_BUST = "answer-bust"
    ANSWER_DARE = "answer-dare"
    NO_BUST = "no-bust"
    NO_DARE = "no-dare"
    PEEK_FIRST = "peek-first"
    PEEK_REQUIRED = "peek-required"
    PEEK_DONE = "peek-done"
    TAKE_FIRST = "take-first"
    TAKE_DONE = "take-done"
    TROVE_EMPTY = "trove-empty"
    NOT_IN_TROVE = "not-in-trove"
    NOT_IN_HAND = "not-in-hand"
    TOO_WEAK = "too-weak"
    NOBODY_HAS_IT = "nobody-has-it"
    OWN_TREASURE = "own-treasure"
    AWAIT_ANSWER = "await-answer"
    ANSWER_THEFT = "answer-theft"
    NO_THEFT = "no-theft"
    NOT_YOUR_TREASURE = "not-your-treasure"
    NO_SUCH_CURSE = "no-such-curse"
    RUM_NEEDED = "rum-needed"
    CURSE_NEEDED = "curse-needed"
    ONE_CURSE = "one-curse"
    CURSE_TWICE = "curse-twice"
    NOT_THE_THIEFS = "not-the-thiefs"


class OptionFault(StrEnum):
    """Why a set of house rules is refused."""

    TARGET_RANGE = "target-range"
    IDOL_CARD = "idol-card"
    IDOL_NUMBER = "idol-number"
    IDOL_TWICE = "idol-twice"
    IDOL_COUNT = "idol-count"
    ENDLESS = "endless"


class RulesError(Exception):
    """Base class of everything that the rules raise on purpose."""


class MalformedMove(RulesError):
    """The text is not a move of this game."""


class UnknownFormat(RulesError):
    """A stored state in a format that this version cannot read."""


class IllegalMove(RulesError):
    """Carries the reason and the facts that its sentence needs."""

    def __init__(self, reason: Reason, **facts: int | str) -> None:
        super().__init__(reason, facts)
        self.reason = reason
        self.facts = facts


class InvalidOptions(RulesError):
    """Carries the fault and the facts that its sentence needs."""

    def __init__(self, fault: OptionFault, **facts: int | str) -> None:
        super().__init__(fault, facts)
        self.fault = fault
        self.facts = facts
