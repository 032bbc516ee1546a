"""Tests of the exact wording of sentences, as people say them at a table."""

from __future__ import annotations

import pytest

from audiogames.cards.card import Card
from audiogames.core.cues import Msg, Say, msg
from audiogames.core.events import Seat
from audiogames.core.registry import game
from audiogames.games.invido.speech import standing as invido_standing
from audiogames.games.invido.speech import turn as invido_turn
from audiogames.games.novantanove import model as n
from audiogames.games.tressette import model as t
from audiogames.games.tressette.words import accusa_words, meaning_words, name_words
from audiogames.games.wist import answers as wist
from audiogames.games.wist.words import points_words
from tests.games.novantanove import positions as novantanove_at
from tests.games.tressette import positions as tressette_at
from tests.games.wist import positions as wist_at
from tests.present.kit import LOCALES, named, shipped
from tests.replays import invido as invido_at


def both(game_: str, message: Msg) -> tuple[str, str]:
    """Return a message in Italian and in English."""
    italian, english = (shipped(lang, game=game_).speech(message) for lang in ("it", "en"))
    return italian, english


def answer(game_: str, cues: object, lang: str = "it") -> str:
    """Return the sentence in which these cues are announced."""
    assert hasattr(cues, "__iter__")
    return shipped(lang, game=game_).text(cue.message for cue in cues if isinstance(cue, Say))


@pytest.mark.parametrize(
    ("game_", "message", "italian", "english"),
    [
        ("audiogames", msg("tables-title", 1), "Tavoli pubblici, uno.", "Public tables, one."),
        ("audiogames", msg("seconds", 1), "Un secondo.", "One second."),
        ("audiogames", msg("voice-silent"), "Nessuna voce attiva.", "No voice in use."),
        ("audiogames", msg("entrance-enter"), "Collegati.", "Connect."),
        ("invido", msg("canele", 1), "Una canèla", "One canèla"),
        ("invido", msg("oef", 1), "Un oef", "One oef"),
        ("invido", msg("fact-won-you", 1), "Tu più uno", "You plus one"),
        ("novantanove", msg("fact-tokens-you", 1), "Tu meno un gettone", "You minus one token"),
        ("novantanove", msg("distance", 1, limit=99), "Manca 1 a 99.", "One to 99."),
        ("novantanove", msg("distance", 17, limit=66), "Mancano 17 a 66.", "17 to 66."),
        ("novantanove", msg("draw-missed", 1), None, "Too late to draw. You hold one card."),
        ("wist", msg("refused-bid-too-high", 1), "C'è solo una presa.", "There is only one trick."),
        ("wist", points_words(-1), "Meno un punto", "Minus one point"),
        ("wist", msg("fact-points", 1), "Fai un punto", "You score one point"),
        ("wist", msg("fact-points-lost", 5), "Perdi 5 punti", "You lose 5 points"),
        ("wist", msg("no-bids-yet"), "Nessuna previsione ancora.", "No bid yet."),
        ("tressette", msg("points-whole", 1), "Un punto", "One point"),
        (
            "tressette",
            msg("accused", 3, seat=named(0), accusa=accusa_words(t.Accuse("tre-3", "c"))),
            "Eva accusa tre tre, senza coppe, 3 punti.",
            "Eva announces three threes, without cups, 3 points.",
        ),
        (
            "tressette",
            msg("lesson", what=name_words("la-migliore"), meaning=meaning_words("la-migliore")),
            "La migliore, il due e l'asso, nient'altro, oppure tre carte, con il due e l'asso.",
            (
                "La migliore, the two and the ace, nothing else, or three cards, with the two "
                "and the ace."
            ),
        ),
        ("tressette", meaning_words("due-lungo"), "Quattro carte, con il due", None),
        ("tressette", msg("trick-partner", seat=named(1)), None, "Bruno takes it for your side."),
    ],
)
def test_messages_render_as_the_listed_sentences(
    game_: str, message: Msg, italian: str | None, english: str | None
) -> None:
    assert both(game_, message) == (
        italian or both(game_, message)[0],
        english or both(game_, message)[1],
    )


