"""A click acts on the item drawn there; if it is gone, the position is announced."""

from dataclasses import replace

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
from audiogames.shell.browser.clicks import Clickable, LyingCard, Target
from audiogames.shell.browser.messages import unusual
from audiogames.table.setup import Setup
from tests.kit.pilot import MemoryStorage
from tests.shell.browser.kit import played, program, visiting

NOVANTANOVE = game("novantanove")
SCOPA = game("scopa")


def card(name):
    return CardShape("2", "h", "french", name)


def drawn(clickable, **frame):
    """Return this frame as it is sent to the page, with the ids for clicks."""
    frame = Frame("Match", **frame)
    sent = unusual(frame)
    clickable.number(frame, sent)
    return sent


def test_click_id_stays_valid_for_a_moved_card_but_not_for_a_removed_one():
    clickable = Clickable()
    two, three = drawn(clickable, cards=(card("Two."), card("Three.")))["cards"]
    (now,) = drawn(clickable, cards=(card("Three."),))["cards"]
    assert now["click"] == three["click"]
    assert clickable.at(three["click"]) == Target("card 0")
    assert clickable.at(two["click"]) is None


def test_reappearing_card_has_a_new_click_id():
    clickable = Clickable()
    (before,) = drawn(clickable, cards=(card("Two."),))["cards"]
    drawn(clickable)
    drawn(clickable, cards=(card("Two."),))
    assert clickable.at(before["click"]) is None


def test_click_id_of_another_session_is_unknown():
    before, now = Clickable(), Clickable()
    (row,) = drawn(before, rows=(Row("One."),))["rows"]
    drawn(now, rows=(Row("Two."),))
    assert now.at(row["click"]) is None


def test_row_with_the_same_position_and_text_has_the_same_click_id():
    clickable = Clickable()
    one, two = drawn(clickable, rows=(Row("One."), Row("Two.", focused=True)))["rows"]
    drawn(clickable, rows=(Row("One.", focused=True), Row("Three."), Row("Two.")))
    assert clickable.at(one["click"]) == Target("row 0")
    assert clickable.at(two["click"]) is None


def test_click_id_is_invalid_after_the_screen_changes():
    clickable = Clickable()
    (row,) = drawn(clickable, rows=(Row("Two."),), screen=1)["rows"]
    drawn(clickable, rows=(Row("Two."),), screen=2)
    assert clickable.at(row["click"]) is None


def test_score_sheet_cell_keeps_its_click_id_only_while_its_row_has_the_same_name():
    sheet = SheetShape(("Aces", "Total"), ("Eva", "Ada"), ((("", ""),) * 2,) * 2, (0, 0))
    clickable = Clickable()
    cells = drawn(clickable, sheet=sheet)["sheet"]["clicks"]
    drawn(clickable, sheet=replace(sheet, names=("Eva", "Ugo")))
    assert clickable.at(cells[1]["click"]) == Target("cell 1")
    assert clickable.at(cells[2]["click"]) is None


def test_click_on_a_card_of_the_table_on_the_page_finds_the_card():
    laid = LaidShape(0, None), LaidShape(1, card("King."))
    taken = TakenShape(1, (LaidShape(None, card("Six.")),))
    clickable = Clickable()
    table = TableShape((), laid=laid, turned=card("Two."), taken=taken)
    sent = drawn(clickable, table=table)["table"]
    plain = sent["laid"][1]["card"], sent["turned"], sent["taken"]["laid"][0]["card"]
    found = [clickable.at(one["click"]) for one in plain]
    assert found == [LyingCard("King."), LyingCard("Two."), LyingCard("Six.")]


def test_button_with_the_same_key_but_another_text_has_another_click_id():
    clickable = Clickable()
    draw, turn = Button("Draw", "space"), Button("Turn", "t")
    sent = drawn(clickable, buttons=(draw,), questions=(turn,))
    drawn(clickable, buttons=(Button("Go on", "space"),), questions=(turn,))
    assert clickable.at(sent["buttons"][0]["click"]) is None
    assert clickable.at(sent["questions"][0]["click"]) == turn


def test_click_on_a_control_no_longer_drawn_announces_the_position(tmp_path):
    async def scenario():
        async with visiting(tmp_path) as page:
            await page.until("frame", "Gioca")
            menu = page.frame
            await page.click("row 0")
            await page.until("frame", "Novantanove")
            games = page.frame
            told = len(page.said)
            await page.send("click", number=menu["rows"][0]["click"])
            await page.until("say", games["title"])
            assert page.said[told:] == [f"{games['title']}. {games['rows'][0]['text']}."]
            assert page.frame["rows"] == games["rows"]

    played(scenario())


def test_question_button_works_if_letters_need_the_command_key(tmp_path):
    def at_the_table(app):
        setup = Setup(NOVANTANOVE, NOVANTANOVE.options(), (), None, "easy", 5)
        app.matches.play_now(setup, 2, app.now)

    def make(_storage, _lang):
        storage = MemoryStorage(Settings(language="it", letters=False))
        return program(storage, "", at_the_table)

    async def scenario():
        async with visiting(tmp_path, make) as page:
            await page.until("frame", "questions")
            total = next(one for one in page.frame["questions"] if one["text"] == "Totale")
            assert total["key"] == "layer c"
            await page.send("click", number=total["click"])
            await page.until("say", "Totale")

    played(scenario())


def test_tap_on_a_card_on_the_table_names_it(tmp_path):
    def at_the_table(app):
        setup = Setup(SCOPA, SCOPA.options(), (), None, "easy", 5)
        app.matches.play_now(setup, 2, app.now)

    def make(_storage, _lang):
        return program(MemoryStorage(Settings(language="it")), "", at_the_table)

    async def scenario():
        async with visiting(tmp_path, make) as page:
            await page.until("frame", "laid")
            lying = page.frame["table"]["laid"][1]["card"]
            await page.send("click", number=lying["click"])
            await page.until("say", lying["name"])
            assert page.said[-1].endswith(f" {lying['name']}")

    played(scenario())


def test_press_of_a_button_no_longer_drawn_announces_the_position(tmp_path):
    async def scenario():
        async with visiting(tmp_path) as page:
            await page.until("say", "Gioca")
            await page.key("enter", "enter")
            await page.until("say", "Tavolo di Novantanove")
            await page.until("frame", "Aggiungi un bot")
            told = len(page.said)
            add = next(one for one in page.frame["buttons"] if one["text"] == "Aggiungi un bot")
            await page.send("click", number=add["click"] + 1000)
            await page.until("say", "Tavolo di Novantanove")
            assert len(page.said) == told + 1
            await page.send("click", number=add["click"])
            await page.until("say", "Ada, bot, si siede. 2 giocatori.")

    played(scenario())
