# Alles, was nicht zu einem der Spiele allein gehört. Namen kommen maskiert an, Karten gezeichnet, Zeiten als Zeitstempel.

## Commands: descriptions of at most 100 characters

command-hand = Zeigt dir allein deine Hand im Spiel dieses Kanals
command-pirates = Der Tisch, an dem du spielst, seine Regeln und Hilfe
command-pirates-table = Zeigt den Tisch dieses Kanals noch einmal ganz unten
command-pirates-leave = Verlässt die Lobby oder das Spiel in diesem Kanal
command-pirates-remove = Entfernt einen Spieler: Moderatoren sofort, Spieler nur gemeinsam
command-pirates-remove-player = Wer den Tisch verlassen soll
command-pirates-skip = In einem Spiel ohne Uhr: überspringt den Zug von jemandem, der seit einem Tag fehlt
command-pirates-press = Drückt einen Knopf am Tisch dieses Kanals oder in deiner Hand: tippe, was darauf steht
command-pirates-press-button = Was auf dem Knopf steht, oder ein Teil davon, der auf keinem anderen steht
command-pirates-end = Beendet das Spiel in diesem Kanal ohne Ergebnis
command-pirates-pause = Unterbricht das Spiel für bis zu sieben Tage, wenn alle Mitspieler zustimmen
command-pirates-resume = Setzt ein unterbrochenes Spiel fort
command-pirates-rules = Die Regeln eines Spiels mit den Hausregeln, die in diesem Kanal gelten
command-pirates-rules-game = Welches Spiel
command-pirates-help = Was dieser Bot tut und wie man spielt

## Languages

# Wie diese Sprache sich selbst nennt.
language-name = Deutsch

## Games


## Times

time-seconds = { $n } Sek.
time-minutes = { $n } Min.
time-hours = { $n } Std.
time-none = keine Uhr

## Numbers

# Eine Zahl mit einer Nachkommastelle.
number-tenths = { $whole },{ $tenths }

## Switches

switch-on = an
switch-off = aus

## The lobby

lobby-title = ## { $game }: Die Mannschaft sammelt sich
lobby-rematch-title = ## { $game }: Revanche
lobby-crew = **An Bord ({ $count } von { $most })**
lobby-seat = **{ $number }. { $name }**{ $opener ->
    [yes] {" "}· hat diese Lobby geöffnet
   *[no] {""}
}{ $first ->
    [claimed] {" "}{ $claim }
    [moved] {" "}· fängt diesmal an
   *[no] {""}
}
lobby-invited = Wieder eingeladen: { $names }. Drück **Mitspielen**, um zuzusagen.
lobby-new-opener = Wer diese Lobby geöffnet hat, ist gegangen: Jetzt bestimmt **{ $name }** die Hausregeln.
lobby-first-by-seed = Wer anfängt, wird mit dem Stapel ausgelost, wenn es niemand beansprucht.
lobby-rules = **Hausregeln**
lobby-wait = Dieses Spiel braucht mindestens { $least } Spieler. Andere drücken **Mitspielen**.
lobby-next = Drückt **Starten**, wenn alle an Bord sind. Jeder in der Lobby darf das.
lobby-closes = Die Lobby schließt { $deadline }, wenn sich nichts ändert.
lobby-fingerprint = -# Das Mischen ist versiegelt. Fingerabdruck des Geheimnisses: `{ $fingerprint }`
button-join = Mitspielen
button-leave = Verlassen
button-house-rules = Hausregeln
button-start = Starten
button-cancel = Absagen
button-how-to-play = So wird gespielt
button-rematch = Revanche
button-agree = Zustimmen
button-refuse = Ablehnen
# On a button of something that is chosen.
button-take-back = Zurücknehmen: { $what }
button-resume = Weiterspielen

## House rules

