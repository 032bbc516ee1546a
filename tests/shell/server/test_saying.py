"""A separate process speaks the server's opening line, so that the server does not wait."""

import signal

from audiogames.shell import mixer
from audiogames.shell.server.saying import _say
from audiogames.shell.speech import chosen
from audiogames.shell.speech.recording import RecordingSpeaker


class Speaker(RecordingSpeaker):
    """A recording speaker that works after `refresh`, and simulates a start and end of speech."""

    def refresh(self, _now):
        self.running = True

    def is_speaking(self):
        """Return True at the second and third call."""
        self.moments = getattr(self, "moments", [False, True, True, False])
        return self.moments.pop(0)


class Mixer:
    """A mixer that records whether it was closed."""

    closed = False

    def close(self):
        self.closed = True


def test_opening_line_of_the_server_is_spoken_completely_and_shown_in_braille(monkeypatch):
    speaker, sounds, ignored = Speaker(), Mixer(), []

    class Speech:
        def __init__(self, *given):
            assert given == (sounds, "builtin", None)

        def open(self, _settings):
            return speaker

    monkeypatch.setattr(signal, "signal", lambda *given: ignored.append(given))
    monkeypatch.setattr(mixer, "open_mixer", lambda _folder: sounds)
    monkeypatch.setattr(chosen, "Speech", Speech)
    _say("Table open.", "en", "builtin", None)
    assert ignored == [(signal.SIGINT, signal.SIG_IGN)]
    assert speaker.moments == []
    assert sounds.closed
    assert speaker.said == speaker.brailled == ["Table open."]
    assert speaker.closed
