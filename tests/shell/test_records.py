"""Tests of translating the input records of a Windows console to keys."""

import pytest

from audiogames.app.keys.bindings import BINDINGS
from audiogames.app.keys.names import OTHER, Origin, apart
from audiogames.shell.keys import CTRL, LAYER, QUIT, Press
from audiogames.shell.terminal.records import RECORD, RecordKeys, read_record

RIGHT_ALT, LEFT_ALT, LEFT_CTRL, SHIFT, NUM_LOCK, ENHANCED = 0x1, 0x2, 0x8, 0x10, 0x20, 0x100
ALT_GR = RIGHT_ALT | LEFT_CTRL
HELD = {"ctrl": (LEFT_CTRL, 0x11), "alt": (LEFT_ALT, 0x12), "shift": (SHIFT, 0x10)}

ENHANCED_KEYS = {
    "pageup": 0x21, "pagedown": 0x22, "end": 0x23, "home": 0x24, "left": 0x25, "up": 0x26,
    "right": 0x27, "down": 0x28, "insert": 0x2D, "delete": 0x2E, "applications": 0x5D,
}  # fmt: skip
KEYS = {
    "backspace": (0x08, "\b"), "tab": (0x09, "\t"), "enter": (0x0D, "\r"), "escape": (0x1B, "\x1b"),
    "space": (0x20, " "), "comma": (0xBC, ","), "period": (0xBE, "."), "-": (0xBD, "-"),
    "+": (0xBB, "+"), "=": (0xBB, "="), "/": (0xBF, "/"), "[": (0xDB, "["), "]": (0xDD, "]"),
    "'": (0xDE, "'"), ";": (0xBA, ";"), "*": (0x6A, "*"), "\\": (0xDC, "\\"),
    **{f"f{number}": (0x6F + number, "") for number in range(1, 13)},
}  # fmt: skip


def record(key, character="", held=0, *, down=True, place=1, repeats=1):
    """Return the bytes of an input record for one key going down or up."""
    code = character if isinstance(character, int) else ord(character or "\0")
    return RECORD.pack(1, down, repeats, key, place, code, held)


def tap(key, character="", held=0, **more):
    """Return the two input records of a key press: down and up."""
    return record(key, character, held, **more), record(key, character, held, down=False, **more)


def as_windows_sends(name):
    """Return the input records of a chord such as "ctrl+a", including its modifier keys."""
    held, key = apart(name)
    down, up, state = [], [], 0
    for modifier in held:
        bit, code = HELD[modifier]
        state |= bit
        down.append(record(code, held=state))
        up.insert(0, record(code, held=state ^ bit, down=False))
    return [*down, *_key_of(key, held, state), *up]


def _key_of(key, held, state):
    if key == LAYER:
        return tap(0xC0, "" if held else "`", state, place=0x29)
    if key in ENHANCED_KEYS:
        return tap(ENHANCED_KEYS[key], "", state | ENHANCED)
    code, character = KEYS.get(key) or (ord(key.upper()), key)
    if "ctrl" in held:
        character = chr(ord(key) & 0x1F) if key.isalpha() and len(key) == 1 else ""
    elif "shift" in held:
        character = {"comma": "<", "period": ">"}.get(key, character.upper())
    return tap(code, character, state)


def pressed(*records):
    keys = RecordKeys()
    found = [read_record(one) for one in records]
    return [press for one in found if one is not None for press in keys.feed(one)]


def names(*records):
    return [press.key for press in pressed(*records)]


def test_every_bound_key_is_decoded_from_windows_console_records():
    bound = {key for binding in BINDINGS for key in binding.keys} - {"ctrl+c", CTRL}
    heard = {name: names(*as_windows_sends(name)) for name in bound}
    expected = {name: [CTRL, name] if name.startswith("ctrl+") else [name] for name in bound}
    as_unshifted = {"ctrl++": "ctrl+="}  # with Control a plus writes nothing, so its key is named
    expected = {
        name: [as_unshifted.get(one, one) for one in keys] for name, keys in expected.items()
    }
    assert heard == expected


