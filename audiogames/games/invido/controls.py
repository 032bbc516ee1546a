"""The keys of Invido, and the calls that may be typed as words."""

from __future__ import annotations

import math
import unicodedata
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.contract import Move, Refused
from audiogames.core.controls import Command, Query, always
from audiogames.core.cues import Msg, Name, msg
from audiogames.core.events import Seat
from audiogames.games.invido import answers
from audiogames.games.invido import model as m
from audiogames.search.levelling import expected_shares

QUERIES: tuple[Query[m.InvidoView], ...] = (
    Query("value", ("v",), answers.value, matters=always),
    Query("tricks", ("w",), answers.tricks),
    Query("score", ("s",), answers.score, matters=always),
    Query("traditional-score", ("shift+s",), answers.traditional_score),
    Query("table", ("c",), answers.table, matters=always),
    Query("last-trick", ("l",), answers.last_trick, recalls=True),
    Query("counts", ("n",), answers.counts),
    Query("dealer", ("d",), answers.dealer),
    Query("montes", ("shift+m",), answers.montes),
)


def call(view: m.InvidoView) -> Move:
    """Return the next call: the move of key I, and of key R while a call is pending."""
    step = m.next_call(view.value if view.asked is None else view.asked)
    if step is None:
        raise Refused("top-of-the-ladder")
    return step


def raise_or_refuse(view: m.InvidoView) -> Move:
    """Return the move of key R: "no" if the opponent asked "a monte", otherwise a raise."""
    return m.NO if view.monte_asked else call(view)


def accept(_view: m.InvidoView) -> Move:
    """Return the move of key A: "va bene", which accepts."""
    return m.VA_BENE


def fold(_view: m.InvidoView) -> Move:
    """Return the move of key F: "vado via", which folds."""
    return m.VADO_VIA


def monte(_view: m.InvidoView) -> Move:
    """Return the move of key M: "a monte", which asks to annul the deal."""
    return m.A_MONTE


def _call_label(view: m.InvidoView) -> Msg:
    step = m.next_call(view.value if view.asked is None else view.asked)
    return msg("do-call") if step is None else msg(f"call-{step}")


def _raise_label(view: m.InvidoView) -> Msg:
    return msg("word-no") if view.monte_asked else _call_label(view)


def _fold_question(_view: m.InvidoView) -> Msg:
    return msg("fold-question")


def _still_waiting(view: m.InvidoView) -> Msg | None:
    """Return a reminder, after an unconfirmed fold, that the opponent is waiting."""
    if view.seat is None or view.to_act != view.seat:
        return None
    return msg("waits", seat=Name(Seat(1 - view.seat)))


COMMANDS: tuple[Command[m.InvidoView], ...] = (
    Command("accept", ("a",), accept),
    Command("call", ("i",), call, label=_call_label),
    Command("raise", ("r",), raise_or_refuse, label=_raise_label),
    Command("fold", ("f",), fold, confirm=_fold_question, declined=_still_waiting),
    Command("monte", ("m",), monte),
)

STRIDE: Final = 1.2
"""The spread of the points still to be won, divided by the square root of the mean need.  It is
fitted by eye to the solution, in which a player who needs one point wins 94 of 100 matches against
one who needs eight.
"""


def outlook(view: m.InvidoView) -> tuple[float, ...]:
    """Return each player's expected share of the win, computed from the score alone."""
    needs = [max(0, view.goal - points) for points in view.score]
    return expected_shares([-need for need in needs], STRIDE * math.sqrt(max(1.0, sum(needs) / 2)))


TYPED: Final[dict[str, Move]] = {
    **{name.replace("-", ""): move for name, move in m.WORDS.items()},
    **dict.fromkeys(("gioca", "bene", "vaben", "vabe", "si", "ok", "okay"), m.VA_BENE),
    **dict.fromkeys(("fine", "yes", "accept"), m.VA_BENE),
    **dict.fromkeys(("gut", "ja", "annehmen", "ichnehmean", "angenommen"), m.VA_BENE),
    **dict.fromkeys(("via", "voveia", "fold", "ifold"), m.VADO_VIA),
    **dict.fromkeys(("aussteigen", "ichsteigeaus"), m.VADO_VIA),
    **dict.fromkeys(("oui", "accepte", "jaccepte", "accepter", "daccord"), m.VA_BENE),
    **dict.fromkeys(("jemeretire", "retire", "seretirer"), m.VADO_VIA),
    **dict.fromkeys(("nein", "non"), m.NO),
    **dict.fromkeys(("monte", "amunt", "munt", "void"), m.A_MONTE),
    **dict.fromkeys(("trasmasnoef", "trasmasnov", "trasmasnove"), m.WORDS["tras-mas-nof"]),
    **dict.fromkeys(("acepto", "aceptar", "aceptado", "vale", "deacuerdo"), m.VA_BENE),
    **dict.fromkeys(("mevoy", "irme", "irte", "paso"), m.VADO_VIA),
    **dict.fromkeys(("anular", "anulamos", "anulada"), m.A_MONTE),
    "foragioc": m.WORDS["fuori-gioco"],
    "foragiog": m.WORDS["fuori-gioco"],
    "partida": m.WORDS["partita"],
}
"""Calls as they may be typed, without case, accents, hyphens and spaces; also in dialect and in
other languages.
"""

INSIDE: Final = frozenset(
    {"vadodentro", "dentro", "vudentar", "igoinside", "goinside", "inside", "verdeckt"}
    | {"bocaabajo", "juegobocaabajo"}
    | {"cachee", "facecachee"}
)
"""The words that, when typed, play the focused card face down, if the options allow it."""


def typed(text: str, view: m.InvidoView, card: Card | None) -> Move:
    """Parse the words of a call, or those that play the focused card face down.

    Raises `Refused`.
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(letter for letter in plain if letter.isalpha())
    if any(sign.isdigit() for sign in plain) or letters not in {*TYPED, *INSIDE}:
        raise Refused("not-a-call", msg("refused-not-a-call", text=text))
    return _inside(view, card) if letters in INSIDE else TYPED[letters]


def _inside(view: m.InvidoView, card: Card | None) -> Move:
    """Return the move that plays the focused card face down.

    The last card of a hand is played even if it is not focused.
    """
    if not view.options.vado_dentro:
        raise Refused("no-vado-dentro")
    chosen = view.hand[0] if len(view.hand) == 1 else card
    if chosen is None:
        raise Refused("no-card-focused", msg("no-card-focused"))
    return m.COVERED[chosen]
