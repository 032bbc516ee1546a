"""The server as the screens see it.  `Online` says what each of these does."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Protocol

from audiogames.core.registry import Spec
from audiogames.net import wire
from audiogames.net.client_core import Entry
from audiogames.present.localizer import Called

Then = Callable[[wire.ServerMessage], None]
"""What is done with the answer to a request; a refusal tells itself."""


class Telling(Protocol):
    """What is told of people."""

    muted: bool
    invitation: tuple[str, str, str] | None
    asks_seat: str


class Places(Protocol):
    """What is known of the places on servers."""

    own: str


class Server(Protocol):
    """Where one is when one plays online."""

    me: str
    seated: wire.Seated | None
    lines: list[str]

    @property
    def telling(self) -> Telling: ...

    @property
    def places(self) -> Places: ...
    @property
    def is_in(self) -> bool: ...
    @property
    def is_lost(self) -> bool: ...
    @property
    def is_host(self) -> bool: ...
    @property
    def table(self) -> wire.Seated: ...
    @property
    def spec(self) -> Spec: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @abstractmethod
    def enter(self, entry: Entry) -> None: ...
    @abstractmethod
    def ask(self, kind: type[wire.Request], then: Then | None = None, **given: Any) -> None: ...
    @abstractmethod
    def give_up(self) -> None: ...
    @abstractmethod
    def leave(self) -> None: ...
    @abstractmethod
    def speak_of(self, spec: Spec | None) -> None: ...
    @abstractmethod
    def to_table(self) -> None: ...
    @abstractmethod
    def seat_players(self, players: tuple[Called, ...]) -> None: ...
    @abstractmethod
    def known_people(self, people: wire.PeopleList) -> None: ...
