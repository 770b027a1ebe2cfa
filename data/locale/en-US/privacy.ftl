# What is kept about people, and what they can do about it. The sections of /pirates privacy are also those of PRIVACY.md.

command-pirates-mydata = What the bot keeps about you: get a copy, hide from the boards, delete it
command-pirates-privacy = What the bot keeps about players, why, and how to delete it

## The panel

mydata-title = ## What the bot keeps about you
mydata-about = { $sessions ->
    [0] Nothing: no game or lobby knows you, on any server.
    [one] { $sessions } game or lobby knows you.
   *[other] { $sessions } games and lobbies know you, { $servers ->
        [one] all on one server
       *[other] on { $servers } servers
    }.
} { $hidden ->
    [yes] You are **hidden**: on no board and no shared page.
   *[no] The boards show you.
}
mydata-everywhere = It is about you on every server that this bot is on, not on this one alone. Only you see this panel; **/pirates privacy** says what is kept and why.
button-mydata-export = Export
button-mydata-hide = Hide me from the boards
button-mydata-show = Show me on the boards
button-mydata-delete = Delete everything about me
mydata-export = Everything that is kept about you, on all servers, as a JSON file. Nothing in it is about other people, and the cards of running games are left out.
mydata-confirm-title = ## Delete everything about you?
mydata-confirm-live = { $live ->
    [0] You are in no running game and no lobby.
    [one] You **leave one lobby or running game first**, as with **/pirates leave**: you cannot win it any more.
   *[other] You **leave { $live } lobbies and running games first**, as with **/pirates leave**: you cannot win them any more.
}
mydata-confirm-what = Then your id and your names are deleted on all servers, for good. The results of others stay, and so do your places in them and on the boards, under "{ $departed }"; nothing leads from there to you.
mydata-confirm-not = Not deleted: messages that already stand in channels, and backups that the host of this bot has made. If you play again, that is kept anew under your id, without anything from before.
button-mydata-confirm = Yes, delete everything
button-mydata-keep = No, keep it
mydata-deleted = Everything about you is deleted, on all servers. { $swept ->
    [yes] Nothing of it is left in the database file.
   *[no] Just now somebody still reads the database, so that old copies beside it vanish only when the bot starts next.
} { $left ->
    [0] {""}
    [one] You left one lobby or running game.
   *[other] You left { $left } lobbies and running games.
}
reason-still-aboard = You took a seat meanwhile, so nothing was deleted. Press **Yes, delete everything** again to leave it as well.

## /pirates privacy and PRIVACY.md

privacy-title = ## Privacy
privacy-what =
    ### What is kept
    - Of each lobby and game: server and channel, the user ids and display names of its players, who opened it, the house rules, every move with its time, votes on proposals, the result. The id and name of a moderator who ended a game.
    - For the boards: points per player, and your name as it was in your last game on that server.
    - Whether you hide from the boards.
    Not kept: messages, e-mail addresses, avatars, lists of members, direct messages. The bot does not read what people write.
privacy-why =
    ### Why
    - Games go on after a restart, and every shuffle can be checked afterwards.
    - Boards and statistics show who did what, by name.
    For nothing else: no advertising, nothing sold or passed on, no payments. Doubloons are play money.
privacy-who =
    ### Who sees it
    - Tables, boards and statistics: everyone on the same server. Another server never sees them.
    - Hands and private panels: their owner alone.
    - The database: the host of this bot, who may make backups. The log names the user id that changes a server's settings, and with a fault perhaps others.
privacy-long =
    ### For how long
    Until you delete it. A game stays with its result, so that boards can be checked.
    When the bot is removed from a server, its games there end without result, and everything that is kept of that server is deleted 30 days later, its settings included. If the bot comes back before, all of it stays. Whether you hide from the boards holds on all servers and is kept.
privacy-yours =
    ### What you can do
    With **/pirates mydata** you ask about yourself, on all servers. It gives you a copy as a JSON file, hides you from all boards, or deletes everything about you. Hiding takes you off boards and shared pages to come; your results stand, and **/pirates stats** still tells them.
privacy-deleting =
    ### What deleting does
    - You leave lobbies and running games first. Then your user id and your names are deleted on all servers, and the database file is written anew so that it holds nothing of them.
    - The games of others stay, with "a departed pirate" in your place. A number made by chance stands there instead of your id; it leads to nobody.
    - Not deleted: messages that already stand in Discord's channels, what the host has logged, and backups. Backups hold what there was when they were made, until the host deletes them.
    - The same happens to your name on games that you ended as a moderator, and where it was named as the server's best.
    - If you play again, that is kept anew under your id, without anything from before.

## Help

help-privacy = **/pirates mydata** gives you a copy of what is kept about you, hides you from the boards, or deletes everything about you. **/pirates privacy** says what is kept and why.
