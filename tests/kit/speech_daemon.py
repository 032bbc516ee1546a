"""Runs a real speech-dispatcher with a real synthesiser and a silent sound card.

    @pytest.fixture
    def speech(monkeypatch):
        require(speech_missing())
        with SpeechSystem() as system:
            for name, value in system.environ.items():
                monkeypatch.setenv(name, value)
            yield system

Everything is in its own temporary folder, so that tests may run in parallel and the user's speech
is never affected.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Self

from tests.kit.waiting import wait_until

MODULE_CONF = Path("/etc/speech-dispatcher/modules/espeak-ng.conf")
CLIENTS = ("lib/python3/dist-packages/speechd", "lib/python3*/site-packages/speechd")

DAEMON_CONF = """\
LogLevel 5
LogDir "default"
DefaultVolume 100
SymbolsPreproc "char"
SymbolsPreprocFile "symbols.dic"
AudioOutputMethod "pulse"
AudioPulseMinLength 10
AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
DefaultModule espeak-ng
"""


def speech_missing() -> str | None:
    """Return why speech-dispatcher cannot run on this machine, or None."""
    programs = [name for name in ("pulseaudio", "speech-dispatcher") if not shutil.which(name)]
    if programs:
        return f"not installed: {', '.join(programs)}"
    if not MODULE_CONF.exists():
        return "not installed: speech-dispatcher-espeak-ng"
    if not any(found for place in CLIENTS for found in Path("/usr").glob(place)):
        return "not installed: python3-speechd"
    return None


class SpeechSystem:
    """A private speech-dispatcher, which plays into a PulseAudio without a sound card."""

    def __init__(self) -> None:
        # Not pytest's folder: the path of a Unix socket has 108 characters at most.
        self.folder = Path(tempfile.mkdtemp(prefix="speech-"))
        self.socket = self.folder / "run" / "speechd.sock"
        self._pulse: subprocess.Popen[bytes] | None = None
        self._daemon: subprocess.Popen[bytes] | None = None

    @property
    def environ(self) -> dict[str, str]:
        """Return the environment in which programs speak through this daemon."""
        return {
            "XDG_RUNTIME_DIR": str(self.folder / "run"),
            "PULSE_SERVER": f"unix:{self.folder}/run/pulse.sock",
            "SPEECHD_ADDRESS": f"unix_socket:{self.socket}",
        }

    def __enter__(self) -> Self:
        for name in ("run", "conf/modules", "conf/clients", "log"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "run").chmod(0o700)
        (self.folder / "conf/speechd.conf").write_text(DAEMON_CONF)
        shutil.copy(MODULE_CONF, self.folder / "conf/modules")
        try:
            self._start_pulse()
            self.start_daemon()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start_daemon(self) -> None:
        """Start speech-dispatcher, and wait until it accepts connections."""
        self.socket.unlink(missing_ok=True)
        self._daemon = self._run(
            *("speech-dispatcher", "-s", "-t", "0", "-l", "5", "-c", "unix_socket"),
            *("-C", f"{self.folder}/conf", "-L", f"{self.folder}/log"),
            *("-S", str(self.socket), "-P", f"{self.folder}/speechd.pid"),
        )
        wait_until(lambda: _answers(self.socket), "speech-dispatcher taking connections")

    def kill_daemon(self) -> None:
        """Kill speech-dispatcher, as in a crash."""
        _end(self._daemon)
        self._daemon = None

    @property
    def daemon_id(self) -> int:
        """Return the process id of speech-dispatcher."""
        assert self._daemon is not None
        return self._daemon.pid

    def log(self) -> str:
        """Return the log of speech-dispatcher, which has the received texts and languages."""
        path = self.folder / "log" / "speech-dispatcher.log"
        return path.read_text("utf-8", "replace") if path.exists() else ""

    def wait_for(self, text: str, *, after: int = 0) -> int:
        """Wait for a text in the log, from position `after` on; return the position behind it."""
        wait_until(lambda: text in self.log()[after:], f"in the log: {text}")
        return self.log().index(text, after) + len(text)

    def stop(self) -> None:
        """End both programs and remove the folder."""
        _end(self._daemon)
        _end(self._pulse)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _start_pulse(self) -> None:
        path = self.folder / "run" / "pulse.sock"
        self._pulse = self._run(
            *("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disallow-exit"),
            *("-L", f"module-native-protocol-unix auth-anonymous=1 socket={path}"),
            *("-L", "module-null-sink sink_name=speech rate=44100"),
        )
        wait_until(lambda: _answers(path), "PulseAudio taking connections")

    def _run(self, *command: str) -> subprocess.Popen[bytes]:
        nowhere = subprocess.DEVNULL
        return subprocess.Popen(
            command,
            env=os.environ | self.environ,
            stdin=nowhere,
            stdout=nowhere,
            stderr=nowhere,
        )


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return False
    return True


def _end(process: subprocess.Popen[bytes] | None) -> None:
    if process is not None:
        process.kill()
        process.wait()