panel-title = ### Hausregeln von { $game }
panel-about = Jede Änderung gilt sofort. Nur du siehst dieses Feld.
panel-yours = Du hast diese Lobby geöffnet, also bestimmst du die Regeln.
panel-read-only = Nur **{ $name }** kann sie ändern, weil die Lobby von dort aus geöffnet wurde.
panel-switch-about = -# **{ $label }:** { $about }.
rule-line = { $label }: **{ $value }**
rule-all-standard = Die Regeln wie geschrieben, keine Hausregeln.
rule-any-turn_time = Zeit je Entscheidung
rule-any-turn_time-about = Läuft sie ab, wird der Rest des Zugs für dich gespielt
rule-any-reaction_time = Zeit je Reaktion
rule-any-reaction_time-about = Läuft sie ab, wird der Schatz hergegeben
rule-any-theme = Karten
rule-any-theme-about = Namen und Aussehen der Karten
rule-any-theme-standard = gewöhnliche Karten
rule-any-theme-sailors = Seemannskarten
rule-any-shuffle_seats = Plätze mischen
rule-any-shuffle_seats-about = Die Plätze werden zu Beginn gemischt, statt der Reihe des Beitritts zu folgen

## Cards

# Farben im Plural, wie ein Satz mit ihnen beginnt, und die Buchstaben neben ihren Zeichen.
# Innerhalb eines Blatts sind die Buchstaben verschieden.
suit-standard-C = Kreuz
suit-standard-C-letter = Kr
suit-standard-D = Karo
suit-standard-D-letter = Ka
suit-standard-H = Herz
suit-standard-H-letter = He
suit-standard-S = Pik
suit-standard-S-letter = Pi
suit-sailors-C = Schwerter
suit-sailors-C-letter = Sw
suit-sailors-D = Dublonen
suit-sailors-D-letter = Du
suit-sailors-H = Herzen
suit-sailors-H-letter = He
suit-sailors-S = Totenköpfe
suit-sailors-S-letter = To

## The table

table-turn = ## { $game } · { $name } ist am Zug
table-answer = ## { $game } · { $name } ist gefragt
table-turn-solo = ## { $game } · Solofahrt
names-and = { $most } und { $last }
table-over = ## { $game } · Die Fahrt ist zu Ende
table-closed = ## { $game } · geschlossen
table-deadline = ⏳ **{ $name }** entscheidet. Die Zeit läuft { $deadline } ab; dann wird der Zug von selbst gespielt.
table-deadline-reaction = ⏳ **{ $name }** entscheidet. Die Zeit läuft { $deadline } ab; dann wird der Schatz hergegeben.
table-patience = Das sind { $clock } statt { $full }, weil die Zeit zuvor abgelaufen ist: Ein eigener Zug bringt die volle Zeit zurück.
table-no-clock = ⏳ Keine Uhr: Lass dir Zeit, **{ $name }**.
table-paused = ⏸️ **In Absprache unterbrochen** bis { $moment } ({ $deadline }); dann geht das Spiel von selbst weiter. Jeder Mitspieler kann vorher **Weiterspielen** drücken.
table-new-opener = ⚓ Wer dieses Spiel geöffnet hat, ist ausgestiegen: Jetzt darf **{ $name }** vorschlagen, es zu beenden.
table-below-deck = ⚓ **Quartermaster geht kurz unter Deck.** Danach geht das Spiel weiter, und bis dahin steht die Uhr still.
table-time-ran-out = ⌛ Die Zeit von **{ $name }** ist abgelaufen.
table-skipped = ⌛ Die Mannschaft hat **{ $name }** übersprungen.
table-removed-vote = 🏳️ Die Mannschaft hat **{ $name }** entfernt.
table-removed-moderator = 🏳️ Die Moderation hat **{ $name }** entfernt.
table-fingerprint = -# Mischen versiegelt: `{ $fingerprint }`
table-fairness = -# Vor dem Spiel versiegelt: `{ $fingerprint }` = SHA-256 des Geheimnisses `{ $secret }`. Start-ID { $start }. Damit kann jeder alles Mischen nachrechnen; docs/fairness.md des Bots erklärt, wie.
table-moved = Der Tisch ist umgezogen: { $link }
table-ping = { $mention }, du bist in **{ $game }** am Zug: { $link }
table-warning = { $mention }, die Hälfte deiner Zeit in **{ $game }** ist um. Sie läuft { $deadline } ab: { $link }
table-link = [zum Tisch]({ $url })

