"""The reasons for a move: each is true, and none is an argument for the other move."""

from types import SimpleNamespace

import pytest

from audiogames.app.match.moves import better_move, describe_move
from audiogames.app.match.practice import SecondBest
from audiogames.app.modes.review import mistake_words, why_words
from audiogames.app.reviews import Mistake
from audiogames.app.screens.match.practice import second_best
from audiogames.core.registry import game
from audiogames.core.review import Judgement
from audiogames.present.catalogue import load
from audiogames.present.localizer import Called, Localizer
from audiogames.shell.files import resources
from audiogames.table.journal import OwnDecision
from tests.games.briscola import positions as briscola
from tests.games.novantanove import positions as novantanove
from tests.games.scopa import positions as scopa
from tests.games.tressette import positions as tressette
from tests.games.wist import positions as wist
from tests.replays import invido

NAMES = (Called("Eva", "f"), Called("Bruno", "m"), Called("Carla", "f"), Called("Ada", "f"))


def after(state, cards, make):
    """Make these moves in a state, and return it."""
    for card in cards.split():
        make(state, card)
    return state


def at_tressette(hands, cards=""):
    return after(tressette.dealt(*hands), cards, tressette.make)


def at_wist(hand, laid, *, turno=wist.LIBERA, bids=(1, 0, 0, 1)):
    """Return a round of Wist with three tricks, in which the last player is to play next."""
    first, second, third = laid.split()
    hands = (f"{first} 9d 9s", f"{second} Td Ts", f"{third} Jd Js", hand)
    return after(wist.playing(*hands, bids=list(bids), turno=turno), laid, wist.make)


def at_bid(hand, turno=wist.CUORI):
    return wist.dealt(hand, turno=turno)


def at_briscola(hand, lead):
    state = briscola.dealt(hand, "2b 7b 5c" if lead == "" else f"{lead} 7b 5c", turned="7s",
                           dealer=int(not lead))  # fmt: skip
    briscola.play(state, lead)
    return state


def in_pairs(hand, lead):
    """Return a match of Briscola in pairs in which seat 0 plays second, before its partner."""
    state = briscola.dealt(hand, f"{lead} 7b 5c", "2b 4d 6b", "2d 4b 6d", turned="7s", dealer=2)
    briscola.play(state, lead)
    return state


