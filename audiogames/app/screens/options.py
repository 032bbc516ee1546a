"""Lists of options; Left and Right change the focused option."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from audiogames.app.bundle import bundle_name, bundle_of
from audiogames.app.finding import place_words
from audiogames.app.outputs import PickFile
from audiogames.app.screens.base import Action, Confirm, Item, ListScreen, Question
from audiogames.app.screens.rekey import LayerList
from audiogames.app.screens.speed import SpeedTest
from audiogames.app.settings import LEVELS, Settings
from audiogames.app.storage import StorageError
from audiogames.core.contract import Refused
from audiogames.core.cues import Cue, Kind, Msg, Priority, Say, msg
from audiogames.core.options import (
    Choice,
    Range,
    Switch,
    change_options,
    follows_another,
    range_of,
    unsettled,
)
from audiogames.core.registry import Spec
from audiogames.present.frame import Button, Frame
from audiogames.search.arena import levels
from audiogames.search.levelling import LIKE_ME, LevelFound, offered_levels
from audiogames.table.clock import LIMIT

if TYPE_CHECKING:
    from audiogames.app.context import Context

FIRST_LIMIT: Final = 60
"""The limit that follows "none", in seconds a turn: the shortest that leaves time to listen."""


@dataclass(frozen=True)
class Knob:
    """The control for one option: it shows the value in words, and changes it.

    `move` sets the next (1) or previous (-1) value.  `note` returns a further sentence about the
    value; `followers` are the options whose default depends on this one.
    """

    id: str
    shown: Callable[[], Msg]
    move: Callable[[int], None]
    note: Callable[[], Msg] | None = None
    followers: tuple[str, ...] = ()

    def notes(self) -> tuple[Say, ...]:
        """Return the announcement of the option's explanatory note, if it has one."""
        return () if self.note is None else (Say(self.note(), Priority.REPLY),)

    def label(self) -> Msg:
        """Return the name of the option and its value, as the text of its line."""
        return msg("option-line", name=msg(f"option-{self.id}"), value=self.shown())