@pytest.mark.parametrize("length", ["terzo", "lungo", "lunghissimo"])
def test_traditional_declaration_names_differ_by_more_than_a_vowel(length: str) -> None:
    """The name "è mio" for venticinque was replaced, because it sounded like "è mia"."""
    tongue = shipped(game="tressette")
    tongue.styles = ("traditional",)
    assert tongue.speech(name_words(f"venticinque-{length}")).lower() == f"{length}, voglio l'asso"
    assert tongue.speech(name_words(f"e-mia-{length}")) == f"È mia, {length}"


@pytest.mark.parametrize("other", ["tabella dei punti", "carte già scese", "ad a monte"])
def test_abandoned_italian_terms_are_not_used(other: str) -> None:
    """The terms for the score sheet, played cards and the question of "a monte" were replaced."""
    texts = [*(LOCALES / "it").rglob("*.po"), *(LOCALES / "it").rglob("*.md")]
    assert not [path.name for path in texts if other in path.read_text("utf-8").lower()]


def test_single_remaining_token_is_spoken_as_a_word_in_italian() -> None:
    state = novantanove_at.position("Ah", total=20, tokens=2)
    lost = n.TokensLost((Seat(0),), 1, (1,))
    cues = game("novantanove").describe(lost, state.view(Seat(0)))
    assert answer("novantanove", cues) == "Perdi un gettone, te ne resta uno."


def test_answer_about_tricks_says_wist_for_a_bid_of_zero() -> None:
    state = wist_at.playing("2h 3h", "4h 5h", "Ah 7h", "6h 8h", bids=[0, 1, 0, 0])
    wist_at.play(state, "2h 4h Ah 6h")
    told = answer("wist", wist.tricks(state.view(state.to_act)))
    first = "Prese. Tu, Wist, una presa. "
    assert told.startswith(first)
    assert told.count(", Wist, nessuna presa.") == 2


def test_last_card_of_a_suit_is_explained_as_the_last() -> None:
    state = tressette_at.dealt("3K4c 765s A32d 4b")
    explain = game("tressette").explain
    view = state.view(state.to_act)
    told = {
        str(card): answer("tressette", list(explain(t.PLAYS[card], view))[:1]) for card in view.hand
    }
    assert told["3c"] == (
        "È una delle tue 3 a coppe, sovrana, la più alta rimasta in tutte le mani."
    )
    assert told["4c"] == "È una delle tue 3 a coppe."


def test_pending_monte_is_spoken_as_a_question() -> None:
    state = invido_at.played("1:a-monte")
    view = state.view(Seat(0))
    assert both("invido", invido_turn(view)) == (
        "Bruno chiede a monte, va bene o no?",
        "Bruno asks a monte, fine or no?",
    )
    inside = invido_standing(view)
    assert inside is not None
    assert both("invido", inside)[0] == "Bruno chiede a monte, va bene o no"
    refused = invido_at.refusal(state, "3c", 0)
    assert both("invido", refused.message)[0].startswith("Prima rispondi, Bruno chiede a monte.")


def test_declarations_and_card_are_one_sentence() -> None:
    """Two declarations and the card led are announced in one sentence."""
    tongue = shipped(game="tressette")
    seven = Card.read("7c", "italian")
    told = [
        msg("declared", seat=named(1), what=name_words("ventinove-lungo")),
        msg("declared-more", what=name_words("liscio-al-palo-del-mio-compagno")),
        msg("card-declared", card=seven),
        msg("your-turn"),
    ]
    assert tongue.text(told) == (
        "Bruno, ventinove lungo, liscio al palo del mio compagno, sette di coppe. Tocca a te."
    )
