"""Moves made as a table makes them, for the positions of every game's tests."""

from audiogames.core.contract import Refused, Turn, admit


def maker(rules):
    """How moves of these rules are made: by their text, in a state."""

    def make(state, text, seat=...):
        """Make an allowed move, for who is to act unless another is named; returns its events."""
        if seat is ...:
            seat = None if state.to_act is Turn.CHANCE else state.to_act
        move = rules.read(text)
        admit(rules, state, seat, move)
        events = []
        state.apply(seat, move, events.append)
        return events

    return make


def refuser(make):
    """How a move that must be refused is tried, by that `make`."""

    def refusal(state, text, seat=...):
        """Why this is refused; it must be, and leave everything as it was."""
        before = state.copy()
        try:
            make(state, text, seat)
        except Refused as refused:
            assert state == before
            return refused
        raise AssertionError(f"{text} was allowed")

    return refusal


def of(kind, events):
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def words(some):
    """Cards or moves as one text."""
    return " ".join(map(str, some))
