"""A small game for tests: checkboxes for the next card, and declarations in or out of turn.

It replaces Novantanove in the registry, and uses and extends its messages.  Each round is a deal
of three cards each, played in three tricks: the listener, seat 0, leads the first, is last in the
second and leads the third, and so plays twice in a row.  With the option for declarations, any
seat may declare at any time while it has cards, and may make a claim that nobody has made yet.
"""

from __future__ import annotations

from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

import pytest

import audiogames.games.novantanove as place
from audiogames.app.settings import Settings
from audiogames.cards.card import FRENCH, Card
from audiogames.cards.dealing import Deal, HandDealt, read_cards
from audiogames.core.board import NO_BOARD
from audiogames.core.contract import Move, Refused, Result, Turn, View
from audiogames.core.controls import Listing, Opener, Page, Query, Toggle
from audiogames.core.cues import mine, msg, reply, say
from audiogames.core.events import Event, Seat
from audiogames.core.options import switch
from audiogames.core.spec import BotSpec, ClockSpec, HandSpec, ListSpec, TypingSpec
from audiogames.present.catalogue import load
from audiogames.table.setup import Setup
from tests.app.bidding import _forget
from tests.kit.pilot import LOCALES, MemoryStorage, Pilot

HELD = 3
ROUNDS = 2
TURNS = (0, 1, 2, 1, 2, 0, 0, 1, 2)
CARDS = "7s Kc Ah 2s 3c 4d 5s 6c 8d"
"""The listener holds the seven of spades, the king of clubs and the ace of hearts."""

SAYINGS = ("lungo", "terzo", "tre terzo", "è mia", *(f"saying {n}" for n in range(1, 36)), "vènti")
CLAIMS = ("three", "four", "five")
WORDS = {
    "do-suit": "declare",
    "do-partner": "partner",
    "do-sayings": "what can be said",
    "do-claims": "what can be claimed",
    "do-said": "what was said",
    "do-glossary": "what the words mean",
    "toggle-suit-off": "Declare, off.",
    "toggle-suit-on": "Declare, on.",
    "toggle-partner-off": "Partner, nothing.",
    "toggle-partner-out": "Partner, out.",
    "toggle-partner-low": "Partner, low.",
    "type-call": "Type what you say.",
}
HEADINGS = {"en": "the jack", "it": "il fante"}
"""A heading of the rules that the game borrows, with a lower-case first letter."""


@dataclass(frozen=True)
class Options:
    says: bool = switch()
    boxed: bool = switch(default=True)


@dataclass(frozen=True)
class Play(Move):
    card: Card
    boxes: tuple[tuple[str, str], ...] = ()

    def __str__(self):
        return " ".join([str(self.card), *(f"{id_}={value}" for id_, value in self.boxes)])


@dataclass(frozen=True)
class Utter(Move):
    text: str

    def __str__(self):
        return f"say {self.text}"


@dataclass(frozen=True)
class Claim(Move):
    text: str

    def __str__(self):
        return f"claim {self.text}"


@dataclass(frozen=True)
class Played(Event):
    seat: Seat
    card: Card
    boxes: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Said(Event):
    seat: Seat
    text: str


class Legal(list):
    """A list of legal moves whose `in` ignores checkboxes.

    If `says` is true, `in` is also true for every spoken declaration.
    """

    says = False

    def __contains__(self, move):
        bare = Play(move.card) if isinstance(move, Play) else move
        return (self.says and isinstance(move, Utter)) or list.__contains__(self, bare)


@dataclass(frozen=True, kw_only=True)
class DeclaringView(View):
    says: bool
    boxed: bool
    said: tuple[str, ...]
    claims: tuple[str, ...]
    round: int
    on_table: int
    """How many cards of this trick have been played."""


