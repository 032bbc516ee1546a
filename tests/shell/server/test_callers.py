"""Web pages may connect if they come from a trusted host name or from the local network."""

import pytest

from audiogames.shell.server.callers import may_call


@pytest.mark.parametrize(
    ("origins", "host", "enters"),
    [
        ([], "cards.example.org", True),
        (["https://cards.example.org"], "cards.example.org", True),
        (["https://cards.example.org:7499"], "cards.example.org:7499", True),
        (["https://cards.example.org:7499"], "cards.example.org", True),
        (["https://cards.example.org:8000"], "cards.example.org:7499", False),
        (["https://evil.example"], "cards.example.org", False),
        (["https://cards.example.org"] * 2, "cards.example.org", False),
        (["file://cards.example.org"], "cards.example.org", False),
        (["https://"], "", False),
        (["https://cards.example.org:x"], "cards.example.org:7499", False),
    ],
)
def test_origin_must_match_the_host_if_the_server_has_a_certificate_or_proxy(origins, host, enters):
    assert may_call(origins, host, named=True) is enters


@pytest.mark.parametrize(
    ("name", "enters"),
    [
        ("192.168.1.20", True),
        ("[fe80::1]", True),
        ("attic", True),
        ("attic.local", True),
        ("a.example", False),
    ],
)
def test_page_loaded_without_encryption_may_connect_only_under_a_local_name(name, enters):
    assert may_call([f"http://{name}:7499"], f"{name}:7499", named=False) is enters
