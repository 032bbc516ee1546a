"""Regression tests: facts that were once announced twice, needlessly, or too late."""

from random import Random

import pytest

from audiogames.app.reviews import MatchReview
from audiogames.app.settings import Settings
from audiogames.core.contract import Turn
from audiogames.core.cues import Kind, Priority, Say, msg
from audiogames.core.events import Seat
from audiogames.core.registry import game
from audiogames.core.review import Hindsight, Judgement
from audiogames.games.invido.model import PACK
from audiogames.games.novantanove import model as novantanove
from audiogames.games.tressette import model as tressette
from audiogames.present.announcer import Announcer
from audiogames.present.composing import SILENT
from audiogames.present.facts import Facts
from audiogames.present.outputs import Announcement
from tests.games.tressette.positions import dealt, laid, play
from tests.games.wist import positions
from tests.kit.pilot import MemoryStorage, Pilot, ScriptedDealer
from tests.kit.places import dealer, eliminated, lobby, match, menu, over
from tests.kit.pressing import pressed, screen
from tests.pilot.test_wist import YOU_DEAL, at_table, bidding_last, plain_mind
from tests.present.kit import shipped

LANGUAGES = ("it", "en")


def heard(id_, events, view, verbosity="normal", lang="it"):
    """Return the spoken text of these events, in one announcement."""
    announcer = Announcer(shipped(lang, verbosity, id_), lambda _seat: 0.0)
    cues = [cue for event in events for cue in game(id_).describe(event, view)]
    (told,) = [one for one in announcer.announce(cues, 0) if isinstance(one, Announcement)]
    return told.text


# At any table -------------------------------------------------------------------------------------


def test_only_the_time_key_says_that_there_is_no_time_limit():
    pilot = match()
    assert pressed(pilot, "t") == "Tocca a te."
    assert pressed(pilot, "f5") == "Novantanove, totale 0, tocca a te."
    assert pressed(pilot, "shift+t") == "Nessun limite di tempo."


def test_turn_key_announces_the_turn_before_the_time_left():
    assert pressed(match(given={"limit": 4}), "t").startswith("Tocca a te. ")


def test_time_warning_of_a_past_turn_is_dropped():
    pilot = match(given={"limit": 4})
    while pilot.app.session.time_left(pilot.now) > 9:
        pilot.wait(0.2)
        pilot.rush("down")
    pilot.rush("home")
    pilot.wait(0.2)
    pilot.look()
    pilot.rush("enter")
    pilot.wait(8)
    assert "10 secondi." not in pilot.heard()


# What a fact and the answer after it both say -----------------------------------------------------


def two_players(lang="it", **given):
    """Start a match of two in which the player leads and Ada plays a seven."""
    dealing = ScriptedDealer("dealer 1", "deal Kc 7h As 7s 2c 3c")
    return match(lang, bots=1, dealt=dealing, given=given, script={"Ada": ["7s"]})


def interrupt_with(pilot, told, key):
    """Wait for this announcement, interrupt it with the key, and return the answer."""
    pilot.look()
    pilot.wait_for(told)
    pilot.look()
    pilot.rush(key)
    return pilot.look()[-1].text


def test_turn_after_a_bots_move_is_announced_once():
    pilot = two_players(limit=4)
    pilot.press("home", "enter")
    answer = interrupt_with(pilot, "Tocca a te.", "t")
    assert answer.startswith("Ada, ")
    assert answer.count("Tocca a te.") == 1
    assert answer.endswith("secondi.")


def test_suit_to_follow_is_announced_once_with_the_turn():
    pilot = Pilot(MemoryStorage(Settings(language="it")))
    pilot.press("g", "enter", "t", "enter", "b", "b", "b", "enter")
    pilot.wait_for("Tocca a te")
    if not pilot.app.session.view.on_table:
        pilot.press("home", "enter")
    answer = interrupt_with(pilot, "Tocca a te", "t")
    assert answer.count("Tocca a te") == 1
    assert "Tocca a te, " in answer


def test_prompt_to_continue_is_announced_once():
    pilot = invido(FOLDED, FOLDED)
    pilot.press("f")
    pilot.rush("s")
    pilot.press("t")
    answer = pilot.look()[-1].text
    assert answer.count("Continua, spazio.") == 1


def test_interrupted_call_and_the_keys_for_answering_it_are_announced_once():
    pilot = invido(FOLDED, bot=["tras-mas"])
    pilot.press("i")
    answer = interrupt_with(pilot, "tras mas", "t")
    assert answer.count("tras mas") == 1
    assert answer.count("A va bene") == 1


