# Lands Uncharted: what happens, what can be done, and the rules.

## What shared messages say of the game

game-lands = Lands Uncharted
command-lands = Open a lobby for Lands Uncharted: push your luck on a dangerous island (1-4 players)
button-first-lands = I touched coin last
lobby-claim-lands = · 🪙 touched coin last, goes first
lobby-solo-lands = Press **Start** to sail alone: the solo voyage, ten rounds for the highest total. Or wait for others to join.
answer-left-lands = You left the game. Your banked points stay on the sheet, but you cannot win it any more.
board-bank = Biggest single bank
board-bank-own = Biggest single bank, house rules
board-line-bank = **{ $rank }.** **{ $name }** · { $points ->
    [one] { $points } doubloon
   *[other] { $points } doubloons
} at once, in { $games ->
    [one] { $games } game
   *[other] { $games } games
}
board-empty-bank = Nobody is on this board yet. Finish a game of { $game } with others { $rules ->
    [house] under house rules
   *[standard] under the rules as written
}, and your biggest bank is on it.
stats-lands = Bust rate { $percent } % · average bank { $average }, biggest { $best } · { $allies ->
    [one] { $allies } ally spent
   *[other] { $allies } allies spent
}

## House rules

rule-lands-target = Target
rule-lands-target-about = Doubloons that trigger the last round
rule-lands-last_round = Last round
rule-lands-last_round-about = Who still plays once a player has reached the target
rule-lands-last_round-finish_round = finish the round
rule-lands-last_round-one_more_each = one more turn for every other player
rule-lands-buried_treasure = Buried Treasure
rule-lands-buried_treasure-about = Banking exactly 21 scores 26
rule-lands-dare = Double or Nothing
rule-lands-dare-about = A bank that leaves you 2 to 10 short may be followed by a dare for the exact target
rule-lands-dare_prize = Prize of the dare
rule-lands-dare_prize-about = What an exact dare wins
rule-lands-dare_prize-last_round = the last round begins
rule-lands-dare_prize-instant_win = wins on the spot
rule-lands-queen_of_spades = Queen of Spades
rule-lands-queen_of_spades-about = Cursed Idol: discard the highest number card of this turn
rule-lands-queen_of_clubs = Queen of Clubs
rule-lands-queen_of_clubs-about = Cursed Idol: bust at once
rule-lands-queen_of_hearts = Queen of Hearts
rule-lands-queen_of_hearts-about = Cursed Idol: draw two more cards
rule-lands-queen_of_diamonds = Queen of Diamonds
rule-lands-queen_of_diamonds-about = Cursed Idol: draw until a number above 8
rule-lands-home_idols = Home-made idols
rule-lands-home_idols-about = The idols that this server has made, all of them

## The table

lands-status = -# Round { $round } · target { $target } · deck { $deck }, discard pile { $discard }
lands-status-solo = -# Round { $round } of { $rounds } · deck { $deck }, discard pile { $discard }
lands-treasure = **Treasure: { $value ->
    [one] { $value } doubloon
   *[other] { $value } doubloons
}**
lands-treasure-none = **Treasure: nothing yet**
lands-cards = { $cards }
lands-face = Threat: { $card } · a second face card busts
lands-pending = { $cause ->
    [pair] ⚠️ { $card } is a number that is already in the treasure.
    [idol] ⚠️ { $card } is cursed.
   *[faces] ⚠️ { $card } is a second threat.
} { $daring ->
    [yes] Spend an ally to go on, or run and fall back to { $fall }.
   *[no] Spend an ally to go on, or run and lose this treasure.
}
lands-forced-draws = { $draws ->
    [one] { $draws } more card must be drawn
   *[other] { $draws } more cards must be drawn
} ({ $cards }).
lands-forced-above = Cards must be drawn until a number above { $above } ({ $cards }).
lands-forced-both = Cards must be drawn until a number above { $above }, and at least { $draws } more ({ $cards }).
lands-offer = 🎲 **Double or Nothing?** One last turn for exactly { $need } more. { $prize ->
    [instant_win] Hit it, and you win on the spot.
   *[last_round] Hit it, and you have the target.
} Bust or overshoot, and you fall back to { $fall }.
lands-daring = 🎲 **Double or Nothing:** exactly { $need } more, or fall back to { $fall }.
lands-seat = { $active ->
    [yes] ▶{" "}
   *[no] {""}
}**{ $name }** · { $score }{ $allies ->
    [none] {""}
   *[some] {" "}· allies { $cards }
}{ $left ->
    [yes] {" "}· left
   *[no] {""}
}
lands-last-round = 🔔 **Last round.** Still to play: { $names }.

