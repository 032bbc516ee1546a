"""What a key does on a screen, as the player has the keys.

The layers of a screen are searched in its own order, then "global".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from audiogames.app.keys.bindings import (
    AFTER,
    AFTER_LAYER,
    BINDINGS,
    GLOBAL,
    HUSH,
    LAYER,
    WITHOUT_LETTERS,
    Binding,
    stands_for,
)
from audiogames.present.frame import Button, Frame

Arranged = Callable[[Sequence[Binding]], Sequence[Binding]]
"""Makes of the table the keys as a player has them."""


@dataclass(frozen=True)
class Meaning:
    """What a key does: the binding, and the standard key for it, which its action is given."""

    binding: Binding
    key: str


class Keymap:
    """Finds what a key does on a screen, as the player has the keys."""

    def __init__(self, bindings: Iterable[Binding] = BINDINGS) -> None:
        self.lost: frozenset[str] = frozenset()
        """Keys that never arrive here, since a browser keeps them."""
        self._standard: list[Binding] = []
        self._arranged: Arranged = list
        self.add(bindings)

    def add(self, bindings: Iterable[Binding]) -> None:
        """Learn more bindings; the same again changes nothing."""
        self._standard += [one for one in bindings if one not in self._standard]
        self.arrange(self._arranged)

    def arrange(self, arranged: Arranged) -> None:
        """Have the keys in another way."""
        self._arranged = arranged
        self._bindings = arranged(self._standard)
        self._found = {
            (one.layer, key): Meaning(one, standard)
            for one in self._bindings
            for way, standard in zip(one.ways, one.standard, strict=True)
            for key in way
        }
        self._hushing = frozenset(self.keys_of(HUSH, GLOBAL))
        self._shown: dict[tuple[str, tuple[str, ...]], str] = {}

    def find(self, key: str, layers: Sequence[str]) -> Binding | None:
        """What a key does in these layers, the first that knows it."""
        found = self.meaning(key, layers)
        return None if found is None else found.binding

    def hushes(self, key: str, layers: Sequence[str]) -> bool:
        """Whether this key asks for silence here; a layer may have given it to something else."""
        return key in self._hushing and self._look_up(key, layers) == self._look_up(key, ())

    def meaning(self, key: str, layers: Sequence[str]) -> Meaning | None:
        """The same, with what its action is given."""
        last = key.removeprefix(AFTER).removeprefix(AFTER)
        for name in (key, *(stands_for(last) if last != key else ())):
            found = self._look_up(name, layers)
            if found is not None and found.binding.id != LAYER:
                return found
        pressed = self._look_up(last, layers)
        if pressed is None or pressed.binding.id != LAYER:
            return None
        return Meaning(pressed.binding, key.removesuffix(last) + LAYER)

    def after_layer(self, binding: Binding, layers: Sequence[str]) -> str | None:
        """How to get the same by the command key; None where there is no such way."""
        letters = [key[-1] for key in binding.keys if key[:-1] == "ctrl+"]
        letters += [key for key, chord in AFTER_LAYER.items() if chord in binding.keys]
        names = [before + key for before in (AFTER, AFTER + AFTER) for key in letters]
        return next((name for name in names if self._is(binding, name, layers)), None)

    def arriving(self, binding: Binding, layers: Sequence[str]) -> tuple[str, ...]:
        """The keys of a binding that arrive; for a way of which none does, the command key."""
        found: list[str] = []
        for way, standard in zip(binding.ways, binding.standard, strict=True):
            kept = [key for key in way if key not in self.lost]
            alone = Binding(binding.id, (way,), binding.layer, (standard,))
            instead = None if kept else self.after_layer(alone, layers)
            found += kept or ([] if instead is None else [instead])
        return tuple(found)

    def shown(self, standard: str, layers: Sequence[str]) -> str:
        """Return the key that does here what this standard key stands for, or that key itself."""
        asked = standard, tuple(layers)
        if asked not in self._shown:  # every picture asks again for each of its buttons
            self._shown[asked] = self._key_for(standard, layers)
        return self._shown[asked]

    def _key_for(self, standard: str, layers: Sequence[str]) -> str:
        names = [layer.removesuffix(WITHOUT_LETTERS) for layer in (*layers, GLOBAL)]
        known = [one for name in names for one in self._standard if one.layer == name]
        origin = next((one for one in known if standard in one.keys), None)
        if origin is None:
            return standard
        mine = next(one for one in self._bindings if _is_same(one, origin))
        keys = mine.ways[mine.standard.index(origin.meant(standard))]
        return standard if standard in keys or not keys else keys[0]

    def on_buttons(self, frame: Frame, layers: Sequence[str]) -> Frame:
        """The frame of a screen, whose buttons name standard keys, with the keys as they are."""

        def keyed(buttons: Sequence[Button]) -> tuple[Button, ...]:
            return tuple(replace(one, key=self.shown(one.key, layers)) for one in buttons)

        return replace(
            frame,
            buttons=keyed(frame.buttons),
            questions=keyed(frame.questions),
            corner=keyed(frame.corner),
        )

    def in_layer(self, layer: str) -> tuple[Binding, ...]:
        """All bindings of a layer, in the order of the table."""
        return tuple(one for one in self._bindings if one.layer == layer)

    def keys_of(self, id_: str, layer: str) -> tuple[str, ...]:
        """The keys of a binding of a layer, as the player has them."""
        return next((one.keys for one in self.in_layer(layer) if one.id == id_), ())

    def of(self, layers: Sequence[str]) -> Iterator[Binding]:
        """All that can be done in these layers, each key once, in the order of the table."""
        taken: set[str] = set()
        for layer in (*layers, GLOBAL):
            name = layer.removesuffix(WITHOUT_LETTERS)
            own = {key for found_layer, key in self._found if found_layer == name}
            left_out = {key for key in own if _is_left_out(key, layer)}
            for binding in self.in_layer(name):
                left = _without(binding, taken | left_out)
                if left.ways:
                    yield left
            taken |= own - left_out

    def _look_up(self, key: str, layers: Sequence[str]) -> Meaning | None:
        for layer in (*layers, GLOBAL):
            found = self._found.get((layer.removesuffix(WITHOUT_LETTERS), key))
            if found is not None and not _is_left_out(key, layer):
                return found
        return None

    def _is(self, binding: Binding, key: str, layers: Sequence[str]) -> bool:
        found = self.find(key, layers)
        return found is not None and _is_same(found, binding)


def _is_same(one: Binding, other: Binding) -> bool:
    return (one.layer, one.id) == (other.layer, other.id)


def _without(binding: Binding, taken: set[str]) -> Binding:
    """What is left of a binding; ways that have no key at all can be run all the same."""
    left = [
        (tuple(key for key in way if key not in taken), standard)
        for way, standard in zip(binding.ways, binding.standard, strict=True)
        if not way or set(way) - taken
    ]
    ways, standard = tuple(way for way, _ in left), tuple(key for _, key in left)
    return Binding(binding.id, ways, binding.layer, standard)


def _is_left_out(key: str, layer: str) -> bool:
    return layer.endswith(WITHOUT_LETTERS) and len(key) == 1 and key.isalpha()
