"""Regaining a seat: by token, secret digits or consent, never by name and table code."""

import pytest

from audiogames.net import wire
from audiogames.net.server import limits
from tests.kit.serving import table_of, table_with


def in_match(served, *names):
    people = table_with(served, "wist", *names, bots=4 - len(names))
    people[0].say(wire.StartMatch)
    return people


def own(person):
    return person.last(wire.Seated).own


def claim(served, name, table, address="203.0.113.66", **more):
    """Let a new person claim the seat of the player called `name`; return the person.

    They give the code of the table.
    """
    stranger = served.call(address)
    stranger.hello(name, code=table.last(wire.Seated).code, **more)
    return stranger


def reason(person):
    answers = [one for one in person.told if isinstance(one, wire.No)]
    assert len(answers) == 1, person.told
    return answers[0].reason


def saw_a_hand(person):
    return person.last(wire.MatchUpdate) is not None


@pytest.mark.parametrize("goodbye", [False, True])
def test_name_and_table_code_alone_do_not_restore_a_seat(served, goodbye):
    anna, bruno = in_match(served, "Anna", "Bruno")
    if goodbye:
        bruno.say(wire.Goodbye)
    else:
        served.lose(bruno)
    served.wait(limits.GRACE + 1)
    stranger = claim(served, "Bruno", anna)
    assert reason(stranger) == "net-own-wanted"
    assert not saw_a_hand(stranger)
    inside = served.enter("Carla", address="203.0.113.66")
    inside.say(wire.Goodbye)
    if goodbye:
        # For a guest of the server it is the same: the name is free, the seat is not.
        taken = served.enter("Bruno", address="203.0.113.66")
        code = anna.last(wire.Seated).code
        assert taken.refused(wire.Join, code=code) == "net-own-wanted"
        assert not saw_a_hand(taken)


@pytest.mark.parametrize("goodbye", [False, True])
def test_correct_seat_digits_give_the_seat_back_to_its_player(served, goodbye):
    anna, bruno = in_match(served, "Anna", "Bruno")
    digits = own(bruno)
    assert (len(digits), digits.isdigit()) == (limits.OWN_DIGITS, True)
    assert digits != own(anna)
    if goodbye:
        bruno.say(wire.Goodbye)
    else:
        served.lose(bruno)
    again = claim(served, "Bruno", anna, own=digits)
    assert again.last(wire.MatchUpdate).seat == bruno.last(wire.MatchUpdate).seat


def test_five_wrong_guesses_of_a_seats_digits_block_an_address_range_for_ten_minutes(served):
    anna, bruno = in_match(served, "Anna", "Bruno")
    digits = own(bruno)
    served.lose(bruno)
    places = [f"2001:db8:7:{number:x}::1" for number in range(7)]
    wrong = [reason(claim(served, "Bruno", anna, at, own="x")) for at in places]
    assert wrong == ["net-wrong-own"] * limits.OWN_TRIES + ["net-own-blocked"] * 2
    stranger = claim(served, "Bruno", anna, places[0], own=digits)
    assert reason(stranger) == "net-own-blocked"
    served.wait(limits.OWN_PAUSE - 1)
    assert reason(claim(served, "Bruno", anna, places[0], own=digits)) == "net-own-blocked"
    assert saw_a_hand(claim(served, "Bruno", anna, "2001:db8:8::1", own=digits))


def test_wrong_guesses_of_a_seats_code_from_many_addresses_block_claims_to_the_seat(served):
    anna, bruno = in_match(served, "Anna", "Bruno")
    served.lose(bruno)
    for number in range(limits.OWN_TRIES_IN_ALL):
        claim(served, "Bruno", anna, f"203.0.{number}.1", own="x")
    late = claim(served, "Bruno", anna, "198.51.100.1", own=own(bruno))
    assert reason(late) == "net-own-blocked"
    assert served.back(bruno).told[0].back


def test_seat_digits_are_sent_only_to_their_owner_and_survive_a_restart(served):
    anna, bruno = in_match(served, "Anna", "Bruno")
    carla = served.enter("Carla")
    carla.say(wire.Join, code=anna.last(wire.Seated).code, watch=True)
    digits = own(bruno)
    assert not any(digits.encode() in data for one in (anna, carla) for data in one.bytes)
    again = served.again()
    bruno.server = again
    assert own(again.back(bruno)) == digits


# --- The old token --------------------------------------------------------------------------------


