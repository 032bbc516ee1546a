"""Tests of how the page handles messages from a fake program."""

import time

import pytest

from audiogames.app.keys.bindings import BROWSERS_KEEP
from tests.kit.places import KEYS
from tests.kit.programs.browser import DESK, PATIENCE, PHONE
from tests.kit.programs.feed import WELCOME, WORDS, Program, card

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

APART, STOOD = 250, 500
SOON = 20
"""The number of milliseconds after which the first message has been placed."""


@pytest.fixture
def program(pages, page_of):
    return Program(page_of(), pages)


@pytest.fixture
def still(pages, page_of):
    """Return a fake program whose page has a clock that only the test advances."""
    return Program(page_of(), pages, stopped=True)


def test_page_joins_a_burst_of_announcements_without_loss(still):
    texts = [f"Frase {number}." for number in range(1, 11)]
    still.say(texts[0])
    still.passes(SOON)
    still.say(*texts[1:], first=2)
    still.passes(STOOD - 1)
    assert still.page.texts() == texts[:1]
    still.passes(1)
    assert still.page.texts() == [texts[0], " ".join(texts[1:])]
    still.passes(STOOD)
    still.waits_until_placed(10)
    assert still.placed() == list(range(1, 11))


def test_page_shows_an_interrupting_answer_soon_and_reports_only_that_answer_as_placed(still):
    still.say("Una notizia.")
    still.passes(SOON)
    still.say("Risposta.", first=2, interrupt=True)
    still.passes(APART - 1)
    assert still.page.texts() == ["Una notizia."]
    still.passes(1)
    assert still.page.texts() == ["Una notizia.", "Risposta."]
    still.passes(STOOD)
    still.waits_until_placed(2)
    assert still.placed() == [2]


def test_repeated_sentence_is_marked_so_that_it_differs_each_time(program):
    for n in (1, 2, 3):
        program.send({"t": "say", "n": n, "text": "Tocca a te.", "lang": "it"})
        program.waits_until_placed(n)
    texts = [node["text"] for node in program.page.placed()]
    assert texts == ["Tocca a te.", "Di nuovo: Tocca a te.", "Ancora: Tocca a te."]


def test_page_marks_every_sentence_with_its_language_and_shows_braille_text(program):
    program.say("Tocca a te.", braille="tocca a te")
    program.send({"t": "say", "n": 2, "text": "Your turn.", "lang": "en", "braille": "your turn"})
    program.waits_until_placed(2)
    parts = [part for node in program.page.placed() for part in node["parts"]]
    assert parts == [["it", "Tocca a te."], ["en", "Your turn."]]
    assert program.page.page.locator("#braille").inner_text() == "your turn"
    assert program.page.page.locator("#messages li").all_inner_texts() == [
        "Your turn.",
        "Tocca a te.",
    ]


def test_shown_announcement_remains_for_a_slow_screen_reader(program):
    program.say("Una notizia.")
    program.waits_until_placed(1)
    program.say("Un'altra.", first=2)
    program.waits_until_placed(2)
    assert program.page.page.locator("#live p").all_inner_texts() == ["Una notizia.", "Un'altra."]


def test_page_message_list_is_extended_in_small_parts_after_announcements(program):
    """Orca skips announcements when more than fifty nodes change at once."""
    program.page.page.evaluate(
        """() => new MutationObserver((changes) => {
             const lines = changes.map(({ addedNodes }) => addedNodes.length);
             (globalThis.written ??= []).push([placed.length, ...lines]);
           }).observe(document.getElementById("messages"), { childList: true })"""
    )
    texts = [f"Frase {number}." for number in range(1, 16)]
    program.say(*texts)
    program.waits_for("() => document.querySelectorAll('#messages li').length === 15")
    assert program.page.page.locator("#messages li").all_inner_texts() == texts[::-1]
    written = program.page.page.evaluate("written")
    assert [lines for _placed, *lines in written] == [[10], [5]]
    assert written[0][0] > 0, "what is spoken comes first"


def test_braille_line_is_not_a_live_region(program):
    """As a live region, the line was confused by Orca with an announcement of the same words."""
    line = program.page.page.locator("#braille")
    assert line.get_attribute("role") is line.get_attribute("aria-live") is None


def test_page_drops_waiting_announcements_when_speech_is_silenced(still):
    still.say("Uno.")
    still.passes(SOON)
    still.say("Due.", first=2)
    still.send({"t": "hush"})
    still.waits_until_placed(2)
    still.passes(2 * STOOD)
    assert still.page.page.locator("#live").inner_text() == ""
    assert still.page.texts() == ["Uno."]


