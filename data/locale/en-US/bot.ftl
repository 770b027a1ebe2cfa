# Everything that is not one game's own. Names arrive escaped, cards arrive drawn, times arrive as Discord timestamps.

## Commands: descriptions of at most 100 characters

command-hand = Show your hand in this channel's game, to you alone
command-pirates = The table you play at, its rules, and help
command-pirates-table = Show the table of this channel again, at the bottom
command-pirates-leave = Leave the lobby or the game in this channel
command-pirates-remove = Remove a player: a moderator at once, players only together
command-pirates-remove-player = Who should leave the table
command-pirates-skip = In a game without a clock: skip the turn of someone who has been away for a day
command-pirates-pause = Pause the game for up to seven days, once all who play agree
command-pirates-resume = Let a paused game go on
command-pirates-press = Press a button of this channel's table, or of your hand, by typing what stands on it
command-pirates-press-button = What stands on the button, or a part of it that stands on no other
command-pirates-end = End the game in this channel without a result
command-pirates-rules = The rules of a game, with the house rules in force in this channel
command-pirates-rules-game = Which game
command-pirates-help = What this bot does and how to play

## Languages

# What this language calls itself.
language-name = English

## Games


## Times

time-seconds = { $n } s
time-minutes = { $n } min
time-hours = { $n } h
time-none = no clock

## Numbers

# A number with one decimal.
number-tenths = { $whole }.{ $tenths }

## Switches

switch-on = on
switch-off = off

## The lobby

lobby-title = ## { $game }: the crew gathers
lobby-rematch-title = ## { $game }: rematch
lobby-crew = **Aboard ({ $count } of { $most })**
lobby-seat = **{ $number }. { $name }**{ $opener ->
    [yes] {" "}· opened this lobby
   *[no] {""}
}{ $first ->
    [claimed] {" "}{ $claim }
    [moved] {" "}· goes first this time
   *[no] {""}
}
lobby-invited = Invited again: { $names }. Press **Join** to confirm.
lobby-first-by-seed = Who goes first is drawn with the deck, unless someone claims it.
lobby-rules = **House rules**
lobby-wait = This game needs at least { $least } players. Others press **Join**.
lobby-next = Press **Start** when everyone is aboard. Anyone in the lobby can.
lobby-new-opener = Who opened this lobby has left: **{ $name }** sets the house rules now.
lobby-closes = The lobby closes { $deadline } if nothing changes.
lobby-fingerprint = -# The shuffle is sealed. Fingerprint of its secret: `{ $fingerprint }`
button-join = Join
button-leave = Leave
button-house-rules = House rules
button-start = Start
button-cancel = Cancel
button-how-to-play = How to play
button-rematch = Rematch
button-agree = Agree
button-refuse = Refuse
# On a button of something that is chosen.
button-take-back = Take back: { $what }
button-resume = Resume

## House rules

panel-title = ### House rules of { $game }
panel-about = Every change is applied at once. Only you see this panel.
panel-yours = You opened this lobby, so you set the rules.
panel-read-only = Only **{ $name }**, who opened the lobby, can change them.
panel-switch-about = -# **{ $label }:** { $about }.
rule-line = { $label }: **{ $value }**
rule-all-standard = The rules as written, no house rules.
rule-any-turn_time = Time for each decision
rule-any-turn_time-about = When it runs out, the rest of the turn is played for you
rule-any-reaction_time = Time for each reaction
rule-any-reaction_time-about = When it runs out, the treasure is let go
rule-any-theme = Cards
rule-any-theme-about = Names and look of the cards
rule-any-theme-standard = standard deck
rule-any-theme-sailors = Deck of Sailors
rule-any-shuffle_seats = Shuffle seats
rule-any-shuffle_seats-about = Seats are shuffled at the start, instead of following the order of joining

## Cards

# Suits in the plural, as a sentence begins with them, and the letters that stand beside their symbols.
# The letters of one theme differ. Swords and skulls share a letter, so each takes two.
suit-standard-C = Clubs
suit-standard-C-letter = C
suit-standard-D = Diamonds
suit-standard-D-letter = D
suit-standard-H = Hearts
suit-standard-H-letter = H
suit-standard-S = Spades
suit-standard-S-letter = S
suit-sailors-C = Swords
suit-sailors-C-letter = Sw
suit-sailors-D = Doubloons
suit-sailors-D-letter = Do
suit-sailors-H = Hearts
suit-sailors-H-letter = He
suit-sailors-S = Skulls
suit-sailors-S-letter = Sk

## The table

