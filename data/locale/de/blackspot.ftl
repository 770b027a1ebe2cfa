# Black Spot: was geschieht, was man tun kann, und die Regeln. Ein verdeckter Fluch wird nie benannt.

## What shared messages say of the game

game-blackspot = Black Spot
command-blackspot = Öffnet eine Lobby für Black Spot: verdeckte Hände, Diebstahl und Flüche (2-4 Spieler)
button-first-blackspot = Ich fange an
lobby-claim-blackspot = · fängt an
answer-left-blackspot = Du bist ausgestiegen. Deine Schätze bleiben im Spiel, aber gewinnen kannst du nicht mehr.
board-stolen = Gestohlene Schätze
board-stolen-own = Gestohlene Schätze, Hausregeln
board-line-stolen = **{ $rank }.** **{ $name }** · { $points ->
    [one] { $points } Schatz
   *[other] { $points } Schätze
} in { $games ->
    [one] { $games } Spiel
   *[other] { $games } Spielen
}
board-empty-stolen = Noch steht niemand in dieser Rangliste. Spiel eine Partie { $game } mit anderen { $rules ->
    [house] nach Hausregeln
   *[standard] nach den gewöhnlichen Regeln
} zu Ende, und was du gestohlen hast, steht darin.
stats-blackspot = { $thefts ->
    [one] { $thefts } Diebstahl
   *[other] { $thefts } Diebstähle
} versucht, { $stolen } geglückt · { $fights } abgewehrt · { $curses ->
    [one] { $curses } Fluch
   *[other] { $curses } Flüche
} weitergegeben, { $purified } gebrochen

## House rules

rule-blackspot-peek = Spähen
rule-blackspot-peek-about = Ob man eine Karte zahlen muss, um einen Fluch in der Truhe anzusehen
rule-blackspot-peek-required = Pflicht
rule-blackspot-peek-optional = freiwillig
rule-blackspot-curse_reaction = Fluch als Antwort
rule-blackspot-curse_reaction-about = Wie viele Flüche ein bestohlener Kapitän weitergeben darf
rule-blackspot-curse_reaction-any = beliebig viele
rule-blackspot-curse_reaction-one = ein Fluch
rule-blackspot-purify = Läutern
rule-blackspot-purify-about = Was einen Fluch bricht
rule-blackspot-purify-single = eine Rumkarte von seinem Wert
rule-blackspot-purify-sum = die Summe des Rums
rule-blackspot-ending = Spielende
rule-blackspot-ending-about = Wer noch einen letzten Zug hat, nachdem der letzte Schatz genommen ist
rule-blackspot-ending-full_cycle = alle, wer ihn nahm zuletzt
rule-blackspot-ending-others_only = alle außer dem, der ihn nahm
rule-blackspot-ending-immediate = niemand

## The table