def test_page_focus_moves_from_a_removed_card_to_the_next_or_a_question_or_the_heading(program):
    table = {"seats": [{"number": 0, "name": "Eva", "is_own": True}]}
    program.draws(title="A", cards=[card("2", "h"), card("3", "h"), card("4", "s")], table=table)
    program.page.page.get_by_role("button", name="3 di cuori").focus()
    program.draws(title="B", cards=[card("2", "h"), card("3", "h"), card("4", "s")], table=table)
    assert program.page.focused() == "3 di cuori"
    program.draws(title="C", cards=[card("2", "h"), card("4", "s")], table=table)
    assert program.page.focused() == "4 di picche"
    program.draws(title="D", cards=[], table=table, questions=[{"text": "turno", "key": "t"}])
    assert program.page.focused() == "turno"
    program.draws(title="E")
    assert program.page.focused() == "title"


def test_page_focus_follows_the_apps_focus_only_while_it_is_on_a_card_of_the_hand(program):
    hand = [card("2", "h", focused=True), card("3", "h")]
    moved = [card("2", "h"), card("3", "h", focused=True)]
    program.draws(title="A", cards=hand)
    program.draws(title="B", cards=moved)
    assert program.page.focused() == "table"
    program.page.page.get_by_role("button", name="3 di cuori").focus()
    program.draws(title="C", cards=hand)
    assert program.page.focused() == "2 di cuori"


def test_page_sends_keys_by_name_and_does_not_intercept_browser_keys(program):
    program.draws(cards=[card("2", "h", click=1)])
    before = len(program.heard)
    program.page.press(
        "a", "Shift+F7", "Control+s", "Space", "Shift+Comma", "PageUp", "Backquote", "Alt+o", "F5",
        "Alt+1", "Control+t", "Tab", "Enter", "Control",
    )  # fmt: skip
    program.waits_until_heard(lambda message: message["t"] == "click")
    sent = [one.get("key", one.get("number")) for one in program.heard[before:]]
    sent = [key for key in sent if key != "ctrl"]
    assert sent == [
        "a", "shift+f7", "ctrl+s", "space", "shift+comma", "pageup", "layer", "alt+o", 1,
    ]  # fmt: skip


EVENTS = """(events) => { const table = document.getElementById("table");
  for (const event of events) table.dispatchEvent(new KeyboardEvent("keydown", {
    bubbles: true, ...event })); }"""

NUM_LOCK_OFF = {"origin": "num-lock-off"}
BY_PLACE = {"origin": "place"}
REPEAT = {"repeat": True}


def sent_for(program, *events):
    """Return the key names that the page sends for these keyboard events."""
    program.heard.clear()
    program.page.page.evaluate(EVENTS, [*events, {"key": "F2", "code": "F2"}])
    program.waits_until_heard(lambda message: message.get("key") == "f2")
    sent = (message for message in program.heard if message["t"] == "key")
    return [{name: value for name, value in one.items() if name != "t"} for one in sent][:-1]


def test_numeric_pad_types_digits_and_navigates_with_num_lock_off(program):
    moves = ["Insert", "End", "ArrowDown", "PageDown", "ArrowLeft", "Clear", "ArrowRight"]
    moves += ["Home", "ArrowUp", "PageUp"]
    pad = [{"code": f"Numpad{digit}", "key": key} for digit, key in enumerate(moves)]
    names = ["insert", "end", "down", "pagedown", "left", "other", "right", "home", "up", "pageup"]
    assert sent_for(program, *pad) == [{"key": name, **NUM_LOCK_OFF} for name in names]
    written = [{"code": f"Numpad{digit}", "key": str(digit)} for digit in range(10)]
    assert sent_for(program, *written) == [{"key": str(digit)} for digit in range(10)]
    shifted = {"code": "Numpad7", "key": "Home", "modifierNumLock": True}
    assert sent_for(program, shifted) == [{"key": "7"}]
    signs = {"Divide": "/", "Multiply": "*", "Subtract": "-", "Add": "+", "Enter": "Enter"}
    signs = [{"code": f"Numpad{name}", "key": key} for name, key in signs.items()]
    assert [one["key"] for one in sent_for(program, *signs)] == ["/", "*", "-", "+", "enter"]
    point = [{"code": "NumpadDecimal", "key": key} for key in (",", ".", "Delete")]
    delete = {"key": "delete", **NUM_LOCK_OFF}
    assert sent_for(program, *point) == [{"key": "period"}, {"key": "period"}, delete]