@pytest.mark.parametrize("goodbye", [False, True])
def test_resume_token_of_the_former_player_disconnects_an_intruder_from_the_seat(served, goodbye):
    anna, bruno = in_match(served, "Anna", "Bruno")
    if goodbye:
        bruno.say(wire.Goodbye)
    else:
        served.lose(bruno)
    intruder = claim(served, "Bruno", anna, own=own(bruno))
    assert saw_a_hand(intruder)
    served.wait(limits.FORMER_SECONDS - 1)
    owner = served.back(bruno)
    assert owner.told[0].back
    assert (intruder.dropped, intruder.told[-1].reason) == (True, "net-elsewhere")
    assert owner.last(wire.MatchUpdate).seat == bruno.last(wire.MatchUpdate).seat
    assert own(owner) not in {own(bruno), own(intruder)}
    stranger = served.call("203.0.113.66")
    assert (
        stranger.refused(wire.Hello, version=wire.VERSION, token=intruder.token)
        == "net-unknown-token"
    )
    served.lose(owner)
    assert reason(claim(served, "Bruno", anna, own=own(intruder))) == "net-wrong-own"


def test_resume_token_of_the_former_player_expires_after_ten_minutes(served):
    anna, bruno = in_match(served, "Anna", "Bruno")
    served.lose(bruno)
    claim(served, "Bruno", anna, own=own(bruno))
    served.wait(limits.FORMER_SECONDS + 1)
    late = served.call()
    assert late.refused(wire.Hello, version=wire.VERSION, token=bruno.token) == "net-unknown-token"


def test_seat_left_by_an_intruder_still_belongs_to_its_owner(served):
    anna, bruno = in_match(served, "Anna", "Bruno")
    served.lose(bruno)
    intruder = claim(served, "Bruno", anna, own=own(bruno))
    intruder.say(wire.Goodbye)
    owner = served.call()
    owner.hello("Bruno", code=anna.last(wire.Seated).code, token=bruno.token)
    assert owner.last(wire.MatchUpdate).seat == bruno.last(wire.MatchUpdate).seat


def test_resume_token_of_the_former_player_is_valid_after_a_server_restart(served):
    anna, bruno = in_match(served, "Anna", "Bruno")
    served.lose(bruno)
    intruder = claim(served, "Bruno", anna, own=own(bruno))
    again = served.again()
    intruder.server = bruno.server = again
    intruder = again.back(intruder)
    owner = again.back(bruno)
    assert (owner.told[0].back, intruder.dropped) == (True, True)


# --- The consent of the others --------------------------------------------------------------------


def pleading(served, *names):
    """Return the present players, an absent one, and a person who claims the latter's seat."""
    *others, absent = in_match(served, *names)
    served.lose(absent)
    served.wait(limits.GRACE + 1)
    asker = claim(served, absent.last(wire.Welcome).name, others[0], plead=True)
    return others, absent, asker


@pytest.mark.parametrize("goodbye", [False, True])
def test_requested_seat_is_given_when_all_others_agree(served, goodbye):
    anna, bruno, carla = in_match(served, "Anna", "Bruno", "Carla")
    if goodbye:
        carla.say(wire.Goodbye)
    else:
        served.lose(carla)
    assert reason(claim(served, "Carla", anna, plead=True)) == "net-asks-too-soon"
    served.wait(limits.GRACE + 1)
    asker = claim(served, "Carla", anna, plead=True)
    assert isinstance(asker.told[-1], wire.Asked)
    assert (anna.news()[-1], bruno.news()[-1]) == ("asks-seat", "asks-seat")
    anna.say(wire.Agree, name="Carla")
    served.wait(30)
    assert not saw_a_hand(asker)
    bruno.say(wire.Agree, name="Carla")
    assert asker.last(wire.MatchUpdate).seat == carla.last(wire.MatchUpdate).seat
    owner = served.back(carla)
    assert (owner.told[0].back, asker.dropped) == (True, True)


def test_player_already_on_the_server_can_claim_a_former_seat(served):
    anna, bruno, carla = in_match(served, "Anna", "Bruno", "Carla")
    carla.say(wire.Goodbye)
    served.wait(limits.GRACE + 1)
    again = served.enter("Carla", address="198.51.100.7")
    code = anna.last(wire.Seated).code
    assert isinstance(again.say(wire.Join, code=code, plead=True)[0], wire.Asked)
    for one in (anna, bruno):
        one.say(wire.Agree, name="carla")
    assert again.last(wire.MatchUpdate).seat == carla.last(wire.MatchUpdate).seat


