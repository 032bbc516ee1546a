"""Settings and matches in files, including damaged, locked and unwritable ones."""

import json
import os
import subprocess
import sys
import time
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random

import pytest

from audiogames.app.app import App, Launch
from audiogames.app.records import Records
from audiogames.app.settings import Settings
from audiogames.app.storage import KeptPlace, StorageError
from audiogames.core.cues import msg
from audiogames.core.log import Entry, Header, read_log
from audiogames.core.registry import game
from audiogames.shell.files import Paths, patiently
from audiogames.shell.storage import FileStorage
from audiogames.table.seats import BOT, Player
from tests.kit.pilot import LOCALES
from tests.kit.places import over
from tests.shell.heldkit import Clock, Held

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def storage(tmp_path):
    return FileStorage(Paths(tmp_path, tmp_path, tmp_path))


@pytest.fixture
def header():
    players = [Player("Eva").written(), Player("Ada", BOT, "easy").written()]
    rules = game("novantanove").rules.version
    return Header("novantanove", rules, {}, players, started="2026-11-20T10:15:00")


def entries(count):
    return [Entry(seq, float(seq), None, "dealer 0") for seq in range(1, count + 1)]


def refusal(call, *args):
    with pytest.raises(StorageError) as caught:
        call(*args)
    return caught.value.message


# --- Settings -------------------------------------------------------------------------------------


def test_storage_without_saved_settings_returns_the_default_settings(storage):
    assert storage.load_settings() == (Settings(welcomed=False), None)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="only POSIX sets zones so")
def test_local_time_follows_the_zone_and_its_summer_time(storage, monkeypatch):
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    try:
        monkeypatch.setattr(storage, "stamp", lambda: "2026-10-24T18-00-00")
        assert storage.local_time().strftime("%d %H:%M") == "24 20:00"
        assert storage.local_time(86_400).strftime("%d %H:%M") == "25 19:00"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_settings_are_saved_and_loaded(storage, tmp_path):
    storage.save_settings(Settings(language="it", scale=300))
    assert storage.load_settings() == (Settings(language="it", scale=300), None)
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


def test_file_of_saved_server_seats_is_readable_only_by_its_owner(storage, tmp_path):
    place = KeptPlace("cards.example.org", "Bruno", "token", "407192")
    storage.save_places([place])
    (tmp_path / "places.json").chmod(0o644)
    storage.save_places([place, KeptPlace("192.168.1.5", "Eva", "other")])
    assert storage.load_places()[0] == place
    assert os.name == "nt" or (tmp_path / "places.json").stat().st_mode & 0o777 == 0o600
    (tmp_path / "places.json").write_text("[1")
    assert storage.load_places() == []


def test_settings_file_is_editable_by_hand(storage, tmp_path):
    storage.save_settings(Settings(language="it"))
    lines = (tmp_path / "settings.json").read_text("utf-8").splitlines()
    assert '  "language": "it",' in lines


@pytest.mark.parametrize("content", [b"{", b"[1]", b"", b"\xff\xfe", b"[" * 100_000])
def test_damaged_settings_are_set_aside(storage, tmp_path, content):
    (tmp_path / "settings.json").write_bytes(content)
    settings, trouble = storage.load_settings()
    assert settings == Settings()
    assert trouble.id == "settings-unreadable"
    assert (tmp_path / "settings.json.bad").read_bytes() == content


def test_valid_parts_of_damaged_settings_are_used(storage, tmp_path):
    given = {"language": "it", "scale": "huge", "colour": "red"}
    (tmp_path / "settings.json").write_text(json.dumps(given), "utf-8")
    settings, trouble = storage.load_settings()
    assert settings == Settings(language="it")
    assert (trouble.id, trouble.args) == ("settings-partly-read", {"names": "scale, colour"})
    assert json.loads((tmp_path / "settings.json.bad").read_text("utf-8")) == given


def test_unknown_language_in_the_settings_is_reported_and_unset(storage, tmp_path):
    (tmp_path / "settings.json").write_text('{"language": "xx", "scale": 200}', "utf-8")
    settings, trouble = storage.load_settings()
    assert settings == Settings(language="", scale=200)
    assert (trouble.id, trouble.args) == ("settings-partly-read", {"names": "language"})


def test_language_given_on_the_command_line_is_not_saved_in_the_settings(storage):
    app = App(storage, LOCALES, Random(1), launch=Launch("en"))
    app.begin(0.0)
    app.handle("f12", 1.0)
    app.keep(1.0)
    assert storage.load_settings() == (Settings(verbosity="full"), None)


