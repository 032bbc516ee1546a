"""The player's own keys: changing keys, restoring them, and storing them in the settings.

Entries are grouped by layer and binding, and written as in the table of keys: a space separates
keys with the same effect, a bar separates keys with different effects.

    "keys": {"global": {"volume": "f7 | f8 alt+v"}, "game:wist": {"bids": "b p"}}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from audiogames.app.keys.bindings import BINDINGS, GAME, Binding, game_bindings
from audiogames.app.keys.layout import Way, changed
from audiogames.app.keys.names import is_fixed, is_key, may_have, reserved
from audiogames.core.registry import game, game_ids

Changes = tuple[Binding, ...]
"""Bindings with keys that replace those of the table."""


@dataclass(frozen=True)
class KeyPlace:
    """A line in the list of keys: the keys of a binding that have the same effect.

    A binding may have several such groups of keys; `way` is the number of this one.
    """

    layer: str
    id: str
    way: int


def of_layer(layer: str) -> tuple[Binding, ...]:
    """Return the standard bindings of a layer; empty if there is no such layer."""
    if not layer.startswith(GAME):
        return tuple(one for one in BINDINGS if one.layer == layer)
    id_ = layer.removeprefix(GAME)
    return game_bindings(game(id_)) if id_ in game_ids() else ()


# --- Changing -------------------------------------------------------------------------------------


def with_key(changes: Changes, place: KeyPlace, key: str, *, beside: bool = False) -> Changes:
    """Assign a key to the group of keys at `place`, and remove it from other groups of the layer.

    With `beside`, the group also keeps its other keys; otherwise only those that cannot be changed.
    """
    rows = _rows(changes, place.layer)
    standard = _standard(place)
    before = rows[place.id][place.way]
    stay = before if beside else tuple(one for one in standard if is_fixed(place.layer, one))
    rows = {id_: _without(ways, {key}) for id_, ways in rows.items()}
    rows[place.id] = _put(rows[place.id], place.way, (*(one for one in stay if one != key), key))
    return _replaced(changes, place.layer, rows)


def without_changes(changes: Changes, place: KeyPlace) -> Changes:
    """Restore the standard keys of the group at `place`.

    If another group thereby loses its last key, its standard keys are restored too.
    """
    rows, back = _rows(changes, place.layer), _standard(place)
    bare = {id_: _without(ways, set(back)) for id_, ways in rows.items()}
    bare[place.id] = _put(bare[place.id], place.way, back)
    changes = _replaced(changes, place.layer, bare)
    for id_, ways in rows.items():
        for way, keys in enumerate(ways):
            if keys and not bare[id_][way]:
                changes = without_changes(changes, KeyPlace(place.layer, id_, way))
    return changes


def _rows(changes: Changes, layer: str) -> dict[str, tuple[Way, ...]]:
    """Return the groups of keys of each binding in a layer, with the player's changes."""
    return {one.id: one.ways for one in changed(of_layer(layer), changes)}


def _standard(place: KeyPlace) -> Way:
    """Return the standard keys of the group at `place`."""
    return next(one.ways[place.way] for one in of_layer(place.layer) if one.id == place.id)


def _without(ways: tuple[Way, ...], gone: set[str]) -> tuple[Way, ...]:
    return tuple(tuple(key for key in way if key not in gone) for way in ways)


def _put(ways: tuple[Way, ...], place: int, way: Way) -> tuple[Way, ...]:
    """Replace the group of keys at this index."""
    return (*ways[:place], way, *ways[place + 1 :])


def _replaced(changes: Changes, layer: str, rows: Mapping[str, tuple[Way, ...]]) -> Changes:
    """Return the changes, with the keys of one layer replaced by those in `rows`.

    Bindings that have their standard keys are left out.
    """
    others = tuple(one for one in changes if one.layer != layer)
    standard = of_layer(layer)
    found = (replace(one, ways=rows[one.id]) for one in standard if rows[one.id] != one.ways)
    return (*others, *found)


# --- The file -------------------------------------------------------------------------------------


def written_changes(changes: Changes) -> dict[str, dict[str, str]]:
    """Return the changes in the form stored in the settings."""
    written: dict[str, dict[str, str]] = {}
    for one in changes:
        text = " | ".join(" ".join(way) for way in one.ways)
        written.setdefault(one.layer, {})[one.id] = text.strip()
    return written


def read_changes(given: object) -> tuple[Changes, tuple[str, ...]]:
    """Parse changes.

    Return the valid ones, and the names of invalid entries, such as "keys global volume".
    """
    read = {where: _read(where, text) for where, text in _entries(given)}
    good = _with_losing_bindings(tuple(one for one in read.values() if one is not None))
    bad = [where for where, one in read.items() if one is None]
    while (one := _in_conflict(good)) is not None:
        good = tuple(other for other in good if other is not one)
        bad.append((one.layer, one.id))
    return good, tuple(" ".join(("keys", *where)).rstrip() for where in bad)


def _entries(given: object) -> Iterator[tuple[tuple[str, str], object]]:
    """Yield each entry with its layer and binding.

    A value of the wrong type is yielded too, with an empty name, so that it is reported as invalid.
    """
    if not isinstance(given, dict):
        yield ("", ""), given
        return
    for layer, rows in given.items():
        if isinstance(rows, dict):
            yield from (((layer, id_), text) for id_, text in rows.items())
        else:
            yield (layer, ""), rows


def _read(where: tuple[str, str], text: object) -> Binding | None:
    """Parse a stored change of a command's keys; return None if it is invalid."""
    layer, id_ = where
    standard = next((one for one in of_layer(layer) if one.id == id_), None)
    if standard is None or not isinstance(text, str):
        return None
    ways = tuple(tuple(way.split()) for way in text.lower().split("|"))
    change = replace(standard, ways=ways)
    if len(ways) != len(standard.ways) or len(set(change.keys)) != len(change.keys):
        return None
    each = zip(ways, standard.ways, strict=True)
    return change if all(_is_valid_way(layer, way, usual) for way, usual in each) else None


def _is_valid_way(layer: str, way: Way, usual: Way) -> bool:
    """Whether the player may use these keys instead of the `usual` ones.

    Keys that cannot be changed must remain, and each new key must be allowed.
    """
    stay = {key for key in usual if is_fixed(layer, key)}
    new = set(way) - set(usual)
    return stay <= set(way) and all(
        is_key(key) and reserved(key) is None and may_have(layer, key) for key in new
    )


def _with_losing_bindings(changes: Changes) -> Changes:
    """Return the player's changes, and a change for each binding that loses keys to them.

    A new version of the program may use a key that the player has already given to another
    command.  The player's choice wins.
    """
    found = changes
    for layer in {one.layer for one in changes}:
        taken = {key for one in changes if one.layer == layer for key in one.keys}
        own = {one.id for one in changes if one.layer == layer}
        free = {key for key in taken if not is_fixed(layer, key)}
        for one in of_layer(layer):
            left = replace(one, ways=_without(one.ways, free))
            if one.id not in own and left.ways != one.ways and all(left.ways):
                found = (*found, left)
    return found


def _in_conflict(changes: Sequence[Binding]) -> Binding | None:
    """Return the first changed binding that shares a key with another one in its layer.

    None if there is none.
    """
    return next((one for one in changes if set(one.keys) & _of_others(one, changes)), None)


def _of_others(change: Binding, changes: Iterable[Binding]) -> set[str]:
    """Return the keys that other bindings use in the layer of this changed binding."""
    all_ = changed(of_layer(change.layer), changes)
    return {key for one in all_ if one.id != change.id for key in one.keys}