blackspot-step = { $phase ->
    [peek] **{ $name }** muss eine Karte zahlen, um einen Fluch in der Truhe anzusehen.
    [peek-optional] **{ $name }** darf eine Karte zahlen, um einen Fluch in der Truhe anzusehen.
    [take] **{ $name }** muss einen Schatz aus der Truhe nehmen.
    [react] **{ $name }** wird bestohlen und darf reagieren.
   *[act] **{ $name }** darf stehlen und läutern und beendet dann den Zug.
}
blackspot-final = 🔔 Das ist ein letzter Zug.
blackspot-final-turns = 🔔 Letzte Züge stehen noch aus: { $names }.
blackspot-trove = **Truhe** · { $left ->
    [0] es kommen keine Schätze mehr
    [one] es kommt noch ein Schatz
   *[other] es kommen noch { $left } Schätze
}
blackspot-trove-empty = **Die Truhe ist leer.**
blackspot-treasure = { $loot } ({ $worth }){ $curses }
blackspot-curse = {" "}· Fluch { $card } ({ $rank })
blackspot-curse-known = {" "}· Fluch { $card } ({ $rank }, verdeckt, du kennst ihn)
blackspot-face-down = {" "}· { $count ->
    [one] ein verdeckter Fluch
   *[other] { $count } verdeckte Flüche
}
blackspot-captain = { $active ->
    [yes] ▶{" "}
   *[no] {""}
}**{ $name }** · { $hand ->
    [one] { $hand } Karte
   *[other] { $hand } Karten
} · Beute { $loot } − Flüche { $curses } = { $score }{ $down ->
    [0] {""}
    [one] {" "}und einer verdeckt
   *[other] {" "}und { $down } verdeckt
}{ $left ->
    [yes] {" "}· ausgestiegen
   *[no] {""}
}
blackspot-piles = -# Nachziehstapel { $draw } · Ablage { $discard } · gebrochene Flüche { $purified }
blackspot-theft = ⚔️ **{ $thief }** nimmt **{ $victim }** { $loot } ({ $worth }) weg, mit Mannschaft im Wert von { $strength }: { $cards }.
blackspot-purifying = 🍶 Eine Läuterung ist im Gange: { $loot }, der Fluch { $card } braucht { $sum ->
    [yes] noch { $needed }
   *[no] eine Rumkarte im Wert von mindestens { $needed }
}.
blackspot-call = { $mention }, **{ $thief }** nimmt dir { $loot } weg, mit Mannschaft im Wert von { $strength }. { $deadline ->
    [none] Lass dir Zeit: Drück **Reagieren**
   *[other] Drück **Reagieren**. Die Zeit läuft { $deadline } ab
} ({ $link }).

## Buttons

button-hand = Meine Hand
button-react = Reagieren
blackspot-choice-steal = Stehlen
blackspot-choice-purify = Läutern
blackspot-choice-fight = Kämpfen
blackspot-choice-curse = Verfluchen
blackspot-do-peek = Zahlen und ansehen
blackspot-do-skip-peek = Nicht ansehen
blackspot-do-take = Nehmen
blackspot-do-steal = Wegnehmen
blackspot-do-purify = Rum ausspielen
blackspot-do-end-turn = Zug beenden
blackspot-do-let-go = Hergeben
blackspot-do-fight = Zurückschlagen
blackspot-do-curse = Flüche weitergeben
blackspot-theirs = { $loot } von { $name }
blackspot-own-curse = { $loot } Fluch{ $number ->
    [0] {""}
   *[other] {" "}{ $number }
}
blackspot-own-curse-known = { $loot } Fluch{ $number ->
    [0] {""}
   *[other] {" "}{ $number }
}: { $card }
blackspot-laid = { $curse } → { $to }
blackspot-onto = auf { $loot }
blackspot-with-curse = { $loot } mit { $card }

## The hand