def test_unwritable_settings_raise_a_storage_error(tmp_path):
    (tmp_path / "file").touch()
    blocked = tmp_path / "file" / "config"
    storage = FileStorage(Paths(blocked, blocked, blocked))
    assert refusal(storage.save_settings, Settings()).id == "cannot-save-settings"
    assert storage.load_settings()[0] == Settings()


def test_settings_file_is_unchanged_when_writing_fails(storage, tmp_path, monkeypatch):
    storage.save_settings(Settings(language="it"))
    monkeypatch.setattr(Path, "replace", full_disk)
    assert refusal(storage.save_settings, Settings(language="en")).id == "cannot-save-settings"
    assert storage.load_settings()[0].language == "it"
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


def full_disk(*_args, **_kwargs):
    raise OSError(28, "No space left on device")


# --- Histories ------------------------------------------------------------------------------------


def test_histories_saved_in_the_same_second_have_separate_files(storage, tmp_path, monkeypatch):
    monkeypatch.setattr("audiogames.shell.storage.datetime", Noon)
    paths = [Path(storage.save_history(text)) for text in ("one\n", "two\n", "three\n")]
    assert [path.read_text("utf-8") for path in paths] == ["one\n", "two\n", "three\n"]
    assert len(list((tmp_path / "history").iterdir())) == 3


class Noon(datetime):
    """A datetime class whose `now` is always the same noon."""

    @classmethod
    def now(cls, tz=None):
        return cls(2026, 11, 20, 12, tzinfo=tz)


def test_exported_file_never_overwrites_a_file_that_the_player_edited(storage, tmp_path):
    first = Path(storage.save_file("audiogames-scopa-it.txt", "one\n"))
    assert first == tmp_path / "saved" / "audiogames-scopa-it.txt"
    assert Path(storage.save_file(first.name, "one\n")) == first
    first.write_text("mine\n", "utf-8")
    assert Path(storage.save_file(first.name, "one\n")).name == "audiogames-scopa-it-2.txt"
    assert first.read_text("utf-8") == "mine\n"


def test_file_that_cannot_be_saved_raises_a_storage_error(storage, tmp_path):
    (tmp_path / "saved").write_text("no folder", "utf-8")
    assert refusal(storage.save_file, "audiogames-scopa-it.txt", "one\n").id == "cannot-save-file"


def test_history_with_invalid_characters_is_saved(storage):
    assert Path(storage.save_history("Ad\ud800a\n")).read_text("utf-8") == "Ad?a\n"


def test_history_that_cannot_be_written_leaves_no_empty_file(storage, tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "replace", full_disk)
    assert refusal(storage.save_history, "one\n").id == "cannot-save-history"
    assert list((tmp_path / "history").iterdir()) == []


# --- Matches --------------------------------------------------------------------------------------


def test_match_file_is_written_move_by_move(storage, header, tmp_path):
    book = storage.begin(header)
    for entry in entries(3):
        book.append(entry)
    (path,) = (tmp_path / "matches").iterdir()
    assert path.name == "2026-11-20T10-15-00.jsonl"
    assert read_log(path.read_text("utf-8")).entries == entries(3)
    book.close(finished=False)


def test_matches_started_in_the_same_second_have_separate_files(storage, header, tmp_path):
    books = [storage.begin(header) for _ in range(3)]
    assert len(list((tmp_path / "matches").iterdir())) == 3
    for book in books:
        book.close(finished=False)
    assert len(storage.unfinished()) == 3


def test_unfinished_match_is_reopened(storage, header):
    book = storage.begin(header)
    book.append(entries(1)[0])
    book.close(finished=False)
    (saved,) = storage.unfinished()
    assert saved.log.entries == entries(1)
    log, book = storage.reopen(saved.name)
    assert log.entries == entries(1)
    book.append(entries(2)[1])
    book.close(finished=False)
    assert storage.unfinished()[0].log.entries == entries(2)


def test_finished_match_is_archived(storage, header, tmp_path):
    storage.begin(header).close(finished=True)
    assert storage.unfinished() == []
    assert [path.name for path in (tmp_path / "matches" / "finished").iterdir()]


def test_unfinished_matches_are_listed_latest_first(storage, header, tmp_path):
    for _ in range(3):
        storage.begin(header).close(finished=False)
    paths = sorted((tmp_path / "matches").iterdir())
    for age, path in enumerate(paths):
        os.utime(path, (1e9 - age, 1e9 - age))
    assert [saved.name for saved in storage.unfinished()] == [path.stem for path in paths]


