"""Descriptions of moves, as messages: a card and how it is played, a call, an item of a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from audiogames.core.contract import Move, Refused, View
from audiogames.core.controls import Command
from audiogames.core.cues import Msg, msg
from audiogames.core.registry import Spec
from audiogames.present.table_speech import standing_in_full
from audiogames.table.protocol import TakenBack, Update


def describe_move(spec: Spec, view: View, move: Move, id_: str) -> Msg:
    """Describe a move by a message whose id depends on the kind of the move.

    The id is `id_` for a command, `id_-card` for a card, `id_-way` for a card that can be
    played in several ways, and otherwise `id_-choice`.
    """
    for command in possible(spec.commands, view):
        if command.move(view) == move:
            return msg(id_, what=label(command, view))
    card = getattr(move, "card", None)
    if card is None:
        return msg(f"{id_}-choice", what=spec.lists.choice(move, view))
    ways = plain_ways(view, card)
    if spec.lists.way is None or len(ways) < 2 or move not in ways:
        return msg(f"{id_}-card", card=card)
    return msg(f"{id_}-way", card=card, way=spec.lists.way(move, view))


def better_move(spec: Spec, view: View, move: Move, other: Move) -> Msg:
    """Describe the better move.

    If the other move plays the same card, describe only how the card should be played.
    """
    words = describe_move(spec, view, move, "review-better")
    is_same = words.id == "review-better-way" and words.args["card"] == getattr(other, "card", None)
    return msg("review-better-same", way=words.args["way"]) if is_same else words


def taken_back(spec: Spec, taken: TakenBack, before: View, now: Update) -> Msg:
    """Describe an undone move, its effects, and the position `now`.

    `before` is the view before the move was undone.
    """
    if taken.move is None:
        what = msg("undone-time")
    else:
        what = describe_move(spec, now.view, spec.rules.read(taken.move), "undone")
    done = spec.undone(taken.events, now.view)
    if done is not None:
        what = msg("undone-with", what=what, done=done)
    where = standing_in_full(spec, now.view, waiting=now.waiting, before=before)
    # An item of a list ends with its own full stop.
    is_choice = what.id == "undone-choice"
    return msg("taken-back-choice" if is_choice else "taken-back", what=what, where=where)


def plain_ways(view: View, card: object) -> list[Any]:
    """Return the legal moves that play a card, without optional additions (`Toggle`)."""
    return [one for one in view.legal if getattr(one, "card", None) is card]


def label(command: Command[View], view: View) -> Msg:
    """Return a phrase that says what this command would do now."""
    return command.label(view) if command.label else msg(f"do-{command.id}")


def possible(commands: Sequence[Command[View]], view: View) -> tuple[Command[View], ...]:
    """Return the commands that are possible now; if several make the same move, only the first."""
    found: dict[object, Command[View]] = {}
    for command in commands:
        try:
            move = command.move(view)
        except Refused:
            continue
        if move in view.legal:
            found.setdefault(move, command)
    return tuple(found.values())
