# Selbst erdachte Götzen (L15): das Feld derer, die den Server verwalten. Götzen kommen in Worten an, Namen maskiert.

command-pirates-admin-idols = Die verfluchten Götzen, die dieser Server für Lands Uncharted erdacht hat

## The list

idols-title = ### Selbst erdachte Götzen dieses Servers
idols-about = Jeder liegt auf einer Karte oder auf allen Karten eines Rangs und schlägt zu, wenn so eine Karte gezogen wird. Neue Lobbys von Lands Uncharted beginnen mit denen, die an sind; wer eine Lobby öffnet, kann sie dort alle zusammen ausschalten. Höchstens { $most } können an sein, die Damen der Hausregeln mitgezählt. Offene Lobbys und Spiele behalten, was sie haben. Nur du siehst dieses Feld.
idols-none = Noch keiner.
idols-line = { $state ->
    [on] 🟢 an
   *[off] ⚪ aus
} · { $idol }
idols-count = -# { $kept } von { $most } erdacht, { $on } an.
idols-menu = Wähl einen Götzen zum Schalten oder Löschen
idols-option = { $name } · { $on } · { $state ->
    [on] an
   *[off] aus
}
idols-done = ✅ Erledigt.
idols-made = ✅ Erdacht und eingeschaltet.
idols-not-done = ❌ { $reason }
idols-trying = ⏳ Die ganze Sammlung wird in tausend Spielen erprobt, mit und ohne die Damen. Das dauert einige Sekunden, höchstens eine Minute.
idols-delete-ask =
    ### Diesen Götzen löschen?
    { $idol }
    Er lässt sich nicht zurückholen. Spiele, die ihn haben, behalten ihn bis zu ihrem Ende.
button-idol-make = Götzen erdenken
button-idols-off = Alle ausschalten
button-idol-switch = { $to ->
    [on] Einschalten
   *[off] Ausschalten
}: { $name }
button-idol-delete = Löschen: { $name }
button-idol-delete-now = Löschen
button-idol-keep = Behalten
button-idol-back = Zurück
button-idol-again = Noch einmal versuchen

## Making one

idols-make-title =
    ### Einen Götzen erdenken
    Was soll er tun, wenn seine Karte gezogen wird? Eine Karte, die einen erwischt, wirkt nicht weiter.
idol-effect = { $effect ->
    [bust] Erwischen
    [discard_highest] Höchste ablegen
    [discard_lowest] Niedrigste ablegen
    [draw_more] Weiterziehen
    [draw_until_above] Ziehen bis über
    [bonus] Zugabe
    [toll] Zoll
    [lose_ally] Verbündeten verjagen
    [gain_ally] Verbündeten gewinnen
   *[bank_now] Sofort sichern
}
idol-effect-bust = **{ $name }**: Der Zug ist sofort vorbei; ein Verbündeter kann helfen.
idol-effect-discard_highest = **{ $name }**: Die höchste andere Zahlenkarte der Beute dieses Zugs wird abgelegt.
idol-effect-discard_lowest = **{ $name }**: Die niedrigste andere Zahlenkarte der Beute dieses Zugs wird abgelegt.
idol-effect-draw_more = **{ $name }**: { $least } bis { $most } weitere Karten müssen gezogen werden.
idol-effect-draw_until_above = **{ $name }**: Es muss gezogen werden, bis eine Zahl über { $least } bis { $most } kommt, je nach deiner Wahl.
idol-effect-bonus = **{ $name }**: Legt { $least } bis { $most } zur Beute dieses Zugs dazu.
idol-effect-toll = **{ $name }**: Nimmt { $least } bis { $most } aus der Beute dieses Zugs, nie mehr, als da ist.
idol-effect-lose_ally = **{ $name }**: Verjagt einen Verbündeten.
idol-effect-gain_ally = **{ $name }**: Die Karte wird ein Verbündeter, höchstens der vierte; sie ist weder Beute noch Bildkarte.
idol-effect-bank_now = **{ $name }**: Schickt den Spieler sofort mit der Beute zurück zum Schiff.
idol-form-title = Götze: { $effect }
idol-form-name = Name
idol-form-name-about = 1 bis 24 Zeichen
idol-form-place = Karte oder Rang
idol-form-place-about = Eine Karte wie QS (Pikdame) oder 10D (Karo 10), oder ein Rang wie Q für jede Dame
idol-form-number = Zahl ({ $least } bis { $most })
idol-form-number-about = Wie stark die Wirkung ist
idols-written = Was du für die Wirkung **{ $effect }** geschrieben hast, ist noch da: Name, Karte oder Rang, Zahl.

## Refusals

reason-idol-name = Der Name eines Götzen braucht 1 bis { $most } sichtbare Zeichen; Emojis und manche Schriften lassen Platz für weniger.
reason-idol-gone = Diesen Götzen gibt es nicht mehr.
reason-too-many-idols = Dieser Server bewahrt schon { $most } Götzen auf, und mehr geht nicht. Lösch erst einen.
reason-idols-changed = Inzwischen hat jemand die Götzen dieses Servers geändert, also wurde nichts geändert. Hier sind sie, wie sie jetzt sind; bitte versuch es noch einmal.
reason-idols-busy = Gerade wird eine andere Änderung an den Götzen dieses Servers erprobt. Versuch es wieder, wenn sie fertig ist.
reason-idols-too-long = Das Erproben dieser Sammlung hat länger als { $seconds } Sekunden gedauert: Spiele mit ihr dauern zu lange. Nichts wurde geändert.
reason-no-idols = Auf diesem Server ist kein selbst erdachter Götze an. Wer ihn verwaltet, erdenkt sie mit **/pirates-admin idols**.
