# Für die Verwaltung eines Servers: das Feld der Einstellungen und der Bericht. Kanäle kommen als Erwähnungen an.

command-pirates-admin = Für alle, die diesen Server verwalten
command-pirates-admin-settings = Hausregeln, Kanäle, Zahl der Spiele, Pings, Sprache und Saisons dieses Servers
command-pirates-admin-check = Was hier ein Spiel verhindern würde, und wie es sich beheben lässt

## The panel

settings-title = ### Einstellungen dieses Servers
settings-defaults = Neue Lobbys dieses Servers beginnen damit; wer eine öffnet, darf es dort ändern. Offene Lobbys und Revanchen behalten ihre eigenen.
settings-channels = Gespielt werden darf: **{ $n ->
    [0] überall
   *[other] in { $channels }
}**
settings-channels-menu = Kanäle für Spiele (keiner gewählt: überall; Threads zählen zu ihrem Kanal)
settings-games = Spiele gleichzeitig, Lobbys eingeschlossen: **{ $most ->
    [none] unbegrenzt
   *[other] { $most }
}**
settings-games-menu = Höchstzahl gleichzeitiger Spiele
settings-games-option = { $n ->
    [one] Höchstens { $n } Spiel gleichzeitig
   *[other] Höchstens { $n } Spiele gleichzeitig
}
settings-pings = Zug-Pings: **{ $state ->
    [on] an
   *[off] aus
}**. Sie rufen Spieler, die seit einer Minute still sind; ein Diebstahl ruft immer sein Opfer.
settings-language = Sprache von Tischen und Pings: **{ $name }**{ $chosen ->
    [yes] {""}
   *[no] {" "}(wie Discord sie für diesen Server hat)
}. Neue Lobbys übernehmen sie. Private Antworten stehen in der Sprache dessen, der sie liest, soweit ich sie spreche.
settings-language-menu = Sprache von Tischen und Pings
settings-language-option = Sprache: { $name }
settings-language-discord = Sprache: wie Discord sie für diesen Server hat
settings-season = { $game }: **Saison { $number }**
settings-season-ask =
    ### Saison { $number } von { $game } beginnen?
    Die Ranglisten der Saison beginnen leer. Saison { $ending } bleibt mit **/leaderboard season:{ $ending }** lesbar, und die ewige Wertung zählt weiter. Eine Saison lässt sich nicht zurücknehmen. Ein laufendes Spiel zählt für die Saison, in der es endet.
settings-season-begun = ✅ Die neue Saison von { $game } hat begonnen.
settings-season-stale = Diese Saison von { $game } hatte schon begonnen, also wurde nichts geändert.
button-settings-server = Dieser Server
button-no-limit = Spiele nicht begrenzen
button-pings = Zug-Pings: { $state ->
    [on] an
   *[off] aus
}
button-season-ask = Neue Saison von { $game }
button-season-begin = Saison { $number } beginnen
button-as-written = Zurück zu den Regeln, wie sie geschrieben stehen
button-season-back = Zurück

## The report

check-title = ### Was Spiele verhindert
check-well = ✅ Alles in Ordnung: Hier kann gespielt werden.
check-more = { $n ->
    [one] Und { $n } weiterer Punkt. Behebt erst diese und prüft dann noch einmal.
   *[other] Und { $n } weitere Punkte. Behebt erst diese und prüft dann noch einmal.
}
check-permissions = ❌ In { $channel } fehlt mir: **{ $permissions }**.
check-permissions-fix = Abhilfe: Bearbeite den Kanal, öffne seine Berechtigungen und erlaube meiner Rolle diese Rechte.
check-slow-mode = ❌ In { $channel } ist der Slowmode an, und Discord wendet ihn auch auf Knöpfe an.
check-slow-mode-fix = Abhilfe: Schalte den Slowmode dort aus, oder lass in einem anderen Kanal spielen.
check-locked = ❌ Der Thread { $channel } ist gesperrt: Seine Knöpfe sind tot.
check-locked-fix = Abhilfe: Entsperre den Thread, oder spielt in einem anderen.
check-archived = ❌ Der Thread { $channel } ist archiviert: Seine Knöpfe sind tot.
check-archived-fix = Abhilfe: Schreib etwas hinein, dann öffnet er sich wieder.
check-not-allowed = ❌ In { $channel } darf nicht gespielt werden.
check-not-allowed-fix = Abhilfe: Wähl diesen Kanal in **/pirates-admin settings**, oder keinen für überall.
check-gone = ❌ Der Kanal { $channel }, in dem gespielt werden darf, ist weg oder für mich unsichtbar.
check-gone-fix = Abhilfe: Wähl die Kanäle in **/pirates-admin settings** neu, oder lass mich ihn sehen.
check-too-many = ❌ { $open ->
    [one] { $open } Spiel ist
   *[other] { $open } Spiele sind
} auf diesem Server offen, und mehr sind gleichzeitig nicht erlaubt.
check-too-many-fix = Abhilfe: Warte, bis eines endet, beende eines mit **/pirates end**, oder erhöhe die Zahl in **/pirates-admin settings**.
check-commands-missing = ❌ Diese Befehle kennt Discord noch nicht: **{ $names }**.
check-commands-missing-fix = Abhilfe: Bitte den Betreiber dieses Bots, ihn neu zu starten; dabei meldet er seine Befehle an.
check-commands-old = ❌ Discord kennt eine andere Fassung meiner Befehle.
check-commands-old-fix = Abhilfe: Bitte den Betreiber dieses Bots, ihn neu zu starten; dabei meldet er seine Befehle an.
check-commands-unknown = ❌ Discord hat gerade nicht gesagt, welche meiner Befehle es kennt.
check-commands-unknown-fix = Abhilfe: Prüf es in einer Minute noch einmal.
check-clock-ahead = ⚠️ Die Uhr des Rechners, auf dem ich laufe, geht { $seconds } s vor. Spiele richten sich trotzdem nach Discords Zeit.
check-clock-ahead-fix = Abhilfe: Bitte den Betreiber dieses Bots, sie zu stellen, am besten über einen Zeitdienst (NTP).
check-clock-behind = ⚠️ Die Uhr des Rechners, auf dem ich laufe, geht { $seconds } s nach. Spiele richten sich trotzdem nach Discords Zeit.
check-clock-behind-fix = Abhilfe: Bitte den Betreiber dieses Bots, sie zu stellen, am besten über einen Zeitdienst (NTP).

## Refusals

reason-channel-not-allowed = In diesem Kanal darf nicht gespielt werden. Auf diesem Server geht es in { $channels }.
reason-too-many-games = { $open ->
    [one] Auf diesem Server ist schon ein Spiel offen, und nur { $open } ist gleichzeitig erlaubt.
   *[other] Auf diesem Server sind schon { $open } Spiele offen, und mehr sind gleichzeitig nicht erlaubt.
} Warte, bis eines endet, oder spiel in einem mit.
reason-needs-manager = Das ist denen vorbehalten, die diesen Server verwalten dürfen (Server verwalten).