hand-title = ### Deine Hand · { $game } in { $channel }
hand-cards = **Hand:** { $cards }
hand-empty = **Hand:** keine Karten
hand-worth = -# Mannschaft { $crew } · Rum { $rum }
hand-known = **Du hast gesehen:** { $cards }
hand-known-one = { $card } unter { $loot }
hand-waiting = **{ $name }** ist am Zug. Deine Hand ist hier, wann immer du sie brauchst.
hand-waiting-theft = **{ $name }** wird bestohlen und darf reagieren. Deine Hand ist hier, wann immer du sie brauchst.
hand-waiting-victim = **{ $name }** denkt über deinen Diebstahl nach. Nach der Antwort geht es für dich weiter.
hand-over = Das Spiel ist vorbei.
hand-paused = ⏸️ Das Spiel ist unterbrochen. **Weiterspielen** am Tisch oder **/pirates resume** setzt es fort.
blackspot-ask-peek = Wähl die Karte, mit der du zahlst, und den Schatz, dessen Fluch du sehen willst.
blackspot-ask-take = Wähl den Schatz, den du nimmst. Sein Fluch kommt mit, wie er liegt.
blackspot-ask-act = Stiehl, läutere oder beende deinen Zug.
blackspot-ask-steal = Wähl einen Schatz und dann Mannschaft, die mindestens so viel wert ist.
blackspot-ask-purify = { $sum ->
    [yes] Wähl einen Fluch und dann Rum. Der Rum addiert sich, bis er den Fluch bricht.
   *[no] Wähl einen Fluch und dann Rum. Eine Rumkarte, die mindestens so viel wert ist, bricht ihn.
}
blackspot-ask-react = **{ $thief }** nimmt dir { $loot } weg, mit Mannschaft im Wert von { $strength }. Kämpf mit ebenso viel Mannschaft, verfluch mit ebenso viel an Mannschaft, Rum oder beidem, oder gib den Schatz her.{ $deadline ->
    [none] {""}
   *[other] {" "}Die Zeit läuft { $deadline } ab.
}
blackspot-ask-fight = Wähl Mannschaft im Wert von mindestens { $strength }.
blackspot-ask-curse = Wähl Karten im Wert von mindestens { $strength }, dann jeden Fluch und wohin er geht.
blackspot-ask-onto = Wohin geht **{ $curse }**?
blackspot-picked = **Deine Wahl:** { $what }
blackspot-picked-nothing = **Deine Wahl:** noch nichts
blackspot-paying = Gewählt: { $worth } von { $needed }.
blackspot-chosen = Gewählt: { $worth }.
blackspot-rum = { $needed ->
    [0] Der Fluch liegt verdeckt: Der erste Rum deckt ihn auf.
   *[other] { $sum ->
        [yes] Er braucht noch { $needed }; gewählt: { $given }.
       *[no] Er braucht eine Karte im Wert von { $needed }; die beste gewählte: { $given }.
    }
}

## What happened, by event

blackspot-event-start = Die Kapitäne sind versammelt. **{ $name }** fängt an.
blackspot-event-turn-began = { $final ->
    [yes] 🔔 **{ $name }** beginnt einen letzten Zug mit { $drawn ->
        [one] { $drawn } neuen Karte
       *[other] { $drawn } neuen Karten
    }.
   *[no] **{ $name }** beginnt einen Zug mit { $drawn ->
        [one] { $drawn } neuen Karte
       *[other] { $drawn } neuen Karten
    }.
}
blackspot-event-reshuffled = Der Nachziehstapel war leer: { $cards ->
    [one] { $cards } abgelegte Karte wurde zu einem neuen gemischt.
   *[other] { $cards } abgelegte Karten wurden zu einem neuen gemischt.
}
blackspot-event-peeked = **{ $name }** hat { $card } gezahlt und den Fluch unter { $loot } angesehen{ $curse ->
    [unknown] .
   *[known] : { $curse }.
}
blackspot-event-peek-skipped = **{ $name }** hat keinen Fluch angesehen.
blackspot-event-took = **{ $name }** hat { $loot } aus der Truhe genommen.
blackspot-event-dealt = { $loot } kommt in die Truhe, mit einem verdeckten Fluch.
blackspot-event-trove-emptied = **{ $name }** hat den letzten Schatz genommen: { $turns ->
    [0] Das Spiel endet mit diesem Zug.
    [one] Ein letzter Zug folgt.
   *[other] { $turns } letzte Züge folgen.
}
blackspot-event-theft-began = **{ $name }** spielt { $cards } (Wert { $strength }), um **{ $victim }** { $loot } zu stehlen.
blackspot-event-fought = **{ $name }** schlägt mit { $cards } (Wert { $strength }) zurück und behält { $loot }.
blackspot-event-stolen = **{ $name }** hat **{ $victim }** { $loot } gestohlen{ $answer ->
    [empty-hand] {" "}(die Hand war leer)
    [gone] {" "}(niemand mehr da)
   *[other] {""}
}{ $curses ->
    [0] .
    [one] , und einen Fluch dazu.
   *[other] , und { $curses } Flüche dazu.
}
blackspot-event-cursed = **{ $name }** zahlt { $cards } und verflucht **{ $thief }**: { $moved }.
blackspot-moved = der Fluch { $curse } von { $loot } geht auf { $to }
blackspot-moved-down = ein verdeckter Fluch von { $loot } geht auf { $to }
blackspot-event-rum-played = **{ $name }** gießt { $cards } auf den Fluch von { $loot }{ $flipped ->
    [yes] ; er entpuppt sich als { $curse }.
   *[no] , { $curse }.
}
blackspot-event-purified = **{ $name }** hat { $loot } geläutert: { $curse } ist gebrochen.
blackspot-event-curse-stayed = Der Fluch { $curse } bleibt auf { $loot }.
blackspot-event-turn-ended = **{ $name }** hat den Zug beendet.
blackspot-event-turned-up = Unter { $loot } von **{ $name }** lag { $curse }.
blackspot-event-left = **{ $name }** ist ausgestiegen; die Uhr spielt die Züge, die der Platz noch hat.

