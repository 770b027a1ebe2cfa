# For server admins: the panel of settings and the report. Channels arrive as mentions.

command-pirates-admin = For those who manage this server
command-pirates-admin-settings = House rules, channels, number of games, pings, language and seasons of this server
command-pirates-admin-check = What would keep a game from working here, and how to fix it

## The panel

settings-title = ### Settings of this server
settings-defaults = New lobbies of this server begin with these; who opens one may change them there. Open lobbies and rematches keep their own.
settings-channels = Games may run: **{ $n ->
    [0] everywhere
   *[other] in { $channels }
}**
settings-channels-menu = Channels for games (none chosen: everywhere; threads count as their channel)
settings-games = Games at once, lobbies included: **{ $most ->
    [none] no limit
   *[other] { $most }
}**
settings-games-menu = Most games at once
settings-games-option = { $n ->
    [one] At most { $n } game at once
   *[other] At most { $n } games at once
}
settings-pings = Turn pings: **{ $state }**. They call players who have been silent for a minute; a theft always calls its victim.
settings-language = Language of tables and pings: **{ $name }**{ $chosen ->
    [yes] {""}
   *[no] {" "}(as Discord has it for this server)
}. New lobbies take it. Private answers are in the reader's own language, where I speak it.
settings-language-menu = Language of tables and pings
settings-language-option = Language: { $name }
settings-language-discord = Language: as Discord has it for this server
settings-season = { $game }: **season { $number }**
settings-season-ask =
    ### Begin season { $number } of { $game }?
    The boards of the season start empty. Season { $ending } stays readable with **/leaderboard season:{ $ending }**, and all time counts on. A season cannot be taken back. A running game counts for the season in which it ends.
settings-season-begun = ✅ The new season of { $game } has begun.
settings-season-stale = That season of { $game } had begun already, so nothing was changed.
button-settings-server = This server
button-no-limit = No limit to games
button-pings = Turn pings: { $state }
button-season-ask = New season of { $game }
button-season-begin = Begin season { $number }
button-as-written = Back to the rules as written
button-season-back = Back

## The report

check-title = ### What keeps games from working
check-well = ✅ All is well: games can run here.
check-more = { $n ->
    [one] And { $n } more. Fix these first, then check again.
   *[other] And { $n } more. Fix these first, then check again.
}
check-permissions = ❌ In { $channel } I lack: **{ $permissions }**.
check-permissions-fix = Fix: edit the channel, open its permissions, and allow these for my role.
check-slow-mode = ❌ { $channel } has slow-mode on, and Discord applies it to buttons as well.
check-slow-mode-fix = Fix: turn slow-mode off there, or let games run in another channel.
check-locked = ❌ The thread { $channel } is locked: its buttons are dead.
check-locked-fix = Fix: unlock the thread, or play in another one.
check-archived = ❌ The thread { $channel } is archived: its buttons are dead.
check-archived-fix = Fix: write something in it, which opens it again.
check-not-allowed = ❌ Games may not run in { $channel }.
check-not-allowed-fix = Fix: choose this channel in **/pirates-admin settings**, or none for everywhere.
check-gone = ❌ The channel { $channel }, in which games may run, is gone or hidden from me.
check-gone-fix = Fix: choose the channels anew in **/pirates-admin settings**, or let me view it.
check-too-many = ❌ { $open ->
    [one] { $open } game is open
   *[other] { $open } games are open
} on this server, and no more are allowed at once.
check-too-many-fix = Fix: wait for one to end, end one with **/pirates end**, or raise the number in **/pirates-admin settings**.
check-commands-missing = ❌ Discord does not know these commands yet: **{ $names }**.
check-commands-missing-fix = Fix: ask the host of this bot to start it again; it registers its commands then.
check-commands-old = ❌ Discord knows another version of my commands.
check-commands-old-fix = Fix: ask the host of this bot to start it again; it registers its commands then.
check-commands-unknown = ❌ Discord did not say just now which of my commands it knows.
check-commands-unknown-fix = Fix: check again in a minute.
check-clock-ahead = ⚠️ The clock of the computer that I run on is { $seconds } s ahead. Games go by Discord's time all the same.
check-clock-ahead-fix = Fix: ask the host of this bot to set it right, best by a time service (NTP).
check-clock-behind = ⚠️ The clock of the computer that I run on is { $seconds } s behind. Games go by Discord's time all the same.
check-clock-behind-fix = Fix: ask the host of this bot to set it right, best by a time service (NTP).

## Refusals

reason-channel-not-allowed = Games may not run in this channel. This server has them in { $channels }.
reason-too-many-games = { $open ->
    [one] A game is already open on this server, and only { $open } is allowed at once.
   *[other] { $open } games are open on this server already, and no more are allowed at once.
} Wait for one to end, or join one.
reason-needs-manager = That is for those who may manage this server (Manage Server).