SAID = {
    "a third is not the least where a liscio may go": (
        "tressette", at_tressette(("2b", "5b", "6b", "Kc F765d 36547s"), "2b 5b 6b"), "Rc", None,
        "It gives Eva only one third."),
    "the highest of a suit is kept from its low ones": (
        "tressette", at_tressette(("2b", "5b", "6b", "34s 7654d 7654c"), "2b 5b 6b"), "4s", "3s",
        ("Keep the three of swords: nobody else has a higher one, and it can take a trick later. "
        "The three of swords would give away one third.")),
    "a card that takes is not beaten by what is unseen": (
        "invido", invido.played("1d", "1d 6s 7c", "2c 7b Cd"), "2c", None, "It takes the trick."),
    "what the other card does stands in the same sentence": (
        "invido", invido.played("1d", "1d 6s 7c", "2c 7b Cd"), "2c", "Cd",
        "It takes the trick, and the knight of coins does not."),
    "what little is higher speaks for a card that takes so far": (
        "tressette", at_tressette(("5b", "7b", "32K6b 7654c 76d"), "5b 7b"), "Rb", None,
        "It takes the trick so far: only one higher card is still to come."),
    "a card that gives more is not said to give little": (
        "tressette", at_tressette(("Kb", "K7654c 76543d"), "Rb"), "Rc", "5d",
        "Keep your coins: you hold the highest card."),
    "a strong card is not thrown away": (
        "tressette", at_tressette(("5b", "7b", "6b", "2765d 7654c 76s"), "5b 7b 6b"), "4c", "2d",
        ("The trick is sure to be Ada's. "
        "Keep the two of coins: only one card above it is still to come.")),
    "the only card of a suit": (
        "tressette", at_tressette(("Kd 7654c 654s 65b",)), "Rd", "4c",
        "It is your only card of coins: then you can discard."),
    "a weak card is no reason to play on": (
        "invido", invido.played("", "6s 7c Rd", "2c 7b Cd"), "6s", "vado-via",
        "If you fold, Bruno takes one point for certain."),
    "of two that take the cheaper is enough": (
        "briscola", at_briscola("1c 2s 4d", "3c"), "1c", "2s",
        "The ace of cups is enough, and you keep the two of swords. You take 21 points."),
    "a lead is not explained by the briscole that are out": (
        "briscola", at_briscola("2s 3d Rc", ""), "2s", "3d",
        ("With the three of coins you risk 10 points. 9 cards can still beat it. "
        "It counts nothing: whoever takes it gains little.")),
    "the lead that fewer cards beat": (
        "briscola", at_briscola("Cd Rc 6s", ""), "Rc", "Cd",
        "11 cards can still beat the knight of coins, only 10 the king of cups."),
    "what the other card gives away is enough": (
        "briscola", at_briscola("1d 2s 6b", "4c"), "6b", "1d",
        "The ace of coins would give away 11 points."),
    "the card that risks least": (
        "briscola", at_briscola("Cd 3s 1b", ""), "Cd", None, "You risk only 3 points."),
    "points go where the partner may take them": (
        "briscola", in_pairs("3c Rd 5b", "6s"), "3c", None,
        "Carla plays after you and may take your 10 points."),
    "a weak card is led, a strong one kept": (
        "invido", invido.played("", "6s 7c 3d", "2c 7b Cd"), "6s", None,
        "Keep the three of coins for a later trick: no card beats it."),
    "of two threes the one that is left beats all": (
        "invido", invido.played("Rc", "Rc 6s 7c", "3s 3d 6b"), "3s", "vado-via",
        ("It takes the trick. No card beats the three of coins. "
        "If you fold, Eva takes one point for certain.")),
    "a risk is no reason": (
        "scopa", scopa.playing("Rd 2s 3c", "5d Cd 1b"), "Rd", "2s",
        "You take 3 cards, with 2 coins."),
    "a risk is told with advice": (
        "scopa", scopa.playing("Rd 2s 3c", "5d Cd 1b"), "Rd", None,
        ("You take 3 cards, with 2 coins. "
        "The risk: you leave 5, and 3 cards still out make scopa.")),
    "the equal card that is kept is named": (
        "scopa", scopa.playing("5s 5d 6d", "3s Cd Rc Fd 1c"), "5s", "6d",
        ("Do not give the six of coins away. "
        "You hold another five: if this one stays, you take it back.")),
    "what two cards that are thrown make possible": (
        "scopa", scopa.playing("6c 5d 3b", "Cd 2d Rs"), "3b", "6c",
        ("If the table stays so, you can take next with the five of coins. "
        "Keep the six of cups: it counts more for primiera. "
        "The six of cups lets 16 cards still out take something, this one only 15.")),
    "of two takes alike the one that guards the settebello": (
        "scopa", scopa.playing("Cs 4c", "4s 7d 6c 3s 5c"), "Cs=6c+3s", "Cs=5c+4s",
        "The other take lets 6 cards still out take the seven of coins, this one only 3."),
    "a won trick is no reason to fold": (
        "invido", invido.played("6c 7s 6d Rd invido", "6c Rd Rs", "7s 6d 6b"),
        "vado-via", "tras-mas",
        ("26 cards that you have not seen beat the six of clubs. "
        "If you fold, Eva takes only one point.")),
    "a call with nothing is a bluff": (
        "invido", invido.played("", "7s 7c 6d", "2c 7b Cd"), "invido", "6d",
        ("A bluff: if Bruno folds, you take one point at once. "
        "24 cards that you have not seen beat the seven of swords.")),
    "where the match is lost anyway a call costs nothing": (
        "invido", invido.played("", "7s 7c Rd", "2c 7b Cd", score=(3, 23)), "invido", None,
        ("Bruno needs only one point: a call costs you nothing more. "
        "If Bruno folds, you take one point at once.")),
    "a call is left out for the weaker cards": (
        "invido", invido.played("", "3s 3b Fc", "2c 7b Cd"), "3s", "invido",
        "18 cards that you have not seen beat the jack of cups."),
    "the card that was just named is not named again": (
        "invido", invido.played("", "1s Fb Fc", "2c 7b Cd"), "1s", None,
        "Only 8 cards that you have not seen beat it."),
    "a weak card is led as the strongest that there is": (
        "invido", invido.played("", "Rs Fb Fc", "2c 7b Cd"), "Rs", None,
        "It is your strongest card."),
    "an only card is not the strongest": (
        "invido", invido.played("6c 7s 6d Rd", "6c Rd Rs", "7s 6d 6b"), "Rs", None,
        ("You lost the first trick: this one you must win. "
        "12 cards that you have not seen beat the king of swords.")),
    "a limit that is made leaves nothing more to tell": (
        "novantanove", novantanove.position("8s 2c Kd", total=58), "8s", None,
        "It makes 66: each of the others loses a token."),
    "the only card that costs nothing": (
        "novantanove", novantanove.position("9s 6h Jd", total=31), "9s", None,
        "Your other cards would cost you tokens. From 31 nobody can make a limit."),
    "what both cards cost at once": (
        "novantanove", novantanove.position("2s Qd 6s", total=63), "Qd", "2s",
        ("The two of spades costs you 3 tokens at once. "
        "The queen of diamonds only one.")),
    "the limit is named, for both totals": (
        "novantanove", novantanove.position("3c 7d 9d", total=20), "7d", "3c",
        ("At 23, 16 cards can make 33. With the seven of diamonds, 27, only 4 can. "
        "Better to keep the three of clubs for when you are near a limit.")),
    "who wants tricks keeps the higher cards": (
        "wist", wist.playing("3d Ad 9s", "89c 8d", "67c 7s", "4h 5h 6h", bids=[2, 1, 1, 0],
        turno=wist.LIBERA), "3d", None,
        "You need 2 more tricks. Keep your higher cards for a better trick."),
    "in a trick that is lost it does not matter how many are needed": (
        "wist", at_wist("2h A3d", "5c Kc 8c", turno=wist.LIBERA, bids=(1, 1, 0, 2)), "3d", None,
        "The trick is lost, and the three of diamonds is missed least."),
    "a discard lies below no other suit": (
        "wist", at_wist("2h A3d", "5c Kc 8c", turno=wist.CUORI, bids=(1, 1, 0, 0)), "Ad", "2h",
        ("You want no trick. The ace of diamonds does not take. "
        "The two of hearts could take a trick that you do not want.")),
    "a bid too low by what is there": (
        "wist", at_bid("QJT9h 432d 432c 432s"), "bid 5", "bid 1",
        "You hold 4 trumps."),
    "a bid too high by what is missing": (
        "wist", at_bid("5432h 432d 432c 432s"), "bid 0", "bid 4",
        "None of your cards is the highest of its suit."),
}  # fmt: skip


