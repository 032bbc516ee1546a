"""The list of keys (F1), and the menu of lessons and other help.

The list is made from the table that dispatches keys, so it cannot be wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from audiogames import __version__
from audiogames.app.keys.bindings import HUSH, SPACE, TERMINAL_CANNOT, Binding, is_one_thing
from audiogames.app.keys.names import key_words
from audiogames.app.screens.base import Confirm, Item, ListScreen, Question, Screen
from audiogames.app.screens.reader import TextReader
from audiogames.app.screens.saving import save_file
from audiogames.app.screens.sounds import Glossaries
from audiogames.core.cues import Msg, msg
from audiogames.core.registry import Spec, games

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext

MOVING: Final = ("move", "cards", "suits", "choose", "play")
"""The keys listed first wherever they exist: moving, and Enter."""

ASKING: Final = ("hand", "turn", "explain")
"""The most used questions that every game has."""


class KeyList(ListScreen):
    """A list of the keys of the screen below; Enter does what the focused key does.

    The keys needed to play come first, then the others in the order of the key table.
    """

    context: MatchContext

    def __init__(self, context: MatchContext, below: Screen) -> None:
        super().__init__(context)
        self._below = below
        self._bindings = tuple(_most_needed_first(context.keymap.of(below.layers), context.spec))

    def title(self) -> Msg:
        """Return the title, with the number of keys."""
        return msg(f"keys-of-{self._below.kind}", len(self._bindings))

    def items(self) -> Sequence[Item]:
        """Return an item for each binding: its keys, and what they do."""
        return self._items

    @cached_property
    def _items(self) -> Sequence[Item]:
        """The items of the list, built only once since each key press reads them several times."""
        return tuple(
            Item(self._line(binding), partial(self._run, binding)) for binding in self._bindings
        )

    def _line(self, binding: Binding) -> Msg:
        """Return a sentence with the keys of a binding and what they do.

        If a terminal cannot send these keys, the sentence names other ones.
        """
        does = msg(f"do-{binding.id}")
        if self.context.keymap.lost:
            return self._line_on_a_page(binding, does)
        keys = key_words(binding.keys)
        if not binding.keys or not set(binding.keys) <= TERMINAL_CANNOT:
            return msg("key-line", keys=keys, does=does)
        instead = self.context.keymap.after_layer(binding, self._below.layers)
        if instead is None:
            return msg("key-line-not-in-terminal", keys=keys, does=does)
        return msg("key-line-in-terminal", keys=keys, does=does, instead=key_words((instead,)))

    def _line_on_a_page(self, binding: Binding, does: Msg) -> Msg:
        """Return a sentence with a binding's effect and the keys that reach the page."""
        keys = self.context.keymap.arriving(binding, self._below.layers)
        return msg("key-line", keys=key_words(keys), does=does) if keys else msg("item", name=does)

    def _run(self, binding: Binding) -> None:
        if binding.id == HUSH:  # no words, and a listener would not notice the closed list
            self.context.press(HUSH, binding.standard[0])
            self.context.pop()
            return
        self.context.pop(silently=True)
        if is_one_thing(binding):
            self.context.press(binding.id, binding.standard[0])
        else:
            self.context.push(WaysList(self.context, binding, self._below.layers))


def _most_needed_first(bindings: Iterable[Binding], spec: Spec | None) -> list[Binding]:
    """Sort the bindings: moving, Enter, Space and the most used questions come first."""
    game = spec.queries[0].id if spec is not None and spec.queries else ""
    order = [*MOVING, SPACE, game, *ASKING]

    def rank(binding: Binding) -> int:
        if binding.id in order:
            return order.index(binding.id)
        return order.index(SPACE) if SPACE in binding.keys else len(order)

    return sorted(bindings, key=rank)


