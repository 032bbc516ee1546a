"""Helpers for the tests of every game: make a move as a table does, or require its refusal."""

from audiogames.core.contract import Refused, Turn, admit


def maker(rules):
    """Return a function that makes a move in a state, by the rules of one game."""

    def make(state, text, seat=...):
        """Make a legal move from text, by default of the seat to act; return its events."""
        if seat is ...:
            seat = None if state.to_act is Turn.CHANCE else state.to_act
        move = rules.read(text)
        admit(rules, state, seat, move)
        events = []
        state.apply(seat, move, events.append)
        return events

    return make


def refuser(make):
    """Return a function that asserts that `make` refuses a move."""

    def refusal(state, text, seat=...):
        """Assert that the move is refused and the state unchanged; return the refusal."""
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
    """Return cards or moves as one text."""
    return " ".join(map(str, some))
