"""Tests of the command `admin`: its actions on a store, and its error messages."""

import json
import sqlite3
from contextlib import closing

import pytest

from audiogames.cli.admin import ACTIONS
from audiogames.net.server.core import ServerCore
from audiogames.net.server.moderation.rulings import Report, key_of_ruling
from audiogames.net.server.people.member import Account, Contacts, Registered, row_of
from audiogames.net.server.store import KeepRow, Shelf
from audiogames.shell.server.database import NAME, SqliteStore
from tests.cli.kit import Inside


@pytest.fixture
def admin(tmp_path):
    """Return a function that runs `admin` on a server's store, which has an account."""
    store = SqliteStore(tmp_path / "data")
    store.commit([KeepRow(Shelf.ACCOUNTS, "olga", row_of(Account("Olga", "", "hash")))])
    program = Inside(tmp_path / "home")

    def run(*words):
        return program("admin", *words, "--data", tmp_path / "data")

    run.store = store
    yield run
    store.close()


def lines(done):
    assert (done.code, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]


def test_admin_command_marks_the_store_as_changed_for_a_running_server(admin):
    before = admin.store.mark()
    assert admin("role", "Olga", "owner").out == "Olga is owner now.\n"
    assert admin.store.mark() != before
    (row,) = admin.store.shelf(Shelf.MODERATION).values()
    assert json.loads(row)["role"] == "owner"


def test_admin_sanction_is_listed_lifted_and_logged(admin):
    (done,) = lines(admin("mute", "Ugo", "--reason", "spam", "--for", "2h", "--json"))
    assert (done["done"], done["seconds"]) == ("mute", 7200)
    (case,) = lines(admin("sanctions", "--json"))
    assert (case["name"], case["reason"], case["id"]) == ("Ugo", "spam", done["id"])
    assert admin("lift", done["id"]).out == "Taken back.\n"
    assert lines(admin("sanctions", "--json")) == []
    assert admin("record", "Ugo").out == (
        "Ugo, just now, taken back by admin: advertising or too many messages.\n"
    )
    assert [line["what"] for line in lines(admin("log", "--json"))] == ["mute", "lift"]


@pytest.mark.parametrize(
    ("act", "undo"),
    [
        (("warn", "Ugo", "--reason", "spam"), ("lift", "ID")),
        (("mute", "Ugo", "--reason", "spam"), ("lift", "Ugo")),
        (("ban", "Ugo", "--reason", "spam"), ("lift", "ID")),
        (("ban", "Ugo", "--reason", "spam", "--address", "203.0.113.0/24"), ("lift", "Ugo")),
        (("refuse", "Ugo"), ("approve", "Ugo")),
        (("approve", "Ugo"), ("refuse", "Ugo")),
        (("close", "12345678"), ("reopen", "12345678")),
        (("role", "Olga", "moderator"), ("role", "Olga", "player")),
        (("motd", "hello"), ("motd",)),
        (("restart", "5m"), ("stay-open",)),
        (("approval", "on"), ("approval", "off")),
        (("rename", "Olga", "Zoe"), ("rename", "Zoe", "Olga")),
    ],
    ids=" ".join,
)
def test_admin_action_can_be_undone_and_both_are_logged(admin, act, undo):
    report = Report(at=1.0, changed=1.0, by="Anna", id="12345678", name="Ugo", lines=["Ugo: bah"])
    admin.store.commit([KeepRow(Shelf.MODERATION, key_of_ruling(report), row_of(report))])
    (done,) = lines(admin(*act, "--json"))
    undo = [done["id"] if word == "ID" else word for word in undo]
    assert admin(*undo).code == 0
    assert [line["what"] for line in lines(admin("log", "--json"))] == [act[0], undo[0]]
    assert lines(admin("sanctions", "--json")) == []
    (case,) = lines(admin("reports", "--json"))
    assert case["lines"] == ["Ugo: bah"]


def test_admin_lists_closed_reports_and_decisions_about_names(admin):
    report = Report(at=1.0, changed=1.0, by="Anna", id="12345678", name="Ugo", lines=["Ugo: bah"])
    admin.store.commit([KeepRow(Shelf.MODERATION, key_of_ruling(report), row_of(report))])
    admin("close", "12345678")
    admin("refuse", "Rude")
    (closed,) = admin("closed-reports").out.splitlines()
    assert closed.startswith("Ugo, reported by Anna, ")
    assert closed.endswith(", closed by admin. Chat: Ugo: bah.")
    assert admin("decided-names").out == "Rude, refused by admin, just now.\n"


