"""The player's settings, as one frozen record; they are stored in a file to be edited by hand."""

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
"""The scale of the drawing, in percent."""

PACE = Number(5, 50, tuple(range(5, 51, 5)))
"""How long a bot waits, in tenths of a second."""

BOUNCE = Number(0, 1000, (0, 50, 100, 150, 200, 300, 400, 500, 750, 1000))
"""The milliseconds within which the same key is ignored."""

AS_EVERYTHING = "level"
LEVELS = (AS_EVERYTHING, "essential", "normal", "full", "silent")
"""The verbosity of one kind of facts: the general one, or a different one."""

OWN_FORMS = frozenset({"keys", "found_levels", "favourites"})
"""Fields whose stored form differs from their value."""

VERBOSITIES = ("essential", "normal", "full")


@dataclass(frozen=True)
class Settings:
    """The player's settings.

    Volumes are in percent, rates in words a minute; `pace`, `thought` and `grace` are in tenths of
    a second.
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
    """Whether a move may answer a question that is still being announced."""
    rate: int = number(250, 80, 900, tuple(range(80, 901, 20)))
    rate_of: str = text("", 80)
    """The name of the output for which `rate` was measured."""
    voice_volume: int = number(80, 0, 100, tuple(range(0, 101, 10)))
    game_volume: int = number(100, 0, 100, tuple(range(0, 101, 10)))
    notices_volume: int = number(100, 0, 100, tuple(range(0, 101, 10)))
    music_volume: int = number(40, 0, 100, tuple(range(0, 101, 10)))
    voice_rate: int = number(200, 80, 500, tuple(range(80, 501, 20)))
    voice_pitch: int = number(50, 0, 100, tuple(range(0, 101, 10)))
    voice: str = choice("plain", "m1", "m2", "m5", "m7", "f1", "f2", "f3", "f5")
    """The voice of the built-in output: eSpeak NG's own, or one of its variants."""
    seat_voices: bool = switch()
    """Whether the built-in output uses a voice for each seat, heard from its side."""
    keep_boxes: bool = switch()
    """Whether check boxes set for one card stay set for the next."""
    dialect: bool = switch()
    """Whether calls are announced in dialect, in games that have such words."""
    names: str = choice("short", "traditional", "both")
    """The names of declarations, in games that have traditional ones."""
    lessons: bool = switch()
    """Whether a term is explained the first time it is announced."""
    tell_cards: str = choice(*LEVELS)
    tell_calls: str = choice(*LEVELS)
    tell_scores: str = choice(*LEVELS)
    tell_turns: str = choice(*LEVELS)
    tell_deals: str = choice(*LEVELS)
    tell_asides: str = choice(*LEVELS)
    background: str = choice("quiet", "silent", "everything")
    """How much is announced while the window is in the background."""
    scale: int = number(100, SCALE.low, SCALE.high, SCALE.steps)
    theme: str = choice("dark", "light", "black-on-white", "yellow-on-black")
    suit_letters: bool = switch(default=True)
    """Whether drawn cards show the letters of their suits, beside shapes and colours."""
    motion: bool = switch(default=True)
    """Whether drawn cards move smoothly."""
    terminal_table: str = choice("never", "auto", "always")
    """Whether a terminal draws the table in lines; "auto": only without speech."""
    hand: str = choice("standard", "left", "right")
    """Keys for one hand."""
    letters: bool = switch(default=True)
    """Whether letters are commands at a table, or only after the command key."""
    bounce: int = number(0, BOUNCE.low, BOUNCE.high, BOUNCE.steps)
    wrap: bool = switch()
    """Whether lists wrap from the last item to the first."""
    newer: str = choice("unasked", "no", "yes")
    """Whether the program may look for a newer version once a week."""
    looked_on: int = number(0, 0, 9_999_999)
    """The number of the day of the last check for a newer version."""
    newest_told: str = text("", 20)
    """The newest version announced."""
    server: str = text("", 80)
    """The address of the last server."""
    nickname: str = text("", 20)
    """The player's name online."""
    company: str = text("", 200)
    """Games whose calls for players are announced online; ids separated by commas."""
    company_from: int = number(0, 0, 23, tuple(range(24)))
    company_to: int = number(24, 1, 24, tuple(range(1, 25)))
    """The hours, in the player's time zone, in which calls for players are announced; a range may
    cross midnight."""
    gender: str = choice("unasked", "f", "m", "unsaid")
    """The gender by which sentences refer to the player, in languages that need it."""
    welcomed: bool = switch(default=True)
    """Whether the main menu has said where the lessons are; False only without stored settings."""
    keys: Changes = ()
    """Bindings with changed keys."""
    found_levels: tuple[LevelFound, ...] = ()
    """The place of the adaptive level, for each game in which it has changed."""
    favourites: tuple[Favourite, ...] = ()
    """Tables saved under a name, the newest first."""

    @property
    def styles(self) -> tuple[str, ...]:
        """The catalogue contexts whose words the player prefers, such as a dialect."""
        dialect = ("dialect",) if self.dialect else ()
        return dialect if self.names == "short" else (*dialect, self.names)

    @property
    def levels(self) -> dict[Kind, str]:
        """The verbosity for kinds of facts, without kinds that have the general verbosity."""
        wishes = {kind: str(getattr(self, f"tell_{kind.value}")) for kind in Kind}
        return {kind: wish for kind, wish in wishes.items() if wish != AS_EVERYTHING}

    def wants_company(self, game: str, hour: int) -> bool:
        """Return whether a call for players of this game is to be announced at this hour."""
        first, end = self.company_from, self.company_to
        is_time = first <= hour < end if first < end else hour >= first or hour < end
        return is_time and game in self.company.split(",")

    @property
    def habits(self) -> Habits:
        """The player's choices about keys, as a `Habits` record."""
        return Habits(self.keys, PRESETS[self.hand], self.letters)


@dataclass(frozen=True)
class LanguageForOnce:
    """The language for one run of the program, given on the command line and not saved.

    `own` is the saved language; `wanted` is empty if none was given.
    """

    own: str
    wanted: str

    def taken_by(self, settings: Settings) -> Settings:
        """Return the settings with the language given for this run, if one was given."""
        return replace(settings, language=self.wanted) if self.wanted else settings

    def kept_from(self, settings: Settings) -> Settings:
        """Return the settings to save.

        If the player has not changed the language since the start, the saved language is kept.
        """
        if settings.language == self.wanted:
            return replace(settings, language=self.own)
        return settings


def read_settings(
    given: Mapping[str, object], languages: Iterable[str] | None = None
) -> tuple[Settings, tuple[str, ...]]:
    """Parse settings; return the valid ones, and the names of the invalid ones.

    `languages` are the languages with a catalogue; any other language is invalid.
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
    """Convert settings of versions up to 2026-11, which stored `bounce` as true or false.

    Its name was `ignore_repeat` then.
    """
    ignores = given.get("ignore_repeat")
    if not isinstance(ignores, bool):
        return given
    rest = {name: value for name, value in given.items() if name != "ignore_repeat"}
    return {"bounce": 500 if ignores else 0, **rest}


def written(settings: Settings) -> dict[str, object]:
    """Return settings in their stored form."""
    plain = {option.name: getattr(settings, option.name) for option in fields(settings)}
    own = {
        "keys": written_changes(settings.keys),
        "found_levels": written_found(settings.found_levels),
        "favourites": written_favourites(settings.favourites),
    }
    return {**plain, **own}
