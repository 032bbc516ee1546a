"""The screens for changing keys: the list of layers, the keys of one, the prompt for a new key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from audiogames.app.keys.bindings import GAME, GLOBAL, Binding, game_bindings, game_layer
from audiogames.app.keys.changes import KeyPlace, of_layer, with_key, without_changes
from audiogames.app.keys.names import is_fixed, is_key, key_words, may_have, meet, reserved, takers
from audiogames.app.screens.base import Action, Confirm, Item, ListScreen, Question, Screen, refusal
from audiogames.core.contract import Refused
from audiogames.core.cues import Cue, Msg, Priority, Say, msg
from audiogames.core.registry import games
from audiogames.present.frame import Frame
from audiogames.present.localizer import Localizer
from audiogames.present.outputs import Hush

if TYPE_CHECKING:
    from audiogames.app.context import Context

LAYERS: Final = (
    GLOBAL,
    "list",
    "value",
    "reader",
    "lobby",
    "favourites",
    "results",
    "seats",
    "tables",
    "server",
    "social",
    "game",
    "choice",
    "sheet",
)
"""The layers whose keys can be changed, before the games' own layers.

Answers and text fields keep the keys that all programs have.
"""


class LayerList(ListScreen):
    """A list of the layers whose keys can be changed; the last item resets all keys."""

    def title(self) -> Msg:
        return msg("change-keys")

    def items(self) -> Sequence[Item]:
        """Return an item for each layer of keys, and an item that restores all default keys."""
        layers = (*LAYERS, *(game_layer(spec) for spec in games()))
        return (
            *(Item(msg("item", name=layer_words(one)), partial(self._open, one)) for one in layers),
            Item(msg("reset-keys"), self._ask),
        )

    def _open(self, layer: str) -> None:
        for spec in games():
            self.context.keymap.add(game_bindings(spec))
        self.context.push(KeyLines(self.context, layer))

    def _ask(self) -> None:
        self.context.push(Confirm(self.context, Question(msg("reset-keys-question"), self._reset)))

    def _reset(self) -> None:
        self.context.change_settings(replace(self.context.settings, keys=()))
        self.context.answer(msg("keys-reset"))


class KeyLines(ListScreen):
    """A list of the keys of a layer, with their effects."""

    layers: tuple[str, ...] = ("changing", "list")
    kind = "changing"

    def __init__(self, context: Context, layer: str) -> None:
        super().__init__(context)
        self._layer = layer
        self._places = [
            KeyPlace(layer, one.id, way) for one in of_layer(layer) for way in range(len(one.ways))
        ]

    def title(self) -> Msg:
        """Return the name of the layer."""
        return msg("item", name=layer_words(self._layer))

    def opened(self) -> None:
        """Announce the title, how to change keys in this list, and the first item."""
        title, line = self.where()
        self.context.say(title, Say(msg("changing-help"), Priority.REPLY), line)

    def returned(self) -> None:
        """Announce the focused item, whose keys may have changed."""
        self.tell()

    def items(self) -> Sequence[Item]:
        """Return an item for each group of keys with the same effect.

        Its text begins with the effect, so that typing the first letters of the effect finds
        the item.
        """
        return tuple(Item(self._line(place), partial(self._wait, place)) for place in self._places)

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of a list, and those for replacing, adding and restoring keys."""
        return {
            **super().actions(),
            "new-key": lambda _key: self.choose(),
            "another-key": lambda _key: self._wait(self._places[self.place], beside=True),
            "reset-key": lambda _key: self._reset(self._places[self.place]),
        }

    def _line(self, place: KeyPlace) -> Msg:
        binding = _binding(self.context, place)
        keys, does = key_words(binding.ways[place.way]), does_words(self.context, binding)
        usual = next(one for one in of_layer(place.layer) if one.id == place.id).ways[place.way]
        if usual == binding.ways[place.way]:
            return msg("changing-line", does=does, keys=keys)
        return msg("changing-line-changed", does=does, keys=keys, usual=key_words(usual))

    def _wait(self, place: KeyPlace, *, beside: bool = False) -> None:
        self.context.push(KeyCatcher(self.context, place, beside=beside))

    def _reset(self, place: KeyPlace) -> None:
        keys = without_changes(self.context.settings.keys, place)
        self.context.sound("menu-choose")
        self.context.change_settings(replace(self.context.settings, keys=keys))
        self.tell()


