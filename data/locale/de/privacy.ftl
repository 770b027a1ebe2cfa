# Was über Menschen aufbewahrt wird und was sie dagegen tun können. PRIVACY.md sagt dasselbe auf Englisch.

command-pirates-mydata = Was der Bot über dich aufbewahrt: Kopie holen, dich aus Ranglisten nehmen, löschen
command-pirates-privacy = Was der Bot über Spieler aufbewahrt, warum, und wie man es löscht

## The panel

mydata-title = ## Was der Bot über dich aufbewahrt
mydata-about = { $sessions ->
    [0] Nichts: Kein Spiel und keine Lobby kennt dich, auf keinem Server.
    [one] { $sessions } Spiel oder Lobby kennt dich.
   *[other] { $sessions } Spiele und Lobbys kennen dich, { $servers ->
        [one] alle auf einem Server
       *[other] auf { $servers } Servern
    }.
} { $hidden ->
    [yes] Du bist **verborgen**: in keiner Rangliste und auf keiner geteilten Seite.
   *[no] Die Ranglisten zeigen dich.
}
mydata-everywhere = Es geht um dich auf allen Servern, auf denen dieser Bot ist, nicht nur auf diesem. Nur du siehst dieses Feld; **/pirates privacy** sagt, was aufbewahrt wird und warum.
button-mydata-export = Kopie holen
button-mydata-hide = Aus Ranglisten nehmen
button-mydata-show = In Ranglisten zeigen
button-mydata-delete = Alles über mich löschen
mydata-export = Alles, was über dich aufbewahrt wird, auf allen Servern, als JSON-Datei. Nichts darin betrifft andere, und die Karten laufender Spiele fehlen.
mydata-confirm-title = ## Alles über dich löschen?
mydata-confirm-live = { $live ->
    [0] Du bist in keinem laufenden Spiel und in keiner Lobby.
    [one] Du **verlässt zuerst eine Lobby oder ein laufendes Spiel**, wie mit **/pirates leave**: Gewinnen kannst du darin nicht mehr.
   *[other] Du **verlässt zuerst { $live } Lobbys und laufende Spiele**, wie mit **/pirates leave**: Gewinnen kannst du darin nicht mehr.
}
mydata-confirm-what = Dann werden deine ID und deine Namen auf allen Servern endgültig gelöscht. Die Ergebnisse der anderen bleiben, ebenso deine Plätze darin und in den Ranglisten, unter "{ $departed }"; nichts führt von dort zu dir.
mydata-confirm-not = Nicht gelöscht werden Nachrichten, die schon in Kanälen stehen, und Sicherungskopien des Betreibers dieses Bots. Wenn du wieder spielst, wird das neu unter deiner ID aufbewahrt, ohne irgendetwas von früher.
button-mydata-confirm = Ja, alles löschen
button-mydata-keep = Nein, behalten
mydata-deleted = Alles über dich ist gelöscht, auf allen Servern. { $swept ->
    [yes] In der Datenbankdatei ist nichts davon übrig.
   *[no] Gerade liest noch jemand die Datenbank, sodass alte Kopien daneben erst beim nächsten Start des Bots verschwinden.
} { $left ->
    [0] {""}
    [one] Du hast eine Lobby oder ein laufendes Spiel verlassen.
   *[other] Du hast { $left } Lobbys und laufende Spiele verlassen.
}
reason-still-aboard = Du hast inzwischen wieder einen Platz eingenommen, also wurde nichts gelöscht. Drück noch einmal **Ja, alles löschen**, um auch ihn zu verlassen.

## /pirates privacy and PRIVACY.md

privacy-title = ## Datenschutz
privacy-what =
    ### Was aufbewahrt wird
    - Von jeder Lobby und jedem Spiel: Server und Kanal, die IDs und Anzeigenamen der Spieler, wer es geöffnet hat, die Hausregeln, jeder Zug mit seiner Zeit, Stimmen zu Vorschlägen, das Ergebnis. ID und Name eines Moderators, der ein Spiel beendet hat.
    - Für die Ranglisten: Punkte je Spieler, und dein Name, wie er in deinem letzten Spiel auf diesem Server war.
    - Ob du dich aus Ranglisten genommen hast.
    Nicht aufbewahrt werden Nachrichten, E-Mail-Adressen, Profilbilder, Mitgliederlisten und Direktnachrichten. Der Bot liest nicht, was Menschen schreiben.
privacy-why =
    ### Warum
    - Spiele gehen nach einem Neustart weiter, und jedes Mischen lässt sich hinterher prüfen.
    - Ranglisten und Statistiken zeigen mit Namen, wer was erreicht hat.
    Für nichts sonst: keine Werbung, nichts wird verkauft oder weitergegeben, keine Zahlungen. Dublonen sind Spielgeld.
privacy-who =
    ### Wer es sieht
    - Tische, Ranglisten und Statistiken: alle auf demselben Server. Ein anderer Server sieht sie nie.
    - Hände und private Felder: nur, wem sie gehören.
    - Die Datenbank: der Betreiber dieses Bots, der Sicherungskopien machen darf. Das Protokoll nennt, welche Nutzer-ID die Einstellungen eines Servers ändert, und bei Fehlern vielleicht auch andere.
privacy-long =
    ### Wie lange
    Bis du es löschst. Ein Spiel bleibt bei seinem Ergebnis, damit sich Ranglisten prüfen lassen.
    Wird der Bot von einem Server entfernt, enden seine Spiele dort ohne Ergebnis, und alles, was von diesem Server aufbewahrt ist, wird 30 Tage später gelöscht, auch seine Einstellungen. Kommt der Bot vorher zurück, bleibt alles. Ob du dich aus Ranglisten genommen hast, gilt auf allen Servern und bleibt.
privacy-yours =
    ### Was du tun kannst
    Mit **/pirates mydata** fragst du nach dir selbst, auf allen Servern. Es gibt dir eine Kopie als JSON-Datei, nimmt dich aus allen Ranglisten oder löscht alles über dich. Verborgen fehlst du in künftigen Ranglisten und geteilten Seiten; deine Ergebnisse bleiben, und **/pirates stats** nennt sie weiterhin.
privacy-deleting =
    ### Was Löschen bewirkt
    - Zuerst verlässt du Lobbys und laufende Spiele. Dann werden deine ID und deine Namen auf allen Servern gelöscht, und die Datenbankdatei wird neu geschrieben, damit nichts davon in ihr bleibt.
    - Die Spiele der anderen bleiben, mit "ein verschollener Pirat" an deiner Stelle. Statt deiner ID steht dort eine zufällige Zahl; sie führt zu niemandem.
    - Nicht gelöscht werden Nachrichten, die schon in Discords Kanälen stehen, Protokolle des Betreibers und Sicherungskopien. Diese enthalten, was es gab, als sie entstanden, bis der Betreiber sie löscht.
    - Dasselbe geschieht mit deinem Namen an Spielen, die du als Moderator beendet hast, und dort, wo er als der des Serverbesten genannt wurde.
    - Wenn du wieder spielst, wird das neu unter deiner ID aufbewahrt, ohne irgendetwas von früher.

## Help

help-privacy = **/pirates mydata** gibt dir eine Kopie dessen, was über dich aufbewahrt wird, nimmt dich aus den Ranglisten oder löscht alles über dich. **/pirates privacy** sagt, was aufbewahrt wird und warum.