def test_non_latin_key_is_named_by_its_position(program):
    events = [
        {"code": "KeyH", "key": "р"},  # noqa: RUF001 - Russian
        {"code": "KeyR", "key": "К", "ctrlKey": True, "shiftKey": True},  # noqa: RUF001 - Russian
        {"code": "KeyH", "key": "η"},
        {"code": "Comma", "key": "б"},  # noqa: RUF001 - Russian
        {"code": "BracketLeft", "key": "Dead"},
        {"code": "KeyA", "key": "q"},
        {"code": "Semicolon", "key": "ò"},
    ]
    places = ["h", "ctrl+shift+r", "h", "comma", "["]
    latin = [{"key": "q"}, {"key": "ò"}]
    assert sent_for(program, *events) == [*({"key": one, **BY_PLACE} for one in places), *latin]


def test_page_sends_keys_without_a_name_but_no_system_keys(program):
    named = [{"code": "", "key": "Unidentified"}, {"code": "Pause", "key": "Pause"}]
    systems = [{"code": key, "key": key} for key in ("CapsLock", "AudioVolumeUp", "Shift", "Tab")]
    assert sent_for(program, *named, *systems) == [{"key": "other"}] * 2


def test_repeats_of_a_held_key_are_marked_as_repeats(program):
    down = {"code": "ArrowDown", "key": "ArrowDown"}
    held = [down, {**down, "repeat": True}, {**down, "repeat": True}]
    assert sent_for(program, *held) == [{"key": "down"}, *[{"key": "down", **REPEAT}] * 2]


def test_held_enter_presses_a_card_once(program):
    program.draws(cards=[card("2", "h", click=1)])
    program.heard.clear()
    program.page.page.get_by_role("button", name="2 di cuori").focus()
    keyboard = program.page.page.keyboard
    for _ in range(4):
        keyboard.down("Enter")
    keyboard.up("Enter")
    keyboard.press("F2")
    program.waits_until_heard(lambda message: message.get("key") == "f2")
    assert [one["number"] for one in program.heard if one["t"] == "click"] == [1]


def test_held_letter_that_opened_a_text_field_is_not_typed_into_the_field(program):
    program.draws(cards=[card("2", "h")])
    program.page.page.get_by_role("button", name="2 di cuori").focus()
    keyboard = program.page.page.keyboard
    keyboard.down("k")
    program.draws(title="Chiamata", field="")
    program.waits_for("() => document.activeElement.id === 'text'")
    keyboard.down("k")
    keyboard.up("k")
    keyboard.type("ok")
    assert program.page.page.locator("#text").input_value() == "ok"


def test_letters_typed_at_the_table_go_into_the_open_text_field(program):
    program.page.focus_table()
    program.draws(title="Chiamata", field="")
    program.page.page.keyboard.type("ok")
    assert program.page.page.locator("#text").input_value() == "ok"


def test_page_intercepts_no_key_that_belongs_to_the_browser(program):
    kept = program.page.page.evaluate(
        """async (keys) => { const { isBrowsers } = await import("./keys.js");
             return keys.filter(isBrowsers); }""",
        list(KEYS),
    )
    tabs = {"tab", "shift+tab"}  # move the focus; the page has no names for them
    assert set(kept) | tabs == BROWSERS_KEEP & set(KEYS)


@pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
def test_page_never_needs_sideways_scrolling(pages, page_of, device):
    program = Program(page_of(device), pages)
    look = {"theme": "light", "scale": 400, "letters": True, "voice": "reader"}
    program.send({"t": "settings", **look, "lang": "it", "words": WORDS})
    table = {
        "seats": [{"number": 0, "name": "Eva", "is_own": True, "notes": ["Prevede 3, prese 2"]}],
        "turn": "Tocca a te.", "total": {"label": "Totale", "value": 57}, "stock": 40,
        "laid": [{"seat": 0, "card": card("10", "s")}],
    }  # fmt: skip
    program.draws(cards=[card("2", "h"), card("10", "s")], table=table)
    width = program.page.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]


VOICE = """
window.uttered = [];
Object.defineProperty(window, "speechSynthesis", { value: {
  speak: (one) => {
    uttered.push([one.text, one.lang, one.rate]);
    setTimeout(() => one.onend?.(), 10);
  },
  cancel: () => {},
} });
"""