def said(id_, state, best, other, lang="en"):
    """Return the reasons for `best` against `other`, as text."""
    spec, view = game(id_), state.view(state.to_act)
    read = spec.rules.read
    reasons = spec.bots.review.reasons(view, read(best), None if other is None else read(other))
    words = Localizer(load(resources() / "locales", lang).first(id_), lambda seat: NAMES[seat])
    return words.text(reasons)


@pytest.mark.parametrize("name", SAID)
def test_review_reasons_support_the_better_move(name):
    id_, state, best, other, expected = SAID[name]
    assert said(id_, state, best, other) == expected


def of_cards(id_, state, best, other):
    spec = game(id_)
    session = SimpleNamespace(spec=spec, view=state.view(state.to_act))
    judged = Judgement(spec.rules.read(best), spec.rules.read(other), -50.0, -60.0)
    found = second_best(session, SecondBest(judged.move, judged))
    return [one.id for one in found]


def test_review_repeats_the_better_card_if_its_reason_names_no_card():
    state = scopa.playing("Rd 2s 3c", "5d Cd 1b")
    assert of_cards("scopa", state, "Rd", "2s") == [
        "second-best-card", "second-best-costs", "review-better-card", "reason-takes-with",
    ]  # fmt: skip
    state = invido.played("1d", "1d 6s 7c", "2c 7b Cd")
    assert of_cards("invido", state, "2c", "Cd") == [
        "second-best-card", "second-best-costs", "review-better-card", "reason-takes-loses",
    ]  # fmt: skip
    state = novantanove.position("3c 7d 9d", total=20)
    assert of_cards("novantanove", state, "7d", "3c") == [
        "second-best-card", "second-best-costs", "reason-leaves-other", "reason-leaves-less",
    ]  # fmt: skip