## The end

blackspot-over = ## { $game } · das Spiel ist vorbei
blackspot-ending-highest-score = 🏆 **{ $names }** gewinnt mit dem reichsten Hort an Bord.
blackspot-ending-shared = 🏆 **{ $names }** teilen sich den Sieg: gleich reiche Horte.
blackspot-ending-last-aboard = 🏆 **{ $names }** bleibt allein an Bord und gewinnt.
blackspot-ending-no-result = Nur einer ist übrig und weniger als sechs Schätze sind genommen; deshalb gibt es kein Ergebnis.
# Fett von Anfang an: Eine Zeile, die mit einer Zahl begänne, zählte Discord von selbst als Liste durch.
blackspot-rank = **{ $place ->
    [0] –
   *[other] { $place }.
} { $name }** · Beute { $loot } − Flüche { $curses } = { $score }{ $left ->
    [yes] {" "}· ausgestiegen
   *[no] {""}
}
blackspot-aside = -# Vor dem Spiel ungesehen beiseitegelegt: { $loot } und { $curse }.

## The rules

blackspot-rules-title = ## Black Spot
blackspot-rules-goal = **Ziel.** Sammle mit allen Mitteln den wertvollsten Hort und meide die schlimmsten Flüche. Punkte: Beute minus Flüche.
blackspot-rules-cards = **Karten.** { $clubs }: deine Mannschaft, { $hearts }: Rum, { $diamonds }: Beute, { $spades }: Flüche. Ass 1, 2-10, Bube (J) 11, Dame (Q) 12, König (K) 13. Eine Beutekarte und ein Fluch werden ungesehen beiseitegelegt; zwölf Schätze sind im Spiel, drei davon in der Truhe, jeder mit einem verdeckten Fluch.
blackspot-rules-turn = **Dein Zug.** Deine Hand wird abgelegt, und du ziehst fünf Karten. Zahl eine Karte, um einen verdeckten Fluch in der Truhe anzusehen. Nimm einen Schatz; sein Fluch bleibt, wie er liegt. Dann stiehl und läutere, so oft du willst, und beende deinen Zug.
blackspot-rules-turn-optional = **Dein Zug.** Deine Hand wird abgelegt, und du ziehst fünf Karten. Du darfst eine Karte zahlen, um einen verdeckten Fluch in der Truhe anzusehen. Nimm einen Schatz; sein Fluch bleibt, wie er liegt. Dann stiehl und läutere, so oft du willst, und beende deinen Zug.
blackspot-rules-steal = **Stehlen.** Spiel Mannschaft, die mindestens so viel wert ist wie die Beute des Schatzes; mehr ist erlaubt. Alle seine Flüche kommen mit.
blackspot-rules-react = **Reaktionen.** Wer bestohlen wird, darf kämpfen (Mannschaft im Wert von mindestens der gespielten; der Schatz bleibt), verfluchen (Mannschaft, Rum oder beides im selben Wert; der Schatz geht, und Flüche von den eigenen übrigen Schätzen gehen auf beliebige Schätze des Diebs) oder den Schatz hergeben.
blackspot-rules-react-one = **Reaktionen.** Wer bestohlen wird, darf kämpfen (Mannschaft im Wert von mindestens der gespielten; der Schatz bleibt), verfluchen (Mannschaft, Rum oder beides im selben Wert; der Schatz geht, und ein Fluch von den eigenen übrigen Schätzen geht auf einen beliebigen Schatz des Diebs) oder den Schatz hergeben.
blackspot-rules-purify-single = **Läutern.** Gieß Rum auf einen Fluch auf deinem Schatz; ein verdeckter Fluch wird zuerst aufgedeckt. Ist eine dabei gespielte Rumkarte mindestens so viel wert wie der Fluch, ist er gebrochen; sonst ist der Rum weg, und der Fluch bleibt offen liegen. Bis zu deiner nächsten anderen Handlung darf weiterer Rum folgen.
blackspot-rules-purify-sum = **Läutern.** Gieß Rum auf einen Fluch auf deinem Schatz; ein verdeckter Fluch wird zuerst aufgedeckt. Ist der dabei gespielte Rum zusammen mindestens so viel wert wie der Fluch, ist er gebrochen; sonst ist der Rum weg, und der Fluch bleibt offen liegen. Bis zu deiner nächsten anderen Handlung darf weiterer Rum folgen.
blackspot-rules-ending-full_cycle = **Das Ende.** Nach dem Zug, in dem der letzte Schatz genommen wird, haben alle noch einen letzten Zug, wer ihn nahm zuletzt: fünf Karten ziehen, stehlen und läutern. Dann werden alle Flüche aufgedeckt.
blackspot-rules-ending-others_only = **Das Ende.** Nach dem Zug, in dem der letzte Schatz genommen wird, haben alle außer dem, der ihn nahm, noch einen letzten Zug: fünf Karten ziehen, stehlen und läutern. Dann werden alle Flüche aufgedeckt.
blackspot-rules-ending-immediate = **Das Ende.** Das Spiel endet mit dem Zug, in dem der letzte Schatz genommen wird. Dann werden alle Flüche aufgedeckt.
blackspot-rules-winner = **Sieg.** Die meisten Punkte gewinnen; sie können auch unter null liegen. Bei Gleichstand wird der Sieg geteilt.
blackspot-rules-clock = **Zeit.** Läuft die Zeit einer Reaktion ab, wird der Schatz hergegeben. In deinem Zug wird der Rest gespielt: Die niedrigste Karte zahlt fürs Ansehen, die höchste Beute wird genommen, und der Zug endet. Jede versäumte Zeit in Folge, ob Zug oder Reaktion, halbiert deine nächste (nie unter 15 s); ein eigener Zug stellt sie wieder her. Nach drei versäumten Zügen in Folge steigst du aus.
blackspot-rules-clock-optional = **Zeit.** Läuft die Zeit einer Reaktion ab, wird der Schatz hergegeben. In deinem Zug wird der Rest gespielt: Die höchste Beute wird genommen, und der Zug endet. Jede versäumte Zeit in Folge, ob Zug oder Reaktion, halbiert deine nächste (nie unter 15 s); ein eigener Zug stellt sie wieder her. Nach drei versäumten Zügen in Folge steigst du aus.
blackspot-rules-leaving = **Aussteigen.** Deine Schätze bleiben im Spiel, und der Platz spielt nach den Regeln der Uhr, kann aber nicht gewinnen. Bleibt nur eine Person übrig, endet das Spiel: Sie gewinnt, wenn bis dahin sechs Schätze genommen sind; sonst gibt es kein Ergebnis.