closed-cancelled = { $named ->
    [yes] **{ $name }** hat die Lobby abgesagt.
   *[no] Die Lobby wurde abgesagt.
}
closed-empty = Alle haben die Lobby verlassen.
closed-lobby-expired = Niemand hat rechtzeitig gestartet, also wurde die Lobby geschlossen. Öffnet jederzeit eine neue.
closed-by-moderator = { $named ->
    [yes] Von **{ $name }** aus der Moderation beendet.
   *[no] Von der Moderation beendet.
} Kein Ergebnis.
closed-by-consent = Die Mannschaft hat gemeinsam beschlossen, das Spiel zu beenden. Kein Ergebnis.
closed-idle = Eine Woche lang hat niemand gezogen, also wurde das Spiel ohne Ergebnis geschlossen.
closed-channel-gone = Den Kanal gibt es nicht mehr. Kein Ergebnis.
closed-unseen = Eine Stunde lang durfte ich den Tisch hier nicht zeigen, also wurde das Spiel ohne Ergebnis geschlossen.

motion-end = 🏳️ **{ $name }** schlägt vor, das Spiel ohne Ergebnis zu beenden.
motion-remove = 🏳️ **{ $name }** schlägt vor, **{ $target }** aus dem Spiel zu entfernen.
motion-skip = 🏳️ **{ $name }** schlägt vor, den Zug von **{ $target }** zu überspringen.
motion-pause = ⏸️ **{ $name }** schlägt vor, das Spiel für bis zu sieben Tage zu unterbrechen. Jeder Spieler kann die Pause beenden.
# What a button of one among several proposals decides.
motion-what-end = Spiel beenden
motion-what-remove = { $target } entfernen
motion-what-skip = { $target } überspringen
motion-what-pause = Pause
button-vote = { $verb } { $number }: { $what }
motion-count = { $ayes } von { $needed } stimmen zu.

## Private answers

answer-table-stands = Der Tisch steht hier: { $link }. Wer mitspielt oder moderiert, kann ihn neu aufstellen, höchstens dreimal in einer Minute.
answer-left-lobby = Du hast die Lobby verlassen.
answer-skipped = Der Zug wurde stellvertretend gespielt.
answer-removed = { $name } ist aus dem Spiel.
answer-ended = Das Spiel ist ohne Ergebnis beendet.
answer-paused = Das Spiel ist unterbrochen. Jeder Mitspieler kann es mit **Weiterspielen** am Tisch oder mit **/pirates resume** fortsetzen.
answer-resumed = Das Spiel geht weiter.
answer-proposed = Dein Vorschlag steht am Tisch. Er gilt, sobald genug andere zustimmen.
answer-slow-mode = In diesem Kanal ist der Slowmode an, und Discord wendet ihn auch auf Knöpfe an: Spieler ohne Ausnahme müssen zwischen Zügen warten.
answer-stale = Der Tisch hat sich verändert, seit dieser Knopf gezeichnet wurde. Hier ist er, wie er jetzt steht.
answer-fault = Bei uns ist etwas schiefgegangen. **/pirates table** zeigt das Spiel, wie es steht. Wenn es wieder passiert, nenn dem Betreiber dieses Bots das Zeichen **{ $reference }**.
answer-not-saved = Das konnte gerade nicht gespeichert werden und ist deshalb nicht geschehen. Bitte versuch es gleich noch einmal.
answer-not-read = Die Bücher des Schiffs lassen sich gerade nicht lesen, deshalb ist nichts geschehen. Bitte versuch es gleich noch einmal; wenn es so bleibt, sag dem Betreiber dieses Bots Bescheid.
answer-malformed = Dieser Knopf gehört nicht zu dieser Fassung des Bots oder nicht in diesen Kanal. **/pirates table** zeigt den Tisch, wie er ist.
answer-undelivered = Discord hat die Antwort darauf nicht angenommen. **/pirates table** zeigt das Spiel, wie es steht.
answer-modal-late = Das hat zu lange gedauert, deshalb konnte sich das Formular nicht öffnen. Bitte klick noch einmal.
answer-posted = Es steht unten im Kanal.