class OptionsScreen(ListScreen):
    """A list of options; Enter explains the focused option."""

    layers: tuple[str, ...] = ("value", "list")
    kind = "options"

    def __init__(self, context: Context, title: Msg, knobs: Sequence[Knob]) -> None:
        super().__init__(context)
        self._title = title
        self._knobs = tuple(knobs)

    def title(self) -> Msg:
        return self._title

    def items(self) -> Sequence[Item]:
        """Return an item for each option, then the items that open other lists or run actions."""
        knobs = (Item(knob.label(), partial(self._explain, knob)) for knob in self._knobs)
        return (*knobs, *self.doors())

    def names(self) -> Sequence[Msg]:
        """Return the texts that typed letters search: for an option, its name without the value."""
        knobs = [msg("item", name=msg(f"option-{knob.id}")) for knob in self._knobs]
        return (*knobs, *(door.label for door in self.doors()))

    def doors(self) -> Sequence[Item]:
        """Return the items without a value, which open other lists or run actions."""
        return ()

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of a list, and those for changing and explaining an option."""
        return {
            **super().actions(),
            "change": lambda key: self._change(-1 if key == "left" else 1),
            "describe": lambda _key: self._describe(),
        }

    def in_picture(self, picture: Frame) -> Frame:
        """Draw the list, with buttons for Left and Right beside the focused option."""
        drawn = super().in_picture(picture)
        if self._knob is None:
            return drawn
        ways = ("value-before", "left"), ("value-after", "right")
        buttons = tuple(Button(self.context.text(msg(id_)), key) for id_, key in ways)
        rows = tuple(replace(row, has_buttons=row.focused) for row in drawn.rows)
        return replace(drawn, buttons=buttons, rows=rows)

    @property
    def _knob(self) -> Knob | None:
        """The focused option; None if another item is focused."""
        return self._knobs[self.place] if self.place < len(self._knobs) else None

    def _describe(self) -> None:
        if self._knob is None:
            self.tell()
        else:
            self._explain(self._knob)

    def _change(self, by: int) -> None:
        knob = self._knob
        if knob is None:
            self.context.sound("menu-edge")
            self.tell()
            return
        followers = [one for one in self._knobs if one.id in knob.followers]
        before, labels = knob.shown(), [one.label() for one in followers]
        knob.move(by)
        self.context.sound("menu-move" if knob.shown() != before else "menu-edge")
        moved = [one.label() for one in followers if one.label() not in labels]
        moved_with_it = (Say(label, Priority.REPLY) for label in moved)
        self.context.say(self.current(), *knob.notes(), *moved_with_it)

    def _explain(self, knob: Knob) -> None:
        self.context.say(Say(msg(f"option-{knob.id}-help"), Priority.REPLY), *knob.notes())


def value_words(id_: str, allowed: Range, value: Any) -> Msg:
    """Return a value in words: a number, yes or no, or the word of a choice."""
    match allowed:
        case Switch():
            return msg("yes-value" if value else "no-value")
        case Choice():
            return msg(f"option-{id_}-{value}")
    return msg("number-value", value=value)


def field_knobs(
    get: Callable[[], Any], put: Callable[[Any], None], names: Sequence[str] | None = None
) -> list[Knob]:
    """Build a control for each field of a record of options, or only for fields in `names`."""
    declared = {option.name: range_of(option) for option in fields(get()) if option.metadata}
    return [_field_knob(name, declared[name], get, put) for name in (names or declared)]


def table_knobs(
    spec: Spec, get: Callable[[], Any], put: Callable[[Any], None], chosen: set[str]
) -> list[Knob]:
    """Build the controls for the presets and options of a game.

    A default that depends on another option changes with it until the player has set the value.
    `chosen` names the options that the player has set; the caller keeps this set between calls.
    """

    def put_preset(options: Any) -> None:
        chosen.clear()
        put(options)

    def put_changed(options: Any) -> None:
        before = get()
        chosen.update(name for name, value in vars(options).items() if vars(before)[name] != value)
        put(change_options(options, {}, unsettled(before) - chosen))

    following = tuple(one.name.replace("_", "-") for one in fields(get()) if follows_another(one))
    knobs = field_knobs(get, put_changed)
    return [
        *preset_knobs(spec, get, put_preset),
        *(
            replace(knob, followers=tuple(id_ for id_ in following if id_ != knob.id))
            for knob in knobs
        ),
    ]


def _field_knob(
    name: str, allowed: Range, get: Callable[[], Any], put: Callable[[Any], None]
) -> Knob:
    id_ = name.replace("_", "-")

    def move(by: int) -> None:
        put(replace(get(), **{name: allowed.step(getattr(get(), name), by)}))

    return Knob(id_, lambda: value_words(id_, allowed, getattr(get(), name)), move)


def preset_knobs(spec: Spec, get: Callable[[], Any], put: Callable[[Any], None]) -> list[Knob]:
    """Build the control that selects a preset of the game, or its usual options."""
    if not spec.presets:
        return []
    known = spec.named_options

    def name() -> str:
        return next((name for name, options in known.items() if options == get()), "own")

    def choose(name: str) -> None:
        if name in known:
            put(known[name])

    return [choice_knob("preset", (*known, "own"), name, choose)]


def limit_knob(get: Callable[[], int | None], put: Callable[[int | None], None]) -> Knob:
    """Build the control for the time limit: none, or 5 to 600 seconds per turn.

    From "none", Right sets a minute.
    """

    def move(by: int) -> None:
        limit = get()
        if limit is None:
            put(FIRST_LIMIT if by > 0 else None)
        elif by < 0 and limit <= LIMIT.steps[0]:
            put(None)
        else:
            put(LIMIT.step(limit, by))

    def shown() -> Msg:
        limit = get()
        return msg("limit-none") if limit is None else msg("limit-seconds", limit)

    return Knob("limit", shown, move)


def choice_knob(
    id_: str, values: Sequence[str], get: Callable[[], str], put: Callable[[str], None]
) -> Knob:
    """Build a control that selects one of these words, for a setting outside a game's options.

    `get` returns the current word, `put` stores the selected one.
    """
    allowed = Choice(tuple(values))
    return Knob(
        id_, lambda: value_words(id_, allowed, get()), lambda by: put(allowed.step(get(), by))
    )


def level_knob(
    spec: Spec,
    options: Callable[[], Any],
    get: Callable[[], str],
    put: Callable[[str], None],
    found: Callable[[], LevelFound] | None = None,
) -> Knob:
    """Build the control for the bots' level.

    Levels that have the same name at this table are offered once.  With `found` the adaptive level
    is offered last, with its present place between the other levels.
    """

    def named(level: str) -> str:
        return level if level == LIKE_ME else spec.bots.plays_as(options(), level)

    def move(by: int) -> None:
        offered = levels(spec) if found is None else offered_levels(spec)
        levels_by_name = {named(level): level for level in offered}
        new = Choice(tuple(levels_by_name)).step(named(get()), by)
        if new != named(get()):
            put(new if new in offered else levels_by_name[new])

    def shown() -> Msg:
        if get() == LIKE_ME and found is not None:
            return msg("like-me", where=place_words(spec, found(), options()))
        return msg(f"option-level-{named(get())}")

    return Knob("level", shown, move, note=lambda: msg(f"level-{named(get())}"))


SETTINGS = (
    "verbosity", "speech", "braille", "automatic_reading", "background", "pace", "thought", "grace",
    "auto_draw", "patience", "play_ahead",
    "rate", "voice_volume", "game_volume", "notices_volume",
    "voice", "voice_rate", "voice_pitch", "seat_voices", "keep_boxes", "names", "lessons",
    "dialect", "scale", "theme", "suit_letters", "motion", "terminal_table", "wrap",
    "bounce", "hand", "letters",
)  # fmt: skip


class SettingsScreen(OptionsScreen):
    """The options of the program (F10)."""

    def __init__(self, context: Context) -> None:
        knobs = [
            _in_words(knob) for knob in field_knobs(lambda: context.settings, self._put, SETTINGS)
        ]
        knobs.insert(1, Knob("language", self._language, self._next_language))
        if context.can_look_for_newer:
            knobs.append(Knob("newer", self._newer, self._look_for_newer))
        super().__init__(context, msg("settings"), knobs)

    def doors(self) -> Sequence[Item]:
        """Return the items for actions and further screens.

        They export and import files, start the speed test, open the lists of kinds of facts and of
        keys, and delete all data.
        """
        forget = self.context.storage.forget
        return (
            Item(msg("things-save"), self._save_all),
            *([Item(msg("things-take"), self._take)] if self.context.picks_files else []),
            Item(msg("measure-speed"), lambda: self.context.push(SpeedTest(self.context))),
            Item(msg("tell-kinds"), lambda: self.context.push(KindsScreen(self.context))),
            Item(msg("change-keys"), lambda: self.context.push(LayerList(self.context))),
            *([Item(msg("page-forget"), partial(self._forget, forget))] if forget else []),
        )

    def _save_all(self) -> None:
        """Save all stored data as one file, and announce where it is."""
        storage = self.context.storage
        text, left_out = bundle_of(storage)
        try:
            where = storage.save_file(bundle_name(storage.stamp()), text)
        except StorageError as error:
            self.context.answer(error.message)
            return
        saved = msg("file-saved", where=where)
        self.context.answer(msg("things-left-out", left_out, saved=saved) if left_out else saved)

    def _take(self) -> None:
        """Let the player pick a file of stored data to import.  Raises `Refused` during a match."""
        if self.context.session is not None:
            raise Refused("leave-first")
        self.context.answer(msg("things-choose"))
        self.context.put(PickFile())

    def _forget(self, forget: Callable[[], None]) -> None:
        """Ask for confirmation, then call `forget`, which deletes all stored data.

        Raises `Refused` during a match, whose file is being written.
        """
        if self.context.session is not None:
            raise Refused("leave-first")

        def yes() -> None:
            forget()
            self.context.answer(msg("page-forgotten"))
            self.context.open_main_menu()

        self.context.push(Confirm(self.context, Question(msg("page-forget-question"), yes)))

    def _language(self) -> Msg:
        lang = self.context.announcer.localizer.lang
        return self.context.wording.languages()[lang]

    def _next_language(self, by: int) -> None:
        known = list(self.context.wording.languages())
        place = known.index(self.context.announcer.localizer.lang) + by
        lang = known[max(0, min(len(known) - 1, place))]
        self.context.change_settings(replace(self.context.settings, language=lang))

    def _newer(self) -> Msg:
        return msg("yes-value" if self.context.settings.newer == "yes" else "no-value")

    def _look_for_newer(self, by: int) -> None:
        self.context.change_settings(
            replace(self.context.settings, newer="yes" if by > 0 else "no")
        )

    def _put(self, settings: Settings) -> None:
        before = self.context.settings
        self.context.change_settings(settings)
        if (settings.speech, settings.braille) != (before.speech, before.braille):
            spoke = self.context.voice.name
            self.context.announcer.afterwards(lambda: self._in_use(spoke))

    def _in_use(self, spoke: str) -> Iterator[Cue]:
        """After a change of the speech settings, yield an announcement of the output in use.

        `spoke` is the output before the change.  If another output has replaced it, yield nothing:
        the new output was announced already.
        """
        voice = self.context.voice
        if voice.name == spoke:
            braille = msg("braille-on" if voice.braille else "braille-off")
            words = msg("speech-in-use", voice=self.context.wording.voice(), braille=braille)
            yield Say(words, Priority.MINE)


class KindsScreen(OptionsScreen):
    """Options for how much is announced of each kind of fact."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, msg("tell-kinds"), [_level_knob(context, kind) for kind in Kind])


