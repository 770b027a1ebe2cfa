# Black Spot: what happens, what can be done, and the rules. Cards arrive drawn; a face-down curse is never named.

## What shared messages say of the game

game-blackspot = Black Spot
command-blackspot = Open a lobby for Black Spot: hidden hands, theft and curses (2-4 players)
button-first-blackspot = I'm going first
lobby-claim-blackspot = · goes first
answer-left-blackspot = You left the game. Your treasures stay in play, but you cannot win it any more.
board-stolen = Treasures stolen
board-stolen-own = Treasures stolen, house rules
board-line-stolen = **{ $rank }.** **{ $name }** · { $points ->
    [one] { $points } treasure
   *[other] { $points } treasures
} in { $games ->
    [one] { $games } game
   *[other] { $games } games
}
board-empty-stolen = Nobody is on this board yet. Finish a game of { $game } with others { $rules ->
    [house] under house rules
   *[standard] under the rules as written
}, and what you stole is on it.
stats-blackspot = { $thefts ->
    [one] { $thefts } theft
   *[other] { $thefts } thefts
} tried, { $stolen } succeeded · { $fights } fought off · { $curses ->
    [one] { $curses } curse
   *[other] { $curses } curses
} laid, { $purified } purified

## House rules

rule-blackspot-peek = Peek
rule-blackspot-peek-about = Whether one must pay a card to look at a curse in the trove
rule-blackspot-peek-required = required
rule-blackspot-peek-optional = optional
rule-blackspot-curse_reaction = Curse answer
rule-blackspot-curse_reaction-about = How many curses a robbed captain may move
rule-blackspot-curse_reaction-any = any number
rule-blackspot-curse_reaction-one = one curse
rule-blackspot-purify = Purify
rule-blackspot-purify-about = What lifts a curse
rule-blackspot-purify-single = one rum card of its value
rule-blackspot-purify-sum = the sum of the rum
rule-blackspot-ending = Ending
rule-blackspot-ending-about = Who has a final turn after the last treasure is taken
rule-blackspot-ending-full_cycle = everyone, the taker last
rule-blackspot-ending-others_only = everyone but the taker
rule-blackspot-ending-immediate = nobody

## The table

blackspot-step = { $phase ->
    [peek] **{ $name }** must pay a card to look at a curse in the trove.
    [peek-optional] **{ $name }** may pay a card to look at a curse in the trove.
    [take] **{ $name }** must take a treasure from the trove.
    [react] **{ $name }** is being robbed and may react.
   *[act] **{ $name }** may steal and purify, then ends the turn.
}
blackspot-final = 🔔 This is a final turn.
blackspot-final-turns = 🔔 Final turns still to come: { $names }.
blackspot-trove = **Trove** · { $left ->
    [0] no more treasures to come
    [one] one more treasure to come
   *[other] { $left } more treasures to come
}
blackspot-trove-empty = **The trove is empty.**
blackspot-treasure = { $loot } ({ $worth }){ $curses }
blackspot-curse = {" "}· curse { $card } ({ $rank })
blackspot-curse-known = {" "}· curse { $card } ({ $rank }, face down, you know it)
blackspot-face-down = {" "}· { $count ->
    [one] one curse face down
   *[other] { $count } curses face down
}
blackspot-captain = { $active ->
    [yes] ▶{" "}
   *[no] {""}
}**{ $name }** · { $hand ->
    [one] { $hand } card
   *[other] { $hand } cards
} · loot { $loot } − curses { $curses } = { $score }{ $down ->
    [0] {""}
    [one] {" "}and one face down
   *[other] {" "}and { $down } face down
}{ $left ->
    [yes] {" "}· left
   *[no] {""}
}
blackspot-piles = -# Draw pile { $draw } · discard pile { $discard } · curses purified { $purified }
blackspot-theft = ⚔️ **{ $thief }** takes { $loot } ({ $worth }) from **{ $victim }** with crew worth { $strength }: { $cards }.
blackspot-purifying = 🍶 A purification is under way: { $loot }, curse { $card } needs { $sum ->
    [yes] { $needed } more
   *[no] one rum card worth at least { $needed }
}.
blackspot-call = { $mention }, **{ $thief }** is taking your { $loot } with crew worth { $strength }. { $deadline ->
    [none] Take your time: press **React**
   *[other] Press **React**. Time is up { $deadline }
} ({ $link }).

## Buttons

