"""The public message of a running or ended game: what all games share, around what one game draws."""

from collections.abc import Iterable
from typing import Any

from discord import ButtonStyle, ui
from msgspec import Struct, structs

from bot.model.boards import MOST_COUNTED
from bot.model.games import GAMES, FieldWriters, Table
from bot.model.records import Standing
from bot.views import kit as k
from bot.views.kit import Frame, Kit, MotionFrame

SENTENCES = 1400
"""Characters for what just happened: a time-out can play many cards, and a table has room for 4,000 in all."""


class Drawing(Struct, frozen=True):
    """What one game contributes to its table; `draw` adds what all games share."""

    heading: str
    sections: tuple[str, ...]
    buttons: tuple[ui.Button[Any], ...]


def ranked(view: Any) -> list[tuple[int, int]]:
    """List seats and their places, best first. Seats without a place, such as those who left, have 0 and come last."""
    places = view.outcome.places if view.outcome else (0,) * len(view.seats)
    order = sorted(range(len(places)), key=lambda seat: (places[seat] or len(places) + 1, -view.seats[seat].score))
    return [(seat, places[seat]) for seat in order]


def names(kit: Kit, frame: Frame, seats: Iterable[int]) -> str:
    """Name several players in a sentence: Anne, Bart and Calico."""
    *most, last = [frame.names[seat] for seat in seats] or [""]
    return kit.texts("names-and", most=", ".join(most), last=last) if most else last


def sentence(kit: Kit, frame: Frame, event: Any, fields: FieldWriters) -> str:
    """Return an event as a sentence: its tag is part of the key, its fields are the facts."""
    facts: dict[str, int | str] = {}
    for field, value in structs.asdict(event).items():
        if field == "seat":
            facts["name"] = frame.names[value]
        elif field in fields:
            facts[field] = fields[field](kit, frame, value)
        else:
            facts[field] = value
    return kit.texts(f"{frame.game}-event-{_tag(event)}", **facts)


def _tag(event: Any) -> Any:
    return type(event).__struct_config__.tag


def _lead(frame: Frame) -> str | None:
    """Return the key of the sentence about who made the step, None when it was the player."""
    if frame.cause in {"vote", "moderator"} and frame.events and _tag(frame.events[0]) == "left":
        return f"table-removed-{frame.cause}"
    return {"clock": "table-time-ran-out", "vote": "table-skipped"}.get(frame.cause)


def happened(kit: Kit, frame: Frame, fields: FieldWriters) -> str:
    """Return the last step in sentences; the first one says who made it, if that was not the player."""
    sentences: list[str] = []
    for event in reversed(frame.events):
        sentences.insert(0, sentence(kit, frame, event, fields))
        if sum(map(len, sentences)) > SENTENCES:
            del sentences[0]
            break
    lead = _lead(frame)
    if lead is not None and frame.actor is not None and sentences:
        sentences.insert(0, kit.texts(lead, name=frame.names[frame.actor]))
    if not sentences and frame.awaited is not None:
        facts: dict[str, int | str] = {"name": frame.names[frame.awaited], "players": len(frame.names)}
        sentences.append(kit.texts(f"{frame.game}-event-start", **facts))
    if frame.opener_is_new and frame.opener is not None:
        sentences.append(kit.texts("table-new-opener", name=frame.names[frame.opener]))
    return "\n".join(sentences)


def draw(kit: Kit, frame: Frame, game: Table, view: Any) -> ui.LayoutView:
    """Return the public message of a running or ended game."""
    drawing = game.draw(kit, frame, view)
    blocks = (
        happened(kit, frame, game.FIELDS),
        "" if frame.closed is None else k.closed(kit, frame),
        *drawing.sections,
        *_clock(kit, frame),
        *_standing(kit, frame),
    )
    items: k.Items = [k.text(drawing.heading)]
    for block in filter(None, blocks):
        items += [k.text(block), k.rule()]
    items[-1:] = k.rows(_paused_buttons(kit, frame, drawing.buttons) if frame.paused else drawing.buttons)
    return k.container(*items, *_motions(kit, frame), k.text(_fairness(kit, frame)))