reason-game-over = Dieses Spiel ist vorbei.
reason-seat-left = Du bist aus diesem Spiel ausgestiegen und kannst darin nicht weiterspielen.
reason-not-your-turn = Du bist nicht am Zug: **{ $name }** ist dran.
reason-draw-first = Ein Zug beginnt mit dem Ziehen einer Karte.
reason-idol-demands = Ein verfluchter Götze verlangt, dass du zuerst ziehst.
reason-no-way-back = Du hast das Wagnis angenommen: Bis es entschieden ist, gibt es kein Zurück zum Schiff.
reason-answer-bust = Entscheide erst über die Karte, die dich erwischt: Opfere einen Verbündeten oder lauf davon.
reason-answer-dare = Beantworte erst das Wagnis.
reason-no-bust = Es gibt gerade nichts, was dich erwischt.
reason-no-dare = Es gibt gerade kein Wagnis.
reason-peek-first = Sieh dir erst einen Fluch in der Truhe an.
reason-peek-required = In diesem Spiel musst du eine Karte zahlen, um einen Fluch anzusehen.
reason-peek-done = Du hast in diesem Zug schon einen Fluch angesehen.
reason-take-first = Nimm erst einen Schatz aus der Truhe.
reason-take-done = Du hast in diesem Zug schon einen Schatz genommen.
reason-trove-empty = Die Truhe ist leer.
reason-not-in-trove = Dieser Schatz ist nicht mehr in der Truhe.
reason-not-in-hand = Diese Karten hast du nicht auf der Hand.
reason-too-weak = Zu schwach: Es braucht { $need }, und du hast { $played } gewählt.
reason-nobody-has-it = Niemand hat diesen Schatz.
reason-own-treasure = Dieser Schatz gehört dir selbst.
reason-await-answer = Warte: **{ $name }** antwortet noch auf den Diebstahl.
reason-answer-theft = Antworte erst auf den Diebstahl: kämpfen, verfluchen oder hergeben.
reason-no-theft = Gerade wird niemand bestohlen.
reason-not-your-treasure = Dieser Schatz gehört dir nicht.
reason-no-such-curse = Auf diesem Schatz liegt kein solcher Fluch.
reason-rum-needed = Wähl mindestens eine Rumkarte.
reason-curse-needed = Wähl mindestens einen Fluch, den du weitergibst.
reason-one-curse = In diesem Spiel darf nur ein Fluch weitergegeben werden.
reason-curse-twice = Ein Fluch kann nur einmal weitergegeben werden.
reason-not-the-thiefs = Flüche gehen nur auf Schätze des Diebs.
reason-channel-busy = In diesem Kanal läuft schon ein Spiel. Spiel mit, beende es mit **/pirates end**, oder öffne eines in einem anderen Kanal oder Thread.
reason-no-game-here = In diesem Kanal läuft kein Spiel. Öffne eines mit **/lands** oder **/blackspot**.
reason-session-over = Dieses Spiel ist vorbei. **Revanche**, **/lands** oder **/blackspot** öffnet ein neues.
reason-already-started = Das Spiel hat schon begonnen.
reason-not-started = Das Spiel hat noch nicht begonnen.
reason-already-aboard = Du bist schon an Bord.
reason-not-aboard = Du bist nicht in dieser Lobby. **Mitspielen** gibt dir einen Platz.
reason-first-taken = Jemand anderes war schneller.
reason-no-hand = In diesem Spiel gibt es keine verdeckten Hände: Alles liegt offen auf dem Tisch.
reason-lobby-full = Die Lobby ist voll: höchstens { $most } Spieler.
reason-too-few = Zu wenige Spieler: Dieses Spiel braucht mindestens { $least }.
reason-not-opener = Das entscheidet, wer das Spiel geöffnet hat; beenden kann es auch die Moderation.
reason-no-such-button = { $buttons ->
    [none] Hier lässt sich gerade kein Knopf drücken.
   *[other] Das nennt keinen Knopf oder mehr als einen. Jetzt drücken lassen sich: { $buttons }. Ein Teil der Wörter genügt.
}
reason-too-often = Du hast hier in einer Minute drei Nachrichten aufstellen lassen. Bitte warte einen Moment.
reason-not-a-player = Du spielst in diesem Spiel nicht mit.
reason-needs-moderator = In einem Spiel zu zweit kann nur die Moderation jemanden entfernen. Wer nicht da ist, für den spielt die Uhr.
reason-target-not-aboard = Diese Person spielt hier nicht mit.
reason-target-is-you = Um selbst zu gehen, nimm **/pirates leave**.
reason-motion-gone = Dieser Vorschlag ist nicht mehr offen.
reason-motion-not-yours = Dieser Vorschlag betrifft dich, also entscheiden die anderen.
reason-already-agreed = Du hast schon zugestimmt.
reason-skip-too-early = Hier ist noch Zeit: Die anderen können erst { $until } überspringen.
reason-skip-has-clock = Dieses Spiel hat eine Uhr: Läuft sie ab, wird der Zug gespielt.
reason-skip-yourself = Du bist selbst am Zug.
reason-paused = Das Spiel ist in Absprache unterbrochen und geht { $until } von selbst weiter. **Weiterspielen** am Tisch oder **/pirates resume** setzt es vorher fort: Jeder Mitspieler darf das.
reason-not-paused = Dieses Spiel ist nicht unterbrochen.
reason-missing-permissions = Hier kann ich noch kein Spiel leiten. Bitte gib mir in { $channel } diese Rechte: **{ $permissions }**.
reason-bad-option = Dieser Wert ist hier nicht möglich. Wähl einen, den der Befehl anbietet.
reason-servers-only = Gespielt wird in den Kanälen eines Servers.
reason-target-range = Das Ziel muss zwischen { $least } und { $most } Dublonen liegen.
reason-idol-card = Das ist keine Karte und kein Rang. Schreib eine Karte wie QS oder 10D, oder einen Rang wie Q.
reason-idol-number = Diese Wirkung braucht eine ganze Zahl von { $least } bis { $most }.
reason-idol-twice = Auf { $card } lägen zwei Götzen, und eine Karte hat nur für einen Platz. Schalte erst den anderen aus.
reason-idol-count = Höchstens { $most } Götzen können gleichzeitig an sein, die Damen mitgezählt. Schalte erst einen aus.
reason-endless = Mit diesen Götzen endet ein Spiel womöglich nie: Es lässt sich zu wenig sichern. Nichts wurde geändert.

