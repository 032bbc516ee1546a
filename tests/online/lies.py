"""Forges messages of a server, by altering true ones in a few places."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any, Final

from audiogames.cards.card import FRENCH, ITALIAN
from audiogames.core.contract import View
from audiogames.core.events import Seat
from audiogames.core.registry import Spec
from audiogames.core.text import plain
from audiogames.net import wire
from audiogames.net.differences import digest
from audiogames.net.event_forms import forms_of
from audiogames.table.codec import written
from audiogames.table.protocol import Listener
from tests.contract.walk import Walk, plan_of

LENGTH: Final = 150
"""The number of moves of a real match; of a long match there are several parts."""

ODD: Final[tuple[Any, ...]] = (
    None, True, False, -1, 0, 1, 2, 3, 5, 7, 13, 99, 10**6, 10**12, 2**53, 10**30, -(10**12), 1.5,
    1e308, "", "c", "Kc", "7c*", "h", "x" * 400, "x" * 3000, "\x1b[2J", "\u202e", "draw", "bid 3",
    "over", "chance", "cuori", "tre-lungo", [], [[]], [[[[[[]]]]]], {}, {"a": {"b": []}},
    ["Kc"], ["Kc"] * 600, [0] * 500, [[0, "Kc"]] * 200, [10**9] * 4, {"event": "CardPlayed"},
)  # fmt: skip

NUMBERS: Final = (-1, 22, 40, 99, 500, 10**6, 2**40, -(2**40))
CARDS: Final = (*map(str, FRENCH), *map(str, ITALIAN), "c", "h", "", "0")
WORDS: Final = (
    "automatic", "manual", "none", "cagliari", "eight", "auto", "giocata", "altri", "manuale",
    "tre-lungo", "busso", "napoletana", "invido", "partita", "bid 3", "draw", "As=11", "over",
    "accuse tre-3 s", "3c palo altri", "CardPlayed", "Dealt", "MatchEnded", "LINE\nFEED", "no word",
)  # fmt: skip

NEWS: Final = (
    "sits-down", "stands-up", "bot-sits", "host-is", "away", "back", "bot-plays-for", "comes-back",
    "kicked", "public", "options-changed", "pause-vote", "paused", "resumed", "match-begins",
    "invited", "shuts-down", "saved", "one-moment", "no such news",
)  # fmt: skip

KEPT: Final = {("type",), ("n",)}
"""Fields that are not changed: the kind, and the number, without which it counts as known."""


def true_updates(spec: Spec, seed: int) -> Iterator[list[wire.MatchUpdate]]:
    """Yield, for each move of a random match, the updates of a seat and of a spectator."""
    walk = Walk(spec, plan_of(spec, seed, LENGTH))
    listeners: tuple[Listener, ...] = (Seat(0), None)
    for seq, step in enumerate(walk, start=1):
        yield [
            wire.MatchUpdate(
                table=1,
                seat=listener,
                seq=seq,
                events=[written(one) for one in step.events if one.heard_by(listener)],
                view=_written_view(step.state.view(listener)),
                deals=seq // 10,
                left=20.0 if seq % 3 else None,
                forms=forms_of(spec.id).names,
            )
            for listener in listeners
        ]


def change_between(before: wire.MatchUpdate, now: wire.MatchUpdate) -> wire.MatchChange:
    """Return the change between two updates of a seat; the first update has number 1."""
    put: dict[str, Any] = {}
    parts: dict[str, wire.Splice] = {}
    for name, value in now.view.items():
        old = before.view[name]
        if old == value:
            continue
        if isinstance(old, list) and isinstance(value, list) and value[: len(old)] == old:
            parts[name] = wire.Splice(len(old), 0, value[len(old) :])
        else:
            put[name] = value
    return wire.MatchChange(
        since=1,
        events=[[one["event"], *map(one.get, now.forms[one["event"]])] for one in now.events],
        shared=wire.SharedChange(put, parts, seq=now.seq, deals=now.deals, left=now.left),
        own=wire.ViewChanges(),
        digest=digest(now.view),
    )


def _written_view(view: View) -> dict[str, Any]:
    values = plain(view)
    assert isinstance(values, dict)
    return values


def seated(spec: Spec, seats: int, *, me: int | None, playing: bool = True) -> wire.Seated:
    """Return the message about a table with two people and bots."""
    sitting = [
        wire.Sitting(f"Player {seat}", level="" if seat < 2 else "easy") for seat in range(seats)
    ]
    return wire.Seated(
        table=1, game=spec.id, host="Player 1", seats=sitting, me=me, playing=playing, code="123456"
    )


def others(spec: Spec, seats: int, rng: Random) -> wire.ServerMessage:
    """Return a random true message of any type except updates."""
    person = wire.Person("Ugo", "m", 1)
    line = wire.TableLine(1, spec.id, "Ugo", 1, 2, seats, playing=True)
    args = {"code": "123456", "game": spec.id, "votes": 1, "needed": 2}
    messages: list[wire.ServerMessage] = [
        seated(spec, seats, me=rng.choice((0, None)), playing=rng.random() < 0.8),
        wire.News(what=rng.choice(NEWS), name="Ugo", args=args),
        wire.ChatMessage(sender="Ugo", text="hello", private=rng.random() < 0.3, watching=True),
        wire.TableList(tables=[line] * 3),
        wire.PeopleList(people=[person] * 3),
        wire.No(reason="net-bad-name", args={"longest": 20}),
        wire.No(re=rng.randrange(9), reason="net-move-refused", args={"why": "not-your-turn"}),
        wire.Bye(reason="net-shuts-down"),
        wire.Welcome(name="Player 0", back=True, moved=1, missed=rng.randrange(3)),
        wire.Unseated(),
        wire.Done(re=rng.randrange(9)),
        wire.Pong(),
    ]
    return rng.choice(messages)


def lie(message: wire.ServerMessage, rng: Random) -> bytes:
    """Return a message with one to three altered values, encoded."""
    told = json.loads(wire.encode(message))
    parts = [told.get("view"), told.get("shared")]
    part = rng.choice([told, told.get("events"), told.get("events"), *filter(None, parts)]) or told
    for _ in range(rng.choice((1, 1, 2, 3))):
        _change(part, rng)
    told["n"] = 0
    return json.dumps(told).encode("utf-8", "surrogatepass")


def _change(told: Any, rng: Random) -> None:
    places = [one for one in _places(told) if one and one not in KEPT]
    if not places:
        return
    *way, last = rng.choice(places)
    inner: Any = told
    for key in way:
        inner = inner[key]
    match rng.randrange(12):
        case 0:
            del inner[last]
        case 1:
            source: Any = told
            for key in rng.choice(places):
                source = source[key]
            inner[last] = deepcopy(source)
        case 2:
            inner[last] = deepcopy(rng.choice(ODD))
        case _:
            inner[last] = _alike(inner[last], rng)


def _alike(value: object, rng: Random) -> Any:
    """Return another value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return rng.choice((value - 1, value + 1, rng.randrange(14), rng.choice(NUMBERS)))
        case str():
            return rng.choice(CARDS if len(value) < len("10c*") else WORDS)
        case list() if value:
            return _shuffled(value, rng)
        case None:
            return rng.randrange(4)
    return value


def _shuffled(items: list[Any], rng: Random) -> list[Any]:
    """Return the list in another order, with a repeated item, or with one item fewer."""
    others = deepcopy(items)
    match rng.randrange(3):
        case 0:
            rng.shuffle(others)
        case 1:
            others[rng.randrange(len(others))] = deepcopy(rng.choice(others))
        case 2:
            others.pop(rng.randrange(len(others)))
    return others


def _places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value in a message."""
    yield path
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _places(one, (*path, key))
