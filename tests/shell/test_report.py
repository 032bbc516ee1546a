"""Fault reports contain no secrets, as users share them, and are readable only by their owner."""

import os
import sys
from pathlib import Path

import pytest

from audiogames.core.cues import Priority, msg
from audiogames.present.outputs import Announcement
from audiogames.shell.report import write_report


def said(text, **args):
    return Announcement(1.0, Priority.MINE, False, text, text, "en", "online-own", args)


def written(tmp_path, failure, *announcements):
    return (tmp_path / write_report(tmp_path, failure, announcements)).read_text("utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="rights say nothing there")
def test_fault_report_and_its_folder_are_readable_only_by_their_owner(tmp_path):
    before = os.umask(0)
    try:
        path = write_report(tmp_path / "new" / "reports", ValueError("x"), ())
    finally:
        os.umask(before)
    assert Path(path).stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "new" / "reports").stat().st_mode & 0o777 == 0o700


def test_fault_report_contains_no_values_of_the_command_line(tmp_path, monkeypatch):
    store = "postgresql://ugo:hunter2@db.example.org/cards"
    monkeypatch.setattr(sys, "argv", ["audiogames", "serve", "--store", store, "--key=/home/ugo"])
    text = written(tmp_path, ValueError(f"no way to {store}"))
    assert "options: --store, --key" in text
    assert "hunter2" not in text
    assert "/home/ugo" not in text
    assert "no way to postgresql://…@db.example.org/cards" in text


@pytest.mark.parametrize(
    "args", [{"digits": "4 0 7"}, {"code": "1234"}, {"table": msg("a", own="407192")}]
)
def test_fault_report_contains_no_announced_digits_or_codes(tmp_path, args):
    text = written(tmp_path, ValueError("x"), said("Your digits: 4 0 7.", **args), said("Hello."))
    assert "Your digits" not in text
    assert "online-own" in text
    assert "Hello." in text
