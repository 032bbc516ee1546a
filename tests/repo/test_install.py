"""Tests of the installer: silent without changes, one line for a change, clear errors."""

import sys

import pytest

from tools import install

INSTALL = install.install

SAY = "import sys; print('ERROR: no such thing'); sys.exit(1)"


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Return a small installed checkout, and a list that records each later installation."""
    for name in ("pyproject.toml", "hatch_build.py", "audiogames/__init__.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    venv = tmp_path / ".venv"
    venv.mkdir()
    done = []
    monkeypatch.setattr(install, "ROOT", tmp_path)
    monkeypatch.setattr(install, "VENV", venv)
    monkeypatch.setattr(install, "LOG", venv / "install.log")
    monkeypatch.setattr(install, "PYTHON", venv / "python")
    monkeypatch.setattr(install, "install", lambda *, dev: done.append(dev))
    monkeypatch.setattr(sys, "argv", ["install.py"])
    install.PYTHON.touch()
    install.main()
    done.clear()
    return tmp_path, done


def test_installer_installs_and_prints_nothing_if_nothing_has_changed(checkout, capsys):
    capsys.readouterr()
    install.main()
    assert checkout[1] == []
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("changed", ["pyproject.toml", "locales/it/LC_MESSAGES/audiogames.po"])
def test_changed_dependency_is_installed_and_reported_in_a_single_line(checkout, capsys, changed):
    root, done = checkout
    capsys.readouterr()
    (root / changed).parent.mkdir(parents=True, exist_ok=True)
    (root / changed).write_text("new", encoding="utf-8")
    install.main()
    install.main()
    assert done == [False]
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)  # standard output is kept for the program


def test_installation_includes_the_dependencies_of_the_check(checkout, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["install.py", "--dev"])
    install.main()
    install.main()
    monkeypatch.setattr(sys, "argv", ["install.py"])
    install.main()
    assert checkout[1] == [True]


def test_installation_is_repeated_if_the_python_of_the_environment_was_removed(checkout):
    install.PYTHON.unlink()
    install.main()
    assert checkout[1] == [False]


def test_missing_venv_module_is_reported(checkout, monkeypatch, capsys):
    monkeypatch.setattr(install.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(SystemExit) as ended:
        install.make_environment(0.0)
    assert ended.value.code == 1
    assert "apt install python3-venv" in capsys.readouterr().err


def test_failed_installation_names_its_reason_and_the_log_file(checkout, capsys):
    with pytest.raises(SystemExit) as ended:
        install.run([sys.executable, "-c", SAY], "It failed.")
    assert ended.value.code == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines[-3:] == [
        "It failed.",
        "ERROR: no such thing",
        f"All that was said is in the file {install.LOG}",
    ]
    assert "no such thing" in install.LOG.read_text(encoding="utf-8")


PIP = """Collecting pygame>=2.6.1
  Downloading pygame-2.6.1.whl (14.0 MB)
Collecting platformdirs>=4
"""
LAST = "Installing collected packages: pygame, platformdirs"


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("", "20 seconds, still preparing."),
        (PIP, "20 seconds, 2 packages found so far."),
        (PIP + LAST, "20 seconds, the last step: writing 2 packages."),
    ],
)
def test_progress_line_states_the_installation_step(said, line):
    assert install.how_far(20, said) == line


def test_progress_lines_are_printed_while_a_program_runs(checkout, monkeypatch, capsys):
    """The child process waits until a progress line quotes its output."""
    said = checkout[0] / "heard"
    there = f"os.path.exists({str(said)!r})"
    waits = f"import os\nprint('Collecting a', flush=True)\nwhile not {there}: pass"
    told = install.how_far

    def heard(seconds, text):
        if "Collecting a" in text:
            said.touch()
        return told(0, text)

    monkeypatch.setattr(install, "EVERY", 0.01)
    monkeypatch.setattr(install, "how_far", heard)
    capsys.readouterr()
    install.run([sys.executable, "-c", waits], "It failed.")
    assert "0 seconds, 1 package found so far." in capsys.readouterr().err


def test_progress_counts_seconds_from_the_start_of_installing(checkout, monkeypatch):
    begun = []
    monkeypatch.setattr(install, "run", lambda *given: begun.append(given[-1]))
    monkeypatch.setattr(install, "works", lambda _python: False)
    INSTALL(dev=False)  # the environment, then its packages
    first, second = begun
    assert type(first) is float
    assert first == second


def test_installation_into_a_read_only_folder_is_reported(checkout, monkeypatch, capsys):
    def refuse(*, dev):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(install, "install", refuse)
    install.PYTHON.unlink()
    with pytest.raises(SystemExit) as ended:
        install.main()
    assert ended.value.code == 1
    assert "Read-only file system." in capsys.readouterr().err
