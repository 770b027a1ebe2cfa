# Lands Uncharted: was geschieht, was man tun kann, und die Regeln.

## What shared messages say of the game

game-lands = Lands Uncharted
command-lands = Öffnet eine Lobby für Lands Uncharted: Glück und Gefahr auf einer Insel (1-4 Spieler)
button-first-lands = Ich hatte zuletzt Münzen
lobby-claim-lands = · 🪙 hatte zuletzt Münzen in der Hand, fängt an
lobby-solo-lands = Drück **Starten**, um allein zu segeln: die Solofahrt, zehn Runden um die höchste Summe. Oder warte, bis andere mitspielen.
answer-left-lands = Du bist ausgestiegen. Deine gesicherten Punkte bleiben stehen, aber gewinnen kannst du nicht mehr.
board-bank = Größter Fang auf einmal
board-bank-own = Größter Fang auf einmal, Hausregeln
board-line-bank = **{ $rank }.** **{ $name }** · { $points ->
    [one] { $points } Dublone
   *[other] { $points } Dublonen
} auf einmal, in { $games ->
    [one] { $games } Spiel
   *[other] { $games } Spielen
}
board-empty-bank = Noch steht niemand in dieser Rangliste. Spiel eine Partie { $game } mit anderen { $rules ->
    [house] nach Hausregeln
   *[standard] nach den gewöhnlichen Regeln
} zu Ende, und dein größter Fang steht darin.
stats-lands = Erwischt in { $percent } % der Züge · gesichert im Schnitt { $average }, höchstens { $best } · { $allies ->
    [one] { $allies } Verbündeter geopfert
   *[other] { $allies } Verbündete geopfert
}

## House rules

rule-lands-target = Ziel
rule-lands-target-about = So viele Dublonen läuten die letzte Runde ein
rule-lands-last_round = Letzte Runde
rule-lands-last_round-about = Wer noch zieht, sobald jemand das Ziel erreicht hat
rule-lands-last_round-finish_round = die Runde zu Ende spielen
rule-lands-last_round-one_more_each = ein weiterer Zug für alle anderen
rule-lands-buried_treasure = Vergrabener Schatz
rule-lands-buried_treasure-about = Wer genau 21 sichert, bekommt 26
rule-lands-dare = Alles oder nichts
rule-lands-dare-about = Wer nach dem Sichern 2 bis 10 unter dem Ziel liegt, darf ein Wagnis um das genaue Ziel eingehen
rule-lands-dare_prize = Lohn des Wagnisses
rule-lands-dare_prize-about = Was ein genau getroffenes Wagnis einbringt
rule-lands-dare_prize-last_round = die letzte Runde beginnt
rule-lands-dare_prize-instant_win = sofortiger Sieg
rule-lands-queen_of_spades = Pikdame
rule-lands-queen_of_spades-about = Verfluchter Götze: Die höchste Zahlenkarte dieses Zugs wird abgelegt
rule-lands-queen_of_clubs = Kreuzdame
rule-lands-queen_of_clubs-about = Verfluchter Götze: Es erwischt dich sofort
rule-lands-queen_of_hearts = Herzdame
rule-lands-queen_of_hearts-about = Verfluchter Götze: Zieh zwei weitere Karten
rule-lands-queen_of_diamonds = Karodame
rule-lands-queen_of_diamonds-about = Verfluchter Götze: Zieh, bis eine Zahl über 8 kommt
rule-lands-home_idols = Eigene Götzen
rule-lands-home_idols-about = Die Götzen, die dieser Server erdacht hat, alle zusammen

## The table