def _clock(kit: Kit, frame: Frame) -> list[str]:
    if frame.deadline is None:
        return []
    if frame.paused:
        return [kit.texts("table-paused", moment=k.moment(frame.deadline), deadline=k.relative(frame.deadline))]
    if frame.awaited is None:
        return []
    name = frame.names[frame.awaited]
    if frame.clock is None:
        return [kit.texts("table-no-clock", name=name)]
    key = "table-deadline-reaction" if frame.reacting else "table-deadline"
    return [" ".join([kit.texts(key, name=name, deadline=k.relative(frame.deadline)), *_patience(kit, frame)])]


def _patience(kit: Kit, frame: Frame) -> list[str]:
    """Say why the time is shorter than the session's own."""
    if frame.clock is None or frame.clock == frame.full_clock:
        return []
    texts = kit.texts
    return [texts("table-patience", clock=k.duration(texts, frame.clock), full=k.duration(texts, frame.full_clock))]


def _paused_buttons(kit: Kit, frame: Frame, buttons: tuple[ui.Button[Any], ...]) -> tuple[ui.Button[Any], ...]:
    """Return the buttons of a paused game: *Resume*, and *My hand* if the game has it."""
    resume = k.button(kit.texts("button-resume"), frame.control("resume"), ButtonStyle.success)
    return resume, *(own for own in buttons if own.custom_id == frame.control("hand"))


def _standing(kit: Kit, frame: Frame) -> list[str]:
    """Return why the result does not count, or how a solo voyage compares (L16)."""
    standing = frame.standing
    if standing is None:
        return []
    if standing.uncounted is not None:
        return [kit.texts(f"uncounted-{standing.uncounted}")]
    if not standing.voyage:
        return _often(kit, frame, standing)
    own, best = standing.own_best, standing.server_best
    name = frame.best_by or kit.texts("board-unknown")
    lines = [
        kit.texts("voyage-own", how=_compared(standing.total, own), best=own or 0),
        kit.texts("voyage-server", how=_compared(standing.total, best), best=best or 0, name=name),
    ]
    return ["\n".join(lines if standing.standard else [*lines, kit.texts("voyage-house-rules")])]


def _often(kit: Kit, frame: Frame, standing: Standing) -> list[str]:
    """Say for whom the game counts on no board, or adds nothing up, as enough has counted for them within a day."""
    lines = []
    if standing.won_often:
        lines.append(kit.texts("uncounted-won", names=names(kit, frame, standing.won_often), most=MOST_COUNTED))
    others = [seat for seat in standing.played_often if seat not in standing.won_often]
    if others and any(board.adds_up for board in GAMES[frame.game].boards):
        lines.append(kit.texts("uncounted-added", names=names(kit, frame, others), most=MOST_COUNTED))
    return ["\n".join(lines)] if lines else []


def _compared(total: int, best: int | None) -> str:
    if best is None:
        return "first"
    return "better" if total > best else "equal" if total == best else "worse"


def _motions(kit: Kit, frame: Frame) -> k.Items:
    """Draw the open proposals, each with its two buttons; several have numbers, and buttons that say which."""
    if not frame.motions:
        return []
    several = len(frame.motions) > 1
    lines = [_proposal(kit, motion, numbered=several) for motion in frame.motions]
    buttons = [button for motion in frame.motions for button in _votes(kit, frame, motion, named=several)]
    return [k.rule(), k.text("\n".join(lines)), *k.rows(tuple(buttons), 4)]


def _proposal(kit: Kit, motion: MotionFrame, *, numbered: bool) -> str:
    number = f"**{motion.number}.** " if numbered else ""
    proposal = kit.texts(f"motion-{motion.kind}", name=motion.name, target=motion.target)
    return f"{number}{proposal} {kit.texts('motion-count', ayes=motion.ayes, needed=motion.needed)}"


def _votes(kit: Kit, frame: Frame, motion: MotionFrame, *, named: bool) -> list[ui.Button[Any]]:
    what = kit.texts(f"motion-what-{motion.kind}", target=motion.short_target)
    buttons = []
    for verb, style in (("agree", ButtonStyle.success), ("refuse", ButtonStyle.danger)):
        words = kit.texts(f"button-{verb}")
        label = kit.texts("button-vote", verb=words, number=str(motion.number), what=what) if named else words
        buttons.append(k.button(label, frame.control(verb, str(motion.number)), style))
    return buttons


def _fairness(kit: Kit, frame: Frame) -> str:
    if frame.secret is None or frame.start_id is None:
        return kit.texts("table-fingerprint", fingerprint=frame.fingerprint)
    return kit.texts("table-fairness", fingerprint=frame.fingerprint, secret=frame.secret, start=str(frame.start_id))
