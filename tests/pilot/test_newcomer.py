"""The newcomer's script: the first hour of a blind newcomer, step by step, in two languages.

Each test plays some of the script's steps; `expect` requires the words in their order.
"""

from __future__ import annotations

import pytest

from audiogames.app.settings import Settings
from audiogames.core.cues import msg
from tests.kit.languages import COMPLETE, FIRST_LETTER
from tests.kit.pilot import MemoryStorage, Pilot, ScriptedDealer
from tests.kit.pressing import in_
from tests.transcripts import check_golden, told

LANGUAGES = ("it", "en")
FIRST_DEAL = "deal Kc 7h As 7s 2c 3c 5c 2d 3d 8d"


def newcomer(lang: str) -> Pilot:
    """Return a program on its first run, with the scripted dealer and bots."""
    dealer = ScriptedDealer("dealer 2", FIRST_DEAL)
    script = {"Ada": ["7s", "2c"], "Bruno": ["5c", "3d"]}
    return Pilot(lang=lang, dealer=dealer, script=script, first_run=True)


def at_table(lang: str) -> Pilot:
    """Start a newcomer's first match against two bots, from the first run of the program.

    These are steps 1 to 12 of the newcomer's script, without checking the announcements.
    """
    pilot = newcomer(lang)
    choose_language(pilot)
    pilot.press("enter", FIRST_LETTER[lang], "enter", "enter", "b", "b", "enter")
    pilot.wait(0.6)
    pilot.look()
    return pilot


