"""Tests of every screen on the page: accessibility tree, focus, themes, and the greatest zoom.

The app creates the screens in the test process; only the page is real.
"""

import pytest

from audiogames.core.registry import game, game_ids, games
from audiogames.shell.browser.messages import unusual
from audiogames.shell.browser.words import page_words
from audiogames.table.setup import Setup
from tests.app import online
from tests.kit.pilot import LOCALES
from tests.kit.places import PLACES, menu
from tests.kit.programs.browser import DESK, PHONE
from tests.kit.programs.feed import Program
from tests.pilot.test_briscola import at_table as at_briscola
from tests.pilot.test_briscola import play_on
from tests.pilot.test_scopa import at_table as at_scopa

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

LANG = "it"
THEMES = ("dark", "light", "black-on-white", "yellow-on-black")
SEATS = {spec.id: spec.usual_seats for spec in games()} | {"novantanove": 5}
NAMED = {"application", "region", "table", "group", "heading", "button", "textbox", "img"}
"""Roles that a screen reader announces by their names."""

ZOOMED = {**DESK, "viewport": {"width": 320, "height": 256}}
"""The viewport of a window of 1280 by 1024 at a zoom of 400 per cent."""

NOT_FORCED = {"color-contrast": {"enabled": False}}
"""Rules that axe cannot judge with system colours, because it reads the replaced colours."""

LONG = 8
"""The greatest number of rows of a list that has the way back at one end only."""

PARTS = ("rows", "cards", "buttons", "symbols", "field", "sheet", "lines", "table")


def at_a_table(game_id, *keys):
    """Return a function that starts a match of this game and presses these keys."""

    def go(lang):
        pilot = menu(lang)
        setup = Setup(game(game_id), game(game_id).options(), (), None, "easy", 5)
        pilot.app.matches.play_now(setup, SEATS[game_id], pilot.now)
        pilot.wait(12)
        pilot.press(*keys)
        return pilot

    return go


ONLINE = ("the public tables", "a table online", "a line of chat", "a match online")


def in_pairs(tricks, *keys):
    """Return a function that plays tricks of Briscola in pairs, then presses these keys."""

    def go(lang):
        pilot = at_briscola(lang, 4, signals=True)
        play_on(pilot, tricks)
        pilot.press(*keys)
        return pilot

    return go


def with_several_takes(lang):
    """Return a match of Scopa in which a seven can take five and two, or four and three."""
    pilot = at_scopa(lang, "deal 7d Fb 3c 1s 2b 4c 5c 2s 4b 3d", 1)
    pilot.wait(30)
    pilot.press("home", *["down"] * [str(card) for card in pilot.app.screen.hand.cards].index("7d"))
    pilot.press("enter")
    return pilot


def with_a_field(lang):
    pilot = PLACES["where a server is named"](lang)
    pilot.press("down", "enter")
    assert pilot.app.frame().field is not None
    return pilot


MORE = {
    **{f"a table of {one}": at_a_table(one) for one in game_ids()},
    "the score sheet": at_a_table("wist", "shift+s"),
    "the score sheet of scopa": at_a_table("scopa", "shift+s"),
    "which cards to take": with_several_takes,
    "a sign may be given": in_pairs(1),
    "the signs": in_pairs(1, "f"),
    "the partner's hand": in_pairs(7),
    "a text field": with_a_field,
    **{place: online.PLACES[place] for place in ONLINE},
}


@pytest.fixture(scope="module")
def frames():
    """Return the frames of all screens as a page receives them, by the screen's name."""
    found = {}
    for name, go in {**PLACES, **MORE}.items():
        found[name] = unusual(go(LANG).app.frame())
        found[name].pop("status", None)  # the test's program announces the picture by it
    assert found["the score sheet"]["sheet"]
    assert [one["key"] for one in found["a sign may be given"]["buttons"]] == ["f"]
    assert len(found["the signs"]["rows"]) > 1
    assert len(found["which cards to take"]["rows"]) > 1
    return found


@pytest.fixture(scope="module")
def different(frames):
    """Return one frame for each combination of parts (such as rows, cards and buttons)."""
    return {tuple(part in frame for part in PARTS): frame for frame in frames.values()}.values()


def look(program, theme="dark", **more):
    words = page_words(LOCALES, LANG)
    usual = {"t": "settings", "scale": 100, "letters": True, "voice": "reader", "lang": LANG}
    program.send({**usual, "theme": theme, "words": words, **more})
    program.waits_for("theme => document.documentElement.dataset.theme === theme", theme)


def tree(page):
    """Return the role and name of each node in the page's accessibility tree, in order."""
    line = page.context.new_cdp_session(page)
    nodes = line.send("Accessibility.getFullAXTree")["nodes"]
    line.detach()
    by_id = {node["nodeId"]: node for node in nodes}

    def walk(node):
        if not node["ignored"]:
            yield node["role"]["value"], node.get("name", {}).get("value", "")
        for child in node.get("childIds", ()):
            if child in by_id:
                yield from walk(by_id[child])

    return list(walk(nodes[0]))