button-hand = My hand
button-react = React
blackspot-choice-steal = Steal
blackspot-choice-purify = Purify
blackspot-choice-fight = Fight
blackspot-choice-curse = Curse
blackspot-do-peek = Pay and look
blackspot-do-skip-peek = Do not look
blackspot-do-take = Take it
blackspot-do-steal = Steal it
blackspot-do-purify = Play the rum
blackspot-do-end-turn = End turn
blackspot-do-let-go = Let it go
blackspot-do-fight = Fight back
blackspot-do-curse = Lay the curses
blackspot-theirs = { $loot } of { $name }
blackspot-own-curse = { $loot } curse{ $number ->
    [0] {""}
   *[other] {" "}{ $number }
}
blackspot-own-curse-known = { $loot } curse{ $number ->
    [0] {""}
   *[other] {" "}{ $number }
}: { $card }
blackspot-laid = { $curse } → { $to }
blackspot-onto = onto { $loot }
blackspot-with-curse = { $loot } with { $card }

## The hand

hand-title = ### Your hand · { $game } in { $channel }
hand-cards = **Hand:** { $cards }
hand-empty = **Hand:** no cards
hand-worth = -# Crew { $crew } · rum { $rum }
hand-known = **You have seen:** { $cards }
hand-known-one = { $card } under { $loot }
hand-waiting = **{ $name }** is to play. Your hand is here whenever you want it.
hand-waiting-theft = **{ $name }** is being robbed and may react. Your hand is here whenever you want it.
hand-waiting-victim = **{ $name }** is thinking about your theft. You go on when they have answered.
hand-over = The game is over.
hand-paused = ⏸️ The game is paused. **Resume** at the table, or **/pirates resume**, lets it go on.
blackspot-ask-peek = Choose the card to pay, and the treasure whose curse you want to see.
blackspot-ask-take = Choose the treasure to take. Its curse comes along as it lies.
blackspot-ask-act = Steal, purify, or end your turn.
blackspot-ask-steal = Choose a treasure, then crew worth at least as much.
blackspot-ask-purify = { $sum ->
    [yes] Choose a curse, then rum. The rum adds up until it lifts the curse.
   *[no] Choose a curse, then rum. One rum card worth at least the curse lifts it.
}
blackspot-ask-react = **{ $thief }** takes your { $loot } with crew worth { $strength }. Fight with crew worth as much, curse them with crew, rum or both worth as much, or let it go.{ $deadline ->
    [none] {""}
   *[other] {" "}Time is up { $deadline }.
}
blackspot-ask-fight = Choose crew worth at least { $strength }.
blackspot-ask-curse = Choose cards worth at least { $strength }, then each curse and where it goes.
blackspot-ask-onto = Where does **{ $curse }** go?
blackspot-picked = **Your choice:** { $what }
blackspot-picked-nothing = **Your choice:** nothing yet
blackspot-paying = Chosen: { $worth } of { $needed }.
blackspot-chosen = Chosen: { $worth }.
blackspot-rum = { $needed ->
    [0] The curse lies face down: the first rum turns it up.
   *[other] { $sum ->
        [yes] It needs { $needed } more; chosen: { $given }.
       *[no] It needs one card worth { $needed }; best chosen: { $given }.
    }
}

## What happened, by event

blackspot-event-start = The captains are gathered. **{ $name }** goes first.
blackspot-event-turn-began = { $final ->
    [yes] 🔔 **{ $name }** begins a final turn with { $drawn } new cards.
   *[no] **{ $name }** begins a turn with { $drawn } new cards.
}
blackspot-event-reshuffled = The draw pile ran out: { $cards ->
    [one] { $cards } discarded card was shuffled into a new one.
   *[other] { $cards } discarded cards were shuffled into a new one.
}
blackspot-event-peeked = **{ $name }** paid { $card } and looked at the curse under { $loot }{ $curse ->
    [unknown] .
   *[known] : { $curse }.
}
blackspot-event-peek-skipped = **{ $name }** did not look at a curse.
blackspot-event-took = **{ $name }** took { $loot } from the trove.
blackspot-event-dealt = { $loot } comes to the trove, with a curse face down.
blackspot-event-trove-emptied = **{ $name }** took the last treasure: { $turns ->
    [0] the game ends with this turn.
    [one] one final turn follows.
   *[other] { $turns } final turns follow.
}
blackspot-event-theft-began = **{ $name }** plays { $cards } (worth { $strength }) to steal { $loot } from **{ $victim }**.
blackspot-event-fought = **{ $name }** fights back with { $cards } (worth { $strength }) and keeps { $loot }.
blackspot-event-stolen = **{ $name }** has stolen { $loot } from **{ $victim }**{ $answer ->
    [empty-hand] , whose hand was empty
    [gone] , who is gone
   *[other] {""}
}{ $curses ->
    [0] .
    [one] , and a curse with it.
   *[other] , and { $curses } curses with it.
}
blackspot-event-cursed = **{ $name }** pays { $cards } and curses **{ $thief }**: { $moved }.
blackspot-moved = the curse { $curse } of { $loot } goes onto { $to }
blackspot-moved-down = a face-down curse of { $loot } goes onto { $to }
blackspot-event-rum-played = **{ $name }** plays { $cards } at the curse of { $loot }{ $flipped ->
    [yes] , which turns out to be { $curse }.
   *[no] , { $curse }.
}
blackspot-event-purified = **{ $name }** has purified { $loot }: { $curse } is gone.
blackspot-event-curse-stayed = The curse { $curse } stays on { $loot }.
blackspot-event-turn-ended = **{ $name }** ended the turn.
blackspot-event-turned-up = Under { $loot } of **{ $name }** lay { $curse }.
blackspot-event-left = **{ $name }** left the game; the clock plays the turns that the seat still has.