def choose_language(pilot: Pilot) -> None:
    while pilot.app.announcer.localizer.lang != pilot.lang:
        pilot.press("down")
    pilot.press("enter")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_chooses_language_and_voice_at_the_first_start(lang):
    pilot = newcomer(lang)
    assert pilot.heard() == "Audiogames. Lingua, language. Italiano."
    pilot.press("down")
    english = pilot.look()
    assert [(one.text, one.lang) for one in english] == [("English.", "en")]
    pilot.press("up")
    pilot.look()
    choose_language(pilot)
    pilot.expect(
        in_(
            lang,
            "Prova voce. Parlo con NVDA, braille attivo. Quanto va veloce la lettura? ",
            "Speech test. Speaking through NVDA, braille on. How fast does your reader speak? ",
        )
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_moves_through_the_menus(lang):
    pilot = newcomer(lang)
    choose_language(pilot)
    pilot.look()
    pilot.press("enter")
    pilot.expect(in_(lang, "Menu principale. Gioca.", "Main menu. Play."))
    pilot.press("end")
    pilot.expect(in_(lang, "Esci.", "Quit."))
    pilot.press("down")
    assert pilot.sounds[-1].sound == "menu-edge"
    assert pilot.heard() == in_(lang, "Esci.", "Quit.")
    pilot.press("f1")
    count = len(list(pilot.app.keymap.of(("list",))))
    pilot.expect(
        in_(
            lang,
            f"Tasti del menu, {count} voci. Freccia su e giù, scorri.",
            f"Menu keys, {count} items. Up and down arrows, move.",
        )
    )
    pilot.press("escape", FIRST_LETTER[lang])
    pilot.look()
    pilot.press("enter")
    pilot.expect(in_(lang, "Gioca. Novantanove.", "Play. Novantanove."))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_sets_up_the_table(lang):
    pilot = newcomer(lang)
    choose_language(pilot)
    pilot.press("enter", FIRST_LETTER[lang], "enter")
    pilot.look()
    pilot.press("enter")
    pilot.expect(
        in_(
            lang,
            "Tavolo di Novantanove. Non c'è nessun altro. B aggiunge un bot, Alt O opzioni.",
            "Novantanove table. You are alone. B adds a bot, Alt O options.",
        )
    )
    pilot.press("b")
    assert pilot.heard() == in_(
        lang, "Ada, bot, si siede. 2 giocatori.", "Ada, bot, sits down. 2 players."
    )
    pilot.press("b")
    pilot.expect(
        in_(
            lang,
            "Bruno, bot, si siede. 3 giocatori. Invio per iniziare.",
            "Bruno, bot, sits down. 3 players. Enter to start.",
        )
    )
    pilot.press("alt+o")
    pilot.expect(in_(lang, "Opzioni. Gettoni, 9.", "Options. Tokens, 9."))
    pilot.press("down", "down", "down", "down", "down")
    pilot.expect(in_(lang, "Tempo per turno, nessun limite.", "Time per turn, no limit."))
    pilot.press("escape")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_plays_the_first_card(lang):
    pilot = newcomer(lang)
    choose_language(pilot)
    pilot.press("enter", FIRST_LETTER[lang], "enter", "enter", "b", "b")
    pilot.look()
    pilot.press("enter")
    pilot.expect(
        in_(
            lang,
            "Si gioca. 9 gettoni a testa. Totale 0. "
            "Hai re di fiori, sette di cuori, asso di picche. Tocca a te.",
            "Game on. 9 tokens each. Total 0. "
            "You have king of clubs, seven of hearts, ace of spades. Your turn.",
        )
    )
    pilot.wait(0.6)
    pilot.press("h")
    pilot.expect(
        in_(
            lang,
            "Hai 3 carte. Re di fiori, sette di cuori, asso di picche.",
            "You hold 3 cards. King of clubs, seven of hearts, ace of spades.",
        )
    )
    pilot.press("home")
    assert pilot.heard() == in_(lang, "Re di fiori.", "King of clubs.")
    pilot.press("x")
    assert pilot.heard() == in_(
        lang, "Porta il totale a 10. Nessun effetto.", "Brings the total to 10. No effect."
    )
    pilot.press("enter")
    assert pilot.heard() == in_(
        lang, "Re di fiori. 10. Pesca, spazio.", "King of clubs. 10. Draw, space."
    )
    pilot.press("enter")
    assert pilot.heard() == in_(
        lang,
        "Non tocca a te, tocca ad Ada. Puoi pescare, spazio.",
        "Not your turn, it is Ada's. You may draw, space.",
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_hears_bots_play_at_their_pace(lang):
    pilot = at_table(lang)
    pilot.press("home", "enter")
    pilot.look()
    pilot.press("space")
    pilot.wait_for("22")
    drawn, ada, bruno = pilot.look()
    assert [drawn.text, ada.text, bruno.text] == [
        in_(lang, "Peschi otto di quadri.", "You draw eight of diamonds."),
        in_(lang, "Ada, sette di picche, 17.", "Ada, seven of spades, 17."),
        in_(
            lang,
            "Bruno, cinque di fiori, 22. Tocca a te.",
            "Bruno, five of clubs, 22. Your turn.",
        ),
    ]
    assert bruno.at - ada.at >= 1.5


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_queries_the_match_and_reads_the_history(lang):
    pilot = at_table(lang)
    pilot.press("home", "enter", "space")
    pilot.wait_for("22")
    pilot.look()
    pilot.press("c", "s", "t")
    pilot.expect(
        in_(lang, "Totale 22.", "Total 22."),
        in_(lang, "Gettoni. Tu 9, Ada 9, Bruno 9.", "Tokens. You 9, Ada 9, Bruno 9."),
        in_(lang, "Tocca a te.", "Your turn."),
    )
    pilot.press("alt+2", "ctrl+pagedown", "pageup")
    assert [one.text for one in pilot.look()] == [
        in_(lang, "Vista partita.", "Game view."),
        in_(
            lang,
            "Bruno, cinque di fiori, 22. Tocca a te.",
            "Bruno, five of clubs, 22. Your turn.",
        ),
        in_(lang, "Ada, sette di picche, 17.", "Ada, seven of spades, 17."),
    ]
    pilot.press("ctrl+r")
    assert pilot.heard() == in_(lang, "Tocca a te.", "Your turn.")
    pilot.press("e")
    assert pilot.heard() == in_(
        lang,
        "Dal tuo ultimo turno. Ada sette di picche, Bruno cinque di fiori. Totale 22.",
        "Since your turn. Ada seven of spades, Bruno five of clubs. Total 22.",
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_plays_an_ace_and_misses_a_draw(lang):
    pilot = at_table(lang)
    pilot.press("home", "enter", "space")
    pilot.wait_for("22")
    pilot.press("home", "down")
    pilot.look()
    pilot.press("enter")
    assert pilot.heard() == in_(
        lang, "Asso, quanto vale? Più 1, totale 23.", "Ace, worth? Plus 1, total 23."
    )
    pilot.press("down")
    assert pilot.heard() == in_(
        lang,
        "Più 11, totale 33, gli altri perdono un gettone.",
        "Plus 11, total 33, the others lose a token.",
    )
    pilot.press("enter")
    assert pilot.heard() == in_(
        lang,
        "Asso di picche, più 11. 33. Ada e Bruno perdono un gettone. Pesca, spazio.",
        "Ace of spades, plus 11. 33. Ada and Bruno lose a token. Draw, space.",
    )
    played = pilot.now
    pilot.wait_for("Ada")
    assert pilot.now - played >= 3, "the bot waits while the draw is open"
    pilot.press("space")
    pilot.expect(
        in_(lang, "Ada, due di fiori, 66.", "Ada, two of clubs, 66."),
        in_(
            lang,
            "Troppo tardi per pescare. Hai 2 carte.",
            "Too late to draw. You hold 2 cards.",
        ),
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_with_automatic_draw_misses_no_card(lang):
    dealer = ScriptedDealer("dealer 2", FIRST_DEAL)
    storage = MemoryStorage(Settings(language=lang, auto_draw=True))
    pilot = Pilot(storage, lang=lang, dealer=dealer, script={"Ada": ["7s"], "Bruno": ["5c"]})
    pilot.press(FIRST_LETTER[lang], "enter", "enter", "b", "b", "enter")
    pilot.wait(0.6)
    pilot.press("home", "enter")
    pilot.wait_for("22")
    heard = pilot.heard()
    assert in_(lang, "Peschi otto di quadri.", "You draw eight of diamonds.") in heard
    assert in_(lang, "Troppo tardi", "Too late") not in heard


def set_limit(pilot: Pilot, steps: int) -> None:
    """Set the turn's time limit to one minute, and lower it by `steps` steps.

    The Right arrow selects one minute; each press of the Left arrow selects the next lower
    limit.
    """
    pilot.press("alt+o", *["down"] * 5, "right", *["left"] * steps, "escape")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_turn_times_out_after_twenty_seconds(lang):
    dealer = ScriptedDealer("dealer 2", FIRST_DEAL)
    pilot = Pilot(lang=lang, dealer=dealer, script={"Ada": ["7s"], "Bruno": ["5c"]})
    pilot.press(FIRST_LETTER[lang], "enter", "enter", "b", "b")
    set_limit(pilot, 3)
    pilot.press("enter")
    begun = pilot.now
    opening = pilot.look()[-1:]
    pilot.wait_for(in_(lang, "Tempo scaduto", "Time is up"))
    warned = pilot.look()
    assert [one.text for one in warned] == [
        in_(lang, "10 secondi.", "10 seconds."),
        in_(lang, "5 secondi.", "5 seconds."),
        in_(
            lang,
            "Tempo scaduto. Perdi 2 gettoni, te ne restano 7. Tocca ad Ada.",
            "Time is up. You lose 2 tokens, 7 left. Ada's turn.",
        ),
    ]
    assert all(one.braille for one in warned)
    told_for = sum(pilot.app.announcer.length(one.text) for one in opening)
    assert pilot.now - begun == pytest.approx(20 + told_for, abs=0.1), "it starts after the words"
    ticks = [one.sound for one in pilot.sounds if one.sound.startswith("tick")]
    assert ticks == ["tick", "tick", "tick-urgent", "tick-urgent", "tick-urgent"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_extends_the_time_of_a_turn(lang):
    pilot = Pilot(lang=lang, dealer=ScriptedDealer("dealer 2", FIRST_DEAL))
    pilot.press(FIRST_LETTER[lang], "enter", "enter", "b", "b")
    set_limit(pilot, 3)
    pilot.press("enter")
    told_for = pilot.app.announcer.length(pilot.look()[-1].text)
    pilot.wait(told_for + 8 - pilot.apart)
    pilot.press("shift+t")
    assert pilot.heard() == in_(lang, "12 secondi.", "12 seconds.")
    pilot.wait_for("10")
    pilot.look()
    pilot.press("ctrl+t")
    assert pilot.heard() == in_(lang, "Tempo prolungato, 20 secondi.", "Time extended, 20 seconds.")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_saves_leaves_and_resumes_a_match(lang):
    pilot = at_table(lang)
    pilot.press("home", "enter", "space")
    pilot.wait_for("22")
    pilot.look()
    pilot.press("ctrl+s")
    assert pilot.heard() == in_(lang, "Partita salvata.", "Match saved.")
    pilot.press("escape", "end", "enter")
    resume = in_(
        lang,
        "Riprendi, Novantanove, totale 22, tocca a te.",
        "Resume, Novantanove, total 22, your turn.",
    )
    pilot.expect(in_(lang, "Menu principale. ", "Main menu. ") + resume)
    pilot.press("enter")
    assert pilot.heard() == in_(
        lang,
        "Si riprende, totale 22. Manche 1, hai 9 gettoni. Tocca a te.",
        "Resumed, total 22. Round 1, you have 9 tokens. Your turn.",
    )
    pilot.press("h")
    pilot.expect(
        in_(
            lang,
            "Hai 3 carte. Sette di cuori, asso di picche, otto di quadri.",
            "You hold 3 cards. Seven of hearts, ace of spades, eight of diamonds.",
        )
    )
    again = Pilot(pilot.storage, lang=lang)
    assert again.heard().endswith(resume), "the program that was never closed is offered too"


WINNING_DEAL = "deal Kc Kd Ks 3c 9d Qc 9c 9h Qd 3h 3d 3s 4h"
WINNING_SCRIPT = {"Ada": ["3c", "9d", "Qc", "3d"], "Bruno": ["9c", "9h", "Qd", "3s"]}


def winner(lang: str) -> Pilot:
    """Play a short match, with two tokens each, that the listener wins."""
    dealer = ScriptedDealer("dealer 2", WINNING_DEAL)
    script = {name: list(moves) for name, moves in WINNING_SCRIPT.items()}
    pilot = Pilot(lang=lang, dealer=dealer, script=script)
    pilot.press(FIRST_LETTER[lang], "enter", "enter", "b", "b", "alt+o", *["left"] * 7, "escape")
    pilot.press("enter")
    pilot.wait(0.6)
    for _ in range(4):
        pilot.press("home", "enter", "space")
        pilot.look()
        pilot.wait_for(pilot.app.text(msg("your-turn")))
    pilot.look()
    pilot.press("home", "enter")
    return pilot


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_hears_who_has_won_the_match(lang):
    pilot = winner(lang)
    pilot.expect(
        in_(
            lang,
            "Bruno è eliminato. Hai vinto con 2 gettoni. Ancora, spazio. Menu, Esc.",
            "Bruno is out. You win with 2 tokens. Again, space. Menu, Esc.",
        )
    )
    assert not pilot.storage.matches, "a finished match is not offered again"
    pilot.press("space")
    assert pilot.heard() == in_(lang, "Un momento.", "One moment.")
    pilot.wait(1)
    pilot.press("space")
    pilot.expect(in_(lang, "Si gioca. 2 gettoni a testa.", "Game on. 2 tokens each."))


@pytest.mark.parametrize("lang", COMPLETE)
def test_new_players_first_hour_matches_its_transcript(lang):
    pilot = newcomer(lang)
    pilot.press("down", "up")
    choose_language(pilot)
    pilot.press("enter", "end", "down", "f1", "escape", FIRST_LETTER[lang], "enter", "enter")
    pilot.press("b", "b", "alt+o", "down", "down", "down", "down", "down", "escape", "enter")
    pilot.wait(0.6)
    pilot.press("h", "home", "x", "enter", "enter", "space")
    pilot.wait_for("22")
    pilot.press("c", "s", "t", "alt+2", "ctrl+pagedown", "pageup", "ctrl+r", "e")
    pilot.press("home", "down", "x", "enter", "down", "enter")
    pilot.wait_for("Bruno", 30)
    pilot.press("space", "f5", "l", "n", "r", "v", "m", "shift+s", "shift+t", "o", "j")
    pilot.press("f12", "f10", "escape", "f7", "f6", "f11", "c", "insert", "f11")
    pilot.press("ctrl+s", "escape", "end", "enter", "enter")
    check_golden(f"newcomer.{lang}", told(pilot.announcements))


@pytest.mark.parametrize("lang", COMPLETE)
def test_won_match_matches_its_transcript(lang):
    pilot = winner(lang)
    check_golden(f"winner.{lang}", told(pilot.announcements))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_announcement_is_in_the_history_once_and_has_braille(lang):
    pilot = winner(lang)
    assert all(one.braille.strip() for one in pilot.announcements)
    remembered = [one.text for one in pilot.app.announcer.history.entries("general")]
    told = [one.text for one in pilot.announcements]
    assert all(one.endswith(heard) for one, heard in zip(remembered, told, strict=True))
    symbols = set("♠♥♦♣€°→*#_[]()/\\<>{}")
    assert not [one.text for one in pilot.announcements if symbols & set(one.text)]


def test_both_languages_announce_the_same_messages():
    said = {lang: [one.message for one in winner(lang).announcements] for lang in LANGUAGES}
    assert said["it"] == said["en"]
