"""Moves made as a table makes them, for the positions of every game's tests."""

from audiogames.core.contract import Refused, Turn, admit


def maker(rules):
    """Return a function that makes a move, given as text, in a state of these rules."""

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
    """Return a function that tries a move by `make` and requires it to be refused."""

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
    """Return the events of this kind."""
    return [event for event in events if isinstance(event, kind)]


def words(some):
    """Cards or moves as one text."""
    return " ".join(map(str, some))
