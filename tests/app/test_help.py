"""The help menu (Shift+F1): lessons, frequent questions, and the meaning of each sound."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from audiogames import __version__
from audiogames.app.screens.sounds import COMMON, TAKE, sounds_in
from audiogames.cli.arguments import COMMANDS
from audiogames.core.cues import msg
from audiogames.core.registry import game_ids, games
from audiogames.present.outputs import PlaySound
from tests.kit.pilot import LOCALES
from tests.kit.places import LANGUAGES, lobby, match, menu
from tests.kit.pressing import lines, screen
from tests.present.kit import shipped
from tests.repo.test_ids import SOUNDS, calls

SOUND_FILES = LOCALES.parent / "sounds"
FOLDERS = (COMMON, *(id_ for id_ in game_ids() if sounds_in(LOCALES, id_)))
LONGEST = 240


# The menu -----------------------------------------------------------------------------------------


def test_help_lists_lessons_files_questions_and_sounds():
    pilot = menu()
    pilot.press("shift+f1")
    assert lines(pilot) == [
        *(
            f"Lezione di {pilot.app.text(msg(f'game-{spec.id}'))}."
            for spec in games()
            if spec.lesson
        ),
        "Regole, tasti e lezione da stampare o da leggere.",
        "Domande frequenti.",
        "Lingue, e chi le ha tradotte.",
        f"Versione {__version__}.",
        "Suoni.",
    ]


def test_help_lists_the_current_game_first():
    pilot = menu()
    pilot.press("home", "enter", "w", "enter", "shift+f1")
    assert lines(pilot)[:2] == ["Lezione di Wist.", "Lezione di Novantanove."]
    assert lines(match_of_invido())[0] == "Lezione di Invido."


def match_of_invido():
    pilot = menu()
    pilot.press("home", "enter", "i", "enter", "b", "enter")
    pilot.wait(5)
    pilot.press("shift+f1")
    return pilot


@pytest.mark.parametrize("lang", LANGUAGES)
def test_main_menu_opens_help(lang):
    pilot = menu(lang)
    title = shipped(lang).speech(msg("help-title"))
    place = lines(pilot).index(shipped(lang).speech(msg("menu-help")))
    pilot.press(*["down"] * place, "enter")
    assert screen(pilot) == "HelpMenu"
    assert pilot.look()[-1].text.startswith(title)


def test_match_stays_open_behind_help():
    pilot = match()
    pilot.press("shift+f1", "escape")
    assert screen(pilot) == "MatchScreen"


# Frequent questions -------------------------------------------------------------------------------


def faq(pilot):
    pilot.press("shift+f1")
    pilot.press(*["down"] * lines(pilot).index(pilot.app.text(msg("help-faq"))), "enter")
    return pilot


def questions(lang):
    text = (LOCALES / lang / "faq.md").read_text("utf-8")
    return re.findall(r"^## (.+)$", text, re.MULTILINE)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_key_h_moves_through_all_frequent_questions(lang):
    pilot = faq(menu(lang))
    pilot.look()
    for question in questions(lang):
        pilot.press("h")
        assert question in pilot.heard()
    assert 15 <= len(questions(lang)) <= 30


def test_frequent_questions_are_shown_in_the_current_language():
    pilot = faq(menu("it"))
    pilot.press("h", "shift+f3")  # Italian, then English
    pilot.look()
    pilot.press("f5")
    pilot.expect("Frequent questions.", questions("en")[0])


def test_frequent_questions_have_the_same_structure_in_every_language():
    texts = [(LOCALES / lang / "faq.md").read_text("utf-8").splitlines() for lang in LANGUAGES]
    shapes = [[line[:2] if line[:1] == "#" else bool(line) for line in text] for text in texts]
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_answers_to_frequent_questions_are_written_to_be_spoken(lang):
    for line in filter(None, (LOCALES / lang / "faq.md").read_text("utf-8").splitlines()):
        said = line.lstrip("# ")
        assert not re.search(r"[|*_`<>=+/\\()\[\]#]| -|\d-\d", said), line
        assert len(said) < LONGEST
        assert line.startswith("# ") or said[-1] in ".:?!", line


NAMED = (
    "option-speech", "option-voice-rate", "option-rate", "option-pace", "option-level",
    "option-grace", "option-auto-draw", "option-limit", "option-patience", "option-lessons",
    "option-hand", "option-scale", "option-theme", "change-keys", "menu-leave", "menu-help",
    "help-sounds", "menu-quit", "menu-past", "menu-statistics", "tell-kinds", "option-background",
)  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id_", NAMED)
def test_frequent_questions_name_options_as_the_menus_do(lang, id_):
    text = (LOCALES / lang / "faq.md").read_text("utf-8")
    assert shipped(lang).speech(msg(id_)).rstrip(".") in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_commands_named_in_the_frequent_questions_exist(lang):
    named = re.findall(r"audiogames (\w+)", (LOCALES / lang / "faq.md").read_text("utf-8"))
    assert {"doctor", "forget"} <= set(named) <= set(COMMANDS)


KEYS = {
    "shift+f8": "automatic-reading", "f10": "settings", "shift+f1": "help", "ctrl+f1": "rules",
    "f1": "keys", "f11": "describer", "f5": "where", "ctrl+r": "repeat", "pageup": "older-newer",
    "f12": "verbosity", "f6": "volume-channel", "f7": "volume", "f8": "volume",
    "shift+f7": "stop-sounds", "shift+f3": "language", "ctrl+-": "scale", "alt+f4": "quit",
    "layer": "layer", "f9": "functions", "shift+f11": "pace", "shift+f12": "pace",
}  # fmt: skip
GAME_KEYS = {
    "t": "turn", "e": "recap", "x": "explain", "ctrl+t": "more-time", "ctrl+z": "take-back",
    "shift+p": "pause", "g": "suggest", "ctrl+o": "open-hands", "escape": "game-menu", "d": "draw",
    "space": "draw",
}  # fmt: skip


@pytest.mark.parametrize(("key", "does"), [*KEYS.items(), *GAME_KEYS.items()])
def test_keys_named_in_the_frequent_questions_have_the_described_effect(key, does):
    pilot = menu() if key in KEYS else match()
    assert pilot.app.keymap.find(key, pilot.app.screen.layers).id == does


@pytest.mark.parametrize(("key", "does"), [("alt+o", "table-options"), ("p", "add-person")])
def test_lobby_keys_named_in_the_frequent_questions_have_the_described_effect(key, does):
    pilot = lobby()
    assert pilot.app.keymap.find(key, pilot.app.screen.layers).id == does


# Sounds -------------------------------------------------------------------------------------------


def open_sounds(pilot, folder):
    """Open the list of the sounds in this folder."""
    pilot.press("shift+f1", "end", "enter")
    name = pilot.app.text(msg("sounds-common"))
    if folder != COMMON:
        name = pilot.app.text(msg("sounds-of", game=msg(f"game-{folder}")))
    pilot.press(*["down"] * lines(pilot).index(name))
    pilot.sounds.clear()
    pilot.look()
    pilot.press("enter")
    return pilot


def played(pilot):
    """Return the folder and name of each sound played, without the sounds of menus."""
    return [(one.folder, one.sound) for one in pilot.sounds if one.folder is not None]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS)
def test_sound_list_plays_every_sound_with_its_meaning(folder, lang):
    pilot = open_sounds(menu(lang), folder)
    sounds = sounds_in(LOCALES, folder)
    pilot.press(*["down"] * (len(sounds) - 1))
    assert played(pilot) == [(folder, sound) for sound in sounds]
    meanings = [one.text for one in pilot.look()]
    assert len(meanings) == len(sounds)
    assert all(text.endswith(".") for text in meanings)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_sound_file_is_in_the_sound_list(folder):
    files = {TAKE.sub("", path.stem) for path in (SOUND_FILES / folder).glob("*.ogg")}
    assert set(sounds_in(LOCALES, folder)) == files


def test_every_sound_folder_is_in_the_list_of_sound_folders():
    assert {path.name for path in SOUND_FILES.iterdir() if path.is_dir()} <= set(FOLDERS)


@pytest.mark.slow
def test_every_sound_named_in_code_is_in_the_sound_list():
    known = "\n".join(set(chain(*(sounds_in(LOCALES, folder) for folder in FOLDERS))))
    missing = [
        (where, found)
        for where, found in calls(SOUNDS)
        if not re.search(rf"^{found}$", known, re.MULTILINE)
    ]
    assert not missing


@pytest.mark.parametrize("lang", LANGUAGES)
def test_catalogues_hold_no_text_of_a_removed_sound(lang):
    ids = {
        f"sound-{sound}" if folder == COMMON else f"sound-{folder}-{sound}"
        for folder in FOLDERS
        for sound in sounds_in(LOCALES, folder)
    }
    texts = [path.read_text("utf-8") for path in (LOCALES / lang / "LC_MESSAGES").glob("*.po")]
    assert set(re.findall(r'^msgid "(sound-.+)"$', "\n".join(texts), re.MULTILINE)) == ids


def test_english_sound_meanings_match_the_credits():
    """The sound folders' `CREDITS.md` and the messages of sounds have the same texts."""
    for page in SOUND_FILES.glob("*/CREDITS.md"):
        folder, part = page.parent.name, page.read_text("utf-8")
        words = shipped("en", game=folder if folder in game_ids() else "novantanove")
        for sound, meaning in re.findall(r"^\| ([a-z-]+) \| \d \| (.+) \|$", part, re.MULTILINE):
            id_ = f"sound-{sound}" if folder == COMMON else f"sound-{folder}-{sound}"
            assert words.speech(msg(id_)) == meaning


