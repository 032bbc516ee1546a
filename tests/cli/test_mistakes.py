"""Tests of wrong command lines: exit code 2 and one sentence in the requested language."""

import pytest

from audiogames import __version__
from audiogames.cli.arguments import COMMANDS
from audiogames.core.cues import msg
from audiogames.core.registry import game, game_ids
from audiogames.present.catalogue import languages
from tests.cli.kit import LANGUAGES, LOCALES, in_turn

GAME = "novantanove"
GAMES = ", ".join(game_ids())
NAMES = ", ".join(game(GAME).options.__dataclass_fields__)
LEVELS = "easy, modest, fair, normal, strong, random"
LEVELS_TO_PLAY = LEVELS.replace("random", "like-me, random")


def bad(name, value, allowed):
    return msg("cli-bad-value", name=name, value=value, allowed=allowed)


def not_whole(seed):
    return msg("cli-not-whole", name="--seed", value=seed)


def unknown(value):
    return msg("cli-unknown-command", value=value, allowed=", ".join(COMMANDS))


def no_game(value):
    return msg("cli-unknown-game", value=value, allowed=GAMES)


def missing(text):
    return msg("cli-wrong-usage", text=text)


def option(value, allowed):
    return msg("option-bad-value", option="tokens", value=value, allowed=allowed)


PLAY = ("play", "novantanove")
SIMULATE = ("simulate", "novantanove")

MISTAKES = {
    "a game that play does not know": (("play", "chess"), no_game("chess")),
    "a game that simulate does not know": (("simulate", "chess"), no_game("chess")),
    "a game that engine does not know": (("engine", "chess"), no_game("chess")),
    "a game that demo does not know": (("demo", "chess"), no_game("chess")),
    "a game with a path in its name": (("engine", "../chess"), no_game("../chess")),
    "a command": (("dance",), unknown("dance")),
    "a command with an apostrophe": (("it's",), unknown("it's")),
    "a command with both quotes": (("""'a" ""b'""",), unknown("""'a" ""b'""")),
    "an argument": (("--nonsense",), msg("cli-unknown-argument", text="--nonsense")),
    "an argument of another command": (
        (*PLAY, "--games", "3"),
        msg("cli-unknown-argument", text="--games"),
    ),
    "half an argument": ((*PLAY, "--play", "3"), msg("cli-unknown-argument", text="--play")),
    "one word too many": ((*PLAY, "now"), msg("cli-unknown-argument", text="now")),
    "a window and a terminal": (("--window", "--terminal"), msg("cli-window-or-terminal")),
    "an address": (("join", "a b"), bad("ADDRESS", "a b", "HOST, HOST:PORT, wss://HOST")),
    "a name for a server": (
        ("join", "localhost", "--name", "<b>"),
        bad("--name", "<b>", "a-z, 0-9, 1-20"),
    ),
    "an option": (
        (*PLAY, "--option", "colour=red"),
        msg("option-unknown", option="colour", allowed=NAMES),
    ),
    "a preset": ((*SIMULATE, "--preset", "uici"), bad("--preset", "uici", "usual")),
    "an option of simulate": (
        (*SIMULATE, "--option", "colour=red"),
        msg("option-unknown", option="colour", allowed=NAMES),
    ),
    "an option without a name": (
        (*PLAY, "--option", "=3"),
        msg("option-unknown", option="", allowed=NAMES),
    ),
    "an option without a value": ((*PLAY, "--option", "tokens"), bad("--option", "tokens", "K=V")),
    "the value of an option": ((*PLAY, "--option", "tokens=many"), option("many", "1-99")),
    "too high a value": ((*SIMULATE, "--option", "tokens=100"), option("100", "1-99")),
    "a level": ((*PLAY, "--bot", "genius"), bad("--bot", "genius", LEVELS_TO_PLAY)),
    "a level of simulate": (
        (*SIMULATE, "--bots", "easy,genius"),
        bad("--bots", "genius", LEVELS),
    ),
    "more levels than seats": (
        (*SIMULATE, "--players", "2", "--bots", "easy,easy,easy"),
        bad("--bots", "easy,easy,easy", "1-2"),
    ),
    "too many players": ((*PLAY, "--players", "14"), bad("--players", "14", "2-13")),
    "one player": ((*SIMULATE, "--players", "1"), bad("--players", "1", "2-13")),
    "a number of players": ((*PLAY, "--players", "two"), bad("--players", "two", "2-13")),
    "a limit": ((*PLAY, "--limit", "soon"), bad("--limit", "soon", "none, 5-600")),
    "too short a limit": ((*PLAY, "--limit", "4"), bad("--limit", "4", "none, 5-600")),
    "a seed": ((*PLAY, "--seed", "dice"), not_whole("dice")),
    "a seed of simulate": ((*SIMULATE, "--seed", "1.5"), not_whole("1.5")),
    "how many matches": ((*SIMULATE, "--games", "many"), bad("--games", "many", "1+")),
    "what speaks": (
        ("--speech", "loud"),
        bad("--speech", "loud", "auto, ao2, prism, builtin, none"),
    ),
    "what speaks to a program": (
        ("engine", "novantanove", "--speech", "loud"),
        bad("--speech", "loud", "auto, ao2, prism, builtin, none"),
    ),
    "braille": (("doctor", "--braille", "on"), bad("--braille", "on", "auto, off")),
    "no value at its end": ((*PLAY, "--players"), missing("--players")),
    "no value before another": ((*PLAY, "--seed", "--bot", "easy"), missing("--seed")),
    "a value that is not taken": ((*SIMULATE, "--json=3"), missing("--json")),
    "no option": ((*PLAY, "--option"), missing("--option")),
    "no transcript": (("--transcript",), missing("--transcript")),
    "no seat": (("replay", "file", "--seat"), missing("--seat")),
}