def test_match_being_played_elsewhere_is_not_listed_as_unfinished(storage, header, tmp_path):
    book = storage.begin(header)
    other = FileStorage(Paths(tmp_path, tmp_path, tmp_path))
    (path,) = (tmp_path / "matches").iterdir()
    assert other.unfinished() == []
    assert refusal(other.reopen, path.stem).id == "match-locked"
    book.close(finished=False)
    assert len(other.unfinished()) == 1


HOLD = """
import sys
from pathlib import Path
from audiogames.shell.files import Paths, patiently
from audiogames.shell.storage import FileStorage
home = Path(sys.argv[1])
log, book = FileStorage(Paths(home, home, home)).reopen(sys.argv[2])
print("open", flush=True)
sys.stdin.read()
"""


def test_match_is_locked_while_another_program_has_it_open(storage, header, tmp_path):
    storage.begin(header).close(finished=False)
    name = storage.unfinished()[0].name
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", HOLD, str(tmp_path), name]
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe) as program:
        assert program.stdout.readline() == b"open\n"
        assert storage.unfinished() == []
        program.kill()
    assert len(storage.unfinished()) == 1


@pytest.mark.parametrize("rest", [b'{"seq": 2, "at": 2.0', b"\xc3"])
def test_incomplete_last_line_of_a_match_file_is_overwritten(storage, header, tmp_path, rest):
    book = storage.begin(header)
    book.append(entries(1)[0])
    book.close(finished=False)
    (path,) = (tmp_path / "matches").iterdir()
    path.write_bytes(path.read_bytes() + rest)
    log, book = storage.reopen(path.stem)
    assert log.entries == entries(1)
    book.append(entries(2)[1])
    book.close(finished=False)
    assert read_log(path.read_text("utf-8")).entries == entries(2)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "log-empty"),
        (b"no match\n", "log-foreign"),
        (b"\xff\n", "log-foreign"),
        (b"\x7fELF\0", "log-foreign"),
    ],
)
def test_unreadable_match_is_listed_with_the_reason_and_its_file_is_not_changed(
    storage, header, tmp_path, content, problem
):
    storage.begin(header).close(finished=False)
    (path,) = (tmp_path / "matches").iterdir()
    path.write_bytes(content)
    (saved,) = storage.unfinished()
    assert saved.log is None
    assert (saved.problem.id, saved.problem.args["name"]) == (problem, path.stem)
    assert refusal(storage.reopen, path.stem).id == problem
    assert path.read_bytes() == content


def test_match_without_read_permission_is_listed(storage, header, tmp_path, monkeypatch):
    storage.begin(header).close(finished=False)

    def forbidden(*_args, **_kwargs):
        raise PermissionError

    monkeypatch.setattr(os, "open", forbidden)
    (saved,) = storage.unfinished()
    assert (saved.log, saved.problem.id) == (None, "log-foreign")
    assert storage.folder(finished=False) == str(tmp_path / "matches")
    assert storage.folder(finished=True) == str(tmp_path / "matches" / "finished")


@pytest.mark.parametrize("name", ["no-such", "../settings", "/nowhere/at/all", ""])
def test_reopening_a_missing_match_is_refused(storage, name):
    message = refusal(storage.reopen, name)
    assert message.id in {"no-such-match", "log-foreign"}


def test_match_may_be_opened_by_its_path(storage, header, tmp_path):
    storage.begin(header).close(finished=False)
    (path,) = (tmp_path / "matches").iterdir()
    elsewhere = path.rename(tmp_path / "sent by mail.jsonl")
    log, book = storage.reopen(str(elsewhere))
    assert log.header == header
    book.close(finished=True)
    assert elsewhere.exists()


def test_match_file_in_an_unwritable_folder_is_refused(header, tmp_path):
    (tmp_path / "file").touch()
    blocked = tmp_path / "file" / "data"
    storage = FileStorage(Paths(blocked, blocked, blocked))
    assert refusal(storage.begin, header).id == "cannot-save-match"
    assert storage.unfinished() == []


def test_full_disk_leaves_no_partial_match(storage, header, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "write", full_disk)
    assert refusal(storage.begin, header).id == "cannot-save-match"
    monkeypatch.undo()
    assert list((tmp_path / "matches").iterdir()) == []


