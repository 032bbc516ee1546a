"""The screens for claiming a seat, for the claimant and for the players who are asked.

The claimant is a player who cannot join a table.  They can prove that a seat at the table
is theirs, or watch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from audiogames.app.screens.base import Confirm, Item, ListScreen, Question
from audiogames.app.screens.typing import TypeLine
from audiogames.core.cues import Msg, msg
from audiogames.net import wire

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext

ASKS_SEAT: Final = frozenset({"net-own-wanted", "net-wrong-own", "net-nobody-to-ask"})
"""Refusals that a proof of ownership can overcome."""

CAN_BE_WATCHED: Final = "net-match-runs"
"""The refusal after which watching is still possible."""


class SeatClaim(ListScreen):
    """A list of two ways to claim a seat: type its secret digits, or ask the other players.

    Escape withdraws the claim.
    """

    context: OnlineContext

    def __init__(
        self, context: OnlineContext, give: Callable[[str], None], plead: Callable[[], None]
    ) -> None:
        super().__init__(context)
        self._give = give
        self._plead = plead

    def title(self) -> Msg:
        return msg("claim-title")

    def items(self) -> Sequence[Item]:
        """Return an item for each of the two ways to prove that the seat is one's own."""
        return (
            Item(msg("claim-digits"), self._type),
            Item(msg("claim-plead"), self._ask),
        )

    def _type(self) -> None:
        self.context.pop(silently=True)
        self.context.push(TypeLine(self.context, msg("claim-type"), self._take))

    def _take(self, text: str) -> None:
        self._give("".join(text.split()))

    def _ask(self) -> None:
        self.context.pop(silently=True)
        self._plead()


def ask_further(context: OnlineContext, reason: str, join: wire.Join) -> None:
    """After a refused request to join, offer to claim a seat or to watch, if possible."""
    if reason in ASKS_SEAT:
        ask_proof(context, join.code)
    elif reason == CAN_BE_WATCHED:
        watch = partial(context.online.ask, wire.Join, table=join.table, code=join.code, watch=True)
        context.push(Confirm(context, Question(msg("watch-question"), watch)))


def ask_proof(context: OnlineContext, code: str) -> None:
    """Ask the player to prove that they own a seat left by a person with the same name."""
    join = partial(context.online.ask, wire.Join, code=code)
    give = lambda digits: join(own=digits)  # noqa: E731 - short
    context.push(SeatClaim(context, give, partial(join, plead=True)))


class SeatQuestion(Confirm):
    """Asks a player at a table whether a person who claims a seat there may have it.

    Yes is one of the required consents; no rejects the claim.
    """

    context: OnlineContext

    def __init__(self, context: OnlineContext, name: str) -> None:
        super().__init__(context, Question(msg("claim-question", name=name), self._yes))
        self._name = name

    def _yes(self) -> None:
        done = msg("claim-agreed", name=self._name)
        self.context.online.ask(
            wire.Agree, lambda _answer: self.context.answer(done), name=self._name
        )

    def back(self) -> None:
        """Reject the other person's claim; the rejection is announced to the whole table."""
        self.context.pop(silently=True)
        self.context.online.ask(wire.Agree, name=self._name, no=True)
