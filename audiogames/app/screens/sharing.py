"""Sharing the result of a deal or match, as a text on the clipboard or as a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from audiogames.app.links import LONGEST_LINK, match_link
from audiogames.app.match.controller import MatchController
from audiogames.app.screens.saving import save_file
from audiogames.core.board import BoardEnding
from audiogames.core.contract import Refused
from audiogames.core.cues import Msg, msg
from audiogames.core.log import Log, replay
from audiogames.core.registry import Spec, game
from audiogames.present.localizer import Called, Localizer
from audiogames.table.seats import Player, read_player

if TYPE_CHECKING:
    from audiogames.app.context import Context


def is_at_an_end(session: MatchController) -> bool:
    """Whether a deal or the match has ended and nothing is being played."""
    return _ending(session.spec, session.view) is not None


def share_ending(context: Context, session: MatchController, log: Log | None) -> None:
    """Copy the result of the deal or match to the clipboard.  Raises `Refused` during play."""
    ending = _ending(session.spec, session.view)
    if ending is None:
        raise Refused("share-not-now", msg("share-not-now"))
    started = "" if log is None else log.header.started
    names = _names(context, session.table.players)
    text = ending_text(context, session.spec, ending, names, started)
    context.copy(text + _link(context, log if session.over else None), shares=True)


def save_match(context: Context, session: MatchController, log: Log | None) -> None:
    """Save the log of a match as a file.  Raises `Refused` while a deal is being played."""
    if log is None:
        raise Refused("share-no-log", msg("share-no-log"))
    if not is_at_an_end(session):
        raise Refused("share-not-now", msg("share-not-now"))
    save_log(context, log)


def save_log(context: Context, log: Log) -> None:
    """Save a log as a file, which `audiogames replay` and other programs can read."""
    started = re.sub(r"[^0-9A-Za-z]+", "-", log.header.started).strip("-")
    name = "-".join(filter(None, ("audiogames", log.header.game, started)))
    save_file(context, f"{name}.jsonl", log.text())


def share_log(context: Context, log: Log) -> None:
    """Copy the result of a finished match to the clipboard.

    Raises `LogError`, or `Refused` if the match has no result.
    """
    spec = game(log.header.game)
    ending = _ending(spec, replay(log).view(None))
    if ending is None:
        raise Refused("share-not-now", msg("share-not-now"))
    names = _names(context, tuple(map(read_player, log.header.players)))
    text = ending_text(context, spec, ending, names, log.header.started)
    context.copy(text + _link(context, log), shares=True)


def _link(context: Context, log: Log | None) -> str:
    """Return a line with a link that replays the match on the web page.

    The line is empty if there is no log or no page, or if the link would be too long.
    """
    if log is None or not context.page_address:
        return ""
    link = match_link(log, context.page_address)
    return f"\n{link}" if len(link) <= LONGEST_LINK else ""


def ending_text(
    context: Context, spec: Spec, ending: BoardEnding, names: Sequence[str], started: str
) -> str:
    """Return the text of a result for sharing: game, date, winner and ranking, with names."""
    catalogue = context.announcer.localizer.catalogue.first(spec.id)
    localizer = Localizer(catalogue, lambda seat: Called(names[seat]))

    def plain(words: Msg) -> str:
        return localizer.speech(words).removesuffix(".")

    def told() -> Iterator[Msg]:
        yield _head(spec, started)
        yield msg("text", text=f"{plain(ending.title)}.")
        for place, words in ending.ranked:
            yield msg("share-place", place=place, standing=plain(words))

    return localizer.text(told())


def _head(spec: Spec, started: str) -> Msg:
    name = msg(f"game-{spec.id}")
    begun = re.match(r"(\d{4})-(0[1-9]|1[0-2])-(\d\d)", started)
    if begun is None:
        return msg("item", name=name)
    year, month, day = map(int, begun.groups())
    return msg("share-head", game=name, day=day, month=msg(f"month-{month}"), year=year)


def _names(context: Context, players: Sequence[Player]) -> tuple[str, ...]:
    """Return the names by seat; a person who played alone with bots gets their online nickname."""
    alone = sum(not one.is_bot for one in players) == 1
    sender = context.settings.nickname or context.text(msg("share-sender"))
    return tuple(sender if alone and not one.is_bot else one.name for one in players)


def _ending(spec: Spec, view: Any) -> BoardEnding | None:
    """Return the result as a spectator sees it, so that no player is called "you"."""
    return spec.board.of(replace(view, seat=None)).ending
