"""Settings: one frozen record, kept in one file that can be read and mended by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace

from audiogames.app.favourites import Favourite, read_favourites, written_favourites
from audiogames.app.keys.changes import Changes, read_changes, written_changes
from audiogames.app.keys.layout import PRESETS, Habits
from audiogames.core.cues import Kind
from audiogames.core.options import (
    Number,
    OptionError,
    choice,
    number,
    read_options,
    switch,
    text,
    word,
)
from audiogames.search.levelling import LevelFound, read_found, written_found

SCALE = Number(100, 400, (100, 150, 200, 300, 400))
"""How large things are drawn, in percent."""

PACE = Number(5, 50, tuple(range(5, 51, 5)))
"""How long a bot waits, in tenths of a second."""

BOUNCE = Number(0, 1000, (0, 50, 100, 150, 200, 300, 400, 500, 750, 1000))
"""Within how many milliseconds the same key again counts for nothing."""

AS_EVERYTHING = "level"
LEVELS = (AS_EVERYTHING, "essential", "normal", "full", "silent")
"""How much is told of one kind of facts: as of everything, or so much whatever else is told."""

OWN_FORMS = frozenset({"keys", "found_levels", "favourites"})
"""Fields that are read and written each in a form of its own."""

VERBOSITIES = ("essential", "normal", "full")


@dataclass(frozen=True)
class Settings:
    """What a player has chosen.

    Volumes are percentages, rates words a minute; `pace`, `thought`, `grace` tenths of a second.
    """

    language: str = word("")
    """Empty until chosen at the first run."""
    verbosity: str = choice("normal", "essential", "full")
    speech: str = choice("auto", "ao2", "prism", "builtin", "none")
    braille: str = choice("auto", "off")
    automatic_reading: bool = switch(default=True)
    pace: int = number(15, PACE.low, PACE.high, PACE.steps)
    thought: int = number(10, 0, 50, tuple(range(0, 51, 5)))
    """How much longer, at most, a bot waits over a decision with many choices."""
    grace: int = number(30, 0, 100, tuple(range(0, 101, 10)))
    auto_draw: bool = switch()
    patience: str = choice("1", "1.5", "2", "4")
    play_ahead: bool = switch()
    """Whether a move answers a question that is still being told."""
    rate: int = number(250, 80, 900, tuple(range(80, 901, 20)))
    rate_of: str = text("", 80)
    """The name of the output whose speed `rate` is, where it was measured."""
    voice_volume: int = number(80, 0, 100, tuple(range(0, 101, 10)))
    game_volume: int = number(100, 0, 100, tuple(range(0, 101, 10)))
    notices_volume: int = number(100, 0, 100, tuple(range(0, 101, 10)))
    music_volume: int = number(40, 0, 100, tuple(range(0, 101, 10)))
    voice_rate: int = number(200, 80, 500, tuple(range(80, 501, 20)))
    voice_pitch: int = number(50, 0, 100, tuple(range(0, 101, 10)))
    voice: str = choice("plain", "m1", "m2", "m5", "m7", "f1", "f2", "f3", "f5")
    """Whose voice the built-in one is: eSpeak NG's own, or one of its variants."""
    seat_voices: bool = switch()
    """Whether the built-in voice speaks for each seat in a voice of its own, from its side."""
    keep_boxes: bool = switch()
    """Whether what was ticked for one card stays ticked for the next."""
    dialect: bool = switch()
    """Whether games say their calls in dialect, where they have such words."""
    names: str = choice("short", "traditional", "both")
    """How declarations are called, in games that have traditional names for them."""
    lessons: bool = switch()
    """Whether what a term means is told the first time that it is heard."""
    tell_cards: str = choice(*LEVELS)
    tell_calls: str = choice(*LEVELS)
    tell_scores: str = choice(*LEVELS)
    tell_turns: str = choice(*LEVELS)
    tell_deals: str = choice(*LEVELS)
    tell_asides: str = choice(*LEVELS)
    background: str = choice("quiet", "silent", "everything")
    """How much is told while the window is not in front."""
    scale: int = number(100, SCALE.low, SCALE.high, SCALE.steps)
    theme: str = choice("dark", "light", "black-on-white", "yellow-on-black")
    suit_letters: bool = switch(default=True)
    """Whether drawn cards bear the letters of their suits, beside shapes and colours."""
    motion: bool = switch(default=True)
    """Whether drawn cards move from place to place, or are there at once."""
    terminal_table: str = choice("never", "auto", "always")
    """Whether a terminal draws the table in lines; "auto": only where nothing speaks."""
    hand: str = choice("standard", "left", "right")
    """Keys for one hand."""
    letters: bool = switch(default=True)
    """Whether letters are commands at a table, or only after the command key."""
    bounce: int = number(0, BOUNCE.low, BOUNCE.high, BOUNCE.steps)
    wrap: bool = switch()
    """Whether the first item of a list comes after the last one."""
    newer: str = choice("unasked", "no", "yes")
    """Whether the program may look for a newer version once a week."""
    looked_on: int = number(0, 0, 9_999_999)
    """The number of the day on which it looked last."""
    newest_told: str = text("", 20)
    """The newest version that was told."""
    server: str = text("", 80)
    """The address of the server where one was last."""
    nickname: str = text("", 20)
    """How one is called there."""
    company: str = text("", 200)
    """Games of which one hears online when somebody waits for players; ids with commas between."""
    gender: str = choice("unasked", "f", "m", "unsaid")
    """How sentences speak of one there, in languages that need to know."""
    welcomed: bool = switch(default=True)
    """Whether the main menu has told once where to learn; not yet where nothing was ever kept."""
    keys: Changes = ()
    """Bindings with other keys than usual."""
    found_levels: tuple[LevelFound, ...] = ()
    """Where the level that finds its player stands, for each game in which it has moved."""
    favourites: tuple[Favourite, ...] = ()
    """Tables that were saved under a name, the newest first."""

    @property
    def styles(self) -> tuple[str, ...]:
        """The contexts of the catalogue whose words come first."""
        dialect = ("dialect",) if self.dialect else ()
        return dialect if self.names == "short" else (*dialect, self.names)

    @property
    def levels(self) -> dict[Kind, str]:
        """The kinds of facts of which more or less is told than of everything."""
        wishes = {kind: str(getattr(self, f"tell_{kind.value}")) for kind in Kind}
        return {kind: wish for kind, wish in wishes.items() if wish != AS_EVERYTHING}

    @property
    def habits(self) -> Habits:
        """How the keys are arranged."""
        return Habits(self.keys, PRESETS[self.hand], self.letters)


