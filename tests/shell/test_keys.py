"""Tests of translating window events and terminal bytes to the same key names."""

from types import SimpleNamespace

import pygame
import pytest

from audiogames.app.keys.bindings import BINDINGS, TERMINAL_CANNOT
from audiogames.app.keys.names import Origin, apart
from audiogames.shell.keys import Press, TerminalKeys, window_key, writes
from audiogames.shell.terminal.sequences import ESCAPE_SECONDS, UNENDED_SECONDS, Paste

LEFT = {"ctrl": pygame.KMOD_LCTRL, "alt": pygame.KMOD_LALT, "shift": pygame.KMOD_LSHIFT}
LEFT |= {"num": pygame.KMOD_NUM}


PLACE = 1 << 30
"""SDL's bit for a key that writes no character."""


def press(key, *held, scancode=0, unicode=""):
    mod = sum(LEFT[name] for name in held)
    return SimpleNamespace(key=key, mod=mod, scancode=scancode, unicode=unicode)


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (press(pygame.K_a), "a"),
        (press(pygame.K_a, "shift"), "shift+a"),
        (press(pygame.K_x, "ctrl", "shift"), "ctrl+shift+x"),
        (press(pygame.K_2, "alt"), "alt+2"),
        (press(pygame.K_F7, "shift"), "shift+f7"),
        (press(pygame.K_F12), "f12"),
        (press(pygame.K_RETURN), "enter"),
        (press(pygame.K_KP_ENTER), "enter"),
        (press(pygame.K_SPACE, "ctrl"), "ctrl+space"),
        (press(pygame.K_ESCAPE), "escape"),
        (press(pygame.K_BACKSPACE), "backspace"),
        (press(pygame.K_TAB, "shift"), "shift+tab"),
        (press(pygame.K_UP), "up"),
        (press(pygame.K_PAGEDOWN, "ctrl"), "ctrl+pagedown"),
        (press(pygame.K_INSERT), "insert"),
        (press(pygame.K_DELETE), "delete"),
        (press(pygame.K_HOME), "home"),
        (press(pygame.K_END), "end"),
        (press(pygame.K_MENU), "applications"),
        (press(pygame.K_COMMA), "comma"),
        (press(pygame.K_PERIOD, "shift"), "shift+period"),
        (press(pygame.K_LCTRL, "ctrl"), "ctrl"),
        (press(ord("è")), "è"),
        (press(ord("\\"), scancode=pygame.KSCAN_GRAVE), "layer"),
        (press(ord("&"), scancode=pygame.KSCAN_1), "1"),
        (press(ord("à"), "alt", scancode=pygame.KSCAN_0), "alt+0"),
        (press(pygame.K_1, scancode=pygame.KSCAN_1), "1"),
    ],
)
def test_key_pressed_in_the_window_is_reported_by_name(event, name):
    assert window_key(event).key == name


@pytest.mark.parametrize(
    "event",
    [
        press(pygame.K_LSHIFT, "shift"),
        press(pygame.K_LALT, "alt"),
        press(pygame.K_CAPSLOCK),
        press(pygame.K_NUMLOCK),
        press(PLACE | 128),  # louder: a key for the system
        press(pygame.K_LCTRL, "ctrl", "shift"),  # the start of a chord
        press(0),
        SimpleNamespace(key=pygame.K_a, mod=pygame.KMOD_LMETA, scancode=0),
    ],
)
def test_window_key_that_the_program_does_not_use_has_no_name(event):
    assert window_key(event) is None


PAD = {
    pygame.K_KP_0: ("0", "insert"), pygame.K_KP_1: ("1", "end"), pygame.K_KP_2: ("2", "down"),
    pygame.K_KP_3: ("3", "pagedown"), pygame.K_KP_4: ("4", "left"), pygame.K_KP_5: ("5", "other"),
    pygame.K_KP_6: ("6", "right"), pygame.K_KP_7: ("7", "home"), pygame.K_KP_8: ("8", "up"),
    pygame.K_KP_9: ("9", "pageup"), pygame.K_KP_PERIOD: ("period", "delete"),
}  # fmt: skip
SIGNS = {
    pygame.K_KP_DIVIDE: "/", pygame.K_KP_MULTIPLY: "*", pygame.K_KP_MINUS: "-",
    pygame.K_KP_PLUS: "+", pygame.K_KP_EQUALS: "=", pygame.K_KP_ENTER: "enter",
}  # fmt: skip