table-turn = ## { $game } · { $name } to play
table-answer = ## { $game } · { $name } to answer
table-turn-solo = ## { $game } · solo voyage
names-and = { $most } and { $last }
table-over = ## { $game } · the voyage is over
table-closed = ## { $game } · closed
table-deadline = ⏳ **{ $name }** is to decide. Time is up { $deadline }; then the turn is played for them.
table-deadline-reaction = ⏳ **{ $name }** is to decide. Time is up { $deadline }; then the treasure is let go.
table-patience = That is { $clock } instead of { $full }, because their time ran out before: a move brings the full time back.
table-paused = ⏸️ **Paused by agreement** until { $moment } ({ $deadline }); then the game goes on by itself. Any of its players can press **Resume** before.
table-new-opener = ⚓ Who opened this game has left it: now **{ $name }** may propose to end it.
table-no-clock = ⏳ No clock: take your time, **{ $name }**.
table-time-ran-out = ⌛ Time ran out for **{ $name }**.
table-skipped = ⌛ The crew skipped **{ $name }**.
table-removed-vote = 🏳️ The crew removed **{ $name }**.
table-removed-moderator = 🏳️ A moderator removed **{ $name }**.
table-fingerprint = -# Shuffle sealed: `{ $fingerprint }`
table-fairness = -# Sealed before the game: `{ $fingerprint }` = SHA-256 of the secret `{ $secret }`. Start id { $start }. Anyone can re-compute every shuffle from these; docs/fairness.md of the bot tells how.
table-below-deck = ⚓ **Quartermaster is going below deck for a moment.** The game goes on when it is back, and the clock stands still.
table-moved = The table has moved: { $link }
table-ping = { $mention }, it is your turn in **{ $game }**: { $link }
table-warning = { $mention }, half of your time in **{ $game }** is gone. It is up { $deadline }: { $link }
table-link = [go to the table]({ $url })

closed-cancelled = { $named ->
    [yes] **{ $name }** cancelled the lobby.
   *[no] The lobby was cancelled.
}
closed-empty = Everyone left the lobby.
closed-lobby-expired = Nobody started in time, so the lobby closed. Open a new one whenever you like.
closed-by-moderator = { $named ->
    [yes] The moderator **{ $name }** ended it.
   *[no] A moderator ended it.
} No result.
closed-by-consent = The crew agreed to end the game. No result.
closed-idle = Nobody moved for a week, so the game closed without a result.
closed-channel-gone = The channel is gone. No result.
closed-unseen = For an hour I was not allowed to show the table here, so the game closed without a result.

motion-end = 🏳️ **{ $name }** proposes to end the game without a result.
motion-remove = 🏳️ **{ $name }** proposes to remove **{ $target }** from the game.
motion-skip = 🏳️ **{ $name }** proposes to skip the turn of **{ $target }**.
motion-pause = ⏸️ **{ $name }** proposes to pause the game for up to seven days. Any player can end the pause.
# What a button of one among several proposals decides.
motion-what-end = end the game
motion-what-remove = remove { $target }
motion-what-skip = skip { $target }
motion-what-pause = pause
button-vote = { $verb } { $number }: { $what }
motion-count = { $ayes } of { $needed } agree.

## Private answers

answer-table-stands = The table stands here: { $link }. Its players, and moderators, can post it again, up to three times a minute.
answer-left-lobby = You left the lobby.
answer-skipped = The turn was played for them.
answer-removed = { $name } is out of the game.
answer-paused = The game is paused. Any of its players can let it go on with **Resume** at the table, or **/pirates resume**.
answer-resumed = The game goes on.
answer-ended = The game has ended without a result.
answer-proposed = Your proposal stands at the table. It takes effect when enough of the others agree.
answer-slow-mode = This channel has slow-mode on, and Discord applies it to buttons as well: players without an exception will wait between moves.
answer-stale = The table has moved on since that button was drawn. Here it is as it stands now.
answer-fault = Something went wrong on our side. **/pirates table** shows the game as it stands. If it happens again, tell the host of this bot the reference **{ $reference }**.
answer-not-saved = That could not be saved just now, so it did not happen. Please try again in a moment.
answer-not-read = The ship's books cannot be read just now, so nothing was done. Please try again in a moment; if it stays so, tell the host of this bot.
answer-malformed = That control is not from this version of the bot, or not from this channel. Use **/pirates table** to see the table as it is.
answer-undelivered = Discord did not take the answer to that. **/pirates table** shows the game as it stands.
answer-modal-late = That took too long, so the form could not open. Please click again.
answer-posted = It stands in the channel, below.

