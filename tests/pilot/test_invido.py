"""Invido by keys: the newcomer's first deals, typed calls, and the manual's examples.

The newcomer's deals are steps 29 to 32 of the acceptance script.
"""

from __future__ import annotations

import pytest

from audiogames.app.settings import Settings
from audiogames.core.registry import game
from audiogames.games.invido.model import PACK
from audiogames.table.setup import Setup
from tests.kit.languages import COMPLETE, FIRST_LETTER
from tests.kit.pilot import MemoryStorage, Pilot, ScriptedDealer
from tests.kit.pressing import in_
from tests.transcripts import check_golden, told

INVIDO = game("invido")
LANGUAGES = ("it", "en")
STEPS_DEAL = "deal 3c Rs 7d Cb 6c 6d"


def at_table(lang: str, dealer: int, deal: str, bot: list[str], **settings: object) -> Pilot:
    """Return a new match of Invido against the bot Ada, with this dealer, deal and Ada's moves."""
    dealing = ScriptedDealer(f"dealer {dealer}", deal, id_="invido", pack=PACK)
    storage = MemoryStorage(Settings(language=lang, **settings))
    pilot = Pilot(storage, lang=lang, dealer=dealing, script={"Ada": list(bot)})
    pilot.press(FIRST_LETTER[lang], "enter", "i", "enter", "b")
    pilot.look()
    pilot.press("enter")
    pilot.wait(0.6)
    return pilot


