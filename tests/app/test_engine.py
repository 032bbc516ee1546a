"""The engine protocol: the answers that docs/engine.md promises, and robustness to bad input."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.core.cues import Say
from audiogames.core.log import read_log, replay
from audiogames.core.registry import game, game_ids
from audiogames.engine.protocol import Engine, SentenceMaker
from audiogames.present.catalogue import load
from audiogames.present.localizer import Localizer
from audiogames.search.arena import RandomBot

LOCALES = Path(__file__).resolve().parents[2] / "locales"
DEAL_SEED = 5


def localizer(id_, lang):
    return Localizer(load(LOCALES, lang).first(id_))


class Session:
    """A test driver of the engine, which checks that each answer is one line of JSON."""

    def __init__(self, id_="novantanove", lang="en"):
        def tell(cues, _seat, lang):
            words = localizer(id_, lang)
            says = [cue.message for cue in cues if isinstance(cue, Say)]
            return " ".join(map(words.speech, says)), " ".join(map(words.braille, says))

        def explain(reason, lang):
            return localizer(id_, lang).speech(reason)

        self.engine = Engine(game(id_), SentenceMaker(tell, explain, ("it", "en")), Random(1), lang)
        self.now = 100.0

    def line(self, line):
        answer = self.engine.answer(line, self.now)
        assert len(answer.splitlines()) == 1
        return json.loads(answer)

    def ask(self, cmd, **fields):
        return self.line(json.dumps({"cmd": cmd, **fields}))

    def done(self, cmd, **fields):
        """Send a command that must succeed, and return the other fields of the answer."""
        answer = self.ask(cmd, **fields)
        assert answer.pop("ok") is True
        return answer

    def refused(self, cmd, **fields):
        """Send a command that must fail without effect, and return the id of the refusal."""
        before = self.engine.answer('{"cmd":"save"}', self.now)
        answer = self.ask(cmd, **fields)
        assert answer["ok"] is False
        assert len(answer["text"].split()) > 1
        assert set(answer) == {"ok", "refused", "text"}
        assert self.engine.answer('{"cmd":"save"}', self.now) == before
        return answer["refused"]


def dealt(seats=3, **options):
    """Start and deal a match in which seat 0 leads; return its driver and the deal's answer."""
    session = Session()
    session.done("start", seats=seats, options=options)
    session.done("move", seat=None, move=f"dealer {seats - 1}")
    return session, session.done("chance", seed=DEAL_SEED)


def test_engine_answers_to_start_and_dealer_have_the_documented_form():
    session = Session()
    assert session.done("start", seats=3, options={"tokens": 9}) == {
        "to_act": "chance",
        "expects": "dealer",
    }
    assert session.done("move", seat=None, move="dealer 2") == {
        "to_act": "chance",
        "expects": "deal",
        "events": [{"event": "DealerChosen", "to": None, "dealer": 2}],
    }


def test_start_command_without_options_uses_defaults():
    assert Session().done("start", seats=2) == {"to_act": "chance", "expects": "dealer"}


def test_chance_command_makes_a_dealer_move_and_returns_every_event():
    _, deal = dealt()
    assert deal["to_act"] == 0
    assert "expects" not in deal
    public, *hands = deal["events"]
    assert public == {
        "event": "Dealt", "to": None, "round": 1, "dealer": 2, "starter": 0, "tokens": [9, 9, 9],
    }  # fmt: skip
    cards = deal["move"].split()[1:]
    assert [(hand["event"], hand["to"]) for hand in hands] == [("HandDealt", n) for n in range(3)]
    assert [card for hand in hands for card in hand["cards"]] == cards[:9]


def test_chance_command_with_a_seed_repeats_the_deal():
    assert dealt()[1] == dealt()[1]
    session = Session()
    session.done("start", seats=2)
    assert session.done("chance")["expects"] == "deal"


