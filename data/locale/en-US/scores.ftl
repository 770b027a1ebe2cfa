# Boards, statistics, and what a result counts for. Names arrive escaped.

command-leaderboard = The boards of this server: wins, win rate, best solo voyage, biggest bank, treasures stolen
command-leaderboard-game = Which game
command-leaderboard-period = This season or all time
command-leaderboard-season = A season by its number, instead of the one under way
command-leaderboard-board = What players are ranked by
command-leaderboard-page = Which page of the board
period-season = this season
period-all = all time

## The boards

board-wins = Wins
board-rate = Win rate
board-voyage = Best solo voyage
board-title = ## { $board } · { $game }
board-period = { $season ->
    [0] All time
   *[other] Season { $season }{ $current ->
        [yes] , under way
       *[no] {""}
    }
}
board-line-wins = **{ $rank }.** **{ $name }** · { $points ->
    [one] { $points } win
   *[other] { $points } wins
} in { $games ->
    [one] { $games } game
   *[other] { $games } games
}
board-line-rate = **{ $rank }.** **{ $name }** · { $percent } % · { $points } of { $games } games won
board-line-voyage = **{ $rank }.** **{ $name }** · { $points ->
    [one] { $points } doubloon
   *[other] { $points } doubloons
}, best of { $games ->
    [one] { $games } voyage
   *[other] { $games } voyages
}
board-you = you
board-unknown = a departed pirate
board-yours = Your place: { $line }
board-not-yet = You are not on this board yet.
board-hidden = You are on no board: you hide, as **/pirates mydata** shows.
board-others = -# Other boards, games and seasons: the options of **/leaderboard**.
board-moved = There is no such page; this is the nearest.
board-empty-wins = Nobody is on this board yet. Finish a game of { $game } with others, and you are on it.
board-empty-rate = Nobody is on this board yet. It takes { $least } games of { $game } with others that count.
board-empty-voyage = Nobody is on this board yet. Sail alone: open **/lands** without house rules, press **Start**, and finish the ten rounds.
board-count = Page { $page } of { $pages } · { $players ->
    [one] { $players } player
   *[other] { $players } players
}
board-small-print = { $board ->
    [rate] Players with at least { $least } games. Equal rates share a place; more games stand first.
   *[other] Equal scores share a place; fewer games stand first.
} { $board ->
    [voyage] Solo voyages under the rules as written.
   *[other] Games with others that were played to the end, { $rules ->
        [standard] under the rules as written; those under house rules have a board of their own.
        [house] under house rules; those under the rules as written have a board of their own.
       *[all] under whatever house rules.
    } Once { $most } wins of a kind have counted for a player within 24 hours, no game counts for them until one of these is a day old.{ $adds ->
        [yes] {" "}Of a player at most { $most } games within 24 hours are added up.
       *[no] {""}
    }
}
button-board-first = First
button-board-previous = Previous
button-board-next = Next
button-board-last = Last
button-board-share = Share
button-board-open = Open the boards
reason-other-board = That board belongs to the other game. Leave out the game or choose another board.

## Statistics

command-pirates-stats = What a player has done on this server: games, wins, averages, favourite opponents
command-pirates-stats-player = Who; yourself, unless you name someone
command-pirates-stats-game = Which game; both, unless you choose one
command-pirates-stats-period = This season or all time
stats-title = ## { $name }
stats-game = ### { $game } · { $period }
stats-results = **{ $games ->
    [one] { $games } game
   *[other] { $games } games
} with others, { $wins ->
    [one] { $wins } win
   *[other] { $wins } wins
}** ({ $percent } %) · wins in a row: { $streak } now, { $longest } at best
stats-scores = Average score { $average } · best { $best }
stats-voyages = { $games ->
    [one] **{ $games } solo voyage**
   *[other] **{ $games } solo voyages**
} · average { $average } · best { $best }
stats-house-rules = Under house rules: { $what }
stats-best-house = { $house } under house rules
stats-best-apart = { $best } (under house rules { $house })
stats-opponents = Favourite opponents: { $names }
stats-opponent = **{ $name }** ({ $games ->
    [one] { $games } game
   *[other] { $games } games
})
stats-none = No game that counts yet.
stats-none-season = No game that counts this season yet.
stats-small-print = -# Games that count, as on **/leaderboard**. A dare is neither a bank nor a bust. What is best under house rules stands apart; wins and averages are of all games.
stats-run-crewed = Last { $shown } scores, oldest first: { $scores }
stats-run-voyages = Last { $shown } voyages, oldest first: { $scores }
stats-run-won = { $score } (won)

## The picture in the statistics

chart-title-crewed = { $game }: with others
chart-title-voyages = { $game }: solo voyages
chart-count-crewed = { $all ->
    [yes] { $games } games
   *[no] the last { $shown } of { $games } games
}
chart-count-voyages = { $all ->
    [yes] { $games } voyages
   *[no] the last { $shown } of { $games } voyages
}
chart-won = won
chart-other = not won
chart-total = total
chart-best = best so far
chart-shows = -# The picture: { $which }.
chart-alt-crewed = Chart of scores, { $title }, { $count }: from { $least } to { $most }, { $wins ->
    [0] none of them won
    [one] { $wins } of them won
   *[other] { $wins } of them won
}. The last { $shown }, oldest first: { $scores }.
chart-alt-voyages = Chart of totals, { $title }, { $count }: from { $least } to { $most }, best so far { $best }. The last { $shown }, oldest first: { $scores }.
chart-not-allowed = -# No picture: the bot lacks **Attach Files** in this channel. The numbers above are the same.
chart-failed = -# The picture of these numbers could not be drawn this time. Nothing is missing in the words.

## At the end of a game

uncounted-no-result = -# Does not count on any board: the game ended without a result.
uncounted-removed = -# Does not count on any board: a player was removed by others who play in it.
uncounted-won = -# Does not count for { $names }: { $most } wins of this kind have counted for them within 24 hours.
uncounted-added = -# Nothing is added up for { $names }: { $most } games of this kind have counted for them within 24 hours.
voyage-own = { $how ->
    [first] Your first voyage under these rules.
    [better] ⭐ Your best so far; it was { $best } before.
    [equal] As good as your best, { $best }.
   *[worse] Your best is { $best }.
}
voyage-server = { $how ->
    [first] The first one of this server: now it is the total to beat.
    [better] 🏆 The best of this server; it was { $best } before, by **{ $name }**.
    [equal] It equals the best of this server, by **{ $name }**.
   *[worse] The best of this server is { $best }, by **{ $name }**.
}
voyage-house-rules = -# Compared with voyages under the same house rules. The server's board holds those under the standard rules.

## Help

help-boards = **/leaderboard** shows the boards of this server, for this season, an earlier one or all time. Games that the rules decided count; a game ended early does not. A solo voyage stands on its own board alone, under the standard rules. Within 24 hours at most 5 wins of a kind count for one player. Records under house rules have boards of their own.
