"""What is known of the server where the player is, and of the table there; and asking it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from audiogames.app.online.tables import people_at
from audiogames.core.contract import Refused
from audiogames.core.cues import msg
from audiogames.core.registry import Spec, game
from audiogames.net import wire
from audiogames.net.client.core import ClientCore, LineState

if TYPE_CHECKING:
    from audiogames.app.app import App

Then = Callable[[wire.ServerMessage], None]
"""What is done with the answer to a request; a refusal tells itself."""


class Membership:
    """Being known to a server, at a table or at none."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.core = ClientCore()
        self.me = ""
        self.seated: wire.Seated | None = None
        self._people: tuple[str, ...] = ()
        self._then: dict[int, Then] = {}

    @property
    def is_in(self) -> bool:
        """Whether there is a server."""
        return bool(self.me)

    @property
    def is_lost(self) -> bool:
        """Whether the line is broken, and is being tried again."""
        away = self.core.state is not LineState.IN
        return self.is_in and away and not self.core.comes_back_quietly

    @property
    def is_host(self) -> bool:
        """Whether the table is the player's."""
        return self.seated is not None and self.seated.host == self.me

    @property
    def table(self) -> wire.Seated:
        """The table.  Raises `Refused` where one is at none."""
        if self.seated is None:
            raise Refused("online-at-no-table", msg("online-at-no-table"))
        return self.seated

    @property
    def spec(self) -> Spec:
        """What is played at the table."""
        return game(self.table.game)

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody known, but for the player: at the table, then elsewhere."""
        here = [] if self.seated is None else [one.name for one in people_at(self.seated)]
        return tuple(one for one in dict.fromkeys([*here, *self._people]) if one != self.me)

    def ask(self, kind: type[wire.Request], then: Then | None = None, **given: Any) -> None:
        """Ask something.  Raises `Refused` while the line is lost."""
        if self.core.state is not LineState.IN:
            raise Refused("online-lost", msg("online-lost"))
        number = self.core.ask(kind, self._app.now, **given)
        if then is not None:
            self._then[number] = then

    def known_people(self, people: wire.PeopleList) -> None:
        """Who is on the server: one can write to them."""
        self._people = tuple(one.name for one in people.people)