class KeyCatcher(Screen):
    """The prompt that waits for the key to be assigned; Escape closes it."""

    kind = "changing"

    def __init__(self, context: Context, place: KeyPlace, *, beside: bool) -> None:
        super().__init__(context)
        self._place = place
        self._beside = beside

    def where(self) -> Sequence[Cue]:
        """Return the announcement of the prompt, which asks for the key to be assigned."""
        return (Say(self._prompt(), Priority.REPLY),)

    def frame(self) -> Frame:
        """Draw the prompt."""
        return Frame(self.context.text(self._prompt()), status=self.context.status)

    def catch(self, key: str) -> bool:
        """Accept the pressed key as the new one, unless it is Escape, or Control alone.

        Control may be the first key of a combination, so Control alone only silences speech, as
        everywhere.
        """
        if key == "escape":
            self._leave()
        elif key == "ctrl":
            self.context.put(Hush())
        else:
            self._consider(key)
        return True

    def _prompt(self) -> Msg:
        return msg(
            "press-new-key", does=does_words(self.context, _binding(self.context, self._place))
        )

    def _leave(self) -> None:
        self.context.sound("menu-back")
        self.context.pop()

    def _consider(self, key: str) -> None:
        """Assign this key if it can be used; if there are warnings, ask first."""
        try:
            self._require_available(key)
        except Refused as error:
            self.context.say(*refusal(error), Say(msg("press-another-key"), Priority.REPLY))
            return
        warnings = tuple(self._warnings(key))
        if not warnings:
            self._take(key)
            return
        words = msg("key-anyway", key=key_words((key,)), warnings=warnings)
        question = Question(words, partial(self._take, key), msg("press-another-key"))
        self.context.push(Confirm(self.context, question))

    def _require_available(self, key: str) -> None:
        """Raise `Refused` if this key cannot be assigned here."""
        words = key_words((key,))
        if (why := reserved(key)) is not None:
            raise Refused("key-reserved", why)
        if not is_key(key):
            raise Refused("key-unusable")
        if not may_have(self._place.layer, key):
            raise Refused("key-looks-for", msg("refused-key-looks-for", key=words))
        holding = [one for one in self._holders(key) if self._stays(one, key)]
        if holding:
            does = does_words(self.context, holding[0])
            raise Refused("key-stays", msg("refused-key-stays", key=words, does=does))
        if key in _binding(self.context, self._place).ways[self._place.way]:
            raise Refused("key-had", msg("refused-key-had", key=words))

    def _holders(self, key: str) -> Iterator[Binding]:
        """Yield the other bindings that use this key on the same screens as the changed one.

        Those of the same layer come first.
        """
        mine = self._place.layer
        layers = (mine, *LAYERS, "answer", "changing", *(game_layer(spec) for spec in games()))
        for layer in dict.fromkeys(one for one in layers if meet(one, mine)):
            having = (one for one in self.context.keymap.in_layer(layer) if key in one.keys)
            yield from (one for one in having if not self._is_mine(one, key))

    def _is_mine(self, binding: Binding, key: str) -> bool:
        """Whether the key already belongs to the keys that the player is changing."""
        place = self._place
        same = (binding.layer, binding.id) == (place.layer, place.id)
        return same and key in binding.ways[place.way]

    def _stays(self, holder: Binding, key: str) -> bool:
        """Whether a key must remain with the binding that has it now."""
        instead = self.context.settings.habits.preset.instead
        return is_fixed(holder.layer, key) or key in instead

    def _warnings(self, key: str) -> Iterator[Msg]:
        """Yield warnings about other bindings and other programs that use this key."""
        words = key_words((key,))
        for one in self._holders(key):
            does = does_words(self.context, one)
            if one.layer == self._place.layer:
                yield msg("key-loses", key=words, does=does)
            else:
                yield msg("key-elsewhere", key=words, does=does, place=layer_words(one.layer))
        for name in takers(key):
            yield msg("key-taken", key=words, name=name)

    def _take(self, key: str) -> None:
        settings = self.context.settings
        keys = with_key(settings.keys, self._place, key, beside=self._beside)
        self.context.sound("menu-choose")
        self.context.change_settings(replace(settings, keys=keys))
        self.context.pop()


def layer_words(layer: str) -> Msg:
    """Return the name of a layer in words."""
    if layer.startswith(GAME):
        return msg(f"game-{layer.removeprefix(GAME)}")
    return msg(f"layer-{layer}")


def does_words(context: Context, binding: Binding) -> Msg:
    """Return the effect of a binding in words.

    The words of its game are preferred, because bindings of different games may have the
    same id.
    """
    does = msg(f"do-{binding.id}")
    if not binding.layer.startswith(GAME):
        return does
    catalogue = context.announcer.localizer.catalogue.first(binding.layer.removeprefix(GAME))
    return msg("text", text=Localizer(catalogue).speech(does, after=","))


def _binding(context: Context, place: KeyPlace) -> Binding:
    """Return the binding that is being changed, with its current keys."""
    return next(one for one in context.keymap.in_layer(place.layer) if one.id == place.id)
