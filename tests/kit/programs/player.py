"""A simulated player who reads announcements and presses the keys that they name."""

from __future__ import annotations

from collections.abc import Callable

from tests.kit.programs.transcript import Heard

WORDS = {
    "it": {
        "turn": "Tocca a te.",
        "draw": "Pesca, spazio.",
        "value": "quanto vale?",
        "round": "Continua, spazio.",
        "again": "Ancora, spazio.",
        "early": "Un momento.",
    },
    "en": {
        "turn": "Your turn.",
        "draw": "Draw, space.",
        "value": "worth?",
        "round": "Go on, space.",
        "again": "Again, space.",
        "early": "One moment.",
    },
}


def play_to_the_end(heard: Heard, press: Callable[[str], None], lang: str) -> str:
    """Play a match of Novantanove guided by its announcements; return the last announcement.

    Each time, play the first card of the hand and draw at once.
    """
    words = WORDS[lang]
    asked = (words["turn"], words["draw"], words["round"], words["again"])
    sentence = heard.waits_for(*asked)
    while words["again"] not in sentence:
        if words["draw"] in sentence:
            press("space")
            if words["turn"] in sentence:  # a jack between two players: one request
                heard.waits_for("")
                sentence = _play_a_card(heard, press, words, asked)
                continue
        elif words["round"] in sentence:
            sentence = _answered(heard, press, "space", (*asked, words["early"]))
            while words["early"] in sentence:
                sentence = _answered(heard, press, "space", (*asked, words["early"]))
            continue
        else:
            sentence = _play_a_card(heard, press, words, asked)
            continue
        sentence = heard.waits_for(*asked)
    return sentence


def _play_a_card(
    heard: Heard, press: Callable[[str], None], words: dict[str, str], asked: tuple[str, ...]
) -> str:
    press("Home")
    heard.waits_for("")
    sentence = _answered(heard, press, "Return", (*asked, words["value"], words["early"], "."))
    while words["value"] in sentence or words["early"] in sentence:
        sentence = _answered(heard, press, "Return", (*asked, words["value"], words["early"], "."))
    return sentence if any(one in sentence for one in asked) else heard.waits_for(*asked)


def _answered(heard: Heard, press: Callable[[str], None], key: str, texts: tuple[str, ...]) -> str:
    press(key)
    return heard.waits_for(*texts)