class State:
    def __init__(self, options, seats):
        self.options, self.round, self.played = options, 0, 0
        self.hands = [[] for _ in range(seats)]
        self.said, self.claims = [], list(CLAIMS)

    @property
    def to_act(self):
        if any(self.hands):
            return Seat(TURNS[self.played])
        return Turn.OVER if self.round == ROUNDS else Turn.CHANCE

    @property
    def expects(self):
        return "deal" if self.to_act is Turn.CHANCE else None

    def allows(self, seat, move):
        return move in self.legal_moves(seat)

    def is_awaited(self, seat):
        return seat == self.to_act

    def legal_moves(self, seat):
        cards = self.hands[seat] if self.to_act == seat else ()
        legal = Legal(Play(card) for card in cards)
        legal.says = self.options.says and any(self.hands)
        legal.extend(Claim(one) for one in self.claims if legal.says)
        return legal

    def apply(self, seat, move, emit=lambda _event: None):
        match move:
            case Deal(cards=cards):
                self.round, self.played, self.said = self.round + 1, 0, []
                self.claims = list(CLAIMS)
                for s in range(len(self.hands)):
                    self.hands[s] = list(cards[HELD * s : HELD * s + HELD])
                    emit(HandDealt(tuple(self.hands[s]), to=Seat(s)))
            case Play(card=card, boxes=boxes):
                self.hands[seat].remove(card)
                self.played += 1
                emit(Played(seat, card, boxes))
            case Utter(text=text):
                self.said.append(text)
                emit(Said(seat, text))
            case Claim(text=text):
                self.claims.remove(text)
                emit(Said(seat, f"I claim {text}"))

    def copy(self):
        return deepcopy(self)

    def view(self, seat):
        return DeclaringView(
            seat=seat,
            to_act=self.to_act,
            legal=() if seat is None else tuple(self.legal_moves(seat)),
            dealer=None,
            hand=() if seat is None else tuple(self.hands[seat]),
            hand_sizes=tuple(map(len, self.hands)),
            says=self.options.says,
            boxed=self.options.boxed,
            said=tuple(self.said),
            claims=tuple(self.claims),
            round=self.round,
            on_table=self.played % 3,
        )

    def result(self):
        return Result((Seat(0),), (0, 0, 0), "end") if self.to_act is Turn.OVER else None


class Rules:
    version = 1

    def start(self, options, seats):
        return State(options, seats)

    def chance(self, state, rng):
        return Deal((*read_cards(CARDS.split(), "french"), *FRENCH[30:]))

    def read(self, text):
        verb, _, rest = text.partition(" ")
        if verb == "deal":
            return Deal(read_cards(rest.split(), "french"))
        if verb in {"say", "claim"}:
            return Utter(rest) if verb == "say" else Claim(rest)
        boxes = tuple(tuple(box.split("=")) for box in rest.split())
        return Play(Card.read(verb, "french"), boxes)

    def refusal(self, view, move):
        if view.to_act == view.seat:
            return Refused("no", msg("text", text="Not that."))
        return Refused("not-your-turn", msg("text", text="Not your turn."))

    def allows_chance(self, state, move):
        return isinstance(move, Deal) and state.to_act is Turn.CHANCE


class PlainBot:
    """A bot that plays its first legal card."""

    def choose(self, view, rng, budget, stop):
        return next(move for move in view.legal if isinstance(move, Play))


def describe(event, view):
    match event:
        case HandDealt():
            yield say("text", text="Dealt.")
        case Played(seat=seat, card=card, boxes=boxes):
            told = "".join(f", {id_} {value}" for id_, value in boxes)
            yield say("text", text=f"Seat {seat} plays {card}{told}.")
        case Said(seat=seat, text=text):
            yield say("text", text=f"Seat {seat} says {text}.")


def prompt(view):
    if view.to_act == view.seat:
        yield mine("your-turn")


def no_boxes(view):
    return None if view.boxed else msg("text", text="Here one says it.")


def leader_only(view):
    leads = view.to_act == view.seat and view.on_table == 0
    return no_boxes(view) or (None if leads else msg("text", text="Only who leads."))


def not_said(view):
    return None if view.says else msg("text", text="Here boxes are ticked.")


