"""Tressette's prompts, and its answers to keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from audiogames.cards import tricks
from audiogames.cards.card import Card
from audiogames.cards.tricks import TrickAnswers
from audiogames.core.contract import Refused, Turn
from audiogames.core.cues import Cue, Msg, Say, mine, msg, reply
from audiogames.core.telling import who, your_turn
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from audiogames.games.tressette import passata, scores
from audiogames.games.tressette.bots.match_equity import winning_chance
from audiogames.games.tressette.words import (
    each_side,
    name_words,
    said_words,
    sided,
    sides,
    suit_words,
    thirds_words,
)

# Prompts


def prompt(view: m.TressetteView) -> Iterator[Cue]:
    """Announce that it is the listener's turn, and the card that the federation's rule requires."""
    yield from your_turn(view)
    if view.to_act == view.seat and view.bound:
        yield mine("lead-the-three", suit=suit_words(view.bound))


def turn(view: m.TressetteView) -> Msg:
    """Answer key T: who must lead or play, and which suit must be followed."""
    if isinstance(view.to_act, Turn):
        return msg("dealing")
    return tricks.turn_to_play(view, view.to_act)


def summary(view: m.TressetteView) -> Msg:
    """Return the words for the score and the target."""
    first, other = sides(view)
    return msg(
        "summary", mine=view.score[first], theirs=view.score[other], target=view.options.target
    )


def outlook(view: m.TressetteView) -> tuple[float, ...]:
    """Return each pair's expected share of the win, computed from the score alone."""
    first = winning_chance(*view.score, view.options.target)
    return first, 1 - first


# Answers to the keys


def score(view: m.TressetteView) -> Iterator[Say]:
    """Answer key S: the score, and the target."""
    yield reply("score", score=each_side(view, view.score), target=view.options.target)


def captured(view: m.TressetteView) -> Iterator[Cue]:
    """Answer key V: the points that each pair has captured in this deal or, after it, scored."""
    if (scored := scores.counted(view)) is not None:
        points, accuse = scored
        id_ = "captured-deal-accuse" if any(accuse) else "captured-deal"
        brought = {"points": each_side(view, points, "side-points")}
        if any(accuse):
            brought["accuse"] = each_side(view, accuse)
        yield reply(id_, **brought)
        return
    words = tuple(
        sided(view, side, "captured-by", points=thirds_words(view.thirds[side]))
        for side in sides(view)
    )
    yield reply("captured", captured=words)


TRICKS: Final = TrickAnswers[m.TressetteView](lambda _view, trick: m.best_of(trick))


def last_trick(view: m.TressetteView) -> Iterator[Cue]:
    """Answer key L: the last trick, and which side took it."""

    def taker() -> Msg:
        return sided(view, m.side(m.best_of(view.last_trick)[0]), "last-trick-side")

    return tricks.last_trick(view, view.last_trick, taker)


def declarations(view: m.TressetteView) -> Iterator[Cue]:
    """Answer Shift+D in one sentence: who declared what in this deal."""
    words = tuple(
        who(view, one.seat, "said-by", what=said_words(one.name, one.suit, one.text))
        for one in view.declarations
    )
    yield reply("declarations", said=words) if words else reply("no-declarations-yet")


# Cards


def explain(move: m.Play, view: m.TressetteView) -> Iterable[Cue]:
    """Answer key X: the effect of this card in the trick, and its declaration, if any."""
    asked = view.to_act == view.seat
    if asked and move not in view.legal:
        if view.bound:
            return (reply("lead-the-three", suit=suit_words(view.bound)),)
        return (tricks.not_allowed(view),)
    answer = reply(_outcome(move, view)) if view.on_table else _led(move, view)
    return (answer, *(_would_declare(move, view) if asked else ()))


def _led(play: m.Play, view: m.TressetteView) -> Say:
    """Say how many cards of the suit are in hand, and whether `play` is the highest left."""
    suit = play.card.suit
    held = [card for card in view.hand if card.suit == suit]
    top = d.WHOLE & ~passata.gone(view.history, suit) < 2 * d.BIT[play.card]
    mark = "-top" if top else ""
    if len(held) == 1:
        return reply(f"explain-single{mark}-{suit}")
    return reply(f"explain-leads{mark}", held=len(held), suit=suit_words(suit))


def _outcome(play: m.Play, view: m.TressetteView) -> str:
    outcome, led = TRICKS.outcome(view, play.card), view.on_table[0][1].suit
    return "explain-throws" if outcome == "explain-loses" and play.card.suit != led else outcome


def _would_declare(play: m.Play, view: m.TressetteView) -> Iterator[Cue]:
    """Announce the declaration that a ticked checkbox would add to this card.

    The checkbox is `palo` for a lead, and `pigliata` for a card that would win the trick.
    """
    if view.options.declarations != "automatic" or view.seat is None:
        return
    leads = not view.on_table
    boxes = m.Boxes(palo=True) if leads else m.PIGLIATA
    if not leads and not TRICKS.would_take(view, play.card):
        return
    for one in passata.would_declare(view, play.card, boxes):
        if isinstance(one, m.Declaration) and one.name is not None:
            yield reply("would-declare", what=name_words(one.name))
        elif isinstance(one, m.NothingDeclared):
            yield reply("would-declare-nothing", why=msg(f"why-{one.why}"))


def will_declare(view: m.TressetteView, card: Card | None, _value: str) -> Msg | None:
    """Answer key D: the declaration that playing the focused card will make.

    Raises `Refused` if there is none.
    """
    playable = card if card is not None and m.PLAYS[card] in view.legal else None
    if view.on_table:
        return _will_declare_on_capture(view, playable)
    return None if playable is None else _declared_with(view, playable, "will-declare")


def _will_declare_on_capture(view: m.TressetteView, card: Card | None) -> Msg:
    """Return the words for the declaration that this card makes if it captures the trick.

    If `card` is None, any playable card may capture it.
    """
    led = view.on_table[0][1].suit
    legal = (move.card for move in view.legal if isinstance(move, m.Play))
    cards = legal if card is None else (card,)
    if not any(TRICKS.would_take(view, one) for one in cards):
        if all(held.suit != led for held in view.hand):
            raise _nothing_to_declare(msg("why-void", suit=suit_words(led)))
        raise _nothing_to_declare(msg("why-no-card-takes" if card is None else "why-card-loses"))
    if card is None:
        return msg("will-declare-taking")
    is_last = len(view.on_table) == m.SEATS - 1
    return _declared_with(view, card, "will-declare" if is_last else "will-declare-if-taken")


def _declared_with(view: m.TressetteView, card: Card, id_: str) -> Msg:
    boxes = m.PIGLIATA if view.on_table else m.Boxes(palo=True)
    (one,) = passata.would_declare(view, card, boxes)
    if isinstance(one, m.NothingDeclared):
        raise _nothing_to_declare(msg(f"why-{one.why}"))
    assert one.name is not None
    return msg(id_, what=name_words(one.name))


def _nothing_to_declare(why: Msg) -> Refused:
    return Refused("nothing-to-declare", msg("nothing-declared", why=why))
