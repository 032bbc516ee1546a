"""Performs the newcomer's forty steps in a real window with a real speech daemon.

The announcements are printed beside the words that the script requires.  A person must judge
differences, as the script was written before the program.
"""

import pytest

from tests.kit.programs.screen import reason_missing
from tests.kit.speech_daemon import speech_missing
from tests.kit.waiting import require
from tests.newcomer.steps import LANGUAGES, SCRIPT
from tests.newcomer.walk import walked, written


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("scene", SCRIPT)
def test_every_key_of_the_newcomers_script_is_answered_by_an_announcement(scene, lang):
    require(reason_missing() or speech_missing())
    for step, heard in walked(scene, lang):
        print(written(step, lang, heard))
        assert heard or not step.keys, step.number