def test_admin_notices_are_stored_for_the_server(admin):
    for words in (
        ("motd", "Tournament", "tonight"), ("broadcast", "Hello"), ("restart", "5m", "--lets-end"),
        ("approval", "on"), ("approve", "Ugo"),
    ):  # fmt: skip
        assert admin(*words).code == 0
    assert set(admin.store.shelf(Shelf.MODERATION)) == {
        "notice motd", "notice broadcast", "notice restart", "notice approval", "name ugo",
    }  # fmt: skip


MISTAKES = [
    (("dance",), 2),
    (("mute",), 2),
    (("mute", "Ugo"), 2),
    (("mute", "Ugo", "--reason", "spam", "--for", "5y"), 2),
    (("mute", "Ugo", "--reason", "spam", "--for", "-1m"), 2),
    (("ban", "Ugo", "--reason", "spam", "--for", "99999d"), 2),
    (("ban", "Ugo", "--reason", "spam", "--address", "nowhere"), 2),
    (("mute", "Ugo", "--reason", "spam", "--for", "0m"), 2),
    (("mute", "Ugo", "--reason", "spam", "--for", "10"), 2),
    (("mute", "Ugo", "--reason", " "), 2),
    (("mute", "\u200b", "--reason", "spam"), 2),
    (("ban", "Ugo", "--reason"), 2),
    (("ban", "--reason", "spam"), 2),
    (("ban", "Ugo", "Maria", "--reason", "spam"), 2),
    (("ban", "Ugo", "--reason", "spam", "--address", "203.0.113.0/99"), 2),
    (("mute", "Ugo", "--reason", "spam", "--address", "203.0.113.7"), 2),
    (("mute", "Ugo", "--reason", "spam", "--with-address"), 2),
    (("warn", "Ugo"), 2),
    (("warn", "--reason", "spam"), 2),
    (("warn", "Ugo", "--reason", "spam", "--for", "1h"), 2),
    (("role",), 2),
    (("role", "Olga"), 2),
    (("role", "Olga", "owner", "now"), 2),
    (("roles", "Olga"), 2),
    (("accounts", "Olga"), 2),
    (("rename",), 2),
    (("rename", "Olga"), 2),
    (("rename", "Ugo", "Zoe"), 1),
    (("rename", "Olga", "?!"), 1),
    (("rename", "Olga", "Olga"), 1),
    (("rename", "Olga", "Zoe", "Maria"), 2),
    (("delete-account",), 2),
    (("delete-account", "Ugo"), 1),
    (("delete-account", "Olga", "Maria"), 2),
    (("delete-account", "Olga", "--reason", "spam"), 2),
    (("lift",), 2),
    (("lift", "12345678"), 1),
    (("record",), 2),
    (("record", "Ugo", "Maria"), 2),
    (("reports", "Ugo"), 2),
    (("reports", "--for", "1h"), 2),
    (("sanctions", "Ugo"), 2),
    (("names", "Ugo"), 2),
    (("close",), 2),
    (("reopen",), 2),
    (("reopen", "12345678"), 1),
    (("closed-reports", "Ugo"), 2),
    (("decided-names", "Ugo"), 2),
    (("approve",), 2),
    (("refuse",), 2),
    (("refuse", "\u202e"), 1),
    (("approval",), 2),
    (("restart",), 2),
    (("restart", "soon"), 2),
    (("restart", "-1m"), 2),
    (("restart", "5m", "now"), 2),
    (("stay-open", "please"), 2),
    (("stay-open", "--lets-end"), 2),
    (("log", "--last", "-1"), 2),
    (("log", "--last", "0"), 2),
    (("log", "--last", "9" * 30), 2),
    (("log", "--last", "few"), 2),
    (("log", "Ugo"), 2),
    (("motd", "--reason", "spam"), 2),
    (("role", "Olga", "queen"), 2),
    (("role", "Ugo", "owner"), 1),
    (("lift", "Ugo"), 1),
    (("close", "12345678"), 1),
    (("approve", "\u202e"), 1),
    (("restart", "2d"), 2),
    (("broadcast",), 2),
    (("approval", "maybe"), 2),
]