def _level_knob(context: Context, kind: Kind) -> Knob:
    name, allowed = f"tell_{kind.value}", Choice(LEVELS)

    def move(by: int) -> None:
        level = allowed.step(getattr(context.settings, name), by)
        context.change_settings(replace(context.settings, **{name: level}))

    def shown() -> Msg:
        return msg(f"tell-{getattr(context.settings, name)}")

    return Knob(f"tell-{kind.value}", shown, move)


def seconds_words(tenths: int) -> Msg:
    """Return tenths of a second as seconds in words: "1,5 secondi"."""
    whole, tenth = divmod(tenths, 10)
    return msg("tenths", whole=whole, tenth=tenth) if tenth else msg("limit-seconds", whole)


def _bounce_words(milliseconds: int) -> Msg:
    """Return the setting `bounce` in words: a time in milliseconds, or "no"."""
    if not milliseconds:
        return msg("no-value")
    return msg("bounce-within", milliseconds)


def _percent_words(percent: int) -> Msg:
    return msg("percent-value", percent)


WORDS: Final[Mapping[str, Callable[[int], Msg]]] = {
    "pace": seconds_words,
    "thought": seconds_words,
    "grace": seconds_words,
    "bounce": _bounce_words,
    "scale": _percent_words,
}
"""The options whose numbers are described in words."""


def _in_words(knob: Knob) -> Knob:
    """Return a control that shows its number in words, such as "30 seconds".

    If `WORDS` has no words for this control, return it unchanged.
    """
    words = WORDS.get(knob.id)
    if words is None:
        return knob

    def shown() -> Msg:
        value = knob.shown().args["value"]
        assert isinstance(value, int)
        return words(value)

    return Knob(knob.id, shown, knob.move)
