"""Home-made idols: one of them as text, and the private panel in which admins make them."""

from typing import Any

from discord import ButtonStyle, SelectOption, TextStyle, ui
from msgspec import Struct

from bot.model.house_rules import OFF, ON
from bot.model.idols import LONGEST_NAME, MOST_KEPT, HomeIdol, HomeIdols
from bot.model.names import shown
from bot.views import kit as k
from bot.views.kit import Kit
from rules.cards import BY_CODE, RANKS
from rules.idols import MAX_IDOLS, NUMBERS, Effect, Idol

NAME, PLACE, NUMBER = "name", "place", "number"
"""The fields of the form."""
FIELDS = {NAME: LONGEST_NAME, PLACE: 20, NUMBER: 2}
"""By field, the characters it has room for."""
INPUT_ID = 77
"""The id of the component that keeps the input of a refused form, one line for each field."""
_FENCE = "```"


class Written(Struct, frozen=True):
    """What someone wrote in a form."""

    effect: Effect
    texts: dict[str, str] = {}
    """By field."""


def line(kit: Kit, idol: Idol) -> str:
    """Return an idol as text: its card, its name, and what it does."""
    return kit.texts("lands-idol", card=_named(kit, idol), effect=idol.effect, number=idol.number)


def _named(kit: Kit, idol: Idol) -> str:
    card = kit.texts("lands-idol-rank", rank=idol.on) if idol.on in RANKS else kit.theme.card(BY_CODE[idol.on])
    return f"{card} ({shown(idol.name)})" if idol.name else card


def _state(home: HomeIdol) -> str:
    return ON if home.active else OFF


# --- The list ---


def panel(kit: Kit, idols: HomeIdols, chosen: HomeIdol | None = None, note: str = "") -> ui.LayoutView:
    """Draw a server's idols, with the controls of the one that is chosen."""
    texts = kit.texts
    head = filter(None, (texts("idols-title"), texts("idols-about", most=MAX_IDOLS), note))
    listed = [texts("idols-line", state=_state(home), idol=line(kit, home.idol)) for home in idols]
    return k.container(
        k.text("\n".join(head)),
        k.text("\n".join(listed) or texts("idols-none")),
        *([ui.ActionRow(_menu(kit, idols, chosen))] if idols else []),
        *([] if chosen is None else [_controls(kit, chosen)]),
        k.rule(),
        ui.ActionRow(
            k.button(texts("button-idol-make"), k.control("idol-make"), ButtonStyle.primary),
            _all_off(kit, idols),
        ),
        k.text(texts("idols-count", kept=len(idols), most=MOST_KEPT, on=sum(home.active for home in idols))),
    )


def _menu(kit: Kit, idols: HomeIdols, chosen: HomeIdol | None) -> ui.Select[Any]:
    options = [
        SelectOption(
            label=kit.texts("idols-option", name=home.idol.name, on=_plain(kit, home.idol.on), state=_state(home)),
            value=str(home.number),
            default=chosen is not None and home.number == chosen.number,
        )
        for home in idols
    ]
    return ui.Select(custom_id=k.control("idol-pick"), placeholder=kit.texts("idols-menu"), options=options)


def _plain(kit: Kit, on: str) -> str:
    return on if on in RANKS else kit.theme.label(BY_CODE[on])


def _controls(kit: Kit, home: HomeIdol) -> ui.ActionRow[Any]:
    name, then = home.idol.name, OFF if home.active else ON
    style = ButtonStyle.secondary if home.active else ButtonStyle.success
    return ui.ActionRow(
        k.button(
            kit.texts("button-idol-switch", name=name, to=then),
            k.control("idol-switch", f"{home.number}={then}"),
            style,
        ),
        k.button(
            kit.texts("button-idol-delete", name=name), k.control("idol-ask", str(home.number)), ButtonStyle.danger
        ),
    )


def _all_off(kit: Kit, idols: HomeIdols) -> ui.Button[Any]:
    off = not any(home.active for home in idols)
    return k.button(kit.texts("button-idols-off"), k.control("idol-all-off"), disabled=off)


def ask(kit: Kit, home: HomeIdol) -> ui.LayoutView:
    """Ask whether an idol shall be deleted."""
    return k.container(
        k.text(kit.texts("idols-delete-ask", idol=line(kit, home.idol))),
        ui.ActionRow(
            k.button(
                kit.texts("button-idol-delete-now"), k.control("idol-delete", str(home.number)), ButtonStyle.danger
            ),
            k.button(kit.texts("button-idol-keep"), k.control("idol-page", str(home.number))),
        ),
    )


def trying(kit: Kit) -> ui.LayoutView:
    """Say that a trial is being played."""
    return k.container(k.text(kit.texts("idols-title")), k.text(kit.texts("idols-trying")), ui.ActionRow(_back(kit)))


# --- Making one ---


def effects(kit: Kit) -> ui.LayoutView:
    """Offer the effects as buttons: a select sends nothing when the same effect is picked again after a closed form."""
    effects = [kit.texts(f"idol-effect-{effect}", name=_effect(kit, effect), **_range(effect)) for effect in Effect]
    buttons = tuple(k.button(_effect(kit, effect), k.control("idol-new", effect)) for effect in Effect)
    return k.container(
        k.text(kit.texts("idols-make-title")),
        k.text("\n".join(effects)),
        *k.rows(buttons),
        ui.ActionRow(_back(kit)),
    )


def _effect(kit: Kit, effect: Effect) -> str:
    return kit.texts("idol-effect", effect=effect)


def _range(effect: Effect) -> dict[str, int]:
    numbers = NUMBERS.get(effect, range(1))
    return {"least": numbers[0], "most": numbers[-1]}


def _back(kit: Kit) -> ui.Button[Any]:
    return k.button(kit.texts("button-idol-back"), k.control("idol-page"))


def form(kit: Kit, entry: Written) -> ui.Modal:
    """Return the form for an effect, filled in with what was written before."""
    texts, effect = kit.texts, entry.effect
    modal = ui.Modal(
        title=texts("idol-form-title", effect=_effect(kit, effect)), custom_id=k.control("idol-save", effect)
    )
    for name, most in FIELDS.items():
        if name == NUMBER and effect not in NUMBERS:
            continue
        modal.add_item(
            ui.Label(
                text=texts(f"idol-form-{name}", **_range(effect)) if name == NUMBER else texts(f"idol-form-{name}"),
                description=texts(f"idol-form-{name}-about"),
                component=ui.TextInput(
                    custom_id=name,
                    style=TextStyle.short,
                    max_length=most,
                    default=entry.texts.get(name) or None,
                ),
            )
        )
    modal.stop()
    return modal


def refused(kit: Kit, entry: Written, reason: str) -> ui.LayoutView:
    """Draw why an idol was not made, and keep what was written for another try."""
    written = [entry.texts.get(name, "")[:most].replace("`", "'") for name, most in FIELDS.items()]
    return k.container(
        k.text(reason),
        k.text(kit.texts("idols-written", effect=_effect(kit, entry.effect))),
        ui.TextDisplay("\n".join((_FENCE, *written, _FENCE)), id=INPUT_ID),
        ui.ActionRow(
            k.button(kit.texts("button-idol-again"), k.control("idol-new", entry.effect), ButtonStyle.primary),
            _back(kit),
        ),
    )


def written_in(block: str) -> dict[str, str]:
    """Read the input of a refused form from its block; empty when the text is no such block."""
    lines = block.split("\n")[1:-1]
    return dict(zip(FIELDS, lines, strict=True)) if len(lines) == len(FIELDS) else {}
