"""Tests of the chain of speakers with a real speech-dispatcher."""

import importlib.util
import itertools
import os
import signal
import time

import pytest

from audiogames.shell.speech.ao2 import Ao2Speaker
from audiogames.shell.speech.aside import Aside, Patience
from audiogames.shell.speech.chain import Chain, Source
from audiogames.shell.speech.prism import PrismSpeaker
from audiogames.shell.speech.recording import RecordingSpeaker
from tests.kit.speech_daemon import SpeechSystem, speech_missing
from tests.kit.waiting import require, wait_until

pytestmark = pytest.mark.speech

SEVEN = "Hai pescato il sette di coppe"
LONG = "Uno, due, tre, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici, tredici"


@pytest.fixture
def speech(monkeypatch):
    require(speech_missing())
    with SpeechSystem() as system:
        for name, value in system.environ.items():
            monkeypatch.setenv(name, value)
        yield system


@pytest.fixture
def fallback():
    return RecordingSpeaker("fallback")


@pytest.fixture
def chain(speech, fallback):
    sources = [Source("ao2", Ao2Speaker), Source("builtin", lambda: fallback)]
    chain = Chain("auto", sources)
    chain.refresh(0.0)
    yield chain
    chain.close()


def test_speech_dispatcher_receives_the_language_of_a_text(speech, chain):
    assert chain.name == "Speech Dispatcher"
    chain.say(SEVEN, interrupt=False, lang="it")
    queued = speech.wait_for(f"Queueing message |{SEVEN}|")
    speech.wait_for("language=it", after=queued)


def test_speech_dispatcher_changes_language_between_sentences(speech, chain):
    chain.say(SEVEN, interrupt=False, lang="it")
    chain.say("seven of hearts", interrupt=False, lang="en")
    queued = speech.wait_for("Queueing message |seven of hearts|")
    speech.wait_for("language=en", after=queued)


def test_interruption_cancels_the_speech_of_speech_dispatcher(speech, chain):
    chain.say(LONG, interrupt=False, lang="it")
    begun = speech.wait_for("701", after=speech.wait_for(f"Queueing message |{LONG}|"))
    chain.say("Asso di spade", interrupt=True, lang="it")
    cancelled = speech.wait_for("CANCEL self", after=begun)
    speech.wait_for("Queueing message |Asso di spade|", after=cancelled)
    speech.wait_for("703", after=begun)


def test_silence_cancels_the_speech_of_speech_dispatcher(speech, chain):
    chain.say(LONG, interrupt=False, lang="it")
    begun = speech.wait_for("701", after=speech.wait_for(f"Queueing message |{LONG}|"))
    chain.silence()
    speech.wait_for("703", after=begun)


def test_unusual_texts_do_not_end_the_connection_to_the_speech_daemon(speech, chain, fallback):
    heard = 0
    for text in ("<b>& fine", ".", "prima\r\n.\r\npoi", "a\0b", "\udc80 mezzo", ""):
        chain.say(text, interrupt=False, lang="it")
        chain.say(SEVEN, interrupt=False, lang="it")
        heard = speech.wait_for(f"Queueing message |{SEVEN}|", after=heard)
    assert fallback.said == []


def test_sentence_is_spoken_by_the_next_speaker_when_the_speech_daemon_dies(
    speech, chain, fallback
):
    chain.say("Prima", interrupt=False, lang="it")
    speech.kill_daemon()
    chain.say(SEVEN, interrupt=True, lang="it")
    assert fallback.said == [SEVEN]
    assert chain.name == "fallback"


def test_restarted_speech_daemon_is_used_again(speech, chain, fallback):
    speech.kill_daemon()
    chain.say("Perso", interrupt=True, lang="it")
    chain.refresh(3.0)
    assert chain.name == "fallback"
    speech.start_daemon()
    chain.refresh(6.0)
    assert chain.name == "Speech Dispatcher"
    chain.say(SEVEN, interrupt=True, lang="it")
    speech.wait_for("language=it", after=speech.wait_for(f"Queueing message |{SEVEN}|"))
    assert fallback.said == ["Perso"]


def test_speech_daemon_restarted_between_sentences_loses_no_text(speech, chain, fallback):
    speech.kill_daemon()
    speech.start_daemon()
    chain.say(SEVEN, interrupt=True, lang="it")
    speech.wait_for("language=it", after=speech.wait_for(f"Queueing message |{SEVEN}|"))
    assert fallback.said == []


def timed_say(chain, text):
    """Let the chain say a text, and return the seconds until `say` returned."""
    begun = time.perf_counter()
    chain.say(text, interrupt=True, lang="it")
    return time.perf_counter() - begun


def test_hanging_speech_daemon_does_not_delay_keys_or_speak_old_text(speech, fallback):
    aside = Aside(Ao2Speaker(), Patience(first=30.0))
    chain = Chain("auto", [Source("ao2", lambda: aside), Source("builtin", lambda: fallback)])
    chain.refresh(0.0)
    for text in (LONG, "Seconda"):
        chain.say(text, interrupt=False, lang="it")
    speech.wait_for("701", after=speech.wait_for("Queueing message |Seconda|"))
    os.kill(speech.daemon_id, signal.SIGSTOP)
    stopped = len(speech.log())
    held = sum(timed_say(chain, text) for text in ("Uno", "Due", "Tre"))
    assert fallback.said == ["Uno", "Due", "Tre"]
    assert held < 0.5, "0.15 s of patience, on a machine that may be busy"
    os.kill(speech.daemon_id, signal.SIGCONT)
    speech.wait_for("CANCEL self", after=stopped)
    later = itertools.count(3.0, 3.0)
    wait_until(
        lambda: chain.refresh(next(later)) or chain.name == "Speech Dispatcher", "its coming back"
    )
    chain.say(SEVEN, interrupt=True, lang="it")
    speech.wait_for(f"Queueing message |{SEVEN}|", after=stopped)
    queued = [line for line in speech.log()[stopped:].splitlines() if "Queueing message" in line]
    assert len(queued) == 1
    assert fallback.said == ["Uno", "Due", "Tre"]
    chain.close()


if importlib.util.find_spec("prism"):  # an optional extra: its absence is no skip

    def test_prism_speaks_italian_with_an_italian_voice(speech):
        speaker = PrismSpeaker()
        assert speaker.alive()
        speaker.say(SEVEN, interrupt=False, lang="it")
        speech.wait_for("synthesis_voice=Italian", after=speech.wait_for(f"message |{SEVEN}|"))
        speaker.close()


def test_speech_dispatcher_reports_the_end_of_speech(speech, chain):
    assert chain.unended() is None
    chain.say("Uno", interrupt=False, lang="it")
    wait_until(lambda: chain.unended() == 0, "the end of the first utterance")
    chain.say(LONG, interrupt=False, lang="it")
    assert chain.unended() == 1
    chain.say("Due", interrupt=True, lang="it")
    assert chain.unended() == 1
    wait_until(lambda: chain.unended() == 0, "the end of the last one")
