"""Moves made as a table makes them, for the positions of every game's tests."""

from audiogames.core.contract import Turn, admit


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