def test_numeric_pad_keys_follow_num_lock():
    for key, (twin, moves) in PAD.items():
        assert window_key(press(key, "num")) == Press(twin)
        assert window_key(press(key)) == Press(moves, origin=Origin.NUM_LOCK_OFF)
    for key, twin in SIGNS.items():
        assert window_key(press(key)) == window_key(press(key, "num")) == Press(twin)
    assert window_key(press(pygame.K_KP_2, "num", "alt")) == Press("alt+2")


def test_numeric_pad_on_a_mac_types_digits_even_without_num_lock(monkeypatch):
    monkeypatch.setattr("sys.platform", "darwin")
    assert window_key(press(pygame.K_KP_7)) == Press("7")


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (press(ord("р"), scancode=pygame.KSCAN_H), "h"),  # noqa: RUF001 - Russian
        (press(ord("К"), "ctrl", scancode=pygame.KSCAN_R), "ctrl+r"),  # noqa: RUF001 - Russian
        (press(ord("η"), "shift", scancode=pygame.KSCAN_H), "shift+h"),
        (press(ord("б"), scancode=pygame.KSCAN_COMMA), "comma"),  # noqa: RUF001 - Russian
        (press(ord("ж"), scancode=pygame.KSCAN_SEMICOLON), ";"),
        (press(PLACE | 47, scancode=pygame.KSCAN_LEFTBRACKET), "["),  # writes an accent only
        (press(0, scancode=pygame.KSCAN_E), "e"),
    ],
)
def test_non_latin_key_is_named_by_its_position_on_the_keyboard(event, name):
    assert window_key(event) == Press(name, origin=Origin.PLACE)


def test_digit_of_another_script_is_a_digit():
    assert window_key(press(ord("٣"), scancode=pygame.KSCAN_3)) == Press("3")
    assert typed("٣".encode()) == ["3"]


def test_latin_letter_is_named_as_written():
    assert window_key(press(pygame.K_q, scancode=pygame.KSCAN_A)) == Press("q")  # French
    assert window_key(press(ord("ò"), scancode=pygame.KSCAN_SEMICOLON)) == Press("ò")


def test_unknown_key_is_named_other():
    assert window_key(press(pygame.K_PAUSE)) == Press("other")
    assert window_key(press(PLACE | 104)) == Press("f13")


@pytest.mark.parametrize(
    ("event", "is_text"),
    [
        (press(pygame.K_a), True),
        (press(pygame.K_a, "shift"), True),
        (press(pygame.K_SPACE), True),
        (press(pygame.K_COMMA), True),
        (press(ord("\\"), scancode=pygame.KSCAN_GRAVE), True),
        (press(pygame.K_KP_7, "num"), True),
        (press(pygame.K_KP_7), False),
        (press(ord("р"), scancode=pygame.KSCAN_H), True),  # noqa: RUF001 - Russian
        (press(pygame.K_q, "ctrl", "alt", unicode="@"), True),
        (press(pygame.K_RETURN), False),
        (press(pygame.K_BACKSPACE), False),
        (press(pygame.K_a, "ctrl"), False),
        (press(pygame.K_c, "alt"), False),
        (press(pygame.K_F1), False),
        (press(pygame.K_LSHIFT, "shift"), False),
    ],
)
def test_text_field_ignores_exactly_the_key_presses_that_a_text_event_follows(event, is_text):
    assert writes(event) is is_text


# --- The terminal ---------------------------------------------------------------------------------


def typed(sent):
    """Return the names of the keys that a terminal sends as these bytes."""
    keys = TerminalKeys()
    return [press.key for press in [*keys.feed(sent, 0.0), *keys.flush(1.0)]]


