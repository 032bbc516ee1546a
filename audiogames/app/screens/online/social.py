"""The keys for people and the table, which work at an online table, in its match and in lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from audiogames.app.links import Invitation, invitation_link
from audiogames.app.online.tables import own_words, people_at, spelt
from audiogames.app.screens.base import Action, Confirm, Item, Question
from audiogames.app.screens.online.chat import invited
from audiogames.app.screens.online.claim import SeatQuestion
from audiogames.app.screens.online.people import PeopleScreen, ServerKeys, hosting
from audiogames.core.contract import Refused
from audiogames.core.cues import Priority, Say, Sound, msg
from audiogames.net import wire


class SocialKeys(ServerKeys):
    """The actions of keys that work at an online table, including those of `ServerKeys`."""

    def actions(self) -> Mapping[str, Action]:
        """Return the actions by binding id."""
        return {
            **super().actions(),
            "who-here": lambda _key: self._who_is_here(),
            "invite": lambda _key: self._invite(),
            "kick": lambda _key: self._about("vote" if self._votes() else "kick"),
            "ban": lambda _key: self._about("ban"),
            "pass-table": lambda _key: self._about("pass"),
            "private": lambda _key: self._private(),
            "mute-chat": lambda _key: self._mute(),
            "watch": lambda _key: self._context.online.ask(wire.Watch),
            "pause": lambda _key: self._context.online.ask(wire.VotePause),
            "own-digits": lambda _key: self._own_digits(),
            "answer-seat": lambda _key: self._answer_seat(),
            "leave-table": lambda _key: self.leave(),
        }

    def leave(self) -> None:
        """Ask for confirmation, then leave the table."""
        question = Question(msg("leave-question"), self._context.online.give_up)
        self._context.push(Confirm(self._context, question))

    def _who_is_here(self) -> None:
        people = people_at(self._context.online.table)
        self._context.push(PeopleScreen(self._context, msg("people-here", len(people)), people))

    def _others(self) -> Sequence[wire.Person]:
        me = self._context.online.me
        return [one for one in people_at(self._context.online.table) if one.name != me]

    def _votes(self) -> bool:
        """Whether removing a player needs a vote: it does in a match, except for the host."""
        table = self._context.online.table
        return table.playing and table.me is not None and not self._context.online.is_host

    def _require_host(self) -> None:
        table = self._context.online.table
        if not self._context.online.is_host:
            raise Refused("online-only-host", msg("online-only-host", name=table.host))

    def _about(self, verb: str) -> None:
        """Let the player choose a person for the action `verb`, such as "kick", and confirm it."""
        if verb != "vote":
            self._require_host()
        others = [one for one in self._others() if not (verb == "vote" and one.watching)]
        if not others:
            raise Refused("online-nobody-else", msg("online-nobody-else"))
        title = msg(f"person-{verb}-whom")
        self._context.push(PeopleScreen(self._context, title, others, partial(self._ask, verb)))

    def _ask(self, verb: str, person: wire.Person) -> None:
        self._context.pop(silently=True)
        words = msg(f"person-{verb}-question", name=person.name)
        run = hosting(self._context, verb, person.name)
        self._context.push(Confirm(self._context, Question(words, run)))

    def _own_digits(self) -> None:
        """Announce the digits with which the player can take their seat back."""
        for words in own_words(self._context.online.table):
            self._context.answer(words)
            return
        raise Refused("online-own-none", msg("online-own-none"))

    def _answer_seat(self) -> None:
        """Ask the player whether the person who claims an absent player's seat may have it."""
        name = self._context.online.telling.asks_seat
        if not name:
            raise Refused("net-nobody-asks", msg("net-nobody-asks"))
        self._context.push(SeatQuestion(self._context, name))

    def _invite(self) -> None:
        """Open a list with the table's code, and people to invite.

        A spectator cannot invite, and can only ask the host to do it.
        """
        table = self._context.online.table
        code = spelt(table.code)
        title = msg("online-invite", code=code) if code else msg("online-invite-by-host")

        def show(answer: wire.ServerMessage) -> None:
            if isinstance(answer, wire.PeopleList):
                self._context.online.known_people(answer)
                others = [one for one in answer.people if one.table != table.table]
                self._context.push(
                    PeopleScreen(
                        self._context, title, others, self._send_invitation, self._link(table)
                    )
                )

        self._context.online.ask(wire.ListPeople, show)

    def _link(self, table: wire.Seated) -> Sequence[Item]:
        """Return the item that copies the link to the table; empty if its code is unknown here."""
        entry, page = self._context.online.core.entry, self._context.page_address
        if not table.code or entry is None or (self._context.only_server and not page):
            return ()
        link = invitation_link(Invitation(entry.address, table.code, entry.code), page)
        return (Item(msg("invite-link"), partial(self._context.copy, link, shares=True)),)

    def _send_invitation(self, person: wire.Person) -> None:
        done = invited(self._context, person.name)
        self._context.pop(silently=True)
        ask, answer = self._context.online.ask, self._context.answer
        ask(wire.Invite, lambda _answer: answer(done), name=person.name)

    def _private(self) -> None:
        self._require_host()
        self._context.online.ask(wire.Arrange, public=not self._context.online.table.public)

    def _mute(self) -> None:
        _ = self._context.online.table
        muted = self._context.online.telling.muted = not self._context.online.telling.muted
        words = Say(msg("chat-muted" if muted else "chat-heard"), Priority.REPLY)
        self._context.say(Sound("menu-choose", notice=True), words)