@pytest.mark.parametrize(
    ("records", "name", "text"),
    [
        ((*tap(0xDE, "à"), *tap(0x41, "a")), ["à", "a"], "àa"),
        ((*tap(0xBA, "è"), *tap(0xDB, "ì")), ["è", "ì"], "èì"),
        (tap(0xBA, "é", SHIFT), ["shift+é"], "é"),
        (tap(0xDB, "?", SHIFT), ["?"], "?"),
        (tap(0x31, "!", SHIFT), ["shift+1"], "!"),
        (tap(0x31, "&"), ["1"], "&"),
        (tap(0xC0, "@", ALT_GR), ["@"], "@"),
        (tap(0x45, "€", ALT_GR), ["€"], "€"),
        (tap(0x41, "A", 0x80), ["a"], "A"),
        (tap(0xBC, ";", SHIFT), ["shift+comma"], ";"),
    ],
    ids=["à and a", "è and ì", "é", "?", "!", "French 1", "@", "€", "Caps Lock", ";"],
)
def test_key_pressed_in_the_windows_console_has_the_expected_name_and_text(records, name, text):
    found = pressed(*records)
    assert [press.key for press in found] == name
    assert "".join(press.text for press in found) == text


def test_console_key_with_control_or_alt_writes_nothing():
    for held in (LEFT_CTRL, LEFT_ALT, LEFT_ALT | LEFT_CTRL):
        assert [press.text for press in pressed(*tap(0x41, "", held))] == [""]
    assert [press.text for press in pressed(*tap(0x41, "a", LEFT_ALT))] == [""]


def test_only_ctrl_c_ends_the_program_in_the_console():
    assert names(*tap(0x43, "\x03", LEFT_CTRL)) == [QUIT]
    assert names(*tap(0x43, "\x03", LEFT_CTRL | SHIFT)) == ["ctrl+shift+c"]


def test_control_key_held_in_the_console_is_reported_once():
    held = [record(0x11, held=LEFT_CTRL)] * 3
    assert names(*held, record(0x11, down=False), *held) == [CTRL, CTRL]


@pytest.mark.parametrize(
    ("key", "on", "off"),
    [(0x64, "4", "left"), (0x68, "8", "up"), (0x65, "5", OTHER), (0x60, "0", "insert")],
)
def test_console_numeric_pad_follows_num_lock(key, on, off):
    assert pressed(*tap(key, on, NUM_LOCK)) == [Press(on, on)]
    codes = {**ENHANCED_KEYS, OTHER: 0x0C}
    assert pressed(*tap(codes[off])) == [Press(off, "", Origin.NUM_LOCK_OFF)]


def test_console_key_that_types_another_alphabet_is_named_by_its_keyboard_position():
    assert pressed(*tap(0x44, "в")) == [Press("d", "в", Origin.PLACE)]
    assert pressed(*tap(0x53, "Σ", SHIFT)) == [Press("shift+s", "Σ", Origin.PLACE)]


def test_console_joins_two_surrogate_records_to_one_character():
    assert pressed(*(record(0xE7, half) for half in (0xD83C, 0xDCA1)))[0].text == "\U0001f0a1"
    assert pressed(record(0xE7, 0xDCA1)) == []


def test_alt_code_character_arrives_on_release_of_alt():
    digits = [one for key in (0x60, 0x61) for one in tap(key, "", LEFT_ALT)]
    found = pressed(record(0x12, held=LEFT_ALT), *digits, record(0x12, "à", down=False))
    assert found[-1] == Press("à", "à")


def test_text_pasted_or_dictated_into_the_console_is_read_as_keys():
    assert names(*tap(0, "a"), *tap(0xE7, "B"), *tap(0, "\r")) == ["a", "shift+b", "enter"]
    assert names(*tap(0xFF, "\x13", LEFT_CTRL)) == ["ctrl+s"]


@pytest.mark.parametrize("key", [0x10, 0x12, 0x14, 0x2C, 0x5B, 0x90, 0xAD], ids=hex)
def test_console_ignores_lock_modifier_and_system_keys(key):
    assert names(*tap(key)) == []


def test_unknown_console_key_is_named_other():
    assert names(*tap(0x13)) == [OTHER]


def test_console_record_with_a_repeat_count_repeats_its_key():
    assert names(record(0x28, held=ENHANCED, repeats=3)) == ["down"] * 3


def test_console_records_other_than_keys_are_ignored():
    assert read_record(b"\x02\x00" + bytes(18)) is None