@pytest.mark.parametrize(
    ("sent", "names"),
    [
        (b"a", ["a"]),
        (b"A", ["shift+a"]),
        (b"7", ["7"]),
        (b" ", ["space"]),
        (b",", ["comma"]),
        (b">", ["shift+period"]),
        (b"`", ["layer"]),
        ("º".encode(), ["layer"]),
        (b"\\", ["layer"]),
        (b"\r", ["enter"]),
        (b"\n", ["enter"]),
        (b"\t", ["tab"]),
        (b"\x7f", ["backspace"]),
        (b"\x08", ["backspace"]),
        (b"\x13", ["ctrl+s"]),
        (b"\x1a", ["ctrl+z"]),
        (b"\x00", ["ctrl+space"]),
        (b"\x03", ["quit"]),
        (b"\x1b", ["escape"]),
        (b"\x1b\x1b", ["escape", "escape"]),
        (b"\x1bm", ["alt+m"]),
        (b"\x1bM", ["alt+shift+m"]),
        (b"\x1b2", ["alt+2"]),
        (b"\x1b\r", ["alt+enter"]),
        (b"\x1bO", ["alt+shift+o"]),
        (b"\x1b[", ["alt+["]),
        ("è".encode(), ["è"]),
        ("È".encode(), ["shift+è"]),
        ("\x1bè".encode(), ["alt+è"]),
        (b"\x1b[A", ["up"]),
        (b"\x1bOA", ["up"]),
        (b"\x1b[1;5A", ["ctrl+up"]),
        (b"\x1b[1;3D", ["alt+left"]),
        (b"\x1b[1;6C", ["ctrl+shift+right"]),
        (b"\x1b\x1b[D", ["alt+left"]),  # rxvt, and a Mac's terminal
        (b"\x1b[H", ["home"]),
        (b"\x1b[1~", ["home"]),  # the Linux console, tmux
        (b"\x1b[4~", ["end"]),
        (b"\x1b[7~", ["home"]),  # rxvt
        (b"\x1b[2~", ["insert"]),
        (b"\x1b[3~", ["delete"]),
        (b"\x1b[5~", ["pageup"]),
        (b"\x1b[5;5~", ["ctrl+pageup"]),
        (b"\x1b[6^", ["ctrl+pagedown"]),
        (b"\x1b[a", ["shift+up"]),
        (b"\x1b[Z", ["shift+tab"]),
        (b"\x1bOP", ["f1"]),
        (b"\x1b[11~", ["f1"]),
        (b"\x1b[[A", ["f1"]),  # the Linux console
        (b"\x1b[[E", ["f5"]),
        (b"\x1b[15~", ["f5"]),
        (b"\x1b[24~", ["f12"]),
        (b"\x1b[1;2R", ["shift+f3"]),
        (b"\x1b[1;5P", ["ctrl+f1"]),
        (b"\x1b[18;2~", ["shift+f7"]),
        (b"\x1b[33~", ["shift+f7"]),  # the Linux console
        (b"\x1b[29~", ["applications"]),
        (b"\x1b[27;5;13~", ["ctrl+enter"]),  # xterm with all chords reported
        (b"\x1b[109;5u", ["ctrl+m"]),  # kitty
        (b"\x1b[99;5u", ["quit"]),
        (b"ab\x1b[Bc", ["a", "b", "down", "c"]),
        (b"\x1bOs\x1bOM", ["3", "enter"]),  # the numeric pad, in its application mode
        (b"\x1bOj\x1bOk\x1bOl\x1bOm\x1bOn\x1bOo", ["*", "+", "comma", "-", "period", "/"]),
        (b"\x1b[57402u\x1b[57414u\x1b[57423;5u", ["3", "enter", "ctrl+home"]),  # kitty
        (b"\x1bOE\x1b[E", ["other", "other"]),  # its 5, with Num Lock off
        (b"\x1b[99~", []),
        (b"\x1b[?1;2c", []),
        (b"\xff", []),
    ],
)
def test_terminal_bytes_are_decoded_to_keys(sent, names):
    assert typed(sent) == names


