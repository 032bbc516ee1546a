"""The languages that a test of every complete language runs in."""

from __future__ import annotations

from pathlib import Path

from audiogames.present.catalogue import complete_languages

COMPLETE = complete_languages(Path(__file__).resolve().parents[2] / "locales")
