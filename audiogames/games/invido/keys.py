"""The keys of Invido, and the calls as they may be typed in full."""

from __future__ import annotations

import unicodedata
from typing import Final

from audiogames.core.cues import Msg, Name, msg
from audiogames.core.events import Seat
from audiogames.core.game import Command, Move, Query, Refused
from audiogames.games.invido import model as m
from audiogames.games.invido import speech

QUERIES: tuple[Query[m.InvidoView], ...] = (
    Query("value", ("v",), speech.value),
    Query("tricks", ("w",), speech.tricks),
    Query("score", ("s",), speech.score),
    Query("traditional-score", ("shift+s",), speech.traditional_score),
    Query("table", ("c",), speech.table),
    Query("last-trick", ("l",), speech.last_trick),
    Query("counts", ("n",), speech.counts),
    Query("dealer", ("d",), speech.dealer),
    Query("montes", ("shift+m",), speech.montes),
)


def call(view: m.InvidoView) -> Move:
    """I, and R under a call: the next step of the ladder."""
    step = m.next_call(view.value if view.asked is None else view.asked)
    if step is None:
        raise Refused("top-of-the-ladder")
    return step


def raise_or_refuse(view: m.InvidoView) -> Move:
    """R: no to "a monte", otherwise a raise."""
    return m.NO if view.monte_asked else call(view)


def accept(_view: m.InvidoView) -> Move:
    """A: va bene."""
    return m.VA_BENE


def fold(_view: m.InvidoView) -> Move:
    """F: vado via."""
    return m.VADO_VIA


def monte(_view: m.InvidoView) -> Move:
    """M: a monte."""
    return m.A_MONTE


def _call_label(view: m.InvidoView) -> Msg:
    step = m.next_call(view.value if view.asked is None else view.asked)
    return msg("do-call") if step is None else msg(f"call-{step}")


def _raise_label(view: m.InvidoView) -> Msg:
    return msg("word-no") if view.monte_asked else _call_label(view)


def _fold_question(_view: m.InvidoView) -> Msg:
    return msg("fold-question")


def _still_waiting(view: m.InvidoView) -> Msg | None:
    """After a fold that was not meant: the other one waits for an answer."""
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

TYPED: Final[dict[str, Move]] = {
    **{name.replace("-", ""): move for name, move in m.WORDS.items()},
    "gioca": m.VA_BENE,
    "bene": m.VA_BENE,
    "monte": m.A_MONTE,
    "trasmasnoef": m.WORDS["tras-mas-nof"],
    "foragioc": m.WORDS["fuori-gioco"],
    "foragiog": m.WORDS["fuori-gioco"],
    "partida": m.WORDS["partita"],
    "amunt": m.A_MONTE,
    "munt": m.A_MONTE,
    "vabe": m.VA_BENE,
    "voveia": m.VADO_VIA,
    "via": m.VADO_VIA,
}
"""Calls without case, accents, hyphens and spaces; with the dialect forms."""


def typed(text: str, _view: m.InvidoView) -> Move:
    """The call that was typed.  Raises `Refused("not-a-call")`."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(letter for letter in plain if letter.isalpha())
    try:
        return TYPED["" if any(sign.isdigit() for sign in plain) else letters]
    except KeyError:
        raise Refused("not-a-call", msg("refused-not-a-call", text=text)) from None