@pytest.mark.parametrize("sent", ["è".encode(), b"\x1b[1;5A", b"\x1bOP", "\x1bè".encode()])
def test_terminal_bytes_may_arrive_one_by_one(sent):
    keys = TerminalKeys()
    found = [press.key for byte in sent for press in keys.feed(bytes([byte]), 0.0)]
    assert found == typed(sent)


def test_single_escape_byte_is_the_escape_key_after_a_short_wait():
    keys = TerminalKeys()
    assert keys.feed(b"\x1b", 10.0) == []
    assert keys.deadline == 10.0 + ESCAPE_SECONDS
    assert keys.flush(10.0) == []
    assert [press.key for press in keys.flush(10.0 + ESCAPE_SECONDS)] == ["escape"]
    assert keys.deadline is None


ANSWERS = {
    "its background colour": b"\x1b]11;rgb:ffff/ffff/ffff\x07",
    "the same, ended by ST": b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\",
    "the same, ended by ST in one letter": b"\x1b]11;rgb:ffff/ffff/ffff\xc2\x9c",
    "its version (DCS)": b"\x1bP>|xterm(390)\x1b\\",
    "whether it draws pictures (APC)": b"\x1b_Gi=31;OK\x1b\\",
    "a private message": b"\x1b^y\r\x1b\\",
    "a start of string": b"\x1bXy\r\x1b\\",
    "what is on the clipboard": b"\x1b]52;c;" + b"eQ0=" * 400 + b"\x07",
    "all that it can": b"\x1b[?64;1;2;6;9;15;16;17;18;21;22;28;29c",
    "endless numbers": b"\x1b[" + b"1;" * 40 + b"y",
    "where the cursor is": b"\x1b[5;2R",
    "whether a mode is on": b"\x1b[?2004;1$y",
    "a click, in the oldest form": b"\x1b[M yy",
    "a click, in the form of rxvt": b"\x1b[32;10;5M",
    "a click, in the form of today": b"\x1b[<0;10;5M",
}
"""Texts that terminals send without a key press; "y" would answer a question."""


@pytest.mark.parametrize("sent", ANSWERS.values(), ids=ANSWERS)
def test_terminal_reports_are_not_keys(sent):
    assert typed(sent + b"a") == ["a"]
    one_by_one = TerminalKeys()
    found = [press for byte in sent + b"a" for press in one_by_one.feed(bytes([byte]), 0.0)]
    assert [press.key for press in found] == ["a"]


def test_escape_key_before_a_terminal_report_is_not_lost():
    assert typed(b"\x1b" + ANSWERS["its background colour"]) == ["escape"]
    assert TerminalKeys().feed(b"\x1b\x1b[200~y\x1b[201~", 0.0)[1] == Paste("y")


@pytest.mark.parametrize("begun", [b"\x1b]11;rgb", b"\x1bPq", b"\x1b[1;2", b"\x1b[200~pasted"])
def test_incomplete_terminal_sequence_blocks_keys_for_at_most_a_second(begun):
    keys = TerminalKeys()
    keys.feed(begun, 0.0)
    for tenth in range(1, 10):
        keys.feed(b";", tenth / 10)
    assert keys.deadline == UNENDED_SECONDS
    keys.flush(UNENDED_SECONDS)
    assert [press.key for press in keys.feed(b"a", UNENDED_SECONDS)] == ["a"]


def test_long_terminal_report_may_arrive_slowly():
    keys = TerminalKeys()
    keys.feed(b"\x1b]52;c;", 0.0)
    for second in (0.9, 1.8, 2.7):
        assert keys.flush(second) == []
        assert keys.feed(b"eQ0=" * 100, second) == []
    assert [press.key for press in keys.feed(b"\x07a", 3.0)] == ["a"]


@pytest.mark.parametrize(("sent", "name"), [(b"\x1b]", "alt+]"), (b"\x1bP", "alt+shift+p")])
def test_terminal_alt_key_that_looks_like_the_start_of_a_sequence_is_recognised(sent, name):
    assert typed(sent) == [name]


