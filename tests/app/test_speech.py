"""Options of speech: verbosity by kind of event, silence in the background, the bots' pace."""

import re
from pathlib import Path

import pytest

from audiogames.app.settings import Settings
from audiogames.app.storage import StorageError
from audiogames.shell.files import Paths
from audiogames.shell.storage import FileStorage
from tests.kit.pilot import MemoryStorage
from tests.kit.places import match, menu
from tests.kit.pressing import screen


@pytest.fixture
def pilot():
    return match()


def announced(pilot):
    return [(one.text, one.spoken, one.braille) for one in pilot.look()]


# --- Kinds of facts -------------------------------------------------------------------------------


def to_kinds(pilot):
    """Open the list of options for the verbosity of each kind of event."""
    pilot.press("f10", "end", "up", "enter")
    assert screen(pilot) == "KindsScreen"


def test_each_kind_of_event_has_a_verbosity_option():
    pilot = menu()
    to_kinds(pilot)
    pilot.expect("Cosa dire di più o di meno. Carte giocate e prese, come il resto.")
    pilot.press(*["right"] * 4)
    pilot.expect("essenziale", "normale", "completa", "Carte giocate e prese, solo in braille.")
    assert pilot.storage.settings.tell_cards == "silent"
    pilot.press("enter")
    assert pilot.heard() == "Quanto si dice delle carte giocate e di chi prende."
    pilot.press(*["down"] * 5)
    pilot.expect("Chiamate", "Punti", "Turni", "Distribuzione", "Gesti degli altri, come il resto.")


def test_opponents_cards_set_to_silent_are_only_in_braille_and_history(pilot):
    to_kinds(pilot)
    pilot.press(*["right"] * 4, "escape", "escape")
    pilot.look()
    pilot.press("down", "enter", "space")
    own = pilot.heard()
    assert "Sette di cuori" in own or "Re di fiori" in own, "an answer to a key is never silent"
    pilot.wait(10)
    others = pilot.look()
    assert others
    assert not any(one.spoken and "Tocca a te" not in one.text for one in others)
    kept = [one.text for one in pilot.app.announcer.history.entries("game")]
    assert sum(one.startswith(("Ada", "Bruno")) for one in kept) >= 2


def test_turn_prompts_set_to_silent_still_play_their_sound(pilot):
    to_kinds(pilot)
    pilot.press(*["down"] * 3, *["right"] * 4, "escape", "escape", "down", "enter", "space")
    pilot.look()
    pilot.sounds.clear()
    pilot.wait(12)
    assert "Tocca a te" not in pilot.heard()
    assert "your-turn" in [one.sound for one in pilot.sounds]
    pilot.press("t")
    pilot.expect("Tocca a te")


# --- In the background ----------------------------------------------------------------------------


def test_match_in_the_background_is_silent_and_summarised_on_return(pilot):
    pilot.press("down", "enter", "space")
    pilot.look()
    pilot.away(gone=True)
    pilot.sounds.clear()
    pilot.wait(15)
    assert not announced(pilot), "nothing counts as told there"
    assert {one.sound for one in pilot.sounds} == {"your-turn"}
    pilot.away(gone=False)
    assert len(told := pilot.look()) == 1
    assert told[0].text.endswith("Tocca a te."), "what was missed, and the question"
    assert told[0].text.startswith("Ada, ")


def test_option_to_speak_everything_in_the_background_applies_to_all_events():
    pilot = match(background="everything")
    pilot.press("down", "enter", "space")
    pilot.look()
    pilot.away(gone=True)
    pilot.wait(15)
    assert all(spoken for _, spoken, _ in announced(pilot))
    pilot.away(gone=False)
    assert "messagg" not in pilot.heard()


def test_focused_item_is_announced_on_return_to_the_window_if_nothing_happened():
    pilot = menu()
    pilot.look()
    pilot.away(gone=True)
    pilot.away(gone=False)
    assert pilot.heard().startswith("Menu")


# --- The bots' pace -------------------------------------------------------------------------------


