# Ranglisten, Statistiken, und wofür ein Ergebnis zählt. Namen kommen maskiert an.

command-leaderboard = Ranglisten des Servers: Siege, Siegquote, Solofahrt, größter Fang, gestohlene Schätze
command-leaderboard-game = Welches Spiel
command-leaderboard-period = Diese Saison oder ewige Wertung
command-leaderboard-season = Eine Saison nach ihrer Nummer statt der laufenden
command-leaderboard-board = Wonach die Spieler geordnet sind
command-leaderboard-page = Welche Seite der Rangliste
period-season = diese Saison
period-all = ewige Wertung

## The boards

board-wins = Siege
board-rate = Siegquote
board-voyage = Beste Solofahrt
board-title = ## { $board } · { $game }
board-period = { $season ->
    [0] Ewige Wertung
   *[other] Saison { $season }{ $current ->
        [yes] , laufend
       *[no] {""}
    }
}
board-line-wins = **{ $rank }.** **{ $name }** · { $points ->
    [one] { $points } Sieg
   *[other] { $points } Siege
} in { $games ->
    [one] { $games } Spiel
   *[other] { $games } Spielen
}
board-line-rate = **{ $rank }.** **{ $name }** · { $percent } % · { $points } von { $games } Spielen gewonnen
board-line-voyage = **{ $rank }.** **{ $name }** · { $points ->
    [one] { $points } Dublone
   *[other] { $points } Dublonen
}, die beste von { $games ->
    [one] { $games } Fahrt
   *[other] { $games } Fahrten
}
board-you = du
board-unknown = ein verschollener Pirat
board-yours = Dein Platz: { $line }
board-not-yet = Du stehst noch nicht in dieser Rangliste.
board-hidden = Du stehst in keiner Rangliste: Du bist verborgen, wie **/pirates mydata** zeigt.
board-others = -# Andere Ranglisten, Spiele und Saisons: die Optionen von **/leaderboard**.
board-moved = Diese Seite gibt es nicht; das ist die nächstliegende.
board-empty-wins = Noch steht niemand in dieser Rangliste. Spiel eine Partie { $game } mit anderen zu Ende, und du stehst darin.
board-empty-rate = Noch steht niemand in dieser Rangliste. Dafür braucht es { $least } gewertete Partien { $game } mit anderen.
board-empty-voyage = Noch steht niemand in dieser Rangliste. Segle allein: Öffne **/lands** ohne Hausregeln, drück **Starten**, und spiel die zehn Runden zu Ende.
board-count = Seite { $page } von { $pages } · { $players } Spieler
board-small-print = { $board ->
    [rate] Spieler mit mindestens { $least } Spielen. Gleiche Quoten teilen sich einen Platz; mehr Spiele stehen vorn.
   *[other] Gleiche Punkte teilen sich einen Platz; weniger Spiele stehen vorn.
} { $board ->
    [voyage] Solofahrten nach den gewöhnlichen Regeln.
   *[other] Spiele mit anderen, die zu Ende gespielt wurden, { $rules ->
        [standard] nach den gewöhnlichen Regeln; die nach Hausregeln haben eine eigene Rangliste.
        [house] nach Hausregeln; die nach den gewöhnlichen Regeln haben eine eigene Rangliste.
       *[all] nach beliebigen Hausregeln.
    } Sind für jemanden in 24 Stunden { $most } Siege einer Art gewertet, zählt für ihn kein Spiel, bis einer davon einen Tag alt ist.{ $adds ->
        [yes] {" "}Je Spieler werden in 24 Stunden höchstens { $most } Spiele zusammengezählt.
       *[no] {""}
    }
}
button-board-first = Erste
button-board-previous = Vorige
button-board-next = Nächste
button-board-last = Letzte
button-board-share = Teilen
button-board-open = Ranglisten öffnen
reason-other-board = Diese Rangliste gehört zum anderen Spiel. Lass das Spiel weg oder wähl eine andere Rangliste.

## Statistics

