"""Server addresses that people type: parsing, formatting, and the warning about plain text."""

import pytest

from audiogames.net.address import PORT, Address, AddressError, read_address

GOOD = {
    "192.168.1.5": Address("192.168.1.5"),
    " 192.168.1.5:8000 ": Address("192.168.1.5", 8000),
    "localhost": Address("localhost"),
    "macbook.local:81": Address("macbook.local", 81),
    "nas": Address("nas"),
    "cards.example.org": Address("cards.example.org", PORT, secure=True),
    "8.8.8.8": Address("8.8.8.8", PORT, secure=True),
    "ws://cards.example.org": Address("cards.example.org"),
    "WSS://192.168.1.5/": Address("192.168.1.5", PORT, secure=True),
    "[::1]:8000": Address("::1", 8000),
    "fe80::1": Address("fe80::1"),
    "2001:4860:4860::8888": Address("2001:4860:4860::8888", PORT, secure=True),
}

BAD = (
    "", " ", "http://a", "a b", "a:", "a:0", "a:65536", "a:x", "a:\u0661", "[::1", "[::1]x",
    "a:1:2", "wss://", "-", "a" * 300, "a/../b", "user@host", "a\nb", "://a", "[a]",
)  # fmt: skip


@pytest.mark.parametrize("text", GOOD)
def test_valid_server_address_is_parsed(text):
    assert read_address(text) == GOOD[text]


@pytest.mark.parametrize("text", BAD)
def test_invalid_server_address_is_refused(text):
    with pytest.raises(AddressError):
        read_address(text)


@pytest.mark.parametrize("text", GOOD)
def test_server_address_is_unchanged_after_formatting_and_parsing(text):
    assert read_address(str(GOOD[text])) == GOOD[text]
    assert read_address(GOOD[text].url) == GOOD[text]


def test_only_remote_addresses_without_tls_count_as_readable_by_others():
    opened = [text for text, address in GOOD.items() if address.is_open_to_all]
    assert opened == ["ws://cards.example.org"]