def test_bracketed_paste_in_several_pieces_is_one_text():
    sent = "\x1b[200~hello\rperché\n\x1b[201~a".encode()
    for cut in range(len(sent)):
        keys = TerminalKeys()
        found = [*keys.feed(sent[:cut], 0.0), *keys.feed(sent[cut:], 0.01)]
        assert found == [Paste("hello\rperché\n"), Press("a", "a")], cut


def test_unterminated_paste_is_still_a_paste():
    keys = TerminalKeys()
    assert keys.feed(b"\x1b[200~hello\r", 0.0) == []
    assert keys.flush(UNENDED_SECONDS) == [Paste("hello\r")]


@pytest.mark.parametrize(
    ("sent", "name"),
    [("р", "h"), ("К", "shift+r"), ("η", "h"), ("б", "comma"), ("\x1bь", "alt+m"), ("є", "'")],  # noqa: RUF001 - Russian, Greek, Ukrainian
)
def test_cyrillic_or_greek_terminal_letter_is_named_by_its_position_on_the_keyboard(sent, name):
    (press,) = TerminalKeys().feed(sent.encode(), 0.0)
    assert (press.key, press.origin) == (name, Origin.PLACE)


def test_numeric_pad_of_a_terminal_types_digits():
    sent = b"\x1bOw\x1b[57406u"
    assert [press.text for press in TerminalKeys().feed(sent, 0.0)] == ["7", "7"]


@pytest.mark.parametrize("text", ["a", "A", " ", ",", ">", "è", "\\"])
def test_terminal_key_for_a_character_contains_its_text(text):
    assert [press.text for press in TerminalKeys().feed(text.encode(), 0.0)] == [text]


@pytest.mark.parametrize("sent", [b"\r", b"\x1b[A", b"\x1bm", b"\x13"])
def test_terminal_keys_without_a_character_write_no_text(sent):
    assert [press.text for press in TerminalKeys().feed(sent, 0.0)] == [""]


# --- Every key of the program ---------------------------------------------------------------------

XTERM = {
    "up": "[1;{}A", "down": "[1;{}B", "right": "[1;{}C", "left": "[1;{}D", "home": "[1;{}H",
    "end": "[1;{}F", "pageup": "[5;{}~", "pagedown": "[6;{}~", "insert": "[2;{}~",
    "delete": "[3;{}~", "f1": "[1;{}P", "f2": "[1;{}Q", "f3": "[1;{}R", "f4": "[1;{}S",
    "f5": "[15;{}~", "f6": "[17;{}~", "f7": "[18;{}~", "f8": "[19;{}~", "f9": "[20;{}~",
    "f10": "[21;{}~", "f11": "[23;{}~", "f12": "[24;{}~",
}  # fmt: skip
SINGLE = {"space": " ", "enter": "\r", "escape": "\x1b", "backspace": "\x7f", "tab": "\t"}
SINGLE |= {"comma": ",", "period": ".", "layer": "\\"}


def as_xterm_sends(name):
    held, key = apart(name)
    if name == "shift+tab":
        return b"\x1b[Z"
    if key in XTERM:
        number = 1 + ("shift" in held) + 2 * ("alt" in held) + 4 * ("ctrl" in held)
        return ("\x1b" + XTERM[key].format(number)).encode()
    character = SINGLE.get(key, key)
    if "shift" in held:
        character = {",": "<", ".": ">"}.get(character, character.upper())
    if "ctrl" in held:
        character = chr(ord(character) & 0x1F)
    return (("\x1b" if "alt" in held else "") + character).encode()


SENT_OTHERWISE = {"ctrl+c", "applications", "ctrl"}  # Ctrl+C ends; bare Ctrl sends nothing


def test_every_bound_key_is_decoded_from_the_bytes_of_xterm():
    names = {key for binding in BINDINGS for key in binding.keys} - SENT_OTHERWISE
    lost = {name for name in names if typed(as_xterm_sends(name)) != [name]}
    assert lost <= set(TERMINAL_CANNOT)
