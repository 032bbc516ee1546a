"""NVDA reports the end of a text from version 2024.1 on; older versions get plain text."""

import threading

import pytest

from audiogames.shell.speech.ao2_outputs import NvdaVoice
from audiogames.shell.speech.nvda import CUT_OFF, SPOKEN
from tests.kit.waiting import wait_until

NO_SUCH_CALL = 1745


class Output:
    """A simulated NVDA output of accessible-output2; the test decides when a text ends."""

    name = "NVDA"

    def __init__(self, answer=SPOKEN):
        self.calls, self.answer = [], answer
        self.lib = self
        self.ended = threading.Semaphore(0)

        def speak_ssml(ssml, *how):
            self.calls.append((ssml, *how))
            if self.answer in {SPOKEN, CUT_OFF}:
                self.ended.acquire()
            return self.answer

        self.nvdaController_speakSsml = speak_ssml

    def speak(self, text, *, interrupt):
        self.calls.append((text, interrupt))

    def silence(self):
        self.calls.append("silence")
        self.answer = CUT_OFF
        self.ended.release()


@pytest.fixture
def output():
    return Output()


@pytest.fixture
def voice(output):
    made = NvdaVoice(output)
    yield made
    made.close()
    output.ended.release(9)


def test_number_of_unfinished_nvda_texts_is_known_after_the_first_has_ended(voice, output):
    voice.say("re & regina", interrupt=False, lang="it")
    assert voice.unended() is None, "nothing was told yet"
    voice.say("due", interrupt=False, lang="it")
    output.ended.release()
    wait_until(lambda: voice.unended() == 1, "the end of the first text")
    output.ended.release()
    wait_until(lambda: voice.unended() == 0, "the end of the second text")
    assert output.calls[0] == ("<speak>re &amp; regina</speak>", -1, 0, 0)


def test_interrupted_nvda_text_counts_as_ended_and_queued_texts_are_dropped(voice, output):
    for text in ("uno", "due"):
        voice.say(text, interrupt=False, lang="it")
    wait_until(lambda: output.calls, "the first text")
    voice.say("tre", interrupt=True, lang="it")
    wait_until(lambda: len(output.calls) == 3, "the last text")
    assert [call[0] for call in output.calls] == ["<speak>uno</speak>", "s", "<speak>tre</speak>"]


def test_older_nvda_that_refuses_ssml_gets_plain_text():
    output = Output(NO_SUCH_CALL)
    voice = NvdaVoice(output)
    for text in ("uno", "due"):
        voice.say(text, interrupt=False, lang="it")
    wait_until(lambda: len(output.calls) == 3, "both texts")
    assert output.calls[1:] == [("uno", False), ("due", False)]
    assert voice.unended() is None
    voice.close()


def test_older_nvda_client_gets_plain_text():
    output = Output()
    del output.nvdaController_speakSsml
    NvdaVoice(output).say("uno", interrupt=True, lang="it")
    assert output.calls == [("uno", True)]