def test_move_command_makes_the_same_deal_from_the_text_of_an_earlier_deal():
    session, deal = dealt()
    again = Session()
    again.done("start", seats=3)
    again.done("move", seat=None, move="dealer 2")
    told = again.done("move", seat=None, move=deal["move"])
    assert told["events"] == deal["events"]
    assert again.done("view", seat=1) == session.done("view", seat=1)


def test_legal_command_lists_the_moves_that_the_move_command_accepts():
    session, deal = dealt()
    moves = session.done("legal", seat=0)["moves"]
    assert {move[:2] for move in moves} == set(deal["events"][1]["cards"])
    assert session.done("legal", seat=1) == {"moves": []}
    assert session.done("legal", seat=None) == {"moves": []}
    answer = session.done("move", seat=0, move=moves[-1])
    assert answer["to_act"] in {1, 2}
    assert answer["events"][0]["card"] == moves[-1][:2]
    assert session.done("legal", seat=0) == {"moves": ["draw"]}


def test_view_command_shows_what_a_seat_knows():
    session, deal = dealt()
    own = session.done("view", seat=1)["view"]
    assert own["hand"] == deal["events"][2]["cards"]
    assert (own["seat"], own["to_act"], own["legal"], own["dealer"]) == (1, 0, [], 2)
    assert (own["hand_sizes"], own["tokens"], own["alive"]) == ([3] * 3, [9] * 3, [True] * 3)
    assert (own["total"], own["direction"], own["stock"]) == (0, 1, 43)
    assert (own["may_draw"], own["round"]) == (False, 1)
    spectators = session.done("view", seat=None)["view"]
    assert (spectators["seat"], spectators["hand"]) == (None, [])


def play_out(session, seats):
    """Play the match to its end by random bots, and return the last answer of the engine."""
    answer = session.done("result")
    for seed in range(5000):
        if answer["to_act"] == "over":
            return answer
        if answer["to_act"] == "chance":
            answer = session.done("chance", seed=seed)
        else:
            seat = answer["to_act"]
            move = session.done("bot", seat=seat, level="random", seed=seed)["move"]
            assert move in session.done("legal", seat=seat)["moves"]
            answer = session.done("move", seat=seat, move=move)
    raise AssertionError(seats)


@pytest.mark.parametrize("seats", [2, 5])
def test_whole_match_can_be_played_by_engine_commands(seats):
    session, _ = dealt(seats, tokens=3)
    assert session.done("result") == {"over": False, "to_act": 0}
    last = play_out(session, seats)
    assert last["events"][-1]["event"] == "MatchEnded"
    result = session.done("result")
    (winner,) = result["winners"]
    assert (result["over"], result["to_act"]) == (True, "over")
    assert (result["why"], len(result["points"])) == ("last-with-tokens", seats)
    assert [seat for seat, points in enumerate(result["points"]) if points] == [winner]
    assert session.refused("chance", seed=1) == "match-over"
    assert session.refused("move", seat=winner, move="draw") == "match-over"
    assert session.refused("bot", seat=winner, level="easy", seed=1) == "no-move-due"
    assert session.done("legal", seat=winner) == {"moves": []}


def test_bot_command_repeats_its_move_with_the_same_seed():
    session, _ = dealt()
    for level in ("easy", "normal", "random"):
        moves = {session.done("bot", seat=0, level=level, seed=7)["move"] for _ in range(3)}
        assert len(moves) == 1
        assert moves <= set(session.done("legal", seat=0)["moves"])


def test_engine_refuses_an_unknown_level_and_names_the_known_levels():
    session, _ = dealt()
    answer = session.ask("bot", seat=0, level="grandmaster", seed=7)
    assert answer["refused"] == "unknown-level"
    assert all(level in answer["text"] for level in (*game("novantanove").bots.levels, "random"))


# Saying


def card_played(**changes):
    event = {"event": "CardPlayed", "to": None, "seat": 0, "card": "7c", "value": None}
    return event | {"before": 0, "total": 7} | changes


