"""Makes random strategy files for tests, in the format of the shipped file."""

import lzma
from random import Random

from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.bots import strategy as s


def some_bytes(seed, size):
    """Return random action weights; any two add up to less than UNIT (probability 1)."""
    rng = Random(seed)
    return bytes(rng.choices((1, 3, 9, 20, 31), k=size))


def blocks(seed):
    """Yield the compressed blocks of a random plan (one complete strategy of a deal)."""
    sizes = [sum(high - low for low, high in s.openings())]
    sizes += [turn.end - turn.plays[0] for turn in s.blocks()]
    for number, size in enumerate(sizes):
        yield lzma.compress(
            some_bytes(f"{seed} {number}", size), format=lzma.FORMAT_RAW, filters=s.FILTERS
        )


def content(plans=1, mixture=((0, 64),)):
    """Return the content of a strategy file that has the same mixture of plans at every score.

    A plan is the solved strategy of one score.
    """
    body, listed = b"", []
    for plan in range(plans):
        places = []
        for block in blocks(plan):
            places.append((len(body), len(block)))
            body += block
        listed.append(((24, 24), None, places))
    cells = [(mover, dealer) for mover in range(1, 25) for dealer in range(1, 25)]
    index = {
        "plans": listed,
        "cells": [(*cell, mixture) for cell in cells],
        "equity": [(*cell, 0.5) for cell in cells],
    }
    return s.packed(index, body)


def strategy(plans=1, mixture=((0, 64),)):
    """Return a strategy made of random plans, with the same mixture of them at every score.

    A plan is the solved strategy of one score.
    """
    return s.Strategy(content(plans, mixture))


ALL = t.build()