def sayings(view):
    if not view.says:
        raise Refused("ticked-here", not_said(view))
    return Listing(msg("text", text="Say."), tuple(map(Utter, SAYINGS)))


def claims(view):
    if not view.says:
        raise Refused("ticked-here", not_said(view))
    return Listing(msg("text", text="Claim."), tuple(map(Claim, view.claims)))


def said(view):
    return [Page(msg("text", text=f"{text}.")) for text in view.said]


def nothing_said(_view):
    yield reply("text", text="Nobody has said anything.")


def glossary(_view):
    return [
        Page(msg("text", text="Jack."), msg("heading-of-jack")),
        Page(msg("text", text="Queen."), msg("text", text="No such heading")),
        Page(msg("text", text="King.")),
    ]


def typed(text, _view, _card):
    if not text.isalpha():
        raise Refused("letters", msg("text", text="Letters only."))
    return Utter(text)


SPEC = replace(
    place.GAME,
    seats=(3,),
    options=Options,
    rules=Rules(),
    events=(HandDealt, Played, Said),
    describe=describe,
    queries=(
        Query("said", ("shift+d",), nothing_said, pages=said),
        Query(
            "glossary",
            ("g",),
            nothing_said,
            pages=glossary,
            title=lambda _view: msg("text", text="Three words."),
        ),
    ),
    commands=(),
    hand=HandSpec(
        ways=lambda card, _view: [Play(card)],
        toggles=(
            Toggle("suit", ("d",), refusal=no_boxes),
            Toggle("partner", ("p",), ("out", "low"), leader_only),
        ),
        tick=lambda move, ticked, _view: replace(move, boxes=tuple(ticked.items())),
    ),
    lists=ListSpec(
        choice=lambda move, _view: msg("text", text=f"{move.text}."),
        choice_title=lambda _move, _view: msg("text", text="Which?"),
        openers=(Opener("sayings", ("m",), sayings), Opener("claims", ("shift+m",), claims)),
    ),
    typing=TypingSpec(typed, not_said),
    explain=lambda move, _view: [reply("text", text=f"Plays {move}.")],
    prompt=prompt,
    recap=lambda events, _view: [reply("text", text=f"{len(events)} events.")],
    summary=lambda view: msg("text", text=f"round {view.round}"),
    bots=BotSpec({"easy": PlainBot, "normal": PlainBot}, default="normal"),
    clock=ClockSpec(),
    is_out=lambda _view: False,
    board=NO_BOARD,
)


@contextmanager
def in_place(spec=SPEC):
    """Replace Novantanove and its messages by this game while the context is open."""
    load.cache_clear()  # a catalogue remembers the messages it has found
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(place, "GAME", spec)
        for lang, heading in HEADINGS.items():
            (words,) = (
                file.messages for file in load(LOCALES, lang).files if file.name == "novantanove"
            )
            for id_, text in {**WORDS, "heading-of-jack": heading}.items():
                patch.setitem(words._catalog, id_, text)
        _forget()
        yield spec
    _forget()
    load.cache_clear()


def playing(*, spec=SPEC, lang="en", limit=None, script=None, watch=False, **options: Any):
    """Start a match of this module's game, and wait for the first turn, the listener's."""
    kept = options.pop("keep_boxes", False)
    storage = MemoryStorage(Settings(language=lang, keep_boxes=kept))
    pilot = Pilot(storage, lang=lang, script=script)
    players = () if watch else (pilot.app.matches.me(),)
    setup = Setup(spec, Options(**options), players, limit, watch=watch).filled(3)
    pilot.app.matches.begin(setup, pilot.now)
    pilot.perform(pilot.app.tick(pilot.now))
    pilot.now += 1
    pilot.look()
    return pilot


def moves(pilot):
    """Return all moves played so far, as text, without the deals."""
    entries = pilot.app.session.table.log.entries
    return [entry.move for entry in entries if not entry.move.startswith("deal")]
