"""Reads the transcript of a running program, so that tests can wait for an announcement."""

from __future__ import annotations

import json

import pytest

from tests.kit.waiting import wait_until

PATIENCE = 90.0
"""Seconds to wait; an eliminated player hears bots play on until the match ends."""


class Heard:
    """A reader of a transcript; each `waits_for` continues after the sentence found last."""

    def __init__(self, path):
        self.path = path
        self._place = 0

    def lines(self):
        """Return all announcements so far, as objects of the transcript."""
        if not self.path.exists():
            return []
        text = self.path.read_text("utf-8")
        return [json.loads(line) for line in text.splitlines(keepends=True) if line[-1] == "\n"]

    def texts(self):
        """Return the text of all announcements so far."""
        return [line["text"] for line in self.lines()]

    def waits_for(self, *texts):
        """Wait for a sentence that contains one of these texts, and return it."""
        found = []

        def look():
            for place, sentence in enumerate(self.texts()[self._place :], self._place + 1):
                if any(text.lower() in sentence.lower() for text in texts):
                    found.append(sentence)
                    self._place = place
                    return True
            return False

        try:
            wait_until(look, f"one of {texts} being announced", PATIENCE)
        except pytest.fail.Exception as failure:
            pytest.fail(f"{failure}; the last heard: {self.texts()[-3:]}")
        return found[-1]