permission-view_channel = Kanal ansehen
permission-send_messages = Nachrichten senden
permission-send_messages_in_threads = Nachrichten in Threads senden

## Help

help-title = ## Quartermaster
help-games = **/lands** öffnet in diesem Kanal eine Lobby für *Lands Uncharted*, **/blackspot** eine für *Black Spot*: Andere drücken **Mitspielen**, jemand drückt **Starten**, und alles Weitere sind Knöpfe. Allein ist Lands Uncharted die Solofahrt. In Black Spot zeigt **Meine Hand** oder **/hand** dir allein deine Karten. Wer lieber tippt als klickt, nimmt **/pirates press**: Es schlägt die Knöpfe vor, die sich drücken lassen, und ein Teil der Wörter genügt.
help-table =
    - **/pirates table** zeigt den Tisch erneut, wenn ihn Gespräche verschüttet haben; wer nicht mitspielt, bekommt einen Link.
    - **/pirates rules** erklärt die Regeln mit euren Hausregeln.
    - **/pirates leave** gibt deinen Platz auf.
    - **/pirates remove** nimmt jemanden aus dem Spiel: die Moderation sofort, sonst müssen alle anderen zustimmen.
    - **/pirates skip** überspringt, wer in einem Spiel ohne Uhr seit einem Tag fehlt: Mehr als die Hälfte der anderen muss zustimmen.
    - **/pirates pause** hält die Uhren für bis zu sieben Tage an, wenn alle zustimmen, **/pirates resume** setzt das Spiel fort.
    - **/pirates end** beendet ein Spiel ohne Ergebnis: die Moderation sofort, wer es geöffnet hat, wenn alle anderen zustimmen.
help-clock = Jede Entscheidung hat eine Uhr (in der Lobby eingestellt). Läuft sie ab, wird der Rest des Zugs für dich gespielt. Jede versäumte Zeit in Folge halbiert deine nächste, bis hinunter zu 15 s, bis du wieder selbst ziehst. Nach drei versäumten Zügen in Folge wird der Platz frei. Wo du mehr als fünf Minuten hast, wirst du zur Halbzeit noch einmal gerufen. Während der Bot weg ist, stehen die Uhren still. **/pirates rules** sagt, was die Uhr spielt.
help-fair = Das Mischen ist versiegelt, bevor jemand an Bord kommt: Die Lobby zeigt den Fingerabdruck eines Geheimnisses, und am Ende des Spiels wird das Geheimnis gelüftet. Dublonen sind Spielgeld.