def test_elimination_is_announced_once_if_a_refusal_repeats_it():
    announcer = Announcer(shipped("it", "normal", "novantanove"), lambda _seat: 0.0)
    spec, state = game("novantanove"), eliminated("it").app.session.table.state
    view = state.view(0)
    fact = tuple(spec.describe(novantanove.PlayerEliminated(Seat(0)), view))
    announcer.announce_facts([Facts(fact)], 10.0)
    announcer.begin_answer()
    why = spec.rules.refusal(view, novantanove.DRAW).message
    (told,) = announcer.announce([Say(why, Priority.REPLY)], 10.2)
    assert told.text == "Sei fuori."
    assert announcer.is_delivered(10.2)


def test_last_card_key_names_a_card_once_even_if_its_announcement_was_interrupted():
    pilot = two_players()
    pilot.press("home", "enter")
    answer = interrupt_with(pilot, "Tocca a te.", "l")
    assert answer.count("Ada, ") == 1
    assert pressed(pilot, "l").startswith("Ultima carta, Ada, ")


@pytest.mark.parametrize("key", ["c", "e"])
def test_total_and_recap_keys_omit_facts_announced_first_in_the_same_answer(key):
    pilot = two_players()
    pilot.press("home", "enter")
    answer = interrupt_with(pilot, "Tocca a te.", key)
    assert answer.startswith("Ada, ")
    assert answer.endswith("Tocca a te.")
    assert "Totale" not in answer
    assert "Totale" in pressed(pilot, key)


def test_recap_in_an_answer_omits_the_event_that_the_answer_announces_first():
    pilot = match("en", 2, dealt=dealer())
    pilot.press("home", "enter")
    answer = interrupt_with(pilot, "Your turn.", "e")
    first, before = answer.split(" Before that. ")
    assert first.startswith("Bruno, ")
    assert before.startswith("Ada ")
    assert "Bruno" not in before
    assert "Ada" in pressed(pilot, "e")


def test_first_card_of_a_trick_is_announced_only_once_in_the_answer_about_the_table():
    pilot = Pilot(MemoryStorage(Settings(language="it")))
    pilot.press("g", "enter", "b", "enter", "b", "enter")
    assert interrupt_with(pilot, "Tocca a te.", "c") == pilot.announcements[-2].text
    assert "Per ora prende Ada." in pressed(pilot, "c")


def test_empty_hand_is_announced_once():
    view = eliminated("it").app.session.view
    lost = [novantanove.DrawMissed(0), novantanove.HandEmpty(Seat(0))]
    assert heard("novantanove", lost, view) == "Troppo tardi per pescare. Non hai più carte."
    assert heard("novantanove", lost[1:], view) == "Sei senza carte."


def test_tokens_lost_twice_in_a_row_are_summed_in_the_recap():
    view = match().app.session.view
    lost = [novantanove.TokensLost((Seat(0),), count, (5,)) for count in (1, 3)]
    (told,) = game("novantanove").recap(lost, view)
    assert [fact.number for fact in told.message.args["facts"]] == [4]


def test_answer_contains_a_fact_that_the_verbosity_setting_had_silenced():
    announcer = Announcer(shipped("it", "normal", "novantanove"), lambda _seat: 0.0)
    announcer.levels = {Kind.CARDS: SILENT}
    total = Say(msg("total", total=5), Priority.REPLY)
    card = Say(total.message, kind=Kind.CARDS)
    announcer.announce_facts([Facts((card, Say(msg("your-turn"), kind=Kind.TURNS)))], 10.0)
    announcer.begin_answer()
    (told,) = announcer.announce([total], 10.2)
    assert told.text == "Tocca a te. Totale 5."


def test_eliminated_player_hears_the_fast_forward_key_once():
    pilot = eliminated("it")
    pilot.wait(10)
    told = [one.text for one in pilot.announcements]
    assert told.count("Control fine va alla fine.") == 1


# Announcements of a pause, a first turn, a review and the table -----------------------------------


def test_turn_key_mentions_a_pause():
    pilot = match(given={"limit": 4})
    pilot.press("shift+p")
    assert pressed(pilot, "t").startswith("In pausa. Tocca a te.")
    pilot.press("shift+p")
    assert pressed(pilot, "t").startswith("Tocca a te.")