@pytest.mark.parametrize(("mistake", "lang"), in_turn(MISTAKES))
def test_unknown_command_line_argument_is_reported_in_one_sentence(inside, mistake, lang):
    arguments, message = MISTAKES[mistake]
    inside("--lang", lang, *arguments).says(message, lang, 2)
    assert not inside.files()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("command", "what"),
    [("play", "game"), ("simulate", "game"), ("engine", "game"), ("replay", "file")],
)
def test_missing_command_line_argument_is_named(inside, command, what, lang):
    done = inside("--lang", lang, command)
    done.says(msg("cli-missing", text=what), lang, 2)


def test_simulating_zero_matches_is_refused(inside):
    done = inside("--lang", "en", *SIMULATE, "--games", "0")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("--games cannot be 0.")


@pytest.mark.parametrize("given", [("--lang", "tlh"), ("--lang=",), ("doctor", "--lang", "IT")])
def test_unknown_language_is_reported_in_the_systems_language(inside, given):
    value = given[-1].removeprefix("--lang=")
    message = bad("--lang", value, ", ".join(languages(LOCALES)))
    inside(*given).says(message, "en", 2)
    inside(*given, LC_ALL="it_IT.UTF-8").says(message, "it", 2)


def test_language_option_without_a_language_is_reported(inside):
    inside("doctor", "--lang").says(missing("--lang"), "en", 2)


@pytest.mark.parametrize("place", range(3))
def test_language_option_applies_at_any_position(inside, place):
    arguments = ["play", "chess"]
    arguments.insert(place, "--lang=it")
    inside(*arguments).says(no_game("chess"), "it", 2)


def test_language_defaults_to_the_settings_then_the_system(inside, home):
    inside("dance", LC_ALL="it_IT.UTF-8").says(unknown("dance"), "it", 2)
    inside("dance", LC_ALL="nl_NL.UTF-8").says(unknown("dance"), "en", 2)
    (home / "settings.json").write_text('{"language": "it"}', "utf-8")
    inside("dance").says(unknown("dance"), "it", 2)


def test_version_option_prints_the_version(program):
    done = program("--version")
    assert (done.code, done.out, done.err) == (0, f"audiogames {__version__}\n", "")


def test_help_option_exits_with_zero(program):
    done = program("--help")
    assert (done.code, done.err) == (0, "")
    assert all(command in done.out for command in COMMANDS)
