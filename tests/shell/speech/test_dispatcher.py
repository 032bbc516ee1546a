"""Tests of finding speech-dispatcher and its client library, without delay if they are missing."""

import socket
import sys
import tempfile
from pathlib import Path

import pytest

from audiogames.shell.speech import dispatcher


@pytest.mark.parametrize(
    ("environ", "where"),
    [
        ({"SPEECHD_ADDRESS": "unix_socket:/run/a.sock"}, Path("/run/a.sock")),
        ({"SPEECHD_ADDRESS": "inet_socket:example.org:6561"}, ("example.org", 6561)),
        ({"SPEECHD_ADDRESS": "inet_socket"}, ("127.0.0.1", 6560)),
        ({"SPEECHD_SOCKET": "/run/b.sock"}, Path("/run/b.sock")),
        ({"XDG_RUNTIME_DIR": "/run/me"}, Path("/run/me/speech-dispatcher/speechd.sock")),
        ({"XDG_CACHE_HOME": "/cache"}, Path("/cache/speech-dispatcher/speechd.sock")),
    ],
)
def test_dispatcher_address_is_derived_from_the_environment_as_in_its_client(environ, where):
    assert dispatcher.address(environ) == where


def test_speech_daemon_is_reachable_only_while_its_socket_listens():
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/s"
        environ = {"SPEECHD_ADDRESS": f"unix_socket:{path}"}
        assert not dispatcher.reachable(environ)
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path)
            server.listen()
            assert dispatcher.reachable(environ)
        assert not dispatcher.reachable(environ)


@pytest.fixture
def session(tmp_path):
    """Return the environment of a session with sound in which speech-dispatcher is installed."""
    program = tmp_path / "bin" / "speech-dispatcher"
    program.parent.mkdir()
    program.touch(0o755)
    (tmp_path / "run" / "pulse").mkdir(parents=True)
    (tmp_path / "run" / "pulse" / "native").touch()
    return {"PATH": str(program.parent), "XDG_RUNTIME_DIR": str(tmp_path / "run")}


def test_speech_daemon_may_be_started_in_a_session_with_sound(session):
    assert dispatcher.may_spawn(session)


@pytest.mark.parametrize(
    "change",
    [{"PATH": ""}, {"XDG_RUNTIME_DIR": ""}, {"SPEECHD_ADDRESS": "unix_socket:/x"}],
)
def test_speech_daemon_is_not_started_if_absent_or_remote(session, change):
    assert not dispatcher.may_spawn(session | change)


def test_speech_daemon_is_not_started_without_sound(session):
    (Path(session["XDG_RUNTIME_DIR"]) / "pulse" / "native").unlink()
    assert not dispatcher.may_spawn(session)
    assert dispatcher.may_spawn(session | {"PULSE_SERVER": "somewhere"})


@pytest.fixture
def no_client(monkeypatch):
    monkeypatch.delitem(sys.modules, "speechd", raising=False)
    monkeypatch.delitem(sys.modules, "speechd.client", raising=False)
    yield
    sys.modules.pop("speechd", None)
    sys.modules.pop("speechd.client", None)


def test_speech_client_of_the_distribution_is_loaded_without_extending_sys_path(
    no_client, tmp_path
):
    folder = tmp_path / "lib" / "python3" / "dist-packages"
    (folder / "speechd").mkdir(parents=True)
    (folder / "speechd" / "__init__.py").write_text("from .client import SSIPClient\n")
    (folder / "speechd" / "client.py").write_text("class SSIPClient: pass\n")
    (folder / "stranger.py").touch()
    module = dispatcher.load_client([tmp_path])
    assert module is not None
    assert module.SSIPClient
    assert str(folder) not in sys.path


def test_missing_or_broken_dispatcher_client_is_not_loaded(no_client, tmp_path):
    assert dispatcher.load_client([tmp_path]) is None
    folder = tmp_path / "lib" / "python3" / "dist-packages" / "speechd"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("import no_such_module_anywhere\n")
    assert dispatcher.load_client([tmp_path]) is None
    assert "speechd" not in sys.modules