def type_call(pilot: Pilot, words: str) -> str:
    """Type a call, and return what is announced."""
    pilot.press("k")
    pilot.type(words)
    pilot.look()
    pilot.press("enter")
    return pilot.heard()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_hears_dealer_target_score_hand_and_turn_of_an_invido_deal(lang):
    pilot = at_table(lang, 1, STEPS_DEAL, [])
    pilot.press("h")
    begun, hand = pilot.look()
    assert begun.text == in_(
        lang,
        "Dà le carte Ada. Invido, si va a 24. "
        "Hai tre di coppe, re di spade, sette di denari. Tocca a te.",
        "Ada deals. Invido, to 24. "
        "You hold three of cups, king of swords, seven of coins. Your turn.",
    )
    assert hand.text == in_(
        lang,
        "Hai 3 carte. Tre di coppe, re di spade, sette di denari.",
        "You hold 3 cards. Three of cups, king of swords, seven of coins.",
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_hears_the_calls_and_answers_of_invido(lang):
    pilot = at_table(lang, 1, STEPS_DEAL, ["tras-mas", "Cb"])
    pilot.look()
    pilot.press("i")
    assert pilot.heard() == in_(lang, "Invido, 3. Ada risponde.", "Invido, 3. Ada answers.")
    pilot.wait(6)
    assert pilot.heard() == in_(
        lang,
        "Ada, tras mas, 6. A va bene, R rilancia, F vai via, M a monte.",
        "Ada, tras mas, 6. A fine, R raise, F fold, M a monte.",
    )
    pilot.press("v")
    assert pilot.heard() == in_(
        lang,
        "Vale 3, chiesti 6. Se vai via, Ada prende 3.",
        "Worth 3, asked 6. If you fold, Ada takes 3.",
    )
    pilot.press("f")
    assert pilot.heard() == in_(lang, "Vai via? Sì, no.", "Fold? Yes, no.")
    pilot.press("n")
    assert pilot.heard() == in_(lang, "No. Ada aspetta.", "No. Ada is waiting.")
    pilot.press("a")
    pilot.expect(in_(lang, "Va bene. Si gioca per 6.", "Fine. Playing for 6."))
    pilot.press("home")
    pilot.look()
    pilot.press("enter")
    pilot.wait(6)
    pilot.expect(
        in_(lang, "In tavola.", "Played."),
        in_(lang, "Ada, cavallo di bastoni. Mano tua.", "Ada, knight of clubs. You take it."),
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_invido_call_that_became_legal_is_announced(lang):
    """The player may raise after accepting "tras mas"; the raise is announced only then."""
    pilot = at_table(lang, 1, STEPS_DEAL, ["tras-mas", "Cb"])
    assert in_(lang, "Puoi chiamare", "You may call") not in pilot.heard()
    pilot.press("i")
    pilot.wait(6)
    pilot.press("a")
    pilot.expect(in_(lang, "Puoi chiamare tras mas nof.", "You may call tras mas nof."))
    pilot.press("home", "enter")
    pilot.wait(6)
    assert in_(lang, "Puoi chiamare", "You may call") not in pilot.heard()


@pytest.mark.parametrize("typed", ["invido", "INVIDO", "Ínvido", "in vido", "in-vido", " Invido! "])
def test_invido_call_may_be_typed_in_any_spelling(typed):
    pilot = at_table("it", 1, STEPS_DEAL, [])
    pilot.press("k")
    pilot.expect("Scrivi la chiamata.")
    pilot.type(typed)
    pilot.look()
    pilot.press("enter")
    assert pilot.heard() == "Invido, 3. Ada risponde."


@pytest.mark.parametrize(
    ("typed", "told_"),
    [
        ("tras mas", "Il passo seguente è invido."),
        ("trasmas", "Il passo seguente è invido."),
        ("va bene", "Non c'è nulla a cui rispondere."),
        ("gioca", "Non c'è nulla a cui rispondere."),
        ("a munt", "A monte. Ada risponde."),
        ("fora gioc", "Il passo seguente è invido."),
        ("pippo", "Non è una chiamata, pippo."),
        ("", "Niente scritto."),
    ],
)
def test_refused_typed_invido_call_gives_its_reason(typed, told_):
    pilot = at_table("it", 1, STEPS_DEAL, [])
    pilot.press("k")
    pilot.type(typed)
    pilot.look()
    pilot.press("enter")
    assert pilot.heard() == told_


@pytest.mark.parametrize("typed", ["tras mas nov", "Tras Mas Nòv", "tras mas nove"])
def test_invido_call_tras_mas_nof_may_be_typed_in_several_spellings(typed):
    pilot = at_table("it", 1, STEPS_DEAL, ["tras-mas"])
    pilot.press("i")
    pilot.wait(8)
    assert type_call(pilot, typed) == "Tras mas nof, 9. Ada risponde."


@pytest.mark.parametrize(
    ("lang", "typed"),
    [("it", "va ben"), ("it", "Sì"), ("it", "ok"), ("en", "Fine."), ("en", "O. K."), ("en", "yes")],
)
def test_invido_call_may_be_accepted_by_various_typed_words(lang, typed):
    pilot = at_table(lang, 0, STEPS_DEAL, ["invido"])
    pilot.wait(12)
    accepted = in_(lang, "Va bene. Si gioca per 3.", "Fine. Playing for 3.")
    assert type_call(pilot, typed).startswith(accepted)


def test_invido_fold_may_be_typed_in_english():
    assert type_call(at_table("en", 1, STEPS_DEAL, []), "Fold") == "Fold? Yes, no."


def with_options(dealer: int, bot: list[str], **options: bool) -> Pilot:
    """Return a new match against the bot Ada with these options."""
    dealing = ScriptedDealer(f"dealer {dealer}", STEPS_DEAL, id_="invido", pack=PACK)
    storage = MemoryStorage(Settings(language="it"))
    pilot = Pilot(storage, lang="it", dealer=dealing, script={"Ada": list(bot)})
    setup = Setup(INVIDO, INVIDO.options(**options), (pilot.app.matches.me(),))
    pilot.app.matches.begin(setup.filled(2), pilot.now)
    pilot.wait(12)
    pilot.look()
    return pilot


def test_typed_vado_dentro_plays_the_focused_card_face_down():
    pilot = with_options(1, [], vado_dentro=True)
    assert type_call(pilot, "vado dentro") == "Prima scegli una carta, freccia giù."
    pilot.press("end")
    assert type_call(pilot, "Vado dentro") == "Vai dentro."
    assert str(pilot.app.session.table.log.entries[-1].move) == "7d*"


def test_typed_vado_dentro_without_the_option_is_refused():
    pilot = at_table("it", 1, STEPS_DEAL, [])
    pilot.press("end")
    assert type_call(pilot, "vado dentro") == "Questo tavolo non gioca vado dentro."


def test_invido_call_that_also_refuses_a_monte_is_announced_once_before_its_answers():
    pilot = with_options(1, ["invido"], implicit_no=True)
    pilot.press("m")
    pilot.look()
    pilot.wait(8)
    assert pilot.heard() == "Ada, no. Ada, invido, 3. A va bene, R rilancia, F vai via, M a monte."


def test_letters_of_a_typed_call_can_be_deleted_reviewed_and_discarded():
    pilot = at_table("it", 1, STEPS_DEAL, [])
    pilot.press("k")
    pilot.type("ax")
    pilot.look()
    pilot.press("backspace", "up", "escape")
    assert [one.text for one in pilot.look()][:2] == ["X, cancellata.", "A"]
    assert not pilot.app.wants_text


@pytest.mark.parametrize(
    ("keys", "refused"),
    [
        (("a",), "Non c'è nulla a cui rispondere."),
        (("i", "i"), "Deve rispondere Ada."),
        (("i", "home", "enter"), "Deve rispondere Ada."),
        (("m", "m"), "Hai già chiesto a monte."),
        (("m", "i"), "Deve rispondere Ada."),
    ],
)
def test_key_of_an_illegal_invido_move_announces_the_reason(keys, refused):
    pilot = at_table("it", 1, STEPS_DEAL, [])
    pilot.press(*keys[:-1])
    before = pilot.app.session.table.state.copy()
    pilot.look()
    pilot.press(keys[-1])
    assert pilot.look()[-1].text == refused
    assert pilot.app.session.table.state == before


def test_card_played_while_an_invido_call_is_pending_is_refused():
    pilot = at_table("it", 0, STEPS_DEAL, ["invido"])
    pilot.wait(8)
    pilot.press("home")
    pilot.look()
    pilot.press("enter")
    assert pilot.heard() == "Prima rispondi, ti chiedono 3."


def test_legal_invido_calls_are_offered_in_a_menu_and_as_buttons():
    pilot = at_table("it", 1, STEPS_DEAL, [])
    assert [(one.text, one.key) for one in pilot.app.frame().buttons] == [
        ("Invido", "i"), ("Vado via", "f"), ("A monte", "m"),
    ]  # fmt: skip
    pilot.look()
    pilot.press("applications")
    assert pilot.heard() == "Ora puoi. Invido."
    pilot.press("enter")
    assert pilot.heard() == "Invido, 3. Ada risponde."
    assert [one.key for one in pilot.app.frame().buttons] == ["m"]


def test_invido_state_is_drawn_as_in_the_manual():
    """The picture uses the symbols of the game's manual.

    Tricks are drawn as lamps, the turn as the ace of spades, points as eggs and lines.
    """
    pilot = at_table("it", 1, STEPS_DEAL, ["Cb"])
    pilot.press("home", "enter")
    pilot.wait(6)
    frame = pilot.app.frame()
    assert frame.table.stake.parts.symbols == ("lamp-won", "lamp-open", "lamp-open")
    assert [one.symbols for one in frame.symbols] == [("ace-of-spades",)]
    pilot.look()
    pilot.press("w", "s", "shift+s", "t")
    assert [one.text for one in pilot.look()] == [
        "Mani. Una vinta, 2 da giocare.",
        "Tu 0, Ada 0, si va a 24.",
        "Tu nessun segno, Ada nessun segno.",
        "Tocca a te.",
    ]


def test_invido_dialect_changes_the_words_of_calls():
    pilot = at_table("it", 1, STEPS_DEAL, ["no"], dialect=True)
    pilot.look()
    pilot.press("m")
    assert pilot.heard() == "A munt. Ada risponde."


EXAMPLES = {
    # The manual's first example: G1 is the listener, G2 (Ada) leads and asks a monte twice.
    "manual-1": (0, "deal 3c 2b 1s 6s 7c Rd", ["a-monte", "Rd", "a-monte", "vado-via"],
                 ["r", "end", "enter", "i", "r"]),
    # The second, whose text swaps the names: the other player asks a monte.
    "manual-2": (1, "deal Rs 2b 6c 6s 3d Fb", ["invido", "va-bene"],
                 ["home", "down", "enter", "m"]),
    # The second as printed: the caller asks a monte over their own call.
    "manual-2-as-printed": (0, "deal 6s 3d Fb Rs 2b 6c", ["2b", "va-bene"],
                            ["i m"]),
    # The third: a tie, and the whole ladder.
    "manual-3": (1, "deal Rs 2b 1c 2s 3d Fb",
                 ["2s", "va-bene", "tras-mas", "fuori-gioco", "va-bene", "3d"],
                 ["home", "down", "enter", "i", "end", "enter", "r", "r"]),
}  # fmt: skip


@pytest.mark.rule("A.7 examples")
@pytest.mark.parametrize("lang", COMPLETE)
@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_of_the_invido_manual_match_their_transcripts(name, lang):
    dealer, deal, bot, keys = EXAMPLES[name]
    pilot = at_table(lang, dealer, deal, bot)
    pilot.wait(12)
    for key in keys:
        pilot.press(*key.split())
        pilot.wait(12)
    points = {"manual-1": (1, 0), "manual-2": (0, 0), "manual-2-as-printed": (0, 0)}
    assert pilot.app.session.view.score == points.get(name, (0, 24))
    check_golden(f"invido-{name}.{lang}", told(pilot.announcements))


def test_open_list_of_invido_calls_restarts_when_the_other_player_calls():
    """Ada calls while the list is open: it restarts, and Enter chooses the item just announced."""
    pilot = at_table("it", 0, STEPS_DEAL, ["invido"])
    pilot.press("applications")
    pilot.expect("Ora puoi. A monte.")
    pilot.wait(12)
    assert pilot.look()[-1].text.endswith("Ora puoi. Va bene.")
    pilot.press("enter")
    pilot.expect("Va bene. Si gioca per 3.")


def test_typed_fold_asks_for_confirmation():
    pilot = at_table("it", 1, STEPS_DEAL, [])
    pilot.press("k")
    pilot.type("vado via")
    pilot.look()
    pilot.press("enter")
    assert pilot.heard() == "Vai via? Sì, no."


def test_pending_invido_call_is_announced_when_a_match_is_resumed():
    pilot = at_table("it", 1, STEPS_DEAL, ["tras-mas"])
    pilot.press("i")
    pilot.wait(8)
    again = Pilot(pilot.storage, lang="it")
    assert again.heard().endswith("Riprendi, Invido, 0 a 0, vale 3, rispondi a tras mas, 6.")
    again.press("enter")
    again.expect("Si riprende, 0 a 0, vale 3. ", "Rispondi a tras mas, 6.", "A va bene")


def test_invido_value_key_during_a_monte_names_the_player_who_gains_by_a_fold():
    pilot = at_table("it", 0, STEPS_DEAL, ["invido"])
    pilot.wait(12)
    pilot.press("m")
    pilot.look()
    pilot.press("v")
    told_ = "Vale 1, chiesti 3. È chiesto a monte. Se vai via, Ada prende un punto."
    assert pilot.heard() == told_


def test_recap_is_the_same_after_resuming_a_match():
    pilot = at_table("it", 0, STEPS_DEAL, ["Cb"])
    pilot.wait(12)
    again = Pilot(pilot.storage, lang="it")
    again.press("enter")
    again.look()
    again.press("e")
    assert "Ada cavallo di bastoni" in again.heard()
