"""A click is of what was drawn under the finger; where that is gone, one is told where one is."""

import pytest

from audiogames.app.settings import Settings
from audiogames.core.registry import game
from audiogames.present.frame import (
    Button,
    CardShape,
    Frame,
    LaidShape,
    Row,
    SheetShape,
    TableShape,
    TakenShape,
)
from audiogames.shell.web.clicks import button_is_there, clicked, name_of
from audiogames.shell.web.messages import ButtonPress, ShapeClick
from audiogames.table.setup import Setup
from tests.kit.pilot import MemoryStorage
from tests.shell.web.kit import played, program, serving, visiting

NOVANTANOVE = game("novantanove")
SCOPA = game("scopa")
LONG = "x" * 70


def card(name):
    return CardShape("2", "h", "french", name)


FRAME = Frame(
    LONG,
    rows=(Row("One."), Row("Two."), Row(LONG)),
    cards=(card("Two."), card("Three.")),
    buttons=(Button("Draw", "space"),),
    sheet=SheetShape(("Aces", "Total"), ("Eva", "Ada"), ((("", ""),) * 2,) * 2, (0, 0)),
)


@pytest.mark.parametrize(
    ("target", "words", "found"),
    [
        ("row 1", "Two.", "row 1"),
        ("row 0", "Two.", None),
        ("row 7", "Two.", None),
        ("row 2", LONG[:64], "row 2"),
        ("card 1", "Three.", "card 1"),
        ("card 0", "Three.", "card 1"),
        ("card 9", "Two.", "card 0"),
        ("card 0", "Four.", None),
        ("cell 2", "Ada", "cell 2"),
        ("cell 2", "Eva", None),
        ("cell 4", "Ada", None),
        ("lying 0", "King.", None),
    ],
)
def test_what_was_clicked_is_found_again_or_is_gone(target, words, found):
    assert clicked(FRAME, ShapeClick(target, LONG[:64], words)) == found


def test_a_thing_of_another_screen_is_another_thing():
    assert clicked(FRAME, ShapeClick("row 1", "Options", "Two.")) is None


def test_a_card_that_lies_on_the_table_is_named():
    laid = LaidShape(0, None), LaidShape(1, card("King."))
    taken = TakenShape(1, (LaidShape(None, card("Six.")),))
    frame = Frame("Match", table=TableShape((), laid=laid, turned=card("Two."), taken=taken))
    named = [
        name_of(frame, ShapeClick("lying 0", "Match", one))
        for one in ("King.", "Two.", "Six.", "Ace.")
    ]
    assert named == ["King.", "Two.", "Six.", ""]
    assert name_of(frame, ShapeClick("row 0", "Match", "King.")) == ""
    assert name_of(frame, ShapeClick("lying 0", "Options", "King.")) == ""


def test_a_button_is_known_by_its_key_and_its_words():
    assert button_is_there(FRAME, ButtonPress("space", "Draw"))
    assert not button_is_there(FRAME, ButtonPress("space", "Go on"))
    assert not button_is_there(FRAME, ButtonPress("d", "Draw"))


def test_a_late_click_chooses_nothing_and_tells_where_one_is(tmp_path):
    async def scenario():
        async with serving(tmp_path) as server, visiting(server) as page:
            await page.until("frame", "Gioca")
            menu = page.frame
            await page.click("row 0")
            await page.until("frame", "Novantanove")
            games = page.frame
            told = len(page.said)
            await page.send(
                "click", target="row 0", title=menu["title"], words=menu["rows"][0]["text"]
            )
            await page.until("say", games["title"])
            assert page.said[told:] == [f"{games['title']}. {games['rows'][0]['text']}."]
            assert page.frame["rows"] == games["rows"]

    played(scenario())


def test_a_question_is_asked_also_where_its_letter_comes_after_the_command_key(tmp_path):
    def at_the_table(app):
        setup = Setup(NOVANTANOVE, NOVANTANOVE.options(), (), None, "easy", 5)
        app.matches.play_now(setup, 2, app.now)

    def make(_storage, _lang):
        storage = MemoryStorage(Settings(language="it", letters=False))
        return program(storage, "", at_the_table)

    async def scenario():
        async with serving(tmp_path, make) as server, visiting(server) as page:
            await page.until("frame", "questions")
            total = next(one for one in page.frame["questions"] if one["text"] == "Totale")
            assert total["key"] == "layer c"
            await page.send("press", key=total["key"], words=total["text"])
            await page.until("say", "Totale")

    played(scenario())


def test_a_tap_on_a_card_of_the_table_is_answered_with_its_name(tmp_path):
    def at_the_table(app):
        setup = Setup(SCOPA, SCOPA.options(), (), None, "easy", 5)
        app.matches.play_now(setup, 2, app.now)

    def make(_storage, _lang):
        return program(MemoryStorage(Settings(language="it")), "", at_the_table)

    async def scenario():
        async with serving(tmp_path, make) as server, visiting(server) as page:
            await page.until("frame", "laid")
            name = page.frame["table"]["laid"][1]["card"]["name"]
            await page.send("click", target="lying 1", title=page.frame["title"], words=name)
            await page.until("say", name)
            assert page.said[-1].endswith(f" {name}")

    played(scenario())


def test_a_late_press_of_a_button_does_nothing_and_tells_where_one_is(tmp_path):
    async def scenario():
        async with serving(tmp_path) as server, visiting(server) as page:
            await page.until("say", "Gioca")
            await page.key("enter", "enter")
            await page.until("say", "Tavolo di Novantanove")
            told = len(page.said)
            await page.send("press", key="b", words="Pesca")
            await page.until("say", "Tavolo di Novantanove")
            assert len(page.said) == told + 1
            await page.send("press", key="b", words="Aggiungi un bot")
            await page.until("say", "Ada, bot, si siede. 2 giocatori.")

    played(scenario())