def test_say_command_renders_an_event_for_its_listener():
    session, _ = dealt()
    mine = session.done("say", seat=0, lang="it", event=card_played())
    others = session.done("say", seat=1, lang="it", event=card_played())
    english = session.done("say", seat=1, lang="en", event=card_played())
    assert all("7" in answer["braille"] for answer in (mine, others, english))
    assert len({answer["text"] for answer in (mine, others, english)}) == 3


def test_say_command_renders_every_returned_event():
    session, deal = dealt(tokens=2)
    told = list(deal["events"])
    for seed in range(60):
        answer = session.done("result")
        if answer["over"]:
            break
        turn = answer["to_act"]
        if turn == "chance":
            told += session.done("chance", seed=seed)["events"]
        else:
            move = session.done("bot", seat=turn, level="random", seed=seed)["move"]
            told += session.done("move", seat=turn, move=move)["events"]
    kinds = {event["event"] for event in told}
    assert {"CardPlayed", "TokensLost", "HandDealt"} <= kinds
    for event in told:
        for seat in (None, 0, 1, 2):
            answer = session.done("say", seat=seat, lang="it", event=event)
            if event["to"] not in {None, seat}:
                assert answer == {"text": "", "braille": ""}


def test_say_command_uses_the_engines_language_by_default():
    session = Session(lang="it")
    session.done("start", seats=2)
    said = session.done("say", seat=1, event=card_played())
    assert said == session.done("say", seat=1, lang="it", event=card_played())


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"event": "Nothing"},
        {"event": 1},
        {"event": "CardPlayed"},
        card_played(card="7x"),
        card_played(card="7c Kc"),
        card_played(card=7),
        card_played(seat=3),
        card_played(seat=-1),
        card_played(to=10**30),
        card_played(total="seven"),
        {"event": "TokensLost", "seats": [0], "count": 1, "left": []},
        {"event": "TokensLost", "seats": [7], "count": 1, "left": [1]},
        {"event": "HandDealt", "cards": ["3c", None]},
    ],
)
def test_say_command_refuses_a_malformed_event(event):
    session, _ = dealt()
    assert session.refused("say", seat=0, lang="it", event=event) == "malformed"


def test_engine_refuses_an_unknown_language_and_names_the_known_languages():
    session, _ = dealt()
    answer = session.ask("say", seat=0, lang="xx", event=card_played())
    assert answer["refused"] == "unknown-language"
    assert "it, en" in answer["text"]


# Saving


def test_match_loaded_by_the_engine_continues_with_its_state_and_times():
    session, _ = dealt()
    session.now += 1.5
    session.done("move", seat=0, move=session.done("legal", seat=0)["moves"][0])
    log = session.done("save")["log"]
    again = Session()
    again.now = 7.0
    assert again.done("load", log=log) == {"to_act": session.done("result")["to_act"]}
    for seat in (None, 0, 1, 2):
        assert again.done("view", seat=seat) == session.done("view", seat=seat)
    assert again.done("save")["log"] == log
    again.now += 0.25
    again.done("move", seat=0, move="draw")
    entries = read_log(again.done("save")["log"]).entries
    assert [entry.at for entry in entries] == [0.0, 0.0, 1.5, 1.75]


def test_log_saved_by_the_engine_replays_to_the_same_state():
    session, _ = dealt()
    log = read_log(session.done("save")["log"])
    assert log.header.game == "novantanove"
    assert replay(log) == session.engine._match.state


def test_load_command_before_the_deal_reports_the_expected_move():
    session = Session()
    session.done("start", seats=4)
    log = session.done("save")["log"]
    assert Session().done("load", log=log) == {"to_act": "chance", "expects": "dealer"}


