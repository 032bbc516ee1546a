"""Each seat has its own voice, which comes from the side of the seat."""

import array
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from audiogames.core.cues import Priority
from audiogames.present.outputs import Announcement, Part
from audiogames.shell.host import Host
from audiogames.shell.services import Services
from audiogames.shell.speech.base import VOICES, VoiceStyle, seat_style
from audiogames.shell.speech.chain import Chain, Source
from audiogames.shell.speech.espeak import Prosody, load_espeak
from audiogames.shell.speech.recording import RecordingSpeaker
from tests.kit.languages import COMPLETE
from tests.kit.programs.fakeapp import FakeApp

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("gender", VOICES)
def test_each_seat_has_a_different_voice_and_none_has_the_listeners_voice(gender):
    for own in ("", *VOICES[gender]):
        styles = [seat_style(Part("Passo", seat, 0.5, gender), own) for seat in range(4)]
        assert len({style.variant for style in styles}) == 4
        assert own not in {style.variant for style in styles}
        assert {style.pan for style in styles} == {0.5}


def test_announcement_part_that_concerns_no_seat_has_no_voice_style():
    assert seat_style(Part("Tocca a te"), "") is None


@pytest.mark.parametrize("lang", COMPLETE)
def test_every_seat_voice_speaks_the_language_and_sounds_different(lang):
    voice = load_espeak()
    variants = {variant for voices in VOICES.values() for variant in voices}
    sounds = {
        voice.synthesise(
            "totale 7", lang=lang, prosody=Prosody(variant=variant), stopped=lambda: False
        )
        for variant in ("", *variants)
    }
    assert len(sounds) == len(variants) + 1


# --- Requests of the host -------------------------------------------------------------------------

PARTS = (Part("Ada passa.", 1, -1.0, "f"), Part("Tocca a te."))
TEXT = "Ada passa. Tocca a te."


class OwnVoice(RecordingSpeaker):
    """A recording speaker that also records the style of each text."""

    def __init__(self):
        super().__init__("own")
        self.styles = []

    def say_as(self, text, style, *, interrupt, lang):
        self.styles.append((text, style))
        self.say(text, interrupt=interrupt, lang=lang)


def say(speaker, *, on, parts=PARTS):
    """Announce these parts through a host; `on` is the setting for separate voices of the seats."""
    chain = Chain("auto", [Source("builtin", lambda: speaker, brailles=True)])
    chain.refresh(0.0)
    app = FakeApp()
    app.settings = replace(app.settings, seat_voices=on)
    told = Announcement(1.0, Priority.REPLY, True, TEXT, "Ada -", "it", "pass", parts=parts)
    app.handle = lambda _key, _now, **_how: [told]
    Host(app, Services(chain, None, None), lambda _told: None, lambda _text: False).key("a")


def test_announcement_parts_are_spoken_in_the_voices_of_their_seats():
    speaker = OwnVoice()
    say(speaker, on=True)
    assert speaker.styles == [("Ada passa.", VoiceStyle(-1.0, "f3"))]
    spoken = [(one.text, one.interrupt) for one in speaker.records if one.kind == "say"]
    assert spoken == [("Ada passa.", True), ("Tocca a te.", False)]
    assert speaker.brailled == ["Ada -"]


@pytest.mark.parametrize(
    ("speaker", "on", "parts"),
    [(OwnVoice(), False, PARTS), (OwnVoice(), True, ()), (RecordingSpeaker(), True, PARTS)],
    ids=["not wanted", "about no seat", "not our voice"],
)
def test_announcement_without_seat_voices_is_spoken_as_one_text(speaker, on, parts):
    say(speaker, on=on, parts=parts)
    assert speaker.said == [TEXT]


# --- Speech ---------------------------------------------------------------------------------------

SPEAK = """
import sys, time
from dataclasses import replace
from pathlib import Path
from audiogames.core.cues import Say, msg
from audiogames.present.announcer import Announcer
from audiogames.shell.host import Host
from audiogames.shell.services import Services
from audiogames.shell.mixer import open_mixer
from audiogames.shell.speech.builtin import BuiltinSpeaker
from audiogames.shell.speech.chain import Chain, Source
from tests.kit.programs.fakeapp import FakeApp
from tests.present.kit import named, shipped
seat, on = int(sys.argv[1]), sys.argv[2] == "on"
mixer = open_mixer(Path("sounds"))
chain = Chain("builtin", [Source("builtin", lambda: BuiltinSpeaker(mixer))])
chain.refresh(0.0)
app = FakeApp()
app.settings = replace(app.settings, seat_voices=on)
announcer = Announcer(shipped("it"), {1: -1.0, 3: 1.0}.get)
time_moves = Say(msg("clock-moves", seat=named(seat)))
app.handle = lambda key, now, **how: announcer.announce([time_moves], now)
Host(app, Services(chain, mixer, None), lambda told: None, lambda text: False).key("a")
while not mixer.voice_busy():
    time.sleep(0.01)
while mixer.voice_busy():
    time.sleep(0.01)
chain.close()
mixer.close()
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seat", "on", "louder"), [(1, "on", "left"), (3, "on", "right"), (1, "off", "neither")]
)
def test_seat_voice_is_panned_to_its_side(tmp_path, seat, on, louder):
    path = tmp_path / "recording.raw"
    environ = os.environ | {
        "SDL_AUDIODRIVER": "disk",
        "SDL_DISKAUDIOFILE": str(path),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-c", SPEAK, str(seat), on]
    subprocess.run(command, env=environ, cwd=ROOT, check=True, timeout=60)
    samples = array.array("h", path.read_bytes())
    left, right = sum(map(abs, samples[::2])), sum(map(abs, samples[1::2]))
    assert max(left, right) > 1_000_000
    if louder == "neither":
        assert left == right
    else:
        loud, soft = (left, right) if louder == "left" else (right, left)
        assert loud > 10 * soft