reason-game-over = This game is over.
reason-seat-left = You left this game, so you cannot play on in it.
reason-not-your-turn = It is not your turn: **{ $name }** is to play.
reason-draw-first = A turn begins with a draw.
reason-idol-demands = A Cursed Idol demands that you draw first.
reason-no-way-back = You took the dare: there is no way back to the ship until it is decided.
reason-answer-bust = First decide about the card that busts you: spend an ally or run.
reason-answer-dare = First answer the dare.
reason-no-bust = There is no bust to answer.
reason-no-dare = There is no dare to answer.
reason-peek-first = First look at a curse in the trove.
reason-peek-required = In this game you must pay a card to look at a curse.
reason-peek-done = You have already looked this turn.
reason-take-first = First take a treasure from the trove.
reason-take-done = You have already taken a treasure this turn.
reason-trove-empty = The trove is empty.
reason-not-in-trove = That treasure is no longer in the trove.
reason-not-in-hand = You do not hold those cards.
reason-too-weak = Too weak: it takes { $need }, and you chose { $played }.
reason-nobody-has-it = Nobody has that treasure.
reason-own-treasure = That treasure is your own.
reason-await-answer = Wait: **{ $name }** is still answering the theft.
reason-answer-theft = First answer the theft: fight, curse or let it go.
reason-no-theft = Nobody is being robbed.
reason-not-your-treasure = That treasure is not yours.
reason-no-such-curse = There is no such curse on that treasure.
reason-rum-needed = Choose at least one rum card.
reason-curse-needed = Choose at least one curse to move.
reason-one-curse = In this game only one curse may be moved.
reason-curse-twice = A curse can be moved only once.
reason-not-the-thiefs = Curses go onto the thief's treasures only.
reason-channel-busy = There is already a game in this channel. Join it, end it with **/pirates end**, or open one in another channel or thread.
reason-no-game-here = There is no game in this channel. Open one with **/lands** or **/blackspot**.
reason-session-over = That game is over. **Rematch**, **/lands** or **/blackspot** opens a new one.
reason-already-started = The game has already started.
reason-not-started = The game has not started yet.
reason-already-aboard = You are already aboard.
reason-not-aboard = You are not in this lobby. **Join** takes a seat in it.
reason-first-taken = Someone said so first.
reason-no-hand = This game has no hidden hands: everything lies on the table.
reason-lobby-full = The lobby is full: { $most } players at most.
reason-too-few = Too few players: this game needs at least { $least }.
reason-not-opener = That is up to the player who opened the game; a moderator can end it too.
reason-no-such-button = { $buttons ->
    [none] There is no button to press here now.
   *[other] That names no button, or more than one. These can be pressed now: { $buttons }. A part of the words is enough.
}
reason-too-often = You have had three messages posted here within a minute. Please wait a moment.
reason-not-a-player = You are not one of this game's players.
reason-needs-moderator = In a game of two, only a moderator can remove a player. If they are away, their clock will play for them.
reason-target-not-aboard = That person is not playing here.
reason-target-is-you = To go yourself, use **/pirates leave**.
reason-motion-gone = That proposal is no longer open.
reason-motion-not-yours = This proposal is about you, so the others decide.
reason-already-agreed = You have already agreed.
reason-skip-too-early = They still have time: the others can skip them { $until }, not earlier.
reason-skip-has-clock = This game has a clock: when it runs out, the turn is played.
reason-skip-yourself = It is your own turn.
reason-paused = The game is paused by agreement and goes on by itself { $until }. **Resume** at the table, or **/pirates resume**, lets it go on before: any of its players may.
reason-not-paused = This game is not paused.
reason-missing-permissions = I cannot run a game here yet. Please give me these permissions in { $channel }: **{ $permissions }**.
reason-bad-option = That value is not possible here. Choose one that the command offers.
reason-servers-only = Games are played in the channels of a server.
reason-target-range = The target must be from { $least } to { $most } doubloons.
reason-idol-card = That is no card and no rank. Write a card such as QS or 10D, or a rank such as Q.
reason-idol-number = This effect needs a whole number from { $least } to { $most }.
reason-idol-twice = Two idols would stand on { $card }, and one card has room for one. Switch the other one off first.
reason-idol-count = At most { $most } idols can be on at once, the queens among them. Switch one off first.
reason-endless = With these idols a game may never end: too little can be banked. Nothing was changed.

permission-view_channel = View Channel
permission-send_messages = Send Messages
permission-send_messages_in_threads = Send Messages in Threads

## Help

help-title = ## Quartermaster
help-games = **/lands** opens a lobby for *Lands Uncharted* in this channel, **/blackspot** one for *Black Spot*: others press **Join**, someone presses **Start**, and everything else is buttons. Alone, Lands Uncharted is the solo voyage. In Black Spot **My hand**, or **/hand**, shows your cards to you alone. Whoever would rather type than click uses **/pirates press**: it suggests the buttons that can be pressed, and a part of the words is enough.
help-table =
    - **/pirates table** posts the table again when chat has buried it; who does not play gets a link.
    - **/pirates rules** tells the rules with your house rules.
    - **/pirates leave** gives up your seat.
    - **/pirates remove** takes a player out: a moderator at once, otherwise all the others must agree.
    - **/pirates skip** skips whoever has been away for a day in a game without a clock: more than half of the others must agree.
    - **/pirates pause** stops the clocks for up to seven days when all agree, **/pirates resume** lets the game go on.
    - **/pirates end** ends a game without a result: a moderator at once, its opener when all the others agree.
help-clock = Each decision has a clock (set in the lobby). When it runs out, the rest of the turn is played for you. Each time-out in a row halves your next clock (never under 15 s), until you move again. Three turns missed in a row, and the seat leaves. Where you have more than five minutes, you are called again at half time. While the bot is away, the clocks stand still. **/pirates rules** says what the clock plays.
help-fair = The shuffle is sealed before anyone joins: the lobby shows the fingerprint of a secret, and the end of the game reveals the secret. Doubloons are play money.