def test_enter_repeats_a_sound_and_its_meaning():
    pilot = open_sounds(menu(), "invido")
    pilot.press("down", "up")
    pilot.sounds.clear()
    words = pilot.look()[-1].text
    pilot.press("enter")
    assert pilot.sounds == [PlaySound("accept", 0.0, "game", "invido")]
    assert pilot.heard() == words


def test_arrow_at_the_edge_of_the_sound_list_plays_only_the_sound_at_the_edge():
    pilot = open_sounds(menu(), COMMON)
    pilot.sounds.clear()
    pilot.press("up")
    assert [one.sound for one in pilot.sounds] == ["menu-edge"]


def test_up_arrow_at_the_first_sound_plays_the_last_one_if_lists_wrap():
    pilot = open_sounds(menu(wrap=True), COMMON)
    pilot.sounds.clear()
    pilot.press("up")
    assert played(pilot) == [(COMMON, sounds_in(LOCALES, COMMON)[-1])]


def test_letter_key_in_the_sound_list_focuses_and_plays_a_matching_sound():
    pilot = open_sounds(menu("en"), "wist")
    pilot.sounds.clear()
    pilot.press("y")
    assert pilot.look()[-1].text.startswith("You")
    assert len(played(pilot)) == 1


def test_sound_list_of_one_game_plays_its_sounds_during_a_match_of_another():
    pilot = open_sounds(match(), "wist")
    assert played(pilot) == [("wist", sounds_in(LOCALES, "wist")[0])]
    assert pilot.heard() == "Suoni di Wist. Un giocatore dice la sua previsione."


def test_f9_menu_opens_the_sound_lists():
    pilot = menu()
    pilot.press("f9")
    pilot.press(*["down"] * lines(pilot).index("Suoni."), "enter")
    assert screen(pilot) == "Glossaries"