@pytest.mark.parametrize(("words", "code"), MISTAKES)
def test_invalid_admin_command_is_refused_and_changes_nothing(admin, words, code):
    done = admin(*words)
    assert (done.code, done.out) == (code, "")
    assert done.err.count("\n") == 1
    assert admin.store.shelf(Shelf.MODERATION) == {}
    assert set(admin.store.shelf(Shelf.ACCOUNTS)) == {"olga"}


def test_every_admin_action_is_tested_with_an_invalid_command():
    assert {words[0] for words, _ in MISTAKES} == {"dance", *ACTIONS}


def test_deleting_an_account_also_deletes_its_ratings(admin, tmp_path):
    with closing(sqlite3.connect(tmp_path / "data" / NAME)) as base:
        base.execute(
            "INSERT INTO ratings (game, form, who, name, mu, sigma, worth, matches)"
            " VALUES ('wist', '', 'olga', 'Olga', 25, 8, 1, 1)"
        )
        base.commit()
    assert lines(admin("accounts", "--json")) == [{"name": "Olga", "devices": 0}]
    assert admin("delete-account", "Olga").code == 0
    assert lines(admin("accounts", "--json")) == []
    with closing(sqlite3.connect(tmp_path / "data" / NAME)) as base:
        assert base.execute("SELECT count(*) FROM ratings").fetchone() == (0,)


def test_admin_command_reports_a_folder_without_server_data(tmp_path):
    done = Inside(tmp_path)("admin", "log", "--data", tmp_path / "nowhere")
    assert (done.code, done.out) == (1, "")
    assert "nowhere" in done.err


def test_server_started_after_admin_commands_applies_their_rulings(admin, tmp_path):
    from tests.kit.serving import Lots

    admin("ban", "Ugo", "--reason", "spam")
    core = ServerCore(Lots(), 2e9, kept=admin.store.load())
    assert core.parts.desk.rulings.in_force("ban", "Ugo", 2e9, account=False)


def test_account_is_renamed_while_its_server_runs(admin):
    assert admin("rename", "Olga", "Zoe").out == "The account Olga is called Zoe now.\n"
    (facts,) = lines(admin("accounts", "--json"))
    assert (facts["name"], facts["former"]) == ("Zoe", ["Olga"])
    assert list(admin.store.shelf(Shelf.ACCOUNTS)) == ["olga"]
    assert admin("record", "Olga").out == "Zoe was called Olga until just now.\n"
    (line,) = lines(admin("log", "--json"))
    assert (line["what"], line["who"], line["name"], line["by"]) == (
        "rename", "Olga", "Zoe", "admin",
    )  # fmt: skip
    assert admin("role", "Zoe", "owner").code == 0
    assert admin("rename", "Zoe", "Olga").out == "The account Zoe is called Olga now.\n"


def test_deleting_an_account_also_removes_its_former_name(admin):
    admin("role", "Olga", "owner")
    admin("rename", "Olga", "Zoe")
    assert admin("delete-account", "Zoe").code == 0
    rulings = admin.store.shelf(Shelf.MODERATION)
    assert json.loads(rulings["renamed olga"]).get("former") is None
    assert lines(admin("roles", "--json")) == []


def guest(name, table=0, *, account=False):
    registered = Registered(name, "", account, table, Contacts())
    return KeepRow(Shelf.MEMBERS, f"token of {name}", row_of(registered), table)


@pytest.mark.parametrize(
    ("row", "name", "said"),
    [
        (guest("Ugo"), "Ugo", "Ugo is here already. Choose another name."),
        (guest("Ugo"), "Ugò", "Ugò sounds like the name of somebody else. Choose another name."),
        (
            KeepRow(Shelf.ACCOUNTS, "anna", row_of(Account("Nora", "", "", former={"Anna": 1.0}))),
            "Anna",
            "Anna is here already. Choose another name.",
        ),
        (guest("Olga", 7, account=True), "Zoe", "Olga sits at a table. Try again later."),
    ],
)
def test_admin_rename_to_an_unavailable_name_is_refused_with_the_reason(admin, row, name, said):
    admin.store.commit([row])
    done = admin("rename", "Olga", name)
    assert (done.code, done.err.strip()) == (1, said)
    assert lines(admin("log", "--json")) == []