def expected(frame, words):
    """Return the names of a frame's controls in the order in which a screen reader reads them."""
    sheet = frame.get("sheet")
    cells = [cell for row in sheet["cells"] for cell in row] if sheet else []
    rows = () if frame.get("is_text") else frame.get("rows", ())
    values = [one["text"] for one in frame.get("buttons", ())]
    is_long = frame.get("is_text") or len(rows) > LONG
    of_rows = [(row["text"], *(values if row.get("has_buttons") else ())) for row in rows]
    if any(row.get("has_buttons") for row in rows):
        frame = {**frame, "buttons": ()}
    return [
        *([words["back"]] if is_long else ()),
        *(text for texts in of_rows for text in texts),
        *([words["send"]] if "field" in frame else ()),
        *(" ".join(half or "–" for half in cell) for cell in cells),
        *(card["name"].removesuffix(".") for card in frame.get("cards", ())),
        *(one["text"] for one in (*frame.get("buttons", ()), *frame.get("questions", ()))),
        words["back"],
        words["keys"],
    ]


def test_accessibility_tree_names_all_controls_in_order(pages, page_of, frames):
    program = Program(page_of(PHONE), pages)
    words = page_words(LOCALES, LANG)
    look(program)
    for name, frame in frames.items():
        program.draws(**frame)
        found = tree(program.page.page)
        assert [one for one in found if one[0] in NAMED and not one[1].strip()] == [], name
        pressed = [" ".join(text.split()) for role, text in found if role == "button"]
        assert pressed == [" ".join(one.split()) for one in expected(frame, words)], name
        assert found[0] == ("RootWebArea", frame["title"])
        assert ("heading", frame["title"]) in found
        assert ("application", frame["title"]) in found
        shown = [*frame.get("rows", ()), *frame.get("cards", ())]
        current = "#rows [aria-current], #prose [aria-current], #hand [aria-current]"
        marked = program.page.page.locator(current).count()
        assert marked == sum(bool(one.get("focused")) for one in shown), name


HAS_FOCUS = """() => { const one = document.activeElement;
  return one !== document.body && one.getClientRects().length > 0; }"""

FOCUSED = """place => {
  const all = [...document.querySelectorAll("#table button, #text, #bar button")]
  .filter((one) => one.getClientRects().length);
  all[place % all.length].focus(); }"""


def test_focus_is_never_lost_between_screens(pages, page_of, frames):
    program = Program(page_of(PHONE), pages)
    look(program)
    for step in (1, 7):
        names = list(frames)
        for number in range(len(names)):
            program.draws(**frames[names[number * step % len(names)]])
            assert program.page.page.evaluate(HAS_FOCUS), (step, names[number])
            program.page.page.evaluate(FOCUSED, number * 5)


def test_axe_finds_no_violations_on_any_kind_of_screen(pages, page_of, different):
    program = Program(page_of(PHONE), pages)
    look(program)
    program.say("Tocca a te.")  # so that the log exists
    for frame in different:
        program.draws(**frame)
        finds_nothing(program, frame["title"])
        for theme in THEMES[1:]:
            look(program, theme)
            finds_nothing(program, f"{frame['title']} {theme}", runOnly=["color-contrast"])
        look(program)


def finds_nothing(program, where, **options):
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(program.page.page, options=options)
    assert found.violations_count == 0, f"{where}: {found.generate_report()}"


@pytest.mark.parametrize("scale", [100, 400])
def test_no_screen_of_the_page_scrolls_sideways_at_the_highest_zoom(pages, page_of, frames, scale):
    program = Program(page_of(ZOOMED), pages)
    look(program, scale=scale)
    for name, frame in frames.items():
        program.draws(**frame)
        wide = program.page.page.evaluate(
            """() => [document.documentElement, document.body].map((one) => one.scrollWidth)"""
        )
        assert max(wide) <= ZOOMED["viewport"]["width"], name


def test_forced_colours_show_the_focus_and_stop_animations(pages, page_of, different):
    page = page_of(PHONE)
    page.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    program = Program(page, pages)
    look(program)
    for frame in different:
        program.draws(**frame)
        finds_nothing(program, frame["title"], rules=NOT_FORCED)
        seen = page.page.evaluate(
            """() => [...document.querySelectorAll(".focused")].map((one) => {
                 const { outlineStyle, outlineWidth } = getComputedStyle(one);
                 return outlineStyle === "solid" && parseFloat(outlineWidth) >= 2; })"""
        )
        assert all(seen), frame["title"]
        assert page.page.evaluate(
            """() => [...document.querySelectorAll("*")].every((one) =>
                 getComputedStyle(one).transitionDuration.split(",").every((time) => time === "0s")
               ) && document.getAnimations().length === 0"""
        )