## The end

blackspot-over = ## { $game } · the game is over
blackspot-ending-highest-score = 🏆 **{ $names }** wins with the richest hoard aboard.
blackspot-ending-shared = 🏆 **{ $names }** share the win: equal hoards.
blackspot-ending-last-aboard = 🏆 **{ $names }** wins as the last one aboard.
blackspot-ending-no-result = Only one player is left and fewer than six treasures have been taken, so there is no result.
# Bold from the start: a line that began with a number would be an item of a list, which Discord numbers by itself.
blackspot-rank = **{ $place ->
    [0] –
   *[other] { $place }.
} { $name }** · loot { $loot } − curses { $curses } = { $score }{ $left ->
    [yes] {" "}· left
   *[no] {""}
}
blackspot-aside = -# Put aside unseen before the game: { $loot } and { $curse }.

## The rules

blackspot-rules-title = ## Black Spot
blackspot-rules-goal = **Goal.** Collect the most valuable treasure by any means, and avoid the worst curses. Score: loot minus curses.
blackspot-rules-cards = **Cards.** { $clubs } are your crew, { $hearts } are rum, { $diamonds } are loot, { $spades } are curses. Ace 1, 2-10, jack 11, queen 12, king 13. One loot card and one curse are put aside unseen; twelve treasures are in play, three of them in the trove, each with a curse face down.
blackspot-rules-turn = **Your turn.** Your hand is discarded and you draw five. Pay one card to look at a face-down curse in the trove. Take one treasure; its curse stays as it lies. Then steal and purify as often as you like, and end your turn.
blackspot-rules-turn-optional = **Your turn.** Your hand is discarded and you draw five. You may pay one card to look at a face-down curse in the trove. Take one treasure; its curse stays as it lies. Then steal and purify as often as you like, and end your turn.
blackspot-rules-steal = **Steal.** Play crew worth at least the treasure's loot; more is allowed. All its curses come along.
blackspot-rules-react = **Reactions.** Who is robbed may fight (crew worth at least the crew played; the treasure stays), curse (crew, rum or both worth at least as much; the treasure goes, and curses from their other treasures go onto any treasures of the thief), or let it go.
blackspot-rules-react-one = **Reactions.** Who is robbed may fight (crew worth at least the crew played; the treasure stays), curse (crew, rum or both worth at least as much; the treasure goes, and one curse from their other treasures goes onto any treasure of the thief), or let it go.
blackspot-rules-purify-single = **Purify.** Play rum at a curse on your treasure; a face-down curse is turned up first. When one rum card played at it is worth at least the curse, the curse is gone; otherwise the rum is spent and the curse stays, face up. More rum may follow until your next other move.
blackspot-rules-purify-sum = **Purify.** Play rum at a curse on your treasure; a face-down curse is turned up first. When the rum played at it adds up to at least the curse, the curse is gone; otherwise the rum is spent and the curse stays, face up. More rum may follow until your next other move.
blackspot-rules-ending-full_cycle = **The end.** After the turn in which the last treasure is taken everyone has one final turn, the taker last: draw five, steal and purify. Then all curses are turned up.
blackspot-rules-ending-others_only = **The end.** After the turn in which the last treasure is taken everyone but the taker has one final turn: draw five, steal and purify. Then all curses are turned up.
blackspot-rules-ending-immediate = **The end.** The game ends with the turn in which the last treasure is taken. Then all curses are turned up.
blackspot-rules-winner = **Winner.** The highest score, which may be negative. Equal scores share the win.
blackspot-rules-clock = **Time.** When a reaction's time runs out, the treasure is let go. On your turn, the rest is played: the lowest card is paid to look, the highest loot is taken, and the turn ends. Each time-out in a row, of a turn or a reaction, halves your next clock (never under 15 s); a move restores it. Three turns missed in a row, and you leave.
blackspot-rules-clock-optional = **Time.** When a reaction's time runs out, the treasure is let go. On your turn, the rest is played: the highest loot is taken, and the turn ends. Each time-out in a row, of a turn or a reaction, halves your next clock (never under 15 s); a move restores it. Three turns missed in a row, and you leave.
blackspot-rules-leaving = **Leaving.** Your treasures stay in play and the seat plays by the clock's rules, but cannot win. If only one player is left, the game ends: they win if six treasures have been taken by then, otherwise there is no result.
