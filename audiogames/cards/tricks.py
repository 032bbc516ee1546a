"""Tricks: what is the same in all games that are played in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from audiogames.cards.card import Card
from audiogames.cards.telling import grouped, plays, suit_words
from audiogames.core.cues import Say, reply
from audiogames.core.events import Seat
from audiogames.core.game import View
from audiogames.core.telling import each, who


@dataclass(frozen=True, kw_only=True)
class TrickView(View):
    """What a seat knows; `on_table` holds the cards of the trick, in order of play."""

    on_table: tuple[tuple[Seat, Card], ...]


def course(
    leaders: Sequence[Seat], after: Callable[[Seat], Seat], cards: Iterable[Card]
) -> tuple[tuple[Seat, Card], ...]:
    """Cards in order of play with who played each.

    `leaders` began the tricks, `after` is who plays after a seat, round to the leader again.
    """
    played = tuple(cards)
    seats: list[Seat] = []
    for leader in leaders:
        turn = leader
        while len(seats) < len(played):  # never further, whatever `after` says
            seats.append(turn)
            turn = after(turn)
            if turn == leader:
                break
    return tuple(zip(seats, played, strict=False))


def to_follow(view: TrickView) -> tuple[Card, ...]:
    """What the seat holds of the suit led, as long as it has not played to the trick."""
    if not view.on_table or any(seat == view.seat for seat, _ in view.on_table):
        return ()
    return _of_suit_led(view)


def _of_suit_led(view: TrickView) -> tuple[Card, ...]:
    led = view.on_table[0][1].suit
    return tuple(card for card in view.hand if card.suit == led)


# Answers to the keys


def cards_on_table(view: TrickView, taker: Callable[[], Seat]) -> Iterator[Say]:
    """C: the cards of this trick, and who takes it so far."""
    if not view.on_table:
        yield reply("trick-table-empty")
        return
    takes = who(view, taker(), "trick-takes-so-far")
    yield reply("trick-table", cards=plays(view, view.on_table), taker=takes)


def counts(view: View) -> Iterator[Say]:
    """N: how many cards each holds."""
    yield reply("trick-counts", hands=each(view, "of", view.hand_sizes))


def held_of_suit_led(
    place_in_hand: Callable[[Card], tuple[int, int]],
) -> Callable[[TrickView], Iterator[Say]]:
    """Shift+H: of all that one holds only the suit led, sorted as the hand is."""

    def answer(view: TrickView) -> Iterator[Say]:
        if not view.on_table:
            yield reply("trick-table-empty")
        elif view.seat is None:
            yield reply("refused-not-playing")
        elif held := sorted(_of_suit_led(view), key=place_in_hand):
            yield reply("trick-held", suits=grouped(held))
        else:
            led = view.on_table[0][1]
            yield reply("trick-none-held", suit=suit_words(led.suit, led.pack))

    return answer
