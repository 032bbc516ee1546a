"""Tests that every game has a text for each event, a file for each sound, and no key conflicts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from audiogames.app.keys.bindings import BINDINGS, game_bindings, game_layer
from audiogames.app.keys.keymap import Keymap
from audiogames.app.keys.names import key_words
from audiogames.app.screens.reader import heading_at
from audiogames.core.board import Board
from audiogames.core.contract import Move, Refused, State, Turn, View
from audiogames.core.cues import Cue, Msg, Say, Sound, msg
from audiogames.core.data import rules_file, sounds_folder
from audiogames.core.events import Event, Seat
from audiogames.core.options import Choice, OptionError, Switch, range_of, read_options
from audiogames.core.registry import Spec, game, game_ids
from audiogames.present.catalogue import complete_languages, load
from audiogames.present.localizer import Called, Localizer
from audiogames.search.arena import levels

ROOT = Path(__file__).resolve().parents[2]
LOCALES = ROOT / "locales"
SOUNDS = ROOT / "sounds"
LANGUAGES = complete_languages(LOCALES)
MATCHES = 26
PATIENCE = 2000
"""The number of random matches after which an event that did not occur is taken for impossible."""
ASKED = 0.1
"""The share of moves at which the listener presses every key: answers change little by card."""
EACH = 6
"""The number of messages of one shape that are rendered: more would differ only in cards and names.
"""
ROUTINE_CELLS = 40
SYMBOLS = set("♠♥♦♣€°→*#_[]()/\\<>{}")
BARE_CARD = re.compile(r"\b[A2-9TJQK][cdhs]\b")
NO_CARDS = {"es": {"As"}, "fr": {"As"}}
"""Words that look like cards alone: the ace, where it opens a sentence."""
VERBOSITIES = ("essential", "normal", "full")

pytestmark = pytest.mark.parametrize("id_", game_ids())


def localizer(spec: Spec, lang: str, verbosity: str = "normal") -> Localizer:
    """Return a localizer of a game whose players have long names."""
    names = [Called(f"Massimiliano{seat}", "fm"[seat % 2]) for seat in range(max(spec.seats))]
    return Localizer(load(LOCALES, lang).first(spec.id), lambda seat: names[seat], verbosity)


def some_options(spec: Spec, rng: Random) -> object:
    """Return random options, but numbers at their default, so that matches end in time."""
    ranges = {option.name: range_of(option) for option in fields(spec.options)}
    drawn: dict[str, object] = {}
    for name, allowed in ranges.items():
        if isinstance(allowed, Choice):
            drawn[name] = rng.choice(allowed.values)
        elif isinstance(allowed, Switch):
            drawn[name] = rng.random() < 0.5
    return read_options(spec.options, drawn)


def begun(spec: Spec, rng: Random, seats: int) -> State[Any, Any]:
    """Start a match with random options that allow this number of seats."""
    while True:
        try:
            state: State[Any, Any] = spec.rules.start(some_options(spec, rng), seats)
        except OptionError:
            continue
        return state


def chosen(state: State[Any, Any], seat: Seat, rng: Random) -> Move:
    """Return a random move of a seat.

    If the seat has legal moves that are not listed, half of the results are among these.
    """
    unlisted = state.unlisted(seat)
    move = rng.choice(unlisted if unlisted and rng.random() < 0.5 else state.legal_moves(seat))
    assert isinstance(move, Move)
    return move


def events(spec: Spec, seats: int, seed: int) -> list[Event]:
    """Play a random match with occasional time-outs; return all its events."""
    rng = Random(seed)
    state = begun(spec, rng, seats)
    found: list[Event] = []
    while (turn := state.to_act) is not Turn.OVER:
        clock = spec.clock.timeout(state)
        if isinstance(turn, Turn):
            state.apply(None, spec.rules.chance(state, rng), found.append)
        elif clock and rng.random() < 0.05:
            state.apply(None, clock, found.append)
        else:
            window = spec.clock.window(state)
            seat = window.seat if window and rng.random() < 0.8 else turn
            state.apply(seat, chosen(state, seat, rng), found.append)
    return found


class Heading(Event):
    """A placeholder, in place of an event, for cues that only name a heading of the rules."""


def answers(spec: Spec, view: View) -> Iterator[tuple[Event, list[Cue]]]:
    """Yield the answers to queries, and the texts of boxes and lists, as cues with an event.

    If an answer names headings of the rules, they come with the event `Heading`.
    """
    yield Event(), [cue for query in spec.queries for cue in query.answer(view)]
    titles = [query.title(view) for query in spec.queries if query.title]
    pages = [page for query in spec.queries if query.pages for page in query.pages(view)]
    yield Event(), [Say(message) for message in (*titles, *(page.label for page in pages))]
    yield Heading(), [Say(page.heading) for page in pages if page.heading]
    reasons = [why for toggle in spec.hand.toggles if (why := toggle.refusal(view)) is not None]
    yield Event(), [Say(message) for message in reasons]
    for opener in spec.lists.openers:
        try:
            listing = opener.listing(view)
        except Refused as refused:
            yield Event(), [Say(refused.message)]
        else:
            items = [spec.lists.choice(move, view) for move in listing.moves]
            yield Event(), [Say(message) for message in (listing.title, *items)]


def refusals(
    spec: Spec, state: State[Any, Any], seat: Seat, moves: Iterable[Move]
) -> Iterator[Cue]:
    """Yield the announced reasons of refusal for the moves that are not allowed now."""
    view = state.view(seat)
    if state.to_act is not Turn.OVER:
        for move in moves:
            if not state.allows(seat, move):
                yield Say(spec.rules.refusal(view, move).message)


def asked_for(
    spec: Spec, state: State[Any, Any], listener: Seat, events: list[Event]
) -> Iterator[tuple[Event, list[Cue]]]:
    """Yield the cues with which the game answers each key in this state."""
    view = state.view(listener)
    yield from answers(spec, view)
    for card in view.hand[:1]:
        yield Event(), [*refusals(spec, state, listener, spec.hand.ways(card, view))]
    for card in view.hand:
        ways = spec.hand.ways(card, view)
        yield Event(), [cue for way in ways for cue in spec.explain(way, view)]
        if len(ways) > 1:
            asked = [
                spec.lists.choice_title(ways[0], view),
                *(spec.lists.choice(way, view) for way in ways),
            ]
            yield Event(), [Say(message) for message in asked]
    yield Event(), [*spec.recap(events, view), Say(Msg("item", {"name": spec.summary(view)}))]
    yield Event(), [Say(words) for words in drawn(spec.board.of(view))]
    told = (spec.board.said(event, view) for event in events)
    yield Event(), [Say(msg("balloon", said=(one[1],))) for one in told if one is not None]


def drawn(board: Board) -> Iterator[Msg]:
    """Yield all messages that a board displays."""
    yield from (note for notes in board.notes for note in notes)
    yield from board.facts
    yield from (row.words for row in board.signs)
    yield from (one.label for one in (board.total,) if one)
    yield from (one.name for one in (board.trump,) if one)
    yield from (
        (board.ending.title, *(one.words for one in board.ending.standings)) if board.ending else ()
    )


def heard(spec: Spec, seats: int, seed: int) -> Iterator[tuple[Event, list[Cue]]]:
    """Play a random match with time-outs; yield each event with the cues for one listener."""
    rng, asks = Random(seed), Random(f"asks {seed}")
    state = begun(spec, rng, seats)
    listener = Seat(rng.randrange(seats))
    while (turn := state.to_act) is not Turn.OVER:
        events: list[Event] = []
        window = spec.clock.window(state)
        clock = spec.clock.timeout(state)
        if isinstance(turn, Turn):
            state.apply(None, spec.rules.chance(state, rng), events.append)
        elif window and rng.random() < 0.8:
            state.apply(window.seat, window.move, events.append)
        elif clock and rng.random() < 0.05:
            state.apply(None, clock, events.append)
        else:
            state.apply(turn, chosen(state, turn, rng), events.append)
        view = state.view(listener)
        for event in events:
            if event.heard_by(listener):
                yield event, list(spec.describe(event, view))
        yield Event(), list(spec.prompt(view))
        if asks.random() < ASKED:
            yield from asked_for(spec, state, listener, events)


@cache
def heard_often(id_: str) -> list[tuple[Event, list[Cue]]]:
    """Return all events and cues of many matches, with every number of seats."""
    spec = game(id_)
    seats = [spec.seats[seed % len(spec.seats)] for seed in range(MATCHES)]
    return [one for seed in range(MATCHES) for one in heard(spec, seats[seed], seed)]


def matches(spec: Spec) -> list[tuple[Event, list[Cue]]]:
    """Return all events and cues of many matches of a game, cached for all tests."""
    return heard_often(spec.id)


def shape(value: object, depth: int = 3) -> Hashable:
    """Return the structure of a message, for grouping: ids and types, but no numbers or words."""
    if isinstance(value, Msg) and depth:
        inside = ((name, shape(one, depth - 1)) for name, one in value.args.items())
        return (value.id, *inside)
    if isinstance(value, tuple):
        return (len(value), *(shape(one, 0) for one in value[:1]))
    return value.id if isinstance(value, Msg) else type(value).__name__


@cache
def different_often(id_: str) -> list[Say]:
    """Return the distinct messages of many matches of a game.

    If messages differ only in their values, at most `EACH` of them are returned.
    """
    return different(cue for _, cues in heard_often(id_) for cue in cues)


def different(cues: Iterable[Cue]) -> list[Say]:
    """Return the distinct messages, at most `EACH` of those that differ only in their values."""
    found: defaultdict[Hashable, dict[str, Say]] = defaultdict(dict)
    for cue in cues:
        if isinstance(cue, Say) and len(alike := found[shape(cue.message)]) < EACH:
            alike.setdefault(str(cue.message), cue)
    return [cue for alike in found.values() for cue in alike.values()]


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_has_a_text_in_every_language(id_: str, lang: str) -> None:
    spec = game(id_)
    tongues = [localizer(spec, lang, verbosity) for verbosity in VERBOSITIES]
    for cue in different_often(id_):
        for tongue in tongues:
            sentence = tongue.speech(cue.message)
            assert sentence
            assert not SYMBOLS & set(sentence), sentence
            assert not {*BARE_CARD.findall(sentence)} - NO_CARDS.get(lang, set()), sentence
            assert tongue.braille(cue.braille or cue.message).strip()


def has_list(message: Msg) -> bool:
    """Return True if a message lists more than two things, so that its braille may be long."""
    return any(isinstance(value, tuple) and len(value) > 2 for value in message.args.values())


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_braille_text_of_a_routine_event_fits_a_line(id_: str, lang: str) -> None:
    spec = game(id_)
    tongue = localizer(spec, lang)
    for event, cues in matches(spec):
        if type(event) in {Event, Heading}:
            continue
        for cue in cues:
            if isinstance(cue, Say) and cue.lesson is None and not has_list(cue.message):
                braille = tongue.braille(cue.braille or cue.message)
                assert len(braille) <= ROUTINE_CELLS, braille


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_routine_event_is_announced_in_few_words(id_: str, lang: str) -> None:
    """A move of another player has at most 12 words at the normal level, 6 at the essential one."""
    spec = game(id_)
    normal, essential = localizer(spec, lang), localizer(spec, lang, "essential")
    for event, cues in matches(spec):
        if type(event).__name__ != "CardPlayed":
            continue
        for cue in cues:
            if isinstance(cue, Say) and cue.lesson is None:
                assert len(normal.speech(cue.message).split()) <= 12
                assert len(essential.speech(cue.message).split()) <= 6


def test_random_matches_reach_every_declared_event(id_: str) -> None:
    """Random matches are played until every declared event has occurred."""
    spec = game(id_)
    wanted = set(spec.events)
    for seed in range(PATIENCE):
        wanted -= {type(event) for event in events(spec, spec.seats[seed % len(spec.seats)], seed)}
        if not wanted:
            return
    assert not wanted


@pytest.mark.slow
def test_every_event_with_a_sound_is_also_spoken(id_: str) -> None:
    """An event with a sound is also spoken, at least at full verbosity."""
    spec = game(id_)
    silent: set[str] = set()
    spoken: set[str] = set()
    for event, cues in matches(spec):
        if any(isinstance(cue, Sound) for cue in cues):
            (spoken if any(isinstance(cue, Say) for cue in cues) else silent).add(
                type(event).__name__
            )
    own = {"CardDrawn"}  # CardTaken announces the listener's own draw
    limits = {"LimitReached", "LimitsPassed"}  # announced by the total before and the tokens after
    assert silent - spoken <= own | limits


@pytest.mark.slow
def test_every_sound_of_a_game_has_a_file(id_: str) -> None:
    spec = game(id_)
    named = {cue.id for _, cues in matches(spec) for cue in cues if isinstance(cue, Sound)}
    named |= {"box-on", "box-off"} if spec.hand.toggles else set()
    files = {
        re.sub(r"-\d$", "", path.stem)
        for folder in (SOUNDS / "common", sounds_folder(SOUNDS, id_))
        for path in folder.glob("*.ogg")
    }
    assert named <= files


@pytest.mark.parametrize("lang", LANGUAGES)
def test_game_name_options_and_keys_have_texts(id_: str, lang: str) -> None:
    spec = game(id_)
    catalogue = load(LOCALES, lang).first(id_)
    wanted = {f"game-{id_}"}
    for option in fields(spec.options):
        name = f"option-{option.name.replace('_', '-')}"
        wanted |= {name, f"{name}-help"}
        allowed = range_of(option)
        if isinstance(allowed, Choice):
            wanted |= {f"{name}-{value}" for value in allowed.values}
    wanted |= {f"option-preset-{name}" for name in spec.presets}
    wanted |= {f"do-{binding.id}" for binding in (*BINDINGS, *game_bindings(spec))}
    wanted |= {
        f"toggle-{toggle.id}-{value}"
        for toggle in spec.hand.toggles
        for value in ("off", *toggle.values)
    }
    wanted |= {f"{id_}-{level}" for id_ in ("option-level", "level") for level in levels(spec)}
    wanted |= {f"against-{level}" for level in levels(spec) if spec.bots.counts(level)}
    assert not [one for one in wanted if not catalogue.has(one)]
    tongue = localizer(spec, lang)
    for binding in (*BINDINGS, *game_bindings(spec)):
        assert tongue.speech(key_words(binding.keys))


def test_no_key_is_bound_twice(id_: str) -> None:
    """Within a layer no key is bound twice, except that a game may redefine Space."""
    own = [key for binding in game_bindings(game(id_)) for key in binding.keys]
    assert len(own) == len(set(own))
    shared = [key for binding in BINDINGS if binding.layer == "game" for key in binding.keys]
    everywhere = [key for binding in BINDINGS if binding.layer == "global" for key in binding.keys]
    assert set(own) & {*shared, *everywhere} <= {"space"}
    for layer in {binding.layer for binding in BINDINGS}:
        keys = [key for binding in BINDINGS if binding.layer == layer for key in binding.keys]
        assert len(keys) == len(set(keys)), layer


def test_keymap_finds_every_binding_by_its_key(id_: str) -> None:
    spec = game(id_)
    keymap = Keymap((*BINDINGS, *game_bindings(spec)))
    for binding in game_bindings(spec):
        for key in binding.keys:
            assert keymap.find(key, (game_layer(spec), "game")) == binding


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_has_rules_in_every_language(id_: str, lang: str) -> None:
    assert rules_file(LOCALES, lang, id_).read_text("utf-8").startswith("# ")


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_contain_every_heading_that_an_answer_names(id_: str, lang: str) -> None:
    spec = game(id_)
    file = rules_file(LOCALES, lang, id_)
    named = [cue for event, cues in matches(spec) if type(event) is Heading for cue in cues]
    tongue = localizer(spec, lang)
    words = {tongue.speech(cue.message) for cue in different(named)}
    assert not [one for one in words if heading_at(file, one) is None]


def test_bindings_of_a_game_have_unique_ids(id_: str) -> None:
    ids = [binding.id for binding in game_bindings(game(id_))]
    assert len(ids) == len(set(ids))
