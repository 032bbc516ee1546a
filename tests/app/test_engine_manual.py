"""The manual of the engine protocol quotes real answers of the program."""

from pathlib import Path

from tests.app.test_engine import Session

MANUAL = Path(__file__).resolve().parents[2] / "docs" / "engine.md"


def test_engine_reproduces_the_session_in_the_manual():
    """If the manual cuts an answer short with "…", only the part before that is compared."""
    lines = MANUAL.read_text(encoding="utf-8").splitlines()
    asked = [line[2:] for line in lines if line.startswith("> ")]
    shown = [line[2:] for line in lines if line.startswith("< ")]
    session = Session()
    assert len(asked) == len(shown) > 10
    for line, answer in zip(asked, shown, strict=True):
        given = session.engine.answer(line, session.now)
        whole, is_cut = answer.removesuffix("…"), answer.endswith("…")
        assert given.startswith(whole) if is_cut else given == whole