def test_review_names_the_card_played_and_not_an_equivalent_card():
    spec, state = game("wist"), wist.playing(
        "QJc Td", "89s 8d", "79d 7s", "4h 5h 6h", bids=[0, 1, 1, 0], turno=wist.LIBERA)  # fmt: skip
    read = spec.rules.read
    decision = OwnDecision(1, state.view(state.to_act), read("Qc"), opens=True)
    mistake = Mistake(decision, Judgement(read("Jc"), read("Td"), 1.2, 1.0))
    review = SimpleNamespace(spec=spec)
    told = (*mistake_words(mistake, review), *why_words(mistake, review))
    cards = {str(arg) for one in told for arg in one.args.values()}
    assert "Qc" in cards
    assert "Jc" not in cards


def test_key_g_adds_reasons_and_cost_of_a_mistake():
    spec, state = game("novantanove"), novantanove.position("6h Ah 2s", total=76)
    read = spec.rules.read
    decision = OwnDecision(1, state.view(0), read("Ah=1"), opens=True)
    mistake = Mistake(decision, Judgement(read("Ah=1"), read("2s"), 1.0, 0.8))
    review = SimpleNamespace(spec=spec)
    told = [one.id for one in mistake_words(mistake, review)]
    assert told[-2:] == ["reason-keeps-escape", "review-cost"]
    assert [one.id for one in why_words(mistake, review)] == ["reason-leaves-nothing"]


def test_reasons_announced_with_key_g_repeat_no_fact_in_other_words():
    spec, state = game("wist"), at_bid("AKQJT98765432h")
    wist.bid(state, 13)
    read = spec.rules.read
    decision = OwnDecision(1, state.view(state.to_act), read("bid 5"), opens=True)
    mistake = Mistake(decision, Judgement(read("bid 5"), read("bid 0"), 6.0, 5.0))
    review = SimpleNamespace(spec=spec)
    told = [one.id for one in (*mistake_words(mistake, review), *why_words(mistake, review))]
    assert "reason-others-none-left" in told
    assert "reason-others-bid" not in told


def test_review_states_the_cost_of_an_ace_once():
    state, spec = novantanove.position("Ac Kd Qd", total=98), game("novantanove")
    view, ace = state.view(0), spec.rules.read("Ac=1")
    told = describe_move(spec, view, ace, "review-better")
    assert told.args["way"].id == "way", "the reason tells the total, and that the others lose"
    assert spec.bots.review.reasons(view, ace, spec.rules.read("Kd"))[0].id == "reason-wins"


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("it", "Hai preso due e sei col fante di denari. Meglio sette e asso."),
        ("en", "You took two and six with the jack of coins. Better, seven and ace."),
    ],
)
def test_review_names_a_better_capture_without_repeating_the_card(lang, told):
    state = scopa.playing("Fd 4s 5s", "2c 6b 1s 7c")
    spec, view = game("scopa"), state.view(0)
    first = next(one for one in view.legal if str(one).startswith("Fd") and "2c" in str(one))
    second = next(one for one in view.legal if str(one).startswith("Fd") and "7c" in str(one))
    words = Localizer(load(resources() / "locales", lang).first("scopa"), lambda who: NAMES[who])
    played = describe_move(spec, view, first, "review-played")
    assert words.text((played, better_move(spec, view, second, first))) == told