lands-status = -# Runde { $round } · Ziel { $target } · Nachziehstapel { $deck }, Ablage { $discard }
lands-status-solo = -# Runde { $round } von { $rounds } · Nachziehstapel { $deck }, Ablage { $discard }
lands-treasure = **Beute: { $value ->
    [one] { $value } Dublone
   *[other] { $value } Dublonen
}**
lands-treasure-none = **Beute: noch nichts**
lands-cards = { $cards }
lands-face = Gefahr: { $card } · bei einer zweiten Bildkarte erwischt es dich
lands-pending = { $cause ->
    [pair] ⚠️ { $card } ist eine Zahl, die schon in der Beute liegt.
    [idol] ⚠️ { $card } ist verflucht.
   *[faces] ⚠️ { $card } ist eine zweite Gefahr.
} { $daring ->
    [yes] Opfere einen Verbündeten, um weiterzumachen, oder lauf davon und fall auf { $fall } zurück.
   *[no] Opfere einen Verbündeten, um weiterzumachen, oder lauf davon und verlier diese Beute.
}
lands-forced-draws = { $draws ->
    [one] { $draws } weitere Karte muss gezogen werden
   *[other] { $draws } weitere Karten müssen gezogen werden
} ({ $cards }).
lands-forced-above = Es muss gezogen werden, bis eine Zahl über { $above } kommt ({ $cards }).
lands-forced-both = Es muss gezogen werden, bis eine Zahl über { $above } kommt, mindestens aber noch { $draws ->
    [one] { $draws } Karte
   *[other] { $draws } Karten
} ({ $cards }).
lands-offer = 🎲 **Alles oder nichts?** Ein letzter Zug um genau { $need } weitere. { $prize ->
    [instant_win] Triffst du, gewinnst du sofort.
   *[last_round] Triffst du, hast du das Ziel erreicht.
} Erwischt es dich oder schießt du darüber hinaus, fällst du auf { $fall } zurück.
lands-daring = 🎲 **Alles oder nichts:** genau { $need } weitere, sonst zurück auf { $fall }.
lands-seat = { $active ->
    [yes] ▶{" "}
   *[no] {""}
}**{ $name }** · { $score }{ $allies ->
    [none] {""}
   *[some] {" "}· Verbündete { $cards }
}{ $left ->
    [yes] {" "}· ausgestiegen
   *[no] {""}
}
lands-last-round = 🔔 **Letzte Runde.** Noch am Zug: { $names }.

## Buttons

lands-button-draw = Ziehen
lands-button-bank = Zurück zum Schiff (+{ $points })
lands-button-spend = Verbündeten opfern
lands-button-run = Davonlaufen
lands-button-dare = Wagnis annehmen
lands-button-decline = Wagnis ablehnen

## What happened, by event

lands-event-start = Die Fahrt beginnt.{ $players ->
    [1] {""}
   *[other] {" "}**{ $name }** fängt an.
}
lands-event-reshuffled = Der Nachziehstapel war leer: { $cards ->
    [one] { $cards } abgelegte Karte wurde zu einem neuen gemischt.
   *[other] { $cards } abgelegte Karten wurden zu einem neuen gemischt.
}
lands-event-drew = **{ $name }** hat { $card } gezogen.
lands-event-ally-joined = { $kept ->
    [yes] { $card } schließt sich **{ $name }** als Verbündeter an.
   *[no] { $card } findet keinen Platz: **{ $name }** hat schon vier Verbündete.
}
lands-event-threatened = { $cause ->
    [pair] Diese Zahl liegt schon in der Beute.
    [idol] Der Götze schlägt zu.
   *[faces] Das ist eine zweite Gefahr.
} **{ $name }** hat einen Verbündeten, der helfen könnte.
lands-event-ally-spent = **{ $name }** hat den Verbündeten { $ally } gegen { $card } geopfert.
lands-event-busted = { $cause ->
    [pair] Zweimal dieselbe Zahl!
    [idol] Der Götze schlägt zu!
   *[faces] Zwei Gefahren!
} **{ $name }** rennt davon und verliert { $lost ->
    [0] nichts als den Stolz
    [one] { $lost } Dublone
   *[other] { $lost } Dublonen
}.
lands-event-banked = **{ $name }** hat { $value } gesichert{ $bonus ->
    [0] {""}
   *[other] {" "}und einen vergrabenen Schatz gefunden (+{ $bonus })
}: { $score ->
    [one] { $score } Dublone
   *[other] { $score } Dublonen
} auf dem Schiff.
lands-event-demanded = Der Götze { $card } verlangt { $above ->
    [0] { $draws ->
        [one] { $draws } weitere Karte
       *[other] { $draws } weitere Karten
    }
   *[other] Karten, bis eine Zahl über { $above } kommt
}.
lands-event-discarded = Der Götze { $idol } nimmt { $card } aus der Beute.
lands-event-valued = Der Götze { $card } { $change }.
lands-adds = legt { $points } zur Beute dazu
lands-takes = nimmt { $points } aus der Beute
lands-takes-nothing = findet nichts zu nehmen
lands-event-ally-lost = Der Götze { $idol } verjagt den Verbündeten { $ally }.
lands-event-sent-back = Der Götze { $card } schickt **{ $name }** zurück zum Schiff.
lands-event-dared = { $need } bis zum Ziel: **{ $name }** darf alles oder nichts spielen.
lands-event-dare-taken = **{ $name }** nimmt das Wagnis an. Es gibt kein Zurück.
lands-event-dare-declined = **{ $name }** lehnt das Wagnis ab.
lands-event-dare-won = **{ $name }** hat das Ziel genau getroffen: { $score } Dublonen!
lands-event-dare-lost = { $cause ->
    [too-much] Zu viel!
    [pair] Zweimal dieselbe Zahl!
    [idol] Der Götze schlägt zu!
   *[faces] Zwei Gefahren!
} **{ $name }** hat das Wagnis verloren und fällt auf { $score } zurück.
lands-event-last-round = **{ $name }** hat das Ziel erreicht: Dies ist die letzte Runde.
lands-event-left = **{ $name }** ist ausgestiegen{ $lost ->
    [0] {""}
    [one] {" "}und lässt { $lost } Dublone zurück
   *[other] {" "}und lässt { $lost } Dublonen zurück
}.

