"""The functions of the program that every match may call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from audiogames.app.match.mode import MatchServices

if TYPE_CHECKING:
    from audiogames.app.context import Context


def services_of(context: Context) -> MatchServices:
    """Return the services that every match needs; a caller may add `think`, `ended` and others."""
    return MatchServices(
        context.announcer,
        context.tell,
        context.announce_facts,
        at_the_table=lambda: context.screen.at_the_table,
        forget=context.stop_thinking,
        judge=context.think,
    )
