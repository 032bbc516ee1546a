"""Validation of requests to open a tournament."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from audiogames.net import wire
from audiogames.net.server.outputs import Refusal
from audiogames.tournaments.model import BUCHHOLZ, DIFFERENCE, DIRECT, SWISS, Plan

LATEST: Final = 60 * 86_400
"""The most seconds until a tournament starts."""


def check_start(seconds: int) -> None:
    """Raise `Refusal` unless a tournament may start in this many seconds."""
    if not 0 <= seconds <= LATEST:
        raise Refusal("net-contest-start")


def plan_of(request: wire.OpenContest) -> Plan:
    """Return the plan for a tournament, as requested.  Raises `TournamentError`.

    In a Swiss tournament the first tie-break is Buchholz.
    """
    plan = Plan(request.form, request.rounds, minutes=request.minutes)
    if request.form == SWISS:
        return replace(plan, tie_breaks=(BUCHHOLZ, DIFFERENCE, DIRECT))
    return plan
