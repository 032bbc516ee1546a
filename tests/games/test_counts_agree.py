"""The answers to keys, the score sheet and the announced score always agree.

In random matches of every game, each listener presses the keys after each move, and reads the
sheet.  The answers are compared with the state of the rules, and with the announced score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import pytest

from audiogames.cards.card import ITALIAN, cards_of
from audiogames.core.contract import Turn
from audiogames.core.cues import Msg, Say
from audiogames.core.events import Event
from audiogames.core.registry import Spec, game
from audiogames.games.novantanove import model as novantanove
from tests.contract.walk import Walk, listeners, plan_of

MATCHES = 4
MOVES = 420
OEF = 3
"""The value of an oef in Invido's traditional score."""


# The announcements as numbers


def asked(spec: Spec, query_id: str, view: Any) -> dict[str, Any]:
    """Return the arguments of all messages that answer a key."""
    query = next(one for one in spec.queries if one.id == query_id)
    args: dict[str, Any] = {}
    for cue in query.answer(view):
        if isinstance(cue, Say):
            args |= {"id": cue.message.id, **cue.message.args}
    return args


def pages(spec: Spec, query_id: str, view: Any) -> int:
    """Return the number of cards listed on the pages that answer a key."""
    query = next(one for one in spec.queries if one.id == query_id)
    assert query.pages is not None
    return sum(len(page.label.args["suits"]) for page in query.pages(view))


def numbers(told: Iterable[Msg], key: str = "number") -> list[Any]:
    """Return the argument named `key` of each message."""
    return [one.args[key] for one in told]


def from_mine(view: Any, counts: Sequence[Any]) -> list[Any]:
    """Return these numbers, one for each side, with the listener's own side first."""
    first = (view.seat or 0) % len(counts)
    return [*counts[first:], *counts[:first]]


def column(spec: Spec, view: Any, head: str) -> list[Any] | None:
    """Return the column of the score sheet with the heading `head`, or None."""
    assert spec.sheet is not None
    sheet = spec.sheet(view)
    for place, title in enumerate(sheet.columns):
        if title.id == head:
            cells = [row[place].lower or row[place].upper for row in sheet.cells]
            return [cell and cell.args.get("number", cell.number) for cell in cells]
    return None


# Scopa


def scopa(spec: Spec, view: Any, state: Any, events: Sequence[Event]) -> Iterator[tuple[Any, Any]]:
    piles = from_mine(view, state.piles)
    taken = [pile.bit_count() for pile in piles]
    coins = [sum(card.suit == "d" for card in cards_of(pile)) for pile in piles]
    told = asked(spec, "coins", view)
    if told["id"] == "coins":
        yield numbers(told["coins"]), coins
        is_over = view.history and isinstance(view.to_act, Turn)
        hidden = sum(view.hand_sizes) - len(view.hand) + view.stock
        is_dealt = view.history or isinstance(view.to_act, int)
        yield pages(spec, "missing", view), hidden if is_dealt else len(ITALIAN)
        yield column(spec, view, "column-coins"), coins if is_over else None
    yield numbers(asked(spec, "taken", view)["taken"]), taken
    yield column(spec, view, "column-cards"), taken
    yield column(spec, view, "column-total"), from_mine(view, state.score)
    yield numbers(asked(spec, "score", view)["score"]), from_mine(view, state.score)
    for event in events:
        if type(event).__name__ == "DealScored":
            yield from_mine(view, event.coins), coins
            yield from_mine(view, event.cards), taken
            yield from_mine(view, event.score), from_mine(view, state.score)


# Tressette


def tressette(
    spec: Spec, view: Any, state: Any, events: Sequence[Event]
) -> Iterator[tuple[Any, Any]]:
    told, board = asked(spec, "captured", view), spec.board.of(view)
    yield numbers(asked(spec, "score", view)["score"]), from_mine(view, state.score)
    if told["id"] == "captured":
        thirds = [
            3 * (one.args["points"].args.get("whole", 0)) + (one.args["points"].number or 0)
            if one.args["points"].id != "points-whole"
            else 3 * one.args["points"].number
            for one in told["captured"]
        ]
        yield thirds, from_mine(view, state.thirds)
    for event in events:
        if type(event).__name__ == "DealScored":
            yield numbers(told["points"]), from_mine(view, event.points)
            yield (
                numbers(told.get("accuse", ())),
                from_mine(view, event.accuse) if any(event.accuse) else [],
            )
            brought = [a + b for a, b in zip(event.points, event.accuse, strict=True)]
            lines = [one.words.args for one in board.ending.standings]
            by_total = {args["total"]: args["points"] for args in lines}
            yield by_total, dict(zip(event.score, brought, strict=True))
            rows = [[cell.upper.args["number"] for cell in row] for row in board.ending.sheet.cells]
            yield [sum(row[:-1]) for row in rows], from_mine(view, brought)