command-pirates-stats = Was ein Spieler auf diesem Server erreicht hat: Spiele, Siege, Schnitt, häufigste Gegner
command-pirates-stats-player = Wer; du selbst, wenn du niemanden nennst
command-pirates-stats-game = Welches Spiel; beide, wenn du keines wählst
command-pirates-stats-period = Diese Saison oder ewige Wertung
stats-title = ## { $name }
stats-game = ### { $game } · { $period }
stats-results = **{ $games ->
    [one] { $games } Spiel
   *[other] { $games } Spiele
} mit anderen, { $wins ->
    [one] { $wins } Sieg
   *[other] { $wins } Siege
}** ({ $percent } %) · Siege in Folge: jetzt { $streak }, höchstens { $longest }
stats-scores = Punkte im Schnitt { $average } · Bestwert { $best }
stats-voyages = { $games ->
    [one] **{ $games } Solofahrt**
   *[other] **{ $games } Solofahrten**
} · im Schnitt { $average } · Bestwert { $best }
stats-house-rules = Nach Hausregeln: { $what }
stats-best-house = { $house } nach Hausregeln
stats-best-apart = { $best } (nach Hausregeln { $house })
stats-opponents = Häufigste Gegner: { $names }
stats-opponent = **{ $name }** ({ $games ->
    [one] { $games } Spiel
   *[other] { $games } Spiele
})
stats-none = Noch kein Spiel, das zählt.
stats-none-season = In dieser Saison noch kein Spiel, das zählt.
stats-small-print = -# Spiele, die zählen, wie bei **/leaderboard**. Ein Wagnis zählt weder als gesichert noch als erwischt. Bestwerte nach Hausregeln stehen für sich; Siege und Durchschnitte sind die aller Spiele.
stats-run-crewed = Die letzten { $shown } Ergebnisse, die ältesten zuerst: { $scores }
stats-run-voyages = Die letzten { $shown } Fahrten, die ältesten zuerst: { $scores }
stats-run-won = { $score } (Sieg)

## The picture in the statistics

chart-title-crewed = { $game }: mit anderen
chart-title-voyages = { $game }: Solofahrten
chart-count-crewed = { $all ->
    [yes] { $games } Spiele
   *[no] die letzten { $shown } von { $games } Spielen
}
chart-count-voyages = { $all ->
    [yes] { $games } Fahrten
   *[no] die letzten { $shown } von { $games } Fahrten
}
chart-won = gewonnen
chart-other = nicht gewonnen
chart-total = Summe
chart-best = Bestwert bis dahin
chart-shows = -# Das Bild: { $which }.
chart-alt-crewed = Diagramm der Punkte, { $title }, { $count }: von { $least } bis { $most }, { $wins ->
    [0] keines davon gewonnen
    [one] { $wins } davon gewonnen
   *[other] { $wins } davon gewonnen
}. Die letzten { $shown }, die ältesten zuerst: { $scores }.
chart-alt-voyages = Diagramm der Summen, { $title }, { $count }: von { $least } bis { $most }, Bestwert bis dahin { $best }. Die letzten { $shown }, die ältesten zuerst: { $scores }.
chart-not-allowed = -# Kein Bild: Dem Bot fehlt in diesem Kanal das Recht **Dateien anhängen**. Die Zahlen oben sind dieselben.
chart-failed = -# Das Bild zu diesen Zahlen ließ sich diesmal nicht zeichnen. In den Worten fehlt nichts.

## At the end of a game

uncounted-no-result = -# Zählt in keiner Rangliste: Das Spiel endete ohne Ergebnis.
uncounted-removed = -# Zählt in keiner Rangliste: Mitspieler haben jemanden aus dem Spiel entfernt.
uncounted-won = -# Zählt nicht für { $names }: Es waren schon { $most } Siege dieser Art in 24 Stunden.
uncounted-added = -# Für { $names } wird nichts zusammengezählt: Es waren schon { $most } Spiele dieser Art in 24 Stunden.
voyage-own = { $how ->
    [first] Deine erste Fahrt nach diesen Regeln.
    [better] ⭐ Dein neuer Bestwert; zuvor waren es { $best }.
    [equal] So gut wie dein Bestwert, { $best }.
   *[worse] Dein Bestwert ist { $best }.
}
voyage-server = { $how ->
    [first] Die erste auf diesem Server: Diese Summe gilt es nun zu schlagen.
    [better] 🏆 Der neue Bestwert dieses Servers; zuvor waren es { $best } von **{ $name }**.
    [equal] So gut wie der Bestwert dieses Servers, von **{ $name }**.
   *[worse] Der Bestwert dieses Servers ist { $best }, von **{ $name }**.
}
voyage-house-rules = -# Verglichen mit Fahrten nach denselben Hausregeln. Die Rangliste des Servers enthält die nach den gewöhnlichen Regeln.

## Help

help-boards = **/leaderboard** zeigt die Ranglisten dieses Servers, für diese Saison, eine frühere oder die ewige Wertung. Spiele, die nach den Regeln entschieden wurden, zählen; ein vorzeitig beendetes nicht. Eine Solofahrt steht nur in ihrer eigenen Rangliste, nach den gewöhnlichen Regeln. In 24 Stunden zählen für jeden höchstens 5 Siege einer Art. Bestwerte nach Hausregeln haben eigene Ranglisten.