## Buttons

lands-button-draw = Draw
lands-button-bank = Back to the ship (+{ $points })
lands-button-spend = Spend an ally
lands-button-run = Run
lands-button-dare = Take the dare
lands-button-decline = Decline the dare

## What happened, by event

lands-event-start = The voyage begins.{ $players ->
    [1] {""}
   *[other] {" "}**{ $name }** goes first.
}
lands-event-reshuffled = The deck ran out: { $cards ->
    [one] { $cards } discarded card was shuffled into a new one.
   *[other] { $cards } discarded cards were shuffled into a new one.
}
lands-event-drew = **{ $name }** drew { $card }.
lands-event-ally-joined = { $kept ->
    [yes] { $card } joins **{ $name }** as an ally.
   *[no] { $card } finds no room: **{ $name }** has four allies already.
}
lands-event-threatened = { $cause ->
    [pair] That number is already in the treasure.
    [idol] The idol strikes.
   *[faces] That is a second threat.
} **{ $name }** has an ally who could help.
lands-event-ally-spent = **{ $name }** spent the ally { $ally } against { $card }.
lands-event-busted = { $cause ->
    [pair] Two of a number!
    [idol] The idol strikes!
   *[faces] Two threats!
} **{ $name }** runs for their life and loses { $lost ->
    [0] nothing but pride
    [one] { $lost } doubloon
   *[other] { $lost } doubloons
}.
lands-event-banked = **{ $name }** banked { $value }{ $bonus ->
    [0] {""}
   *[other] {" "}and found Buried Treasure (+{ $bonus })
}: { $score ->
    [one] { $score } doubloon
   *[other] { $score } doubloons
} on the ship.
lands-event-demanded = The idol { $card } demands { $above ->
    [0] { $draws ->
        [one] { $draws } more draw
       *[other] { $draws } more draws
    }
   *[other] draws until a number above { $above }
}.
lands-event-discarded = The idol { $idol } takes { $card } from the treasure.
lands-event-valued = The idol { $card } { $change }.
lands-adds = adds { $points } to the treasure
lands-takes = takes { $points } from the treasure
lands-takes-nothing = finds nothing to take
lands-event-ally-lost = The idol { $idol } drives the ally { $ally } away.
lands-event-sent-back = The idol { $card } sends **{ $name }** back to the ship.
lands-event-dared = { $need } short of the target: **{ $name }** may double or have nothing.
lands-event-dare-taken = **{ $name }** takes the dare. There is no way back.
lands-event-dare-declined = **{ $name }** declines the dare.
lands-event-dare-won = **{ $name }** hit the target exactly: { $score } doubloons!
lands-event-dare-lost = { $cause ->
    [too-much] Too much!
    [pair] Two of a number!
    [idol] The idol strikes!
   *[faces] Two threats!
} **{ $name }** lost the dare and falls back to { $score }.
lands-event-last-round = **{ $name }** reached the target: this is the last round.
lands-event-left = **{ $name }** left the game{ $lost ->
    [0] {""}
    [one] {" "}and { $lost } doubloon of treasure behind
   *[other] {" "}and { $lost } doubloons of treasure behind
}.

## The end

