"""Tests that every announcement in random matches is a whole sentence in each language.

It has no symbol, no bare id, no unfilled field, no word of another language, and no capital inside
the sentence except in names, or in nouns of a language that capitalises them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import pytest

from audiogames.core.contract import Turn
from audiogames.core.cues import Cue, Msg, Say
from audiogames.core.events import Event, Seat
from audiogames.core.registry import Spec, brought_data, game, game_ids
from audiogames.present.catalogue import complete_languages, load
from tests.contract.test_words import EACH, begun, chosen, localizer, shape

LOCALES = Path(__file__).resolve().parents[2] / "locales"
LANGUAGES = complete_languages(LOCALES)
MATCHES = 200
ALIKE = 20
"""After this number of matches in a row without a new announcement, no more are played."""
LONGEST = 1500
"""The number of moves after which a random match is left."""
SYMBOL = re.compile(r"[♠♥♦♣€°→*#_\[\](){}<>/\\|=+]")
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
TEMPLATE = re.compile(r"^msgstr(?:\[\d\])? \"(.*)\"$", re.MULTILINE)
FIELD = re.compile(r"\{[^}]*\}")
ID = re.compile(r"\b[a-z]+(?:-[a-z0-9]+){1,5}\b")

TELLTALES = {
    "it": frozenset(
        [
            "tocca",
            "prende",
            "hai",
            "devi",
            "prevede",
            "punti",
            "prese",
            "mazziere",
            "gettoni",
            "tavola",
        ]
    ),
    "en": frozenset(
        [
            "the",
            "you",
            "your",
            "of",
            "and",
            "with",
            "takes",
            "turn",
            "hold",
            "must",
            "cards",
            "trick",
        ]
    ),
    "de": frozenset(
        [
            "bist",
            "dran",
            "hast",
            "karten",
            "punkte",
            "sticht",
            "stichst",
            "stiche",
            "gewinnt",
            "musst",
        ]
    ),
    "es": frozenset(
        [
            "toca",
            "tienes",
            "juegas",
            "gana",
            "baza",
            "bazas",
            "cartas",
            "puntos",
            "fichas",
            "triunfo",
            "reparte",
            "quedan",
        ]
    ),
    "fr": frozenset(
        [
            "joue",
            "prends",
            "avec",
            "cartes",
            "reste",
            "jetons",
            "pli",
            "plis",
            "donne",
            "gagne",
            "dois",
        ]
    ),
}
"""Frequent words that one language has and the other never has, not even in names."""
CAPITAL_NOUNS: Final = frozenset({"de"})
"""Languages that write every noun with a capital."""
INSIDE: Final = re.compile(r"(?<=[\w,}] )[A-ZÄÖÜ][^\W\d_]+")
"""A word with a capital letter that does not open a sentence."""
NAMED: Final = re.compile(r'^msgid "(?:game|round|bid)-[a-z]+"\nmsgstr "([^.{]+)"$', re.MULTILINE)
"""Messages that are names of games, rounds and bids, which are written with a capital."""


def said_in_a_match(spec: Spec, seed: int) -> Iterator[tuple[Msg, ...]]:
    """Play a random match; yield the messages that one listener hears after each move.

    Some answers to keys are included.
    """
    rng = Random(seed)
    seats = spec.seats[seed % len(spec.seats)]
    state = begun(spec, rng, seats)
    listener = Seat(rng.randrange(seats))
    for _ in range(LONGEST):
        turn = state.to_act
        if turn is Turn.OVER:
            return
        events: list[Event] = []
        window = spec.clock.window(state)
        if isinstance(turn, Turn):
            state.apply(None, spec.rules.chance(state, rng), events.append)
        elif window and rng.random() < 0.8:
            state.apply(window.seat, window.move, events.append)
        else:
            state.apply(turn, chosen(state, turn, rng), events.append)
        view = state.view(listener)
        cues: list[Cue] = [
            cue
            for event in events
            if event.heard_by(listener)
            for cue in spec.describe(event, view)
        ]
        cues += spec.prompt(view)
        if rng.random() < 0.02:
            cues += [cue for query in spec.queries for cue in query.answer(view)]
        yield tuple(cue.message for cue in cues if isinstance(cue, Say))


@cache
def said(id_: str) -> dict[str, Msg]:
    """Return the distinct messages of many matches, by their text."""
    return {str(message): message for together in told(id_) for message in together}


@cache
def told(id_: str) -> tuple[tuple[Msg, ...], ...]:
    """Return the messages of many matches, each paired with the message announced before it.

    At most `EACH` pairs of the same shape are returned, as other cards and names show nothing new.
    """
    spec = game(id_)
    known: dict[Hashable, int] = {}
    found: defaultdict[Hashable, dict[str, tuple[Msg, ...]]] = defaultdict(dict)
    for seed in range(MATCHES):
        for together in said_in_a_match(spec, seed):
            shapes = [*map(shape, together)]
            for place, last in enumerate(shapes):
                known.setdefault(last, seed)
                alike = found[tuple(shapes[max(0, place - 1) : place + 1])]
                if len(alike) < EACH:
                    pair = together[max(0, place - 1) : place + 1]
                    alike.setdefault(str(pair), pair)
        if seed - max(known.values()) >= ALIKE:
            break
    return tuple(pair for alike in found.values() for pair in alike.values())


@cache
def vocabulary(lang: str) -> frozenset[str]:
    """Return all words of a language's catalogues."""
    words: set[str] = set()
    for path in (LOCALES / lang / "LC_MESSAGES").glob("*.po"):
        for template in TEMPLATE.findall(path.read_text("utf-8")):
            words |= {word.lower() for word in WORD.findall(FIELD.sub(" ", template))}
    return frozenset(words)