def test_shift_f11_and_shift_f12_change_the_bot_pace(pilot):
    pilot.press("shift+f11")
    assert pilot.heard() == "Ritmo dei bot, 2 secondi."
    assert pilot.storage.settings.pace == 20
    assert pilot.app.session.table.time.pace == 2.0
    pilot.press("shift+f12", "shift+f12")
    assert pilot.heard() == "Ritmo dei bot, 1,5 secondi. Ritmo dei bot, un secondo."
    pilot.press("layer", "comma")
    pilot.expect("Ritmo dei bot, 1,5 secondi.")


def test_bot_pace_cannot_be_set_below_its_minimum():
    pilot = menu(pace=5)
    pilot.look()
    pilot.press("shift+f12")
    assert pilot.heard() == "Ritmo dei bot, 0,5 secondi."
    assert pilot.sounds[-1].sound == "menu-edge"


# --- The history in a file ------------------------------------------------------------------------


class HistoryStorage(MemoryStorage):
    """A storage in memory that also stores saved histories; if `full`, it refuses to save them."""

    def __init__(self, settings):
        super().__init__(settings)
        self.histories = []

    def save_history(self, text):
        if self.full:
            return super().save_history(text)
        self.histories.append(text)
        return f"history {len(self.histories)}.txt"


def with_files():
    return match(storage=HistoryStorage(Settings(language="it")))


def test_current_history_view_is_saved_to_a_file():
    pilot = with_files()
    told = [one.text for one in pilot.app.announcer.history.entries("general")]
    pilot.press("ctrl+shift+s")
    assert pilot.heard() == f"Vista generale. {len(told)} messaggi salvati in history 1.txt."
    assert pilot.storage.histories == ["".join(f"{text}\n" for text in told)]
    game = [one.text for one in pilot.app.announcer.history.entries("game")]
    pilot.press("alt+2", "ctrl+shift+s")
    assert pilot.storage.histories[1].splitlines() == game != told


def test_functions_menu_saves_the_history():
    pilot = with_files()
    pilot.press("f9", "s", "a", "enter")
    pilot.expect("Salva la cronologia in un file.", "messaggi salvati in history 1.txt.")


def test_history_that_cannot_be_saved_is_reported():
    pilot = with_files()
    pilot.storage.full = True
    pilot.press("ctrl+shift+s")
    assert pilot.heard() == "La cronologia non si può salvare."


def test_saved_history_holds_no_hidden_card():
    pilot = with_files()
    pilot.press("down", "enter", "space")
    pilot.wait(12)
    pilot.press("ctrl+shift+s")
    (text,) = pilot.storage.histories
    hidden = {"Sette di picche", "Due di fiori", "Tre di fiori", "Cinque di fiori"}
    played = [one.text for one in pilot.announcements if one.text.startswith(("Ada", "Bruno"))]
    assert played
    for line in text.splitlines():
        if not line.startswith(("Ada", "Bruno")):
            assert not any(card in line for card in hidden), line


def test_empty_history_view_is_not_saved():
    pilot = with_files()
    pilot.press("alt+3", "ctrl+shift+s")
    pilot.expect("Vuota.")
    assert pilot.storage.histories == []


def test_history_files_are_named_by_time_in_the_history_folder(tmp_path):
    storage = FileStorage(Paths(tmp_path, tmp_path, tmp_path))
    where = Path(storage.save_history("Tocca a te.\n"))
    assert where.parent == tmp_path / "history"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.txt", where.name)
    assert where.read_text("utf-8") == "Tocca a te.\n"


def test_unwritable_history_raises_a_storage_error(tmp_path):
    (tmp_path / "history").write_text("no folder")
    with pytest.raises(StorageError) as caught:
        FileStorage(Paths(tmp_path, tmp_path, tmp_path)).save_history("Tocca a te.\n")
    assert caught.value.message.id == "cannot-save-history"
    assert [one.name for one in tmp_path.iterdir()] == ["history"]


def test_command_key_then_shift_s_saves_the_history_in_terminals():
    pilot = with_files()
    pilot.press("layer", "shift+s")
    pilot.expect("messaggi salvati in history 1.txt.")
    assert len(pilot.storage.histories) == 1
