"""Sends bursts of announcements to the page, and compares them with what a screen reader spoke."""

from __future__ import annotations

import difflib
from random import Random

from tests.kit.programs.browser import REPEATED
from tests.kit.programs.feed import card

TOGETHER = 10
"""The greatest number of announcements in a burst."""
REPEATS, TIMES = 0.3, 3
"""The probability that an announcement repeats the last one, and the most times a burst comes."""
CUTS, WAITS = 0.2, 0.5
"""The probabilities that an announcement interrupts, and that a burst waits for the last one."""
BETWEEN, APART = (30, 60, 100, 140), (200, 350, 600)
"""Milliseconds from news to the answer that interrupts them, and from there to the next news."""
SENTENCES = {
    "it": ("Ada, cavallo di spade, {}.", "Tocca a te. Totale {}.", "Prende Bruno, {} punti."),
    "en": ("Ada, knight of swords, {}.", "Your turn. Total {}.", "Bruno takes it, {} points."),
}


def make_bursts(number, random):
    """Return `number` announcements in bursts of one to ten, as (text, language), with repeats.

    Single sentences are repeated, and so are whole bursts.
    """
    bursts, last, left = [], None, number
    while left:
        burst = []
        for _ in range(min(left, random.randint(1, TOGETHER))):
            if last is None or random.random() > REPEATS:
                lang = random.choice(("it", "en"))
                last = random.choice(SENTENCES[lang]).format(left - len(burst)), lang
            burst.append(last)
        for _ in range(random.randint(1, TIMES)):
            bursts.append(burst[:left])
            left -= len(bursts[-1])
            if not left:
                break
    return bursts


def tell(program, bursts, random: Random, first=1):
    """Send announcements in bursts, numbered from `first` on; return the next free number.

    Some bursts wait until the previous one is shown, and some announcements interrupt earlier ones.
    """
    for burst in bursts:
        for text, lang in burst:
            program.say(text, first=first, lang=lang, interrupt=random.random() < CUTS)
            first += 1
        if random.random() < WAITS:
            program.waits_until_placed(first - 1)
    program.waits_until_placed(first - 1)
    return first


def tell_pair(program, orca, number, random):
    """Send news, then an answer that interrupts it, while the picture changes.

    Return True if Orca spoke the news before the answer, False if after it, and None if it did not
    speak both.
    """
    news, answer = f"Notizia {number}.", f"Risposta {number}."
    orca.mark()
    program.say(news, first=2 * number - 1)
    cards = [card(str(2 + (number + place) % 8), "h") for place in range(3)]
    program.send({"t": "frame", "frame": {"title": "Tavolo", "cards": cards}})
    program.page.pause(random.choice(BETWEEN))
    program.say(answer, first=2 * number, interrupt=True)
    program.waits_until_placed(2 * number)
    texts = " ".join(
        orca.settled(lambda texts: all(one in " ".join(texts) for one in (news, answer)))
    )
    program.page.pause(random.choice(APART))
    if news not in texts or answer not in texts:
        return None
    return texts.index(news) < texts.index(answer)


def heard(orca, told):
    """Wait until Orca has spoken as much as `told`; return its speech as one line."""
    return spoken_of(orca.settled(lambda texts: len(spoken_of(texts)) >= len(told)))


def line_of(bursts):
    """Return all announcements joined to one line."""
    return " ".join(text for burst in bursts for text, _lang in burst)


def spoken_of(utterances):
    """Return spoken texts as one line, without the words that mark repeated texts."""
    return " ".join(REPEATED.sub("", one) for one in utterances)


def differences(told, spoken):
    """Return a diff of sentences, with "-" before lost ones and "+" before additional ones."""
    lines = difflib.ndiff(told.split(". "), spoken.split(". "))
    return [line for line in lines if line[0] in "+-"]