@dataclass(frozen=True)
class LanguageForOnce:
    """A language that the command line asks for: the program speaks it, and keeps its own.

    `wanted` is empty where none was asked for.
    """

    own: str
    wanted: str

    def taken_by(self, settings: Settings) -> Settings:
        """These settings as the program begins with them."""
        return replace(settings, language=self.wanted) if self.wanted else settings

    def kept_from(self, settings: Settings) -> Settings:
        """These settings as the file keeps them; another language was chosen since, and stays."""
        if settings.language == self.wanted:
            return replace(settings, language=self.own)
        return settings


def read_settings(
    given: Mapping[str, object], languages: Iterable[str] | None = None
) -> tuple[Settings, tuple[str, ...]]:
    """The settings that can be understood, and the names of those that cannot.

    `languages` are those that have words: in any other the program could not even begin.
    """
    given = _renamed(given)
    good: dict[str, object] = {}
    keys, bad_keys = read_changes(given.get("keys", {}))
    levels, bad_levels = read_found(given.get("found_levels", {}))
    favourites, bad_favourites = read_favourites(given.get("favourites", []))
    bad = [*bad_keys, *bad_levels, *bad_favourites]
    for name, value in given.items():
        if name in OWN_FORMS:
            continue
        try:
            read_options(Settings, {name: value})
        except OptionError:
            bad.append(name)
        else:
            good[name] = value
    if languages is not None and good.get("language", "") not in ("", *languages):
        del good["language"]
        bad.append("language")
    settings = read_options(Settings, good)
    assert isinstance(settings, Settings)
    return replace(settings, keys=keys, found_levels=levels, favourites=favourites), tuple(bad)


def _renamed(given: Mapping[str, object]) -> Mapping[str, object]:
    """Settings of versions up to 2026-11, in which `bounce` was half a second or nothing."""
    ignores = given.get("ignore_repeat")
    if not isinstance(ignores, bool):
        return given
    rest = {name: value for name, value in given.items() if name != "ignore_repeat"}
    return {"bounce": 500 if ignores else 0, **rest}


def written(settings: Settings) -> dict[str, object]:
    """As the file keeps them."""
    plain = {option.name: getattr(settings, option.name) for option in fields(settings)}
    own = {
        "keys": written_changes(settings.keys),
        "found_levels": written_found(settings.found_levels),
        "favourites": written_favourites(settings.favourites),
    }
    return {**plain, **own}
