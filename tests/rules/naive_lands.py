"""Lands Uncharted told a second time, as a script in the order of the rule text: slow, and with nothing of rules/lands.

A game is a generator. It yields whose decision it is and the words that answer it; it is sent the word, and the
card's code where the word is `draw`. Leaving is not told here. The rulings are those of L1-L16.
"""

from collections.abc import Generator

from rules.cards import CODES
from rules.idols import Idol
from rules.lands.model import Options

Decision = tuple[int, set[str]]
Answer = tuple[str, str]
Telling = Generator[Decision, Answer, str]
"""Ends with a word that says how this part ended."""


def number(card: str) -> int:
    """Worth of a number card, 0 for faces and aces."""
    return int(card[:-1]) if card[:-1].isdigit() else 0


class Voyage:
    """One game; every pile is a list of codes."""

    def __init__(self, options: Options, seats: int, first: int) -> None:
        self.options = options
        self.first = first
        self.deck = set(CODES)
        self.discard: set[str] = set()
        self.score = [0] * seats
        self.times = [0] * seats
        self.allies: list[list[str]] = [[] for _ in range(seats)]
        self.offered: set[int] = set()
        self.at_sea()

    def at_sea(self) -> None:
        """Nothing lies on the table."""
        self.treasure: list[str] = []
        self.face = ""
        self.value = 0
        self.pending = 0
        self.untils: list[int] = []
        self.compelled = 0
        self.daring = False

    # --- The game: L2, L10, L16 ---

    def play(self) -> Telling:
        """Play until it is over; end with `champion 2` where seat 2 won on the spot, else with nothing."""
        seats = len(self.score)
        turns_left: list[int] | None = None
        seat, turn = self.first, 0
        while True:
            how = yield from self.turn(seat)
            turn += 1
            if how == "champion":
                return f"champion {seat}"
            if seats == 1:
                if turn == 10:
                    return ""
                continue
            if turns_left is not None:
                turns_left.remove(seat)
            elif self.score[seat] >= self.options.target:
                turns_left = self.still_to_play(seat)
            if turns_left == []:
                return ""
            seat = (seat + 1) % seats

    def still_to_play(self, trigger: int) -> list[int]:
        """Say which seats have a turn after the trigger's."""
        seats = len(self.score)
        after = [(trigger + step) % seats for step in range(1, seats)]
        if self.options.last_round == "one_more_each" or trigger == self.first:
            return after
        return after[: after.index(self.first)]

    # --- A turn: L3, L8, L12, L13 ---

    def turn(self, seat: int) -> Telling:
        word, card = yield seat, {"draw"}
        while True:
            how = "bank" if word == "bank" else (yield from self.draw(seat, card))
            if how == "bust":
                self.clear()
                return "bust"
            if how == "bank":
                return (yield from self.bank(seat))
            compulsory = self.pending > 0 or bool(self.untils)
            word, card = yield seat, ({"draw"} if compulsory else {"draw", "bank"})

    def bank(self, seat: int) -> Telling:
        points = 26 if self.options.buried_treasure and self.value == 21 else self.value
        self.score[seat] += points
        self.times[seat] += points > 0
        self.clear()
        short = self.options.target - self.score[seat]
        if not self.options.dare or len(self.score) == 1 or seat in self.offered or not 2 <= short <= 10:
            return "banked"
        self.offered.add(seat)
        word, _ = yield seat, {"dare", "decline"}
        return (yield from self.dare(seat)) if word == "dare" else "declined"

    def dare(self, seat: int) -> Telling:
        self.daring = True
        short = self.options.target - self.score[seat]
        while True:
            _, card = yield seat, {"draw"}
            how = yield from self.draw(seat, card)
            if how == "bust" or self.value > short:
                self.score[seat] = self.options.target - 20
                self.clear()
                return "fallen"
            if self.value == short:
                self.score[seat] += short
                self.times[seat] += 1
                self.clear()
                return "champion" if self.options.dare_prize == "instant_win" else "won"

    def clear(self) -> None:
        self.discard |= {*self.treasure, self.face} - {""}
        self.at_sea()

    # --- A draw: L5, L7, L9, L14, L15 ---

    def draw(self, seat: int, card: str) -> Telling:
        """Take `card`, which the deck must still hold; end with `on`, `bust` or `bank`."""
        if not self.deck:
            self.deck, self.discard = self.discard, set()
        self.deck.remove(card)
        self.count(card)
        idol = self.idol(card)
        effect = idol.effect.value if idol else ""
        second_face = card[0] in "JQK" and self.face != ""
        second_number = number(card) > 0 and number(card) in map(number, self.treasure)
        if second_face or second_number or effect == "bust":
            return (yield from self.run_for_your_life(seat, card))
        if card[0] == "A" or effect == "gain_ally":
            self.befriend(seat, card)
        elif card[0] in "JQK":
            self.face = card
        else:
            self.treasure.append(card)
            self.value += number(card)
        if effect == "bank_now" and not self.daring:
            return "bank"
        if idol:
            self.obey(seat, card, idol)
        return "on"

    def count(self, card: str) -> None:
        """Lower what is owed by a draw that was compulsory."""
        if not self.pending and not self.untils:
            return
        self.compelled += 1
        self.pending = max(0, self.pending - 1)
        self.untils = [above for above in self.untils if number(card) <= above]
        if self.compelled == 10:
            self.pending, self.untils = 0, []

    def idol(self, card: str) -> Idol | None:
        idols = {idol.on: idol for idol in self.options.idols}
        return idols.get(card) or idols.get(card[:-1])

    def run_for_your_life(self, seat: int, card: str) -> Telling:
        if self.allies[seat]:
            word, _ = yield seat, {"spend", "run"}
            if word == "spend":
                self.discard |= {self.allies[seat].pop(), card}
                return "on"
        self.discard.add(card)
        return "bust"

    def befriend(self, seat: int, card: str) -> None:
        if len(self.allies[seat]) < 4:
            self.allies[seat].append(card)
        else:
            self.discard.add(card)

    def obey(self, seat: int, card: str, idol: Idol) -> None:
        """Do what the idol on `card` asks."""
        others = [other for other in self.treasure if other != card]
        if idol.effect == "discard_highest" and others:
            self.throw(max(others, key=number))
        elif idol.effect == "discard_lowest" and others:
            self.throw(min(others, key=number))
        elif idol.effect == "bonus":
            self.value += idol.number
        elif idol.effect == "toll":
            self.value = max(0, self.value - idol.number)
        elif idol.effect == "lose_ally" and self.allies[seat]:
            self.discard.add(self.allies[seat].pop())
        elif not self.daring and self.compelled < 10:
            self.pending += idol.number if idol.effect == "draw_more" else 0
            self.untils += [idol.number] if idol.effect == "draw_until_above" else []

    def throw(self, card: str) -> None:
        self.treasure.remove(card)
        self.discard.add(card)
        self.value = max(0, self.value - number(card))

    # --- The end: L11 ---

    def places(self, champion: str) -> tuple[int, ...]:
        """Rank the seats; `champion` is what `play` ended with."""
        order = [(-score, times) for score, times in zip(self.score, self.times, strict=True)]
        if champion:
            order[int(champion.split()[1])] = (-10_000, 0)
        return tuple(1 + sum(other < own for other in order) for own in order)