def foreign(lang: str) -> frozenset[str]:
    """Return words that occur in other languages' catalogues, but not in this language's."""
    others = [other for other in LANGUAGES if other != lang]
    catalogues = frozenset().union(*map(vocabulary, others)) - vocabulary(lang)
    return catalogues.union(*(TELLTALES[other] for other in others))


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id_", game_ids())
def test_announcements_contain_only_words_of_their_language(id_: str, lang: str) -> None:
    if (brought := brought_data(id_)) and not (brought / "locales" / lang).is_dir():
        lang = "en"  # a package speaks English where it lacks a language of the program
    tongue = localizer(game(id_), lang)
    strangers = foreign(lang)
    assert strangers
    for message in said(id_).values():
        sentence = tongue.speech(message)
        assert sentence[0].isupper() or not sentence[0].isalpha(), sentence
        assert not SYMBOL.search(sentence), sentence
        assert not [one for one in ID.findall(sentence) if load(LOCALES, lang).first(id_).has(one)]
        assert not {word.lower() for word in WORD.findall(sentence)} & strangers, sentence
        assert tongue.braille(message).strip()


def capitals(sentence: str) -> set[str]:
    """Return the capitalised words inside a sentence, except single letters (names of keys)."""
    return {
        word.group()
        for word in WORD.finditer(sentence)
        if word.group()[0].isupper()
        and len(word.group()) > 1
        and word.start() > 0
        and sentence[word.start() - 2 : word.start()] not in {". ", "? ", "! "}
    }


def names(spec: Spec, lang: str) -> set[str]:
    """Return the words that are names: of players, games, rounds and bids."""
    files = (LOCALES / lang / "LC_MESSAGES").glob("*.po")
    texts = [text for path in files for text in NAMED.findall(path.read_text("utf-8"))]
    players = [localizer(spec, lang).names(Seat(seat)).name for seat in range(max(spec.seats))]
    return {word for text in (*texts, *players) for word in WORD.findall(text)}


def nouns(lang: str) -> set[str]:
    """Return the nouns that a language writes with a capital, found in its catalogues.

    They occur inside sentences, or at the start of messages that are parts of sentences.
    """
    if lang not in CAPITAL_NOUNS:
        return set()
    files = (LOCALES / lang / "LC_MESSAGES").glob("*.po")
    texts = [text for path in files for text in TEMPLATE.findall(path.read_text("utf-8"))]
    parts = [text for text in texts if not text.endswith((".", "?", "!", "}"))]
    firsts = {WORD.match(text) for text in parts} - {None}
    inside = {word for text in texts for word in INSIDE.findall(text)}
    return inside | {first.group() for first in firsts if first is not None}


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id_", game_ids())
def test_only_names_are_capitalised_inside_a_sentence(id_: str, lang: str) -> None:
    """The check includes sentences that are joined from several messages."""
    tongue, allowed = localizer(game(id_), lang), names(game(id_), lang) | nouns(lang)
    for together in told(id_):
        text = tongue.text(together)
        assert not capitals(text) - allowed, text