def test_browser_voice_can_replace_a_screen_reader(pages, page_of):
    page = page_of()
    page.page.add_init_script(VOICE)
    program = Program(page, pages)
    look = {
        "theme": "dark",
        "scale": 100,
        "voice": "browser",
        "rate": 300,
        "pitch": 50,
        "volume": 1,
    }
    program.send({"t": "settings", **look, "lang": "it", "words": WORDS})
    program.say("Tocca a te.")
    program.waits_until_placed(1)
    assert page.page.evaluate("uttered") == [["Tocca a te.", "it", 1.5]]
    program.waits_until_heard(lambda message: message == {"t": "ended", "n": 1})
    assert page.placed() == []


def test_sounds_play_after_the_first_touch(program):
    sound = {"t": "sound", "file": "sounds/common/card-1.ogg", "pan": -0.5, "volume": 0.8}
    asked = []
    program.page.page.on(
        "request", lambda request: request.url.endswith(".ogg") and asked.append(request.url)
    )
    program.send(sound)
    program.page.page.locator("#title").click()
    end = time.monotonic() + PATIENCE / 1000
    with program.page.page.expect_response("**/card-1.ogg") as answered:
        while not asked:
            assert time.monotonic() < end, "the device did not wake"
            program.send(sound)
            program.page.page.wait_for_timeout(50)
    assert answered.value.ok


DEAF = """
const decode = AudioContext.prototype.decodeAudioData;
window.decoded = [];
AudioContext.prototype.decodeAudioData = async function (bytes) {
  const kind = String.fromCharCode(...new Uint8Array(bytes, 0, 4));
  if (kind === "OggS") throw new DOMException("cannot be read", "EncodingError");
  const data = await decode.call(this, bytes);
  decoded.push([kind, data.duration > 0.01]);
  return data;
};
"""
"""Makes a browser unable to play OGG, and notes which files it has read."""


def test_browser_that_cannot_decode_a_sound_gets_another_format(pages, page_of):
    page = page_of()
    page.page.add_init_script(DEAF)
    program = Program(page, pages)
    sound = {"t": "sound", "file": "sounds/common/card-1.ogg", "pan": 0, "volume": 1}
    page.page.locator("#title").click()
    end = time.monotonic() + PATIENCE / 1000
    while not page.page.evaluate("decoded.length"):
        assert time.monotonic() < end, "it was not read"
        program.send(sound)
        page.page.wait_for_timeout(50)
    assert page.page.evaluate("decoded") == [["RIFF", True]]


def test_ended_program_shows_one_sentence_and_a_restart_button(program):
    program.send({"t": "end", "text": "The card room is closed.", "lang": "en"})
    notice = program.page.page.locator("#line p")
    notice.wait_for()
    assert notice.inner_text() == "The card room is closed."
    program.waits_for("() => placed.length > 0")
    assert program.page.placed()[-1]["parts"] == [["en", "The card room is closed."]]
    program.page.page.locator("#retry").click()
    program.waits_for("() => workers.length === 2")
    notice.wait_for(state="hidden")


PASTE = """text => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  document.activeElement.dispatchEvent(event);
}"""


def test_paste_outside_a_field_is_reported_without_its_text(program):
    program.draws(cards=[card("7", "h")])
    program.page.page.evaluate(PASTE, "hello\nx\n")
    program.waits_until_heard(lambda message: message == {"t": "paste"})
    assert not [one for one in program.heard if one["t"] in {"text", "key", "click"}]


def test_pasted_lines_become_a_single_text_in_a_field(program):
    program.draws(field="")
    program.page.page.locator("#text").focus()
    program.page.page.evaluate(PASTE, "hello\r\n\tx\n")
    assert program.page.page.locator("#text").input_value() == "hello x"
    assert not [one for one in program.heard if one["t"] in {"text", "key", "paste"}]
    program.page.page.keyboard.press("Enter")
    program.waits_until_heard(lambda message: message == {"t": "text", "text": "hello x"})


def test_page_announces_that_a_text_field_is_full(program):
    words = {**WORDS, "field-full": "Non ci sta altro.", "cut": "Il resto non ci sta."}
    program.send({**WELCOME, "words": words})
    program.draws(field="", longest=5)
    program.page.page.locator("#text").focus()
    program.page.page.evaluate(PASTE, "ciao a tutti")
    program.waits_for("() => live.textContent.includes('Il resto non ci sta.')")
    assert program.page.page.locator("#text").input_value() == "ciao "
    program.page.page.keyboard.type("x")
    program.waits_for("() => live.textContent.includes('Non ci sta altro.')")
    assert program.page.page.locator("#text").input_value() == "ciao "