@pytest.mark.parametrize(("lang", "told"), [("it", "Finora."), ("en", "So far.")])
def test_recap_before_the_first_move_mentions_no_last_move(lang, told):
    pilot = at_table(lang, YOU_DEAL)
    assert "ultim" not in pressed(pilot, "e")
    pilot = two_players(lang)
    assert pressed(pilot, "e").startswith(told)
    pilot.press("home", "enter")
    pilot.wait(20)
    assert not pressed(pilot, "e").startswith(told)


@pytest.mark.parametrize("id_", ["invido", "briscola"])
def test_first_player_of_a_match_is_announced_when_the_match_begins(id_):
    state = game(id_).rules.start(game(id_).options(), 2)
    events = []
    for verb in ("dealer 0", None):
        move = game(id_).rules.read(verb) if verb else game(id_).rules.chance(state, Random(1))
        state.apply(None, move, events.append)
    told = heard(id_, [one for one in events if one.heard_by(0)], state.view(0))
    assert "Comincia " in told


def test_escape_from_a_review_returns_to_the_table_where_it_was_opened():
    pilot = over("it")
    review = MatchReview(pilot.app.matches.log_here, Seat(0))
    for one in review.decisions:
        review.take(Hindsight(Judgement(one.move, one.view.legal[0], 1.0, 0.5)))
    pilot.app.reviews.current = review
    pilot.press("ctrl+e")
    assert screen(pilot) == "ReviewScreen"
    pilot.press("escape")
    assert screen(pilot) == "MatchScreen"
    assert "partita finita" in pilot.look()[-1].text.lower()
    pilot.press("escape")
    assert screen(pilot) == "MainMenu"


def test_lobby_actions_that_are_impossible_have_no_button():
    pilot = lobby("it")
    keys = [button.key for button in pilot.app.frame().buttons]
    assert "enter" not in keys
    assert "shift+b" not in keys
    pilot.press("b")
    assert {"enter", "shift+b"} <= {button.key for button in pilot.app.frame().buttons}


def test_letter_search_uses_the_word_in_which_similar_items_differ():
    pilot = menu("it")
    pilot.press("shift+f1")
    assert pressed(pilot, "w") == "Lezione di Wist."
    assert pressed(pilot, "t") == "Lezione di Tressette."
    pilot.wait(2)
    assert pressed(pilot, "d") == "Domande frequenti."
    pilot.press("escape", "f10")
    pilot.wait(2)
    assert pressed(pilot, "a", "v", "v").startswith("Volume degli avvisi")


# Novantanove --------------------------------------------------------------------------------------


def test_turn_after_a_jack_with_two_players_is_announced_once():
    dealing = ScriptedDealer("dealer 1", "deal Jc 7h As 7s 2c 3c")
    pilot = match(bots=1, dealt=dealing)
    pilot.press("home")
    assert pressed(pilot, "enter") == "10. Tocca a te. Pesca, spazio."


# Invido -------------------------------------------------------------------------------------------


def invido(*deals, bot=(), **settings):
    """Start a match of Invido for two with these deals; Ada, the bot, deals first."""
    dealing = ScriptedDealer("dealer 1", *deals, id_="invido", pack=PACK)
    pilot = Pilot(MemoryStorage(), dealer=dealing, script={"Ada": list(bot)})
    pilot.press("g", "enter", "i", "enter", "b", "enter")
    pilot.wait(6)
    return pilot


FOLDED = "deal 3c Rs 7d Cb 6c 6d"


def fold_deals(pilot, times):
    """Fold this many deals, each before the first card."""
    for _ in range(times):
        pilot.press("f", "s")
        pilot.wait(3)
        pilot.look()
        pilot.press("space")
        pilot.wait(6)


def test_announcement_of_later_deals_of_invido_omits_game_and_target():
    pilot = invido(FOLDED, FOLDED)
    assert "Dà le carte Ada. Invido, si va a 24. Hai tre di coppe, " in pilot.heard()
    fold_deals(pilot, 1)
    assert (
        pilot.look()[0].text == "Dai le carte tu. Hai tre di coppe, re di spade, sette di denari."
    )


@pytest.mark.parametrize(
    ("level", "told"),
    [
        ("normal", "Ada, tras mas, 6. Rispondi."),
        ("full", "Ada, tras mas, 6. Rispondi. A va bene, R rilancia, F vai via, M a monte."),
    ],
)
def test_keys_for_answering_a_call_are_announced_in_four_deals_or_always_at_full_verbosity(
    level, told
):
    """The first four deals are folded; in the fifth, only full verbosity announces the keys."""
    pilot = invido(*[FOLDED] * 5, bot=["vado-via", "vado-via", "tras-mas"])
    for number in range(1, 5):
        assert pilot.app.session.view.deal == number
        if pilot.app.session.my_turn:
            pilot.press("f", "s")
        pilot.wait(6)
        pilot.press("space")
        pilot.wait(6)
    if level == "full":
        pilot.press("f12")
    pilot.look()
    pilot.press("i")
    pilot.wait(8)
    assert pilot.look()[-1].text == told
    for key in ("space", "t"):
        assert (
            pressed(pilot, key)
            == "Rispondi a tras mas, 6. A va bene, R rilancia, F vai via, M a monte."
        )


