"""Counts the syllables of each game's most used sentences in each language.

One player's messages of random matches are collected; each instance of the ten most
frequent messages is rendered in every complete language. A syllable is a vowel in the
phonemes that eSpeak NG gives for the sentence; two adjacent vowels are one syllable if it
writes them as a diphthong.

    python -m bench.syllables [GAME ...] [--matches N] [--list]

Run it from the top folder of the project. It prints the total syllables of the ten
messages, compared with Italian; `--list` prints the syllables of each message, with an
example.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from audiogames.core.cues import Msg
from audiogames.core.registry import game, own_ids
from audiogames.present.catalogue import complete_languages
from audiogames.present.localizer import Localizer
from tests.contract.test_rendered import said_in_a_match
from tests.contract.test_words import localizer

LOCALES: Final = Path(__file__).resolve().parents[1] / "locales"
MOST_USED: Final = 10
EXAMPLES: Final = 40
"""The greatest number of different instances of each message that are counted."""

VOWELS: Final = re.compile(r"[iyɨʉɯuɪʏʊeøɘɵɤoəɛœɜɞʌɔæɐaɶɑɒᵻɚɝ][ːˑ̃̈]*[ɪʊɐ̯]*")  # noqa: RUF001 - sounds
"""A vowel in the International Phonetic Alphabet, with the second half of a diphthong."""


def main() -> None:
    """Parse the arguments and count syllables."""
    parser = argparse.ArgumentParser(prog="bench.syllables", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(own_ids()))
    parser.add_argument("--matches", type=int, default=12)
    parser.add_argument("--list", action="store_true", help="each of the ten messages")
    given = parser.parse_args()
    languages = sorted(complete_languages(LOCALES), key=lambda lang: (lang != "it", lang))
    for id_ in given.games:
        report(id_, languages, given.matches, in_full=given.list)


def report(id_: str, languages: Sequence[str], matches: int, *, in_full: bool) -> None:
    """Print a line for the game, and with `in_full` one for each message."""
    ten = most_used(id_, matches)
    voices = {lang: localizer(game(id_), lang) for lang in languages}
    counts = {
        lang: {name: sum(told(voice, one) for one in said) for name, said in ten.items()}
        for lang, voice in voices.items()
    }
    whole = {lang: sum(by_name.values()) for lang, by_name in counts.items()}
    print(f"{id_}: " + ", ".join(f"{lang} {whole[lang] / whole['it']:.2f}" for lang in languages))
    for name, said in ten.items() if in_full else ():
        figures = ", ".join(
            f"{lang} {counts[lang][name] / max(1, counts['it'][name]):.2f}" for lang in languages
        )
        print(f"  {name}: {figures}")
        for lang in languages:
            print(f"    {voices[lang].speech(said[0])}")


def most_used(id_: str, matches: int) -> dict[str, list[Msg]]:
    """Return the ten most frequent messages of a game, with some instances of each."""
    counts: Counter[str] = Counter()
    found: defaultdict[str, dict[str, Msg]] = defaultdict(dict)
    for seed in range(matches):
        for together in said_in_a_match(game(id_), seed):
            for message in together:
                counts[message.id] += 1
                if len(found[message.id]) < EXAMPLES:
                    found[message.id][str(message)] = message
    return {name: list(found[name].values()) for name, _ in counts.most_common(MOST_USED)}


def told(voice: Localizer, message: Msg) -> int:
    """Return the number of syllables of a message in the localizer's language."""
    return syllables(voice.speech(message), voice.tag)


@cache
def syllables(sentence: str, lang: str) -> int:
    """Return the number of syllables in a sentence, as pronounced by eSpeak NG."""
    done = subprocess.run(
        ["espeak-ng", "-q", "--ipa", "-v", lang, sentence],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return len(VOWELS.findall(done.stdout))


if __name__ == "__main__":
    main()