## The end

lands-ending-highest-score = 🏆 **{ $names }** gewinnt mit den meisten Punkten an Bord.
lands-ending-fewest-scorings = 🏆 **{ $names }** gewinnt bei Gleichstand: gleich viele Punkte, aber seltener gesichert.
lands-ending-shared = 🏆 **{ $names }** teilen sich den Sieg: gleich viele Punkte, gleich oft gesichert.
lands-ending-dare-won = 🏆 **{ $names }** gewinnt sofort mit einem genau getroffenen Wagnis.
lands-ending-last-aboard = 🏆 **{ $names }** bleibt allein an Bord und gewinnt.
lands-ending-solo = 🏆 **{ $names }** hat in zehn Runden { $score ->
    [one] { $score } Dublone
   *[other] { $score } Dublonen
} heimgebracht. Schreib es ins Logbuch und versuch, es beim nächsten Mal zu überbieten!
lands-ending-no-result = { $solo ->
    [yes] Die Fahrt wurde abgebrochen; deshalb gibt es kein Ergebnis.
   *[no] Nur einer ist noch übrig, und niemand hat das halbe Ziel; deshalb gibt es kein Ergebnis.
}
lands-rank = **{ $place ->
    [0] –
   *[other] { $place }.
} { $name }** { $sum }{ $left ->
    [yes] {" "}· ausgestiegen
   *[no] {""}
}
lands-sum = { $banks } = { $score }

## The rules

