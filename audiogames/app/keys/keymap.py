"""Finds the action of a pressed key on a screen, using the player's own keys.

The layers of a screen are searched in the order that the screen gives, then "global".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
from audiogames.app.keys.layout import Habits
from audiogames.present.frame import Button, Frame


@dataclass(frozen=True)
class Meaning:
    """The binding of a key, and the standard key that is passed to its action."""

    binding: Binding
    key: str


class Keymap:
    """The bindings with the player's own keys; finds the binding of a key on a screen."""

    def __init__(self, bindings: Iterable[Binding] = BINDINGS) -> None:
        self.lost: frozenset[str] = frozenset()
        """Keys that never reach the program, because a browser keeps them."""
        self._standard: list[Binding] = []
        self._habits = Habits()
        self.add(bindings)

    def add(self, bindings: Iterable[Binding]) -> None:
        """Add bindings that are not known yet."""
        self._standard += [one for one in bindings if one not in self._standard]
        self._arrange()

    def arrange(self, habits: Habits) -> None:
        """Apply the player's settings for keys to all bindings, if the settings have changed."""
        if habits != self._habits:
            self._habits = habits
            self._arrange()

    def _arrange(self) -> None:
        """Convert the standard bindings to the player's own, and index them by key."""
        self._bindings = self._habits.arranged(self._standard)
        self._found = {
            (one.layer, key): Meaning(one, standard)
            for one in self._bindings
            for way, standard in zip(one.ways, one.standard, strict=True)
            for key in way
        }
        self._hushing = frozenset(self.keys_of(HUSH, GLOBAL))
        self._shown: dict[tuple[str, tuple[str, ...]], str] = {}

    def find(self, key: str, layers: Sequence[str]) -> Binding | None:
        """Return the binding of a key in the first of these layers that has it, or None."""
        found = self.meaning(key, layers)
        return None if found is None else found.binding

    def hushes(self, key: str, layers: Sequence[str]) -> bool:
        """Whether this key silences speech, and no binding of these layers uses it otherwise."""
        return key in self._hushing and self._look_up(key, layers) == self._look_up(key, ())

    def meaning(self, key: str, layers: Sequence[str]) -> Meaning | None:
        """Return the binding of a key, with the standard key that its action receives.

        None if the key has no binding in these layers.
        """
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
        """Return a key name such as "layer r": the command key, then a key, runs this binding.

        None if no such combination runs it.
        """
        letters = [key[-1] for key in binding.keys if key[:-1] == "ctrl+"]
        letters += [key for key, chord in AFTER_LAYER.items() if chord in binding.keys]
        names = [before + key for before in (AFTER, AFTER + AFTER) for key in letters]
        return next((name for name in names if self._is(binding, name, layers)), None)

    def arriving(self, binding: Binding, layers: Sequence[str]) -> tuple[str, ...]:
        """Return the keys of a binding that reach the program: a browser may take some itself.

        If the browser takes all keys with one effect, return the combination with the command key
        instead.
        """
        found: list[str] = []
        for way, standard in zip(binding.ways, binding.standard, strict=True):
            kept = [key for key in way if key not in self.lost]
            alone = Binding(binding.id, (way,), binding.layer, (standard,))
            instead = None if kept else self.after_layer(alone, layers)
            found += kept or ([] if instead is None else [instead])
        return tuple(found)

    def shown(self, standard: str, layers: Sequence[str]) -> str:
        """Return the player's key for the command of this standard key.

        If the player has no key for it, return the standard key.
        """
        asked = standard, tuple(layers)
        if asked not in self._shown:  # every frame asks for each of its buttons
            self._shown[asked] = self._key_for(standard, layers)
        return self._shown[asked]

    def _key_for(self, standard: str, layers: Sequence[str]) -> str:
        """Return the player's key for a standard key; not cached."""
        names = [layer.removesuffix(WITHOUT_LETTERS) for layer in (*layers, GLOBAL)]
        known = [one for name in names for one in self._standard if one.layer == name]
        origin = next((one for one in known if standard in one.keys), None)
        if origin is None:
            return standard
        mine = next(one for one in self._bindings if _is_same(one, origin))
        keys = mine.ways[mine.standard.index(origin.meant(standard))]
        return standard if standard in keys or not keys else keys[0]

    def on_buttons(self, frame: Frame, layers: Sequence[str]) -> Frame:
        """Replace the standard keys on the buttons of a frame by the player's keys."""

        def keyed(buttons: Sequence[Button]) -> tuple[Button, ...]:
            shown = ((one, self.shown(one.key, layers)) for one in buttons)
            return tuple(one if key == one.key else replace(one, key=key) for one, key in shown)

        return replace(
            frame,
            buttons=keyed(frame.buttons),
            questions=keyed(frame.questions),
            corner=keyed(frame.corner),
        )

    def in_layer(self, layer: str) -> tuple[Binding, ...]:
        """Return all bindings of a layer, in the order of the key table."""
        return tuple(one for one in self._bindings if one.layer == layer)

    def keys_of(self, id_: str, layer: str) -> tuple[str, ...]:
        """Return the player's keys of a binding in a layer."""
        return next((one.keys for one in self.in_layer(layer) if one.id == id_), ())

    def of(self, layers: Sequence[str]) -> Iterator[Binding]:
        """Return the bindings active in these layers, in the order of the key table.

        A key that several layers bind is listed once, in the first of them.
        """
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
        """Whether this key runs this binding in these layers."""
        found = self.find(key, layers)
        return found is not None and _is_same(found, binding)


def _is_same(one: Binding, other: Binding) -> bool:
    return (one.layer, one.id) == (other.layer, other.id)


def _without(binding: Binding, taken: set[str]) -> Binding:
    """Return a binding without the `taken` keys and without key groups that become empty."""
    if taken.isdisjoint(binding.keys):
        return binding
    left = [
        (tuple(key for key in way if key not in taken), standard)
        for way, standard in zip(binding.ways, binding.standard, strict=True)
        if not way or set(way) - taken
    ]
    ways, standard = tuple(way for way, _ in left), tuple(key for _, key in left)
    return Binding(binding.id, ways, binding.layer, standard)


def _is_left_out(key: str, layer: str) -> bool:
    """Whether `key` is a letter and the layer is one without letters, by the layer's name."""
    return layer.endswith(WITHOUT_LETTERS) and len(key) == 1 and key.isalpha()