# Briscola


def briscola(
    spec: Spec, view: Any, state: Any, events: Sequence[Event]
) -> Iterator[tuple[Any, Any]]:
    told = asked(spec, "points", view)
    is_over = bool(view.sheet) and isinstance(view.to_act, Turn)
    if told["id"] == "points":
        mine = from_mine(view, list(state.points))
        shown = numbers(told["points"])
        yield shown, mine if is_over or view.options.count == "all" else mine[: len(shown)]
    yield numbers(asked(spec, "score", view)["wins"]), from_mine(view, state.score)
    yield column(spec, view, "sheet-wins"), from_mine(view, state.score)
    for event in events:
        if type(event).__name__ == "DealScored":
            yield told["id"], "points"
            yield list(event.points), list(state.points)
            yield column(spec, view, "sheet-deal") is not None, True


# Wist


def wist(spec: Spec, view: Any, state: Any, events: Sequence[Event]) -> Iterator[tuple[Any, Any]]:
    scores = from_mine(view, view.scores)
    yield numbers(asked(spec, "scores", view)["scores"]), scores
    summed = [sum(done.points[seat] for done in view.sheet) for seat in range(len(scores))]
    yield from_mine(view, summed), scores
    tricks = asked(spec, "tricks", view)
    if tricks["id"] == "tricks":
        taken = [_tricks_of(one) for one in tricks["tricks"]]
        yield taken, from_mine(view, view.tricks)
    for event in events:
        if type(event).__name__ == "RoundScored":
            yield from_mine(view, event.totals), scores
            yield list(event.tricks), list(view.sheet[-1].tricks)


def _tricks_of(told: Msg) -> Any:
    """Return the number of tricks in a message, from its field or its plural form; 0 if none."""
    if told.id.startswith("tricks-of-wist-none"):
        return 0
    return told.args.get("number", told.number)


# Invido


def invido(spec: Spec, view: Any, state: Any, events: Sequence[Event]) -> Iterator[tuple[Any, Any]]:
    score = from_mine(view, state.score)
    yield numbers(asked(spec, "score", view)["score"]), score
    marks = asked(spec, "traditional-score", view)["score"]
    in_marks = []
    for one in marks:
        parts = one.args["marks"].args.get("parts", ())
        in_marks.append(sum((OEF if part.id == "oef" else 1) * part.number for part in parts))
    yield in_marks, score
    for event in events:
        if type(event).__name__ == "DealWon":
            yield from_mine(view, event.score), score


# Novantanove


def novantanove_(
    spec: Spec, view: Any, state: Any, events: Sequence[Event]
) -> Iterator[tuple[Any, Any]]:
    told = asked(spec, "tokens", view)["tokens"]
    tokens = [0 if one.id.startswith("of-out") else one.args["number"] for one in told]
    yield tokens, from_mine(view, state.tokens)
    total = asked(spec, "total", view)["total"]
    yield total, state.total
    ahead = asked(spec, "distance", view)
    if "limit" in ahead:
        yield ahead["limit"] in novantanove.LIMITS, True
    for event in events:
        if isinstance(event, novantanove.CardPlayed) and state.to_act is not Turn.CHANCE:
            yield event.total, state.total


Counts = Callable[[Spec, Any, Any, Sequence[Event]], Iterator[tuple[Any, Any]]]
COUNTS: dict[str, Counts] = {
    "briscola": briscola,
    "invido": invido,
    "novantanove": novantanove_,
    "scopa": scopa,
    "tressette": tressette,
    "wist": wist,
}


@pytest.mark.slow
@pytest.mark.parametrize("game_id", COUNTS)
def test_key_answers_score_sheet_and_announced_score_agree(game_id: str) -> None:
    spec = game(game_id)
    for seed in range(MATCHES):
        walk = Walk(spec, plan_of(spec, seed, MOVES))
        for step in walk:
            for listener in listeners(step.state):
                view = step.state.view(listener)
                for told, counted in COUNTS[game_id](spec, view, step.state, step.events):
                    assert told == counted, (seed, listener, step.move, view)