lands-rules-title = ## Lands Uncharted
lands-rules-goal = **Ziel.** Ihr seid Piratenkapitäne und durchsucht eine gefährliche Insel. Bring Beute im Wert von { $target } Dublonen auf dein Schiff.
lands-rules-turn = **Dein Zug** beginnt damit, dass du eine Karte ziehst. Dann entscheidest du Karte für Karte: **zurück zum Schiff**, um den Wert der Beute zu sichern, oder **weiter** und noch eine Karte ziehen.
lands-rules-cards = **Karten.** 2-10 sind Beute im Wert ihrer Zahl. Bildkarten (J, Q und K) sind Gefahren und nichts wert. Ein Ass ist ein Verbündeter: Es wird beiseitegelegt und bleibt von Zug zu Zug bei dir.
lands-rules-bust = **Lauf um dein Leben.** Bei einer zweiten Bildkarte oder einer zweiten Karte mit einer Zahl, die schon in deiner Beute liegt, erwischt es dich: Die Beute dieses Zugs ist verloren, gesicherte Punkte und Verbündete bleiben, und der Nächste ist dran.
lands-rules-allies = **Verbündete.** Wenn es dich bei einer Karte erwischt, darfst du einen Verbündeten opfern: Das Ass und diese Karte werden abgelegt, und dein Zug geht weiter.
lands-rules-deck = **Stapel leer?** Die Ablage wird zu einem neuen Nachziehstapel gemischt; Karten auf dem Tisch und Verbündete bleiben draußen.
lands-rules-end-finish_round = **Das Ende.** Wer beim Sichern { $target } erreicht, läutet die letzte Runde ein: Es wird weitergespielt, bis alle gleich viele Züge hatten.
lands-rules-end-one_more_each = **Das Ende.** Wer beim Sichern { $target } erreicht, läutet die letzte Runde ein: Alle anderen haben noch genau einen Zug.
lands-rules-winner = **Sieg.** Die meisten Punkte gewinnen; bei Gleichstand, wer seltener gesichert hat; danach wird der Sieg geteilt. Nichts zu sichern zählt nicht als Sichern.
lands-rules-solo = **Solofahrt.** Zehn Runden, ein Stapel für alle, und so viel Beute wie möglich. Kein Ziel und kein Wagnis.
lands-rules-clock = **Zeit.** Läuft deine Zeit ab, wird der Rest deines Zugs gespielt: Ein Verbündeter rettet dich, Pflichtkarten werden gezogen, ein Wagnis wird abgelehnt (ein angenommenes wird gezogen), sonst wird gesichert. Jede versäumte Zeit in Folge halbiert deine nächste (nie unter 15 s); ein eigener Zug stellt sie wieder her. Nach drei versäumten Zügen in Folge steigst du aus.
lands-rules-leaving = **Aussteigen.** Die Beute des Zugs und die Verbündeten sind weg; gesicherte Punkte bleiben stehen, können aber nicht gewinnen. Bleibt nur einer übrig, endet das Spiel: Er gewinnt, wenn jemand das halbe Ziel hat; sonst gibt es kein Ergebnis.
lands-rules-house = **Geltende Hausregeln**
lands-rules-buried_treasure = **Vergrabener Schatz.** Wer genau 21 sichert, bekommt 26.
lands-rules-dare = **Alles oder nichts.** Einmal im Spiel darf, wer nach dem Sichern 2 bis 10 unter dem Ziel liegt, sofort einen weiteren Zug wagen. Dann ziehst du, bis du genau das Ziel hast oder es dich erwischt. Ein Verbündeter hilft gegen ein Paar oder eine zweite Bildkarte, aber nichts hilft gegen mehr als das Ziel. Erwischt es dich, fällst du auf { $fall } zurück.
lands-rules-dare_prize-last_round = Ein genau getroffenes Wagnis läutet die letzte Runde ein.
lands-rules-dare_prize-instant_win = Ein genau getroffenes Wagnis gewinnt das Spiel sofort.
lands-rules-idols = **Verfluchte Götzen.** Zuerst wird geprüft, ob es dich erwischt; eine Karte, die abgewehrt wird oder dich erwischt, wirkt nicht weiter. Pflichtkarten addieren sich, höchstens zehn pro Zug.
lands-rules-idols-dare = Im Wagnis verlangt kein Götze Karten, und keiner schickt dich zurück zum Schiff.
lands-idol-rank = jede `{ $rank }`
lands-idol = { $card }: { $effect ->
    [bust] Es erwischt dich sofort; ein Verbündeter kann helfen.
    [discard_highest] Legt die höchste zuvor gezogene Zahl dieses Zugs ab.
    [discard_lowest] Legt die niedrigste zuvor gezogene Zahl dieses Zugs ab.
    [draw_more] { $number ->
        [one] Eine weitere Karte muss gezogen werden.
       *[other] { $number } weitere Karten müssen gezogen werden.
    }
    [draw_until_above] Es muss gezogen werden, bis eine Zahl über { $number } kommt.
    [bonus] Legt { $number } zur Beute dieses Zugs dazu.
    [toll] Nimmt { $number } aus der Beute dieses Zugs.
    [lose_ally] Verjagt einen Verbündeten.
    [gain_ally] Schließt sich dir als Verbündeter an.
   *[bank_now] Schickt dich sofort zurück zum Schiff.
}