lands-ending-highest-score = 🏆 **{ $names }** wins with the highest score aboard.
lands-ending-fewest-scorings = 🏆 **{ $names }** wins the tie: the same score in fewer scorings.
lands-ending-shared = 🏆 **{ $names }** share the win: equal score, scored equally often.
lands-ending-dare-won = 🏆 **{ $names }** wins on the spot with an exact dare.
lands-ending-last-aboard = 🏆 **{ $names }** wins as the last one aboard.
lands-ending-solo = 🏆 **{ $names }** brought home { $score ->
    [one] { $score } doubloon
   *[other] { $score } doubloons
} in ten rounds. Log your total and try to beat it next time!
lands-ending-no-result = { $solo ->
    [yes] The voyage was broken off, so there is no result.
   *[no] Only one player is left and nobody has half the target, so there is no result.
}
lands-rank = **{ $place ->
    [0] –
   *[other] { $place }.
} { $name }** { $sum }{ $left ->
    [yes] {" "}· left
   *[no] {""}
}
lands-sum = { $banks } = { $score }

## The rules

lands-rules-title = ## Lands Uncharted
lands-rules-goal = **Goal.** You are pirate captains searching a dangerous island. Bring { $target } doubloons of treasure to your ship.
lands-rules-turn = **Your turn** begins with a draw. Then choose, card by card: go **back to the ship** and bank the treasure's value, or **push forward** and draw again.
lands-rules-cards = **Cards.** 2-10 are treasure worth their number. Face cards (J, Q and K) are threats and worth nothing. An ace is an ally: it is put aside and stays with you from turn to turn.
lands-rules-bust = **Run for your life.** A second face card, or a second card of a number already in your treasure, busts you: this turn's treasure is lost, banked points and allies stay, and play passes on.
lands-rules-allies = **Allies.** When a card busts you, you may spend one ally: the ace and that card are discarded and your turn goes on.
lands-rules-deck = **Deck out?** The discard pile is shuffled into a new deck; cards on the table and allies stay out.
lands-rules-end-finish_round = **The end.** A bank that reaches { $target } triggers the last round: play goes on until everyone has had equally many turns.
lands-rules-end-one_more_each = **The end.** A bank that reaches { $target } triggers the last round: every other player gets exactly one more turn.
lands-rules-winner = **Winner.** The highest score; in a tie, who scored fewer times; still tied, they share the win. Banking nothing is no scoring.
lands-rules-solo = **Solo voyage.** Ten rounds, one deck running through them, and the highest total you can get. No target and no dare.
lands-rules-clock = **Time.** When your time runs out, the rest of your turn is played: an ally is spent against a bust, compulsory cards are drawn, a dare is declined (once taken, it is drawn), otherwise you bank. Each time-out in a row halves your next clock (never under 15 s); a move restores it. Three turns missed in a row, and you leave.
lands-rules-leaving = **Leaving.** The turn's treasure and the allies are gone; banked points stay on the sheet but cannot win. If only one player is left, the game ends: they win if anyone has half the target, else there is no result.
lands-rules-house = **House rules in force**
lands-rules-buried_treasure = **Buried Treasure.** Banking exactly 21 scores 26.
lands-rules-dare = **Double or Nothing.** Once a game, a bank that leaves you 2 to 10 short of the target offers one extra turn at once. Take it, and you draw until you have exactly the target or bust. An ally can counter a pair or a second face, but nothing saves a total above the target. A bust drops you to { $fall }.
lands-rules-dare_prize-last_round = An exact dare triggers the last round.
lands-rules-dare_prize-instant_win = An exact dare wins the game on the spot.
lands-rules-idols = **Cursed Idols.** The bust test comes first; a card that is countered or busts has no further effect. Compulsory draws add up, at most ten a turn.
lands-rules-idols-dare = In a dare no idol demands draws or sends you back to the ship.
lands-idol-rank = every `{ $rank }`
lands-idol = { $card }: { $effect ->
    [bust] bust at once; an ally may counter it.
    [discard_highest] discard the highest number card drawn before it this turn.
    [discard_lowest] discard the lowest number card drawn before it this turn.
    [draw_more] { $number ->
        [one] one more card must be drawn.
       *[other] { $number } more cards must be drawn.
    }
    [draw_until_above] cards must be drawn until a number above { $number }.
    [bonus] adds { $number } to this turn's treasure.
    [toll] takes { $number } from this turn's treasure.
    [lose_ally] drives one ally away.
    [gain_ally] joins you as an ally.
   *[bank_now] sends you back to the ship at once.
}