class WaysList(ListScreen):
    """A list of the different effects of one binding's keys, such as volume down and up."""

    def __init__(self, context: MatchContext, binding: Binding, layers: Sequence[str]) -> None:
        super().__init__(context)
        self._binding = binding
        self._layers_below = layers

    def title(self) -> Msg:
        """Return the purpose of the binding, such as "volume"."""
        return msg("item", name=msg(f"do-{self._binding.id}"))

    def items(self) -> Sequence[Item]:
        """Return an item for each effect of the keys, such as louder and quieter.

        It is named by the first key with this effect that reaches the program.  If none does, the
        item is named by the standard key.
        """
        ways = zip(self._binding.ways, self._binding.standard, strict=True)
        return tuple(Item(self._name(way, key), partial(self._run, key)) for way, key in ways)

    def _name(self, way: tuple[str, ...], key: str) -> Msg:
        alone = Binding(self._binding.id, (way,), self._binding.layer, (key,))
        keys = self.context.keymap.arriving(alone, self._layers_below)
        return msg("item", name=key_words(keys[:1] or (key,)))

    def _run(self, key: str) -> None:
        self.context.pop(silently=True)
        self.context.press(self._binding.id, key)


class HelpMenu(ListScreen):
    """The menu of lessons and other help; the current game is listed first."""

    context: MatchContext

    def title(self) -> Msg:
        return msg("help-title")

    def items(self) -> Sequence[Item]:
        """Return a lesson for each game, then the other kinds of help."""
        taught = [spec for spec in games() if spec.lesson is not None]
        return (
            *(self._lesson(spec) for spec in sorted(taught, key=self._is_elsewhere)),
            Item(msg("booklet-title"), lambda: self.context.push(BookletGames(self.context))),
            Item(msg("help-faq"), lambda: self.context.push(FaqReader(self.context))),
            Item(msg("help-translations"), lambda: self.context.push(Translations(self.context))),
            Item(msg("help-program-version", version=__version__), self.tell),
            Item(msg("help-sounds"), lambda: self.context.push(Glossaries(self.context))),
        )

    def _is_elsewhere(self, spec: Spec) -> bool:
        """Whether this is not the current game; the current game's lesson is listed first."""
        return self.context.spec is not spec

    def _lesson(self, spec: Spec) -> Item:
        return Item(msg("tutor-title", game=msg(f"game-{spec.id}")), partial(self._learn, spec))

    def _learn(self, spec: Spec) -> None:
        """Start the lesson of a game, after a question if the current match would end."""
        session = self.context.session
        begin = partial(self.context.matches.teach, spec)
        is_played = session is not None and session.seat is not None and not session.over
        if session is None or not (is_played and session.mode.is_played):
            begin()
            return
        words = msg("tutor-leave-kept" if self.context.matches.kept else "tutor-leave")
        self.context.push(Confirm(self.context, Question(words, begin)))


class Translations(ListScreen):
    """A list of all languages with their translators."""

    def title(self) -> Msg:
        return msg("help-translations")

    def items(self) -> Sequence[Item]:
        """Return an item for each language with its translators; Enter announces it again."""
        return tuple(Item(line, self.tell) for line in self.context.wording.translations())


class BookletGames(ListScreen):
    """A list of the games whose rules, keys and lesson can be saved as a file."""

    context: MatchContext

    def title(self) -> Msg:
        return msg("booklet-title")

    def items(self) -> Sequence[Item]:
        """Return an item for each game."""
        return tuple(
            Item(msg("item", name=msg(f"game-{spec.id}")), partial(self._open, spec))
            for spec in games()
        )

    def _open(self, spec: Spec) -> None:
        self.context.push(BookletForms(self.context, spec))


class BookletForms(ListScreen):
    """A list of the two files that can be saved: for an embosser, or for a browser."""

    context: MatchContext

    def __init__(self, context: MatchContext, spec: Spec) -> None:
        super().__init__(context)
        self._spec = spec

    def title(self) -> Msg:
        """Return the name of the game."""
        return msg("item", name=msg(f"game-{self._spec.id}"))

    def items(self) -> Sequence[Item]:
        """Return the two ways to save the booklet: for a braille embosser, or as a web page."""
        return (
            Item(msg("booklet-emboss"), partial(self._save, "txt")),
            Item(msg("booklet-page"), partial(self._save, "html")),
        )

    def _save(self, ending: str) -> None:
        text = self.context.booklet(self._spec, is_page=ending == "html")
        name = f"audiogames-{self._spec.id}-{self.context.announcer.localizer.lang}.{ending}"
        save_file(self.context, name, text)


class FaqReader(TextReader):
    """The frequent questions and their answers; each question is a heading."""

    def title(self) -> Msg:
        return msg("help-faq")

    def file(self) -> Path:
        """Return the path of the text in the current language."""
        return self.context.locales / self.context.announcer.localizer.lang / "faq.md"