def test_load_command_accepts_a_missing_final_newline_but_no_other_damage():
    session, _ = dealt()
    log = session.done("save")["log"]
    assert session.done("load", log=log.rstrip("\n")) == {"to_act": 0}
    assert session.refused("load", log=log[:-9]) == "log-damaged"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda _: "", "log-foreign"),
        (lambda _: "{}\n", "log-foreign"),
        (lambda _: "[" * 100_000, "log-foreign"),
        (lambda log: log.replace("novantanove", "bridge"), "log-unknown-game"),
        (lambda log: log.replace('"rules": 1', '"rules": 0'), "log-other-version"),
        (lambda log: log.replace('"tokens": 9', '"tokens": 0'), "log-damaged"),
        (lambda log: log.replace('"dealer 2"', '"dealer 3"'), "log-damaged"),
        (lambda log: log.replace('"dealer 2"', '"undo x"'), "log-damaged"),
        (lambda log: log.replace('"seq": 2', '"seq": 3'), "log-damaged"),
        (lambda log: log.replace('"seat": null', '"seat": 9'), "log-damaged"),
        (lambda log: log.replace('"name": "0"', '"name": "\\ud800"'), "log-foreign"),
        (lambda log: log.replace('"kind": "human"', '"kind": "ghost"'), "log-damaged"),
        (lambda log: log.replace('"pace": 1.5', '"pace": -1'), "log-damaged"),
    ],
)
def test_engine_refuses_an_unusable_log_and_reports_the_reason(change, reason):
    session, _ = dealt()
    log = change(session.done("save")["log"])
    assert session.refused("load", log=log) == reason


def test_engine_refuses_a_log_of_another_game():
    session, _ = dealt()
    log = session.done("save")["log"]
    session.engine.spec = replace(session.engine.spec, id="bridge")
    assert session.refused("load", log=log) == "other-game"


class StopCheckingBot(RandomBot):
    """A bot that checks that it has a budget and that `stop` never asks it to stop."""

    def choose(self, view, rng, budget, stop):
        assert budget > 0
        assert not stop()
        return view.legal[0]


def test_engine_never_asks_a_bot_to_stop_early(monkeypatch):
    monkeypatch.setitem(game("novantanove").bots.levels, "asker", StopCheckingBot)
    session, _ = dealt()
    move = session.done("bot", seat=0, level="asker", seed=1)["move"]
    assert move == session.done("legal", seat=0)["moves"][0]


# Refusals


def test_engine_refuses_a_wrong_number_of_players():
    answer = Session("tressette", "it").ask("start", seats=3)
    assert (answer["refused"], answer["text"]) == ("unknown-seats", "Giocatori 3. Ne servono 4.")


@pytest.mark.parametrize(
    ("cmd", "fields", "reason"),
    [
        ("start", {"seats": 1}, "unknown-seats"),
        ("start", {"seats": 10**40}, "unknown-seats"),
        ("start", {"seats": 2, "options": {"colour": "red"}}, "option-unknown"),
        ("start", {"seats": 2, "options": {"tokens": 0}}, "option-bad-value"),
        ("start", {"seats": 2, "options": {"tokens": {"a": [None]}}}, "option-bad-value"),
        ("start", {"seats": 2, "options": {"tokens": 10**4000}}, "option-bad-value"),
        ("move", {"seat": 1, "move": "draw"}, "no-draw-due"),
        ("move", {"seat": 0, "move": "draw"}, "play-first"),
        ("move", {"seat": 7, "move": "draw"}, "unknown-seat"),
        ("move", {"seat": -1, "move": "draw"}, "unknown-seat"),
        ("move", {"seat": None, "move": "dealer 1"}, "not-the-dealers-move"),
        ("move", {"seat": 0, "move": "dealer 1"}, "not-your-move"),
        ("move", {"seat": 0, "move": "fly"}, "malformed"),
        ("move", {"seat": None, "move": "dealer " + "9" * 5000}, "malformed"),
        ("chance", {"seed": 1}, "not-the-dealers-move"),
        ("legal", {"seat": 3}, "unknown-seat"),
        ("view", {"seat": 10**30}, "unknown-seat"),
        ("bot", {"seat": 3, "level": "easy", "seed": 1}, "unknown-seat"),
        ("bot", {"seat": 1, "level": "easy", "seed": 1}, "no-move-due"),
        ("say", {"seat": 3, "lang": "it", "event": {}}, "unknown-seat"),
    ],
)
def test_invalid_engine_command_is_refused_with_its_reason(cmd, fields, reason):
    session, _ = dealt()
    assert session.refused(cmd, **fields) == reason


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize(
    ("cmd", "fields"),
    [
        ("move", {"move": "draw"}),
        ("chance", {}),
        ("legal", {"seat": 0}),
        ("view", {}),
        ("result", {}),
        ("bot", {"seat": 0, "level": "easy"}),
        ("say", {"event": {}}),
        ("save", {}),
    ],
)
def test_engine_command_before_start_is_refused(lang, cmd, fields):
    assert Session(lang=lang).refused(cmd, **fields) == "no-match"


