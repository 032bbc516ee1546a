"""Makes moves as a table does, in the positions of every game's tests."""

from audiogames.core.contract import Refused, Turn, admit


def maker(rules):
    """Return a function that makes a move, given as text, in a state of these rules."""

    def make(state, text, seat=...):
        """Make an allowed move, by the seat to act unless another is named; return its events."""
        if seat is ...:
            seat = None if state.to_act is Turn.CHANCE else state.to_act
        move = rules.read(text)
        admit(rules, state, seat, move)
        events = []
        state.apply(seat, move, events.append)
        return events

    return make


def refuser(make):
    """Return a function that tries a move with `make` and requires its refusal."""

    def refusal(state, text, seat=...):
        """Return the reason of the refusal; the move must be refused and change nothing."""
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