def test_unwritten_moves_are_saved_once_a_full_disk_has_space_again(
    storage, header, tmp_path, monkeypatch
):
    book = storage.begin(header)
    write = os.write

    def half_a_line(descriptor, content):
        write(descriptor, content[: len(content) // 2])
        full_disk()

    one, two, three = entries(3)
    monkeypatch.setattr(os, "write", half_a_line)
    assert refusal(book.append, one).id == "cannot-save-match"
    assert refusal(book.append, two).id == "cannot-save-match"
    assert refusal(book.save).id == "cannot-save-match"
    monkeypatch.undo()
    book.save()
    (path,) = (tmp_path / "matches").iterdir()
    assert read_log(path.read_text("utf-8")).entries == [one, two]
    book.append(three)
    assert read_log(path.read_text("utf-8")).entries == [one, two, three]
    book.close(finished=False)


def test_unwritten_moves_are_written_when_a_match_closes(storage, header, tmp_path, monkeypatch):
    book = storage.begin(header)
    monkeypatch.setattr(os, "write", full_disk)
    refusal(book.append, entries(1)[0])
    monkeypatch.undo()
    book.close(finished=False)
    assert storage.unfinished()[0].log.entries == entries(1)


def test_match_with_a_read_only_file_continues_in_memory(storage, header, monkeypatch):
    storage.begin(header).close(finished=False)
    name = storage.unfinished()[0].name
    real_open = os.open

    def read_only(path, flags, *rest):
        if flags & os.O_RDWR:
            raise PermissionError(13, "Permission denied")
        return real_open(path, flags, *rest)

    monkeypatch.setattr(os, "open", read_only)
    _log, book = storage.reopen(name)
    for entry in entries(2):
        assert refusal(book.append, entry).id == "cannot-save-match"
    book.close(finished=True)


@pytest.mark.parametrize("error", [FileNotFoundError, NotADirectoryError])  # Windows, others
def test_file_in_place_of_the_settings_folder_is_reported(tmp_path, monkeypatch, error):
    home = tmp_path / "home"
    home.touch()

    def read_text(*_args, **_named):
        raise error(2, "not there")

    monkeypatch.setattr(Path, "read_text", read_text)
    settings, trouble = FileStorage(Paths(home, home, home)).load_settings()
    assert settings == Settings()
    assert trouble == msg("folder-is-file", path=str(home))


def test_file_in_place_of_the_match_folder_is_reported(tmp_path):
    FileStorage(Paths(tmp_path, tmp_path, tmp_path)).save_settings(Settings(language="it"))
    data = tmp_path / "data"
    data.touch()
    settings, trouble = FileStorage(Paths(tmp_path, data, tmp_path)).load_settings()
    assert (settings.language, trouble.id) == ("it", "folder-is-file")


# --- Files that another program holds -------------------------------------------------------------


@pytest.fixture
def hold(monkeypatch):
    """Return a function that makes a `Path` method fail several times: a file in use."""

    def hold(method, times):
        real, clock = getattr(Path, method), Clock()
        held = Held(32, times, real)
        monkeypatch.setattr(Path, method, lambda *args, **named: held(*args, *named.values()))
        waiting = partial(patiently, clock=clock.now, sleep=clock.sleep)
        monkeypatch.setattr("audiogames.shell.storage.patiently", waiting)

    return hold


def test_saving_settings_and_summary_waits_while_a_file_is_in_use(storage, hold):
    hold("replace", 3)
    storage.save_settings(Settings(language="it"))
    assert storage.load_settings()[0].language == "it"
    hold("replace", 3)
    storage.save_summary("a line")
    assert storage.load_summary() == "a line"


def test_settings_file_in_use_by_another_program_is_reported_and_unchanged(storage, hold, tmp_path):
    storage.save_settings(Settings(language="it"))
    hold("replace", 1000)
    assert refusal(storage.save_settings, Settings()).id == "cannot-save-settings"
    assert storage.load_settings()[0].language == "it"
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


def test_settings_file_briefly_in_use_is_not_damaged(storage, hold, tmp_path):
    storage.save_settings(Settings(language="it"))
    hold("read_text", 3)
    assert storage.load_settings() == (Settings(language="it"), None)
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


def test_finished_match_is_moved_once_its_file_is_no_longer_in_use(storage, header, hold):
    book = storage.begin(header)
    hold("replace", 3)
    book.close(finished=True)
    assert (storage.unfinished(), storage.finished()) == ([], [book.name])


def test_finished_match_whose_file_stays_in_use_is_reported_and_kept(storage, header, hold):
    book = storage.begin(header)
    book.append(entries(1)[0])
    hold("replace", 1000)
    with pytest.raises(StorageError) as told:
        book.close(finished=True)
    assert told.value.message.id == "match-not-moved"
    assert storage.unfinished()[0].log.entries == entries(1)


# --- Finished matches -----------------------------------------------------------------------------


def finished_file(storage, name):
    (path,) = Path(storage.folder(finished=True)).glob(f"{name}.*")
    return path


def finish(storage, header, count=1):
    """Store this many finished matches whose files were last changed a second apart."""
    for number in range(count):
        book = storage.begin(header)
        book.append(entries(1)[0])
        book.close(finished=True)
        path = finished_file(storage, book.name)
        os.utime(path, (1e9 + number, 1e9 + number))


def test_finished_matches_are_kept_newest_first(storage, header):
    finish(storage, header, 3)
    names = storage.finished()
    assert names == [f"2026-11-20T10-15-00{end}" for end in ("-3", "-2", "")]
    assert storage.recall(names[0]).entries == entries(1)
    assert storage.unfinished() == []


def test_new_match_never_takes_the_name_of_a_finished_one(storage, header):
    finish(storage, header)
    book = storage.begin(header)
    assert book.name == "2026-11-20T10-15-00-2"
    book.close(finished=True)
    assert len(storage.finished()) == 2


def test_storage_without_finished_matches_lists_none(storage):
    assert (storage.finished(), storage.load_summary()) == ([], "")
    assert refusal(storage.recall, "x").id == "no-such-match"


def test_damaged_finished_match_is_listed_with_its_fault_and_not_changed(storage, header):
    finish(storage, header)
    (name,) = storage.finished()
    path = finished_file(storage, name)
    path.write_bytes(b"no match\n")
    message = refusal(storage.recall, name)
    assert (message.id, message.args["name"]) == ("log-foreign", name)
    assert path.read_bytes() == b"no match\n"


def test_finished_match_can_be_deleted(storage, header):
    finish(storage, header, 2)
    new, old = storage.finished()
    storage.drop(old)
    storage.drop("never there")
    assert storage.finished() == [new]


def test_summary_is_loaded_and_not_listed_as_a_match(storage, header):
    finish(storage, header)
    storage.save_summary("one\n")
    storage.save_summary("one\ntwo\n")
    assert storage.load_summary() == "one\ntwo\n"
    assert len(storage.finished()) == 1
    assert len(list(Path(storage.folder(finished=True)).iterdir())) == 2, "nothing is left beside"


def test_valid_lines_of_a_summary_with_invalid_bytes_are_read(storage):
    storage.save_summary("one\n")
    finished_file(storage, "summary").write_bytes(b"one\n\xff\xfe\n")
    assert storage.load_summary().startswith("one\n")


def test_unwritable_summary_raises_a_storage_error(tmp_path):
    (tmp_path / "file").touch()
    blocked = tmp_path / "file" / "data"
    storage = FileStorage(Paths(blocked, blocked, blocked))
    assert refusal(storage.save_summary, "one\n").id == "cannot-save-match"
    assert storage.load_summary() == ""


def test_summary_file_is_unchanged_when_writing_fails(storage, monkeypatch):
    storage.save_summary("old\n")
    monkeypatch.setattr(Path, "replace", full_disk)
    refusal(storage.save_summary, "new\n")
    assert storage.load_summary() == "old\n"


def test_missing_match_summaries_are_built_from_the_match_files(storage, header, tmp_path):
    pilot = over("en")
    (log,) = pilot.storage.ended.values()
    book = storage.begin(log.header)
    for entry in log.entries:
        book.append(entry)
    name = book.name
    book.close(finished=True)
    finish(storage, header)  # a match without an end
    found, damaged = Records(storage).past()
    assert ([one.name for one in found], damaged) == ([name], 1)
    assert storage.load_summary().count("\n") == 1
    finished_file(storage, "summary").unlink()
    assert Records(storage).past() == (found, 1)
    finished_file(storage, name).unlink()
    assert [one.name for one in Records(storage).all()] == [name], "its line stays"


def test_online_journals_are_stored_and_deleted_separately_from_matches(storage, tmp_path):
    for text in ("first\n", "second\n"):
        storage.keep_journal("2026-11-23T17:00:00", text)
    names = storage.journals()
    assert {storage.recall_journal(name) for name in names} == {"first\n", "second\n"}
    assert storage.finished() == storage.unfinished() == []
    storage.drop_journal(names[0])
    assert storage.journals() == names[1:]
    with pytest.raises(StorageError):
        storage.recall_journal(names[0])
