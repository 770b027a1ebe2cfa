"""The lobby and its private panel of house rules."""

from collections.abc import Callable
from functools import partial
from typing import Any

from discord import ButtonStyle, SelectOption, ui

from bot.model import idols
from bot.model.house_rules import OFF, ON, HouseRule, in_force
from bot.model.records import Terms
from bot.views import kit as k
from bot.views.idols import line
from bot.views.kit import Frame, Items, Kit

Control = Callable[[str], str]
"""Makes a custom_id of a house rule's name, or of a name and a value."""


def lobby(kit: Kit, frame: Frame) -> ui.LayoutView:
    """Draw who is in, which rules are on, and what happens next."""
    texts = kit.texts
    title = texts("lobby-rematch-title" if frame.rematch else "lobby-title", game=texts(f"game-{frame.game}"))
    if frame.closed is not None:
        return k.container(k.text(title), k.text(k.closed(kit, frame)))
    assert frame.deadline is not None  # noqa: S101 - an open lobby has a deadline
    following = [_next(kit, frame)]
    if frame.opener_is_new and frame.opener is not None:
        following.insert(0, texts("lobby-new-opener", name=frame.names[frame.opener]))
    if frame.first is None and len(frame.names) > 1:
        following.append(texts("lobby-first-by-seed"))
    following.append(texts("lobby-closes", deadline=k.relative(frame.deadline)))
    return k.container(
        k.text(title),
        k.text(_crew(kit, frame)),
        k.rule(),
        k.text("\n".join([texts("lobby-rules"), *rule_lines(kit, frame)])),
        k.rule(),
        k.text("\n".join(following)),
        *k.rows(_buttons(kit, frame)),
        k.text(texts("lobby-fingerprint", fingerprint=frame.fingerprint)),
    )


def _next(kit: Kit, frame: Frame) -> str:
    count = len(frame.names)
    if count < frame.least:
        return kit.texts("lobby-wait", least=frame.least)
    return kit.texts(f"lobby-solo-{frame.game}" if count == 1 else "lobby-next")


def _crew(kit: Kit, frame: Frame) -> str:
    lines = [kit.texts("lobby-crew", count=len(frame.names), most=frame.most)]
    for seat, name in enumerate(frame.names):
        first = "no" if seat != frame.first else "claimed" if frame.touched else "moved"
        facts: dict[str, int | str] = {
            "opener": seat == frame.opener,
            "first": first,
            "claim": kit.texts(f"lobby-claim-{frame.game}"),
        }
        lines.append(kit.texts("lobby-seat", number=seat + 1, name=name, **facts))
    if frame.invited:
        lines.append(kit.texts("lobby-invited", names=", ".join(frame.invited)))
    return "\n".join(lines)


def _buttons(kit: Kit, frame: Frame) -> tuple[ui.Button[Any], ...]:
    styles = {
        "join": ButtonStyle.success,
        "start": ButtonStyle.primary,
        "cancel": ButtonStyle.danger,
    }
    verbs = ("join", "leave", "first", "start", "cancel", "house-rules", "how-to-play")
    labels = {"first": f"button-first-{frame.game}"}
    return tuple(
        k.button(
            kit.texts(labels.get(verb, f"button-{verb}")),
            frame.control(verb),
            styles.get(verb, ButtonStyle.secondary),
        )
        for verb in verbs
    )


def rule_lines(kit: Kit, frame: Frame) -> list[str]:
    """List the house rules that differ from the game as written, the home-made idols, and the clock."""
    rules = in_force(kit.house_rules[frame.game], frame.terms)
    standard = [] if any(not rule.seconds for rule, _ in rules) else [kit.texts("rule-all-standard")]
    lines = standard + [k.rule_line(kit, rule, value) for rule, value in rules if not rule.seconds]
    lines += [line(kit, idol) for idol in idols.on_in(frame.terms)]
    return lines + [k.rule_line(kit, rule, value) for rule, value in rules if rule.seconds]


def panel(kit: Kit, frame: Frame) -> ui.LayoutView:
    """Draw the opener's private panel: a select for each choice, a button for each switch."""
    texts = kit.texts
    head = [
        texts("panel-title", game=texts(f"game-{frame.game}")),
        texts("panel-yours"),
        texts("panel-about"),
    ]
    return k.container(
        k.text("\n".join(head)),
        *controls(kit, kit.house_rules[frame.game], frame.terms, partial(frame.control, "set")),
    )


def controls(kit: Kit, rules: tuple[HouseRule, ...], terms: Terms, control: Control) -> Items:
    """Draw a select or a switch for each house rule, with its value in these terms, and below what switches mean."""
    offered = [rule for rule in rules if rule.offered(terms)]
    selects = [ui.ActionRow(_select(kit, rule, terms, control)) for rule in offered if not rule.switch]
    switched = [rule for rule in offered if rule.switch]
    switches = tuple(_switch(kit, rule, terms, control) for rule in switched)
    meanings = "\n".join(_meaning(kit, rule) for rule in switched)
    return [*selects, *k.rows(switches), *([k.text(meanings)] if meanings else [])]


def read_only(kit: Kit, frame: Frame) -> ui.LayoutView:
    """Draw the house rules for someone who cannot change them."""
    texts = kit.texts
    opener = "" if frame.opener is None else texts("panel-read-only", name=frame.names[frame.opener])
    head = texts("panel-title", game=texts(f"game-{frame.game}"))
    return k.container(k.text("\n".join([head, *rule_lines(kit, frame), opener])))


def _meaning(kit: Kit, rule: HouseRule) -> str:
    about = kit.texts(f"rule-{rule.group}-{rule.name}-about")
    return kit.texts("panel-switch-about", label=k.rule_label(kit, rule), about=about)


def _select(kit: Kit, rule: HouseRule, terms: Terms, control: Control) -> ui.Select[Any]:
    label, current = k.rule_label(kit, rule), rule.read(terms)
    values = rule.values if current in rule.values else (current, *rule.values)
    options = [
        SelectOption(
            label=f"{label}: {k.value_text(kit, rule, value)}",
            value=value,
            default=value == current,
        )
        for value in values
    ]
    return ui.Select(custom_id=control(rule.name), placeholder=label, options=options)


def _switch(kit: Kit, rule: HouseRule, terms: Terms, control: Control) -> ui.Button[Any]:
    on = rule.read(terms) == ON
    label = k.rule_label(kit, rule)
    state = kit.texts(f"switch-{ON if on else OFF}")
    return k.button(
        f"{label}: {state}",
        control(f"{rule.name}={OFF if on else ON}"),
        ButtonStyle.success if on else ButtonStyle.secondary,
    )