# Tressette ----------------------------------------------------------------------------------------


def test_buongioco_is_announced_before_the_total():
    scored = tressette.DealScored((20, 13), 0, (7, 4), (3, 0), (10, 4), None)
    told = heard("tressette", [scored], dealt("32Ac").view(0))
    assert (
        told == "Passata finita. Voi 7, loro 4. Buongioco, voi 3, loro 0. Totale, voi 10, loro 4."
    )


@pytest.mark.parametrize(("level", "is_told"), [("normal", False), ("full", True)])
def test_declaration_on_the_last_trick_is_announced_at_full_verbosity_only(level, is_told):
    state = laid("4c", "3c", "5c", "6c")
    events = play(state, "4c 3c+pigliata 5c 6c")
    told = heard("tressette", events[4:], state.view(0), level)
    assert ("ho fatto questo piombo" in told.lower()) == is_told
    assert told.startswith("Prende ")
    assert "Passata finita. " in told


# Wist ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_round_opening_has_fewer_than_15_words_before_the_hand(lang):
    pilot = at_table(lang, YOU_DEAL)
    opening = pilot.look()[0].text
    hand = {"it": " Le tue carte. ", "en": " Your cards. "}[lang]
    assert hand in opening, "the bid comes first"
    assert len(opening.split(hand)[0].split()) < 15
    assert "seme cuori" in opening or "trump hearts" in opening


def test_shuffler_cutter_and_receiver_of_the_first_card_are_announced_only_at_full_verbosity():
    storage = MemoryStorage()
    dealing = ScriptedDealer(YOU_DEAL, id_="wist")
    pilot = Pilot(storage, dealer=dealing, mind=plain_mind)
    pilot.press("f12", "g", "enter", "w", "enter", "b", "b", "b")
    pilot.look()
    pilot.press("enter")
    pilot.wait_for("Mischi tu, Ada taglia il mazzo, prima carta a Carla. ")
    pilot.expect("Si pesca per il mazziere. ", "Mischi tu, ")


def test_sum_of_bids_is_announced_after_the_last_bid():
    pilot = bidding_last("it")
    pilot.press("3", "enter")
    assert pilot.look()[-1].text == "Prevedi 3. Somma 14 su 13."


def last_trick(turno, *bids):
    """Play the last trick of a round of Wist with these bids; return events and seat 0's view."""
    state = positions.playing("2h", "3h", "4h", "Ah", bids=bids or None, turno=turno)
    events = positions.play(state, "2h 3h 4h Ah")
    return events, state.view(0)


def test_secret_bids_are_announced_once_with_their_results():
    events, view = last_trick(positions.BIGLIETTI, 0, 1, 0, 1)
    told = heard("wist", events, view)
    assert told.count("previsione") == 3, "of the listener and of both who are ahead"
    assert "Si aprono i biglietti. Tu, previsione 1, prese 1, punti 11, totale 11. " in told


def test_winner_is_announced_first_at_the_end_of_a_match():
    events, view = last_trick(positions.WIST)
    assert view.to_act is Turn.OVER
    told = heard("wist", events, view)
    assert told.index("Vincono alla pari ") < told.index("Tu, previsione Wist, prese 1")
    assert told.count("Tu, previsione") == 1


# --- Voices that report their end -----------------------------------------------------------------


def test_bots_and_clocks_wait_for_the_reported_end_of_speech():
    pilot = two_players(limit=4)
    pilot.app.announces_end(it_does=True)
    pilot.press("home", "enter")
    table, begun = pilot.app.session.table, pilot.now
    pilot.now += 1.0
    pilot.perform(pilot.app.speech_ended(pilot.now))
    assert table._pacing.heard[Seat(0)] == pilot.now, "not by the slow voice that was allowed for"
    pilot.wait_for("Tocca a te.")
    clock, told = table.clock, pilot.now
    pilot.now += 0.7
    pilot.perform(pilot.app.speech_ended(pilot.now))
    assert clock.ends == pytest.approx(told + 0.7 + clock.limit)
    assert told > begun
