"""Test of the page when the player has blocked all cookies and site data."""

import json

import pytest

from tests.kit.programs.browser import CHROMIUM, DESK, Page, reason_missing
from tests.kit.waiting import require

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def browser_that_keeps_nothing(tmp_path):
    """Return a chromium in which all cookies and site data are blocked."""
    require(reason_missing())
    from playwright.sync_api import sync_playwright

    profile = tmp_path / "profile"
    (profile / "Default").mkdir(parents=True)
    settings = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Default" / "Preferences").write_text(json.dumps(settings), "utf-8")
    with sync_playwright() as driver:
        context = driver.chromium.launch_persistent_context(
            profile, executable_path=CHROMIUM, args=["--no-sandbox"], **DESK
        )
        yield context
        context.close()


def test_page_works_when_all_site_data_is_blocked(browser_that_keeps_nothing, room):
    page = Page(browser_that_keeps_nothing.new_page())
    page.open(room)
    assert page.evaluate("() => { try { sessionStorage; } catch (e) { return e.name; } }") == (
        "SecurityError"
    )
    page.page.wait_for_function("() => placed.some((one) => one.text.includes('non conserva'))")
    page.listen()
    page.focus_table()
    page.press("Enter")
    page.wait_for_title("Gioca")
    assert sum("non conserva" in text for text in page.texts()) == 1
    assert page.errors == []