LINES = [
    "", " ", "null", "1", '"start"', "[]", "{}", "{", "NaN", "Infinity", '{"cmd":null}',
    '{"cmd":"fly"}', '{"cmd":"start"}', '{"cmd":"start","seats":"3"}',
    '{"cmd":"start","seats":3.5}',
    '{"cmd":"start","seats":true}', '{"cmd":"start","seats":1e999}', '{"cmd":"start","seats":NaN}',
    '{"cmd":"start","seats":2,"options":[]}', '{"cmd":"start","seats":2,"option":{}}',
    '{"cmd":"save"}{"cmd":"save"}', '{"cmd":"move","seat":"0","move":"draw"}',
    '{"cmd":"move","seat":0,"move":3}', '{"cmd":"chance","seed":"x"}', '{"cmd":"load","log":{}}',
    '{"cmd":"say","event":[]}', '{"cmd":"result","extra":1}', "[" * 100_000, '{"a":' * 50_000,
    '{"cmd":"start","seats":' + "9" * 5000 + "}", '{"cmd":"move","move":"\\ud800"}', "\ud800",
    b"\xff\xfe", b"\x00", '{"cmd":"say","event":{"a":' + "[" * 5000 + "]" * 5000 + "}}",
]  # fmt: skip


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_malformed_input_line_is_refused_by_the_engine_without_effect(line):
    session, _ = dealt()
    before = session.done("save")
    answer = session.line(line)
    assert (answer["ok"], answer["refused"]) == (False, "malformed")
    assert answer["text"]
    assert session.done("save") == before


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
COMMANDS = ("start", "move", "chance", "legal", "view", "result", "bot", "say", "save", "load")
FIELDS = ("seats", "options", "seat", "move", "seed", "level", "lang", "event", "log")
LIKELY = st.sampled_from(
    [0, 1, 2, 3, -1, None, "draw", "dealer 0", "Kc", "easy", "random", "it", {}, {"tokens": 1}]
)


@pytest.mark.slow
@given(
    asked=st.lists(
        st.tuples(
            st.sampled_from(COMMANDS), st.dictionaries(st.sampled_from(FIELDS), LIKELY | JSON)
        ),
        max_size=8,
    )
)
def test_random_commands_are_answered_by_the_engine(asked):
    session, _ = dealt()
    for cmd, fields in asked:
        answer = session.ask(cmd, **fields)
        assert answer["ok"] is True or answer["text"]


@given(line=st.text() | st.binary() | JSON.map(json.dumps))
def test_random_input_lines_are_answered_by_the_engine(line):
    session, _ = dealt()
    answer = session.line(line)
    assert answer["ok"] is False
    assert session.done("result")["to_act"] == 0


@pytest.mark.parametrize("id_", game_ids())
def test_every_game_can_be_played_by_engine_commands(id_):
    session = Session(id_)
    spec = game(id_)
    answer = session.done("start", seats=spec.usual_seats)
    for seed in range(80):
        if answer["to_act"] == "over":
            break
        if answer["to_act"] == "chance":
            answer = session.done("chance", seed=seed)
        else:
            seat = answer["to_act"]
            move = session.done("bot", seat=seat, level="random", seed=seed)["move"]
            answer = session.done("move", seat=seat, move=move)
    assert len(read_log(session.done("save")["log"]).entries) > 2