def test_one_player_alone_cannot_vote_to_give_a_seat_away(served):
    (anna,), _, asker = pleading(served, "Anna", "Bruno")
    assert reason(asker) == "net-nobody-to-ask"
    assert anna.refused(wire.Agree, name="Bruno") == "net-nobody-asks"


def test_claimed_seat_is_given_only_after_all_three_players_have_agreed(served):
    (anna, bruno, dario), _, asker = pleading(served, "Anna", "Bruno", "Dario", "Carla")
    anna.say(wire.Agree, name="Carla")
    bruno.say(wire.Agree, name="Carla")
    assert not saw_a_hand(asker)
    dario.say(wire.Agree, name="Carla")
    assert saw_a_hand(asker)


def test_host_alone_cannot_grant_a_seat_request_after_the_other_voter_disconnects(served):
    (anna, bruno), _, asker = pleading(served, "Anna", "Bruno", "Carla")
    anna.say(wire.Agree, name="Carla")
    served.lose(bruno)
    anna.say(wire.Agree, name="Carla")
    assert not saw_a_hand(asker)


def test_one_vote_against_a_claim_to_a_seat_refuses_the_claim(served):
    (anna, bruno), _, asker = pleading(served, "Anna", "Bruno", "Carla")
    anna.say(wire.Agree, name="Carla")
    bruno.say(wire.Agree, name="Carla", no=True)
    assert reason(asker) == "net-not-agreed"
    assert anna.news()[-1] == "seat-refused"
    assert not saw_a_hand(asker)
    assert reason(claim(served, "Carla", anna, plead=True)) == "net-own-blocked"


def test_unanswered_seat_request_is_refused(served):
    (anna, _), _, asker = pleading(served, "Anna", "Bruno", "Carla")
    served.wait(limits.PLEA_SECONDS + 1)
    assert reason(asker) == "net-not-answered"
    assert anna.refused(wire.Agree, name="Carla") == "net-nobody-asks"


def test_vote_on_a_claimed_seat_ends_when_its_player_returns(served):
    (anna, bruno), carla, asker = pleading(served, "Anna", "Bruno", "Carla")
    served.back(carla)
    assert reason(asker) == "net-not-agreed"
    for one in (anna, bruno):
        assert one.refused(wire.Agree, name="Carla") == "net-nobody-asks"


def test_claim_to_the_seat_of_an_account_needs_the_account_password(served):
    anna, _ = table_with(served, "wist", "Anna", "Bruno", bots=1)
    carla = served.call()
    code = anna.last(wire.Seated).code
    carla.hello("Carla", code=code, password="long enough", register=True)
    served.verify("hashed")
    anna.say(wire.StartMatch)
    carla.say(wire.Goodbye)
    served.wait(limits.GRACE + 1)
    stranger = claim(served, "Carla", anna, plead=True)
    assert reason(stranger) == "net-name-reserved"
    again = served.call()
    again.hello("Carla", code=code, password="long enough")
    served.verify("hashed")
    assert again.last(wire.MatchUpdate).seat == carla.last(wire.MatchUpdate).seat


# --- The code of a table --------------------------------------------------------------------------


def test_spectator_receives_no_table_code_and_must_ask_the_host_to_invite_others(served):
    (anna,) = table_with(served, "wist", "Anna", public=True)
    code, table = (getattr(anna.last(wire.Seated), name) for name in ("code", "table"))
    carla, dario = served.enter("Carla"), served.enter("Dario")
    carla.say(wire.Join, table=table, watch=True)
    assert carla.last(wire.Seated).code == ""
    carla.say(wire.Invite, name="Dario")
    news = anna.last(wire.News)
    assert (news.what, news.name, news.args) == ("asks-to-invite", "Carla", {"who": "Dario"})
    assert not dario.news()
    assert not any(code.encode() in data for one in (carla, dario) for data in one.bytes)


def test_table_code_changes_when_a_table_becomes_private(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno", public=True)
    carla = served.enter("Carla")
    carla.say(wire.Join, table=table_of(served, anna).id, watch=True)
    before = anna.last(wire.Seated).code
    anna.say(wire.Arrange, public=False)
    after = anna.last(wire.Seated).code
    assert after != before
    assert bruno.last(wire.Seated).code == after
    assert carla.last(wire.Seated).code == ""
    dario = served.enter("Dario")
    assert dario.refused(wire.Join, code=before) == "net-wrong-code"
    anna.say(wire.Arrange, public=False)
    assert anna.last(wire.Seated).code == after
