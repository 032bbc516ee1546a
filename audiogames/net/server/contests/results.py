"""Results of rated matches: which matches can be rated, and the result of each seat."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from audiogames.core.options import read_options
from audiogames.core.registry import Spec
from audiogames.net.server.contests.rating import BOT_SIGMA, can_rate, ranks
from audiogames.net.server.contests.rows import ResultRow, SeatResult
from audiogames.net.server.outputs import Refusal

if TYPE_CHECKING:
    from audiogames.net.server.people.names import AccountNames
    from audiogames.net.server.tables.match import Chair, ServedMatch

USUAL: Final = "usual"


def form_of(spec: Spec, options: Any, seats: int) -> str:
    """Return the form under which a table is rated: its number of seats and its preset.

    Returns an empty text if no preset has these options.
    """
    found = next((name for name, one in spec.named_options.items() if one == options), "")
    if not found:
        return ""
    return str(seats) if found == USUAL else f"{seats} {found}"


def season_of(now: float) -> str:
    """Return the season at this time: the month in UTC, as "2026-11"."""
    return datetime.fromtimestamp(now, UTC).strftime("%Y-%m")


def check_rated(spec: Spec, options: Any, chairs: list[Chair]) -> None:
    """Raise `Refusal` if a match at this table cannot be rated."""
    if not can_rate():
        raise Refusal("net-no-ratings")
    if not form_of(spec, options, len(chairs)):
        raise Refusal("net-rated-options")
    for chair in chairs:
        if chair.is_bot and chair.level not in spec.bots.ratings:
            raise Refusal("net-rated-bots", allowed=", ".join(spec.bots.ratings))
        if chair.member is not None and not chair.member.account:
            raise Refusal("net-rated-accounts", name=chair.name)


def result_row(
    number: int, match: ServedMatch, now: float, names: AccountNames
) -> ResultRow | None:
    """Return the result of a rated match, or None if the match has no result.

    A player who is absent at the end and replaced by a bot has lost.  Their partner is not rated.
    """
    served, chairs = match.served, match.chairs
    result = served.result()
    if result is None or not chairs:
        return None
    spec = served.spec
    sides = spec.partners(len(chairs))
    side_of: dict[int, int] = {seat: at for at, seats in enumerate(sides) for seat in seats}
    left = {seat for seat, chair in enumerate(chairs) if not chair.is_bot and _has_left(chair)}
    gone = {side_of[seat] for seat in left}
    order = ranks({side_of[seat] for seat in result.winners}, result.points)
    last = max(order) + 1
    seats = tuple(
        SeatResult(
            *_account_of(chair, names),
            side_of[seat],
            last if side_of[seat] in gone else order[side_of[seat]],
            side_of[seat] not in gone or seat in left,
            spec.bots.ratings.get(chair.level, 0.0),
            BOT_SIGMA if chair.is_bot else 0.0,
        )
        for seat, chair in enumerate(chairs)
    )
    header = served.log.header
    form = form_of(spec, read_options(spec.options, header.options), len(chairs))
    return ResultRow(
        number, f"{number} {header.started}", now, spec.id, form, season_of(now), seats
    )


def _has_left(chair: Chair) -> bool:
    """Whether the person of a chair has left it or is replaced by a bot."""
    return chair.stand_in or chair.member is None


def _account_of(chair: Chair, names: AccountNames) -> tuple[str, str]:
    """Return the account key and present name of a chair's player, who may have been renamed.

    A bot has no key.
    """
    if chair.is_bot:
        return "", chair.name
    return chair.key, names.current(chair.key, chair.name)
