"""The services that the program offers to every match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from audiogames.app.match.mode import MatchServices

if TYPE_CHECKING:
    from audiogames.app.context import Context


def services_of(context: Context) -> MatchServices:
    """Return the services for every match; each mode adds its own `think` and `ended`."""
    return MatchServices(
        context.announcer,
        context.tell,
        context.announce_facts,
        at_the_table=lambda: context.screen.at_the_table,
        forget=context.stop_thinking,
        judge=context.think,
    )
