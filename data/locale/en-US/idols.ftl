# Home-made idols (L15): the panel of those who manage the server. Idols arrive in words, names escaped.

command-pirates-admin-idols = The Cursed Idols that this server has made for Lands Uncharted

## The list

idols-title = ### Home-made idols of this server
idols-about = Each stands on one card, or on every card of a rank, and strikes when that card is drawn. New lobbies of Lands Uncharted begin with those that are on; who opens a lobby can switch them off there, all together. At most { $most } can be on, the queens of the house rules among them. Open lobbies and games keep what they have. Only you see this panel.
idols-none = None yet.
idols-line = { $state ->
    [on] 🟢 on
   *[off] ⚪ off
} · { $idol }
idols-count = -# { $kept } of { $most } made, { $on } on.
idols-menu = Choose an idol to switch or delete
idols-option = { $name } · { $on } · { $state }
idols-done = ✅ Done.
idols-made = ✅ Made, and switched on.
idols-not-done = ❌ { $reason }
idols-trying = ⏳ The whole set is being tried in a thousand games, with and without the queens. This takes some seconds, a minute at most.
idols-delete-ask =
    ### Delete this idol?
    { $idol }
    It cannot be brought back. Games that have it keep it to their end.
button-idol-make = Make an idol
button-idols-off = Switch all off
button-idol-switch = Switch { $to }: { $name }
button-idol-delete = Delete: { $name }
button-idol-delete-now = Delete
button-idol-keep = Keep
button-idol-back = Back
button-idol-again = Try again

## Making one

idols-make-title =
    ### Make an idol
    What shall it do when its card is drawn? A card that busts has no further effect.
idol-effect = { $effect ->
    [bust] Bust
    [discard_highest] Discard the highest
    [discard_lowest] Discard the lowest
    [draw_more] Draw more
    [draw_until_above] Draw until above
    [bonus] Bonus
    [toll] Toll
    [lose_ally] Lose an ally
    [gain_ally] Gain an ally
   *[bank_now] Bank now
}
idol-effect-bust = **{ $name }**: the turn is over at once; an ally may counter it.
idol-effect-discard_highest = **{ $name }**: the highest other number card of this turn's treasure is discarded.
idol-effect-discard_lowest = **{ $name }**: the lowest other number card of this turn's treasure is discarded.
idol-effect-draw_more = **{ $name }**: { $least } to { $most } more cards must be drawn.
idol-effect-draw_until_above = **{ $name }**: cards must be drawn until a number above { $least } to { $most }, as you choose.
idol-effect-bonus = **{ $name }**: adds { $least } to { $most } to this turn's treasure.
idol-effect-toll = **{ $name }**: takes { $least } to { $most } from this turn's treasure, never more than there is.
idol-effect-lose_ally = **{ $name }**: drives one ally away.
idol-effect-gain_ally = **{ $name }**: the card joins the player as an ally, four at most; it is neither treasure nor face.
idol-effect-bank_now = **{ $name }**: sends the player back to the ship at once, with the treasure.
idol-form-title = Make an idol: { $effect }
idol-form-name = Name
idol-form-name-about = 1 to 24 characters
idol-form-place = Card or rank
idol-form-place-about = A card such as QS or 10D, or a rank such as Q for every queen
idol-form-number = Number ({ $least } to { $most })
idol-form-number-about = How strong the effect is
idols-written = What you wrote for the effect **{ $effect }** is kept: name, card or rank, number.

## Refusals

reason-idol-name = An idol's name needs 1 to { $most } visible characters; emoji and some scripts leave room for fewer.
reason-idol-gone = That idol is no longer there.
reason-too-many-idols = This server keeps { $most } idols already, and that is the limit. Delete one first.
reason-idols-changed = Someone changed the idols of this server meanwhile, so nothing was changed. Here they are as they are now; please try again.
reason-idols-busy = Another change to the idols of this server is being tried just now. Try again when it is done.
reason-idols-too-long = Trying this set took longer than { $seconds } seconds: games with it last too long. Nothing was changed.
reason-no-idols = This server has no home-made idols that are on. Who manages it makes them with **/pirates-admin idols**.
