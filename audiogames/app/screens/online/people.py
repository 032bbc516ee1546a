"""People on a server: the keys that work everywhere there, lists of people, and a menu for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from audiogames.app.screens.base import Action, Confirm, Item, ListScreen, Question
from audiogames.app.screens.online.chat import ChatLine, person_request
from audiogames.app.screens.online.moderation import moderation_actions, sanction_items
from audiogames.app.screens.online.ratings import RatingGames, ask_conduct
from audiogames.core.cues import Msg, msg
from audiogames.net import wire
from audiogames.net.wire import steward

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext

Choose = Callable[[wire.Person], None]


class ServerKeys:
    """The actions of the keys that work on all screens of a server."""

    def __init__(self, context: OnlineContext) -> None:
        self._context = context

    def actions(self) -> Mapping[str, Action]:
        """Return the actions by binding id."""
        return {
            "chat": lambda _key: self._context.push(ChatLine(self._context)),
            "who-online": lambda _key: self._list("people-online", _everybody),
            "friends": lambda _key: self._list("people-friends", _friends),
            "ping": lambda _key: self._ping(),
            **moderation_actions(self._context),
        }

    def _list(self, title: str, which: Callable[[wire.Person], bool]) -> None:
        """Request the people on the server, and list those for whom `which` returns True."""

        def show(answer: wire.ServerMessage) -> None:
            if isinstance(answer, wire.PeopleList):
                self._context.online.known_people(answer)
                found = [one for one in answer.people if which(one)]
                self._context.push(PeopleScreen(self._context, msg(title, len(found)), found))

        self._context.online.ask(wire.ListPeople, show)

    def _ping(self) -> None:
        asked = self._context.now

        def tell(_answer: wire.ServerMessage) -> None:
            self._context.answer(msg("online-ping", round((self._context.now - asked) * 1000)))

        self._context.online.ask(wire.Ping, tell)


class _AmongPeople(ListScreen):
    """The base class of lists about people, in which the keys for online play work too."""

    context: OnlineContext

    layers = ("list", "server")

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of every list, and the actions of the keys for online play."""
        return {**ServerKeys(self.context).actions(), **super().actions()}


class PeopleScreen(_AmongPeople):
    """A list of people; Enter calls `choose` with the person, or opens the person's menu."""

    context: OnlineContext

    def __init__(
        self,
        context: OnlineContext,
        title: Msg,
        people: Sequence[wire.Person],
        choose: Choose | None = None,
        more: Sequence[Item] = (),
    ) -> None:
        """Set up the list; `more` are items that follow the people."""
        super().__init__(context)
        self._title = title
        self._more = tuple(more)
        self._people = tuple(people)
        self._choose = choose or self._open

    def title(self) -> Msg:
        """Return the title with which the list was created."""
        return self._title

    def items(self) -> Sequence[Item]:
        """Return a line for each person, and then the items in `more`."""
        found = tuple(Item(self._line(one), partial(self._choose, one)) for one in self._people)
        return (*(found or (Item(msg("people-nobody"), self.back),)), *self._more)

    def _line(self, person: wire.Person) -> Msg:
        seated = self.context.online.seated
        return person_words(person, self.context.online.me, seated.table if seated else 0)

    def _open(self, person: wire.Person) -> None:
        if person.name == self.context.online.me:
            self.context.say(self.current())
        else:
            self.context.push(PersonMenu(self.context, person))


class PersonMenu(_AmongPeople):
    """The menu of actions about a person."""

    context: OnlineContext

    def __init__(self, context: OnlineContext, person: wire.Person) -> None:
        super().__init__(context)
        self._person = person

    def title(self) -> Msg:
        """Return the name of the person."""
        return msg("person-title", name=self._person.name)

    def items(self) -> Sequence[Item]:
        """Return the actions about the person; hosts and moderators have more."""
        name = self._person.name
        friend = "unfriend" if self._person.friend else "friend"
        return (
            Item(msg("person-write"), partial(self._write, name)),
            *([self._does("invite")] if self._can_be_invited else []),
            self._does(friend),
            Item(msg("person-ratings"), partial(self._close_and, partial(self._rate, name))),
            Item(msg("person-conduct"), partial(self._close_and, partial(self._conduct, name))),
            self._asks("block", person_request(self.context, "block", name)),
            self._asks("report", person_request(self.context, "report", name)),
            *self._hosting(),
            *self._moderating(),
        )

    @property
    def _can_be_invited(self) -> bool:
        seated = self.context.online.seated
        return seated is not None and self._person.table != seated.table

    def _hosting(self) -> Iterator[Item]:
        seated = self.context.online.seated
        if seated is None or self._can_be_invited:
            return
        if not self.context.online.is_host:
            if seated.playing and seated.me is not None and not self._person.watching:
                yield self._asks("vote", hosting(self.context, "vote", self._person.name))
            return
        for verb in ("pass", "kick", "ban"):
            yield self._asks(verb, hosting(self.context, verb, self._person.name))

    def _moderating(self) -> Iterator[Item]:
        if self.context.online.role != steward.PLAYER:
            yield from sanction_items(self.context, self._person.name)

    def _does(self, verb: str) -> Item:
        """Return an item that sends the request `verb` about the person."""
        run = person_request(self.context, verb, self._person.name)
        return Item(msg(f"person-{verb}"), partial(self._close_and, run))

    def _asks(self, verb: str, run: Callable[[], None]) -> Item:
        """Return the menu item for the action `verb`; it calls `run` after a confirmation."""
        words = msg(f"person-{verb}-question", name=self._person.name)
        ask = lambda: self.context.push(Confirm(self.context, Question(words, run)))  # noqa: E731 - short
        return Item(msg(f"person-{verb}"), partial(self._close_and, ask))

    def _close_and(self, run: Callable[[], None]) -> None:
        self.context.pop(silently=True)
        run()

    def _rate(self, name: str) -> None:
        self.context.push(RatingGames(self.context, name))

    def _conduct(self, name: str) -> None:
        ask_conduct(self.context, name)

    def _write(self, name: str) -> None:
        self.context.pop(silently=True)
        self.context.push(ChatLine(self.context, name))


def hosting(context: OnlineContext, verb: str, name: str) -> Callable[[], None]:
    """Return a function that sends a request of the host about a person.

    `verb` says whether the person becomes the host ("pass"), is banned ("ban") or is kicked.  The
    whole table hears the result.
    """
    kind = wire.PassHost if verb == "pass" else wire.Kick
    if verb == "ban":
        return partial(context.online.ask, kind, name=name, ban=True)
    return partial(context.online.ask, kind, name=name)


def person_words(person: wire.Person, me: str, table: int) -> Msg:
    """Describe a person as a list item: the name, and facts such as "host"."""
    facts = tuple(msg(f"person-is-{one}") for one in _facts(person, me, table))
    if not facts:
        return msg("person-line", name=person.name)
    return msg("person-line-facts", name=person.name, facts=facts)


def _facts(person: wire.Person, me: str, table: int) -> Iterator[str]:
    """Yield the ids of the facts known about a person, such as "you" and "host"."""
    if person.name == me:
        yield "you"
    if person.host:
        yield "host"
    if person.watching:
        yield "watching"
    elif person.table and person.table != table:
        yield "playing"
    if person.away:
        yield "away"
    if person.friend:
        yield "friend"


def _everybody(_person: wire.Person) -> bool:
    return True


def _friends(person: wire.Person) -> bool:
    return person.friend
