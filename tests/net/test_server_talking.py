"""Chat, private messages, blocks, privacy, friends, invitations, reports."""

from audiogames.net import wire
from audiogames.net.server import limits
from tests.kit.serving import table_with


def lines(person):
    return [one for one in person.told if isinstance(one, wire.ChatMessage)]


def texts(person):
    return [(one.sender, one.text) for one in lines(person)]


def test_chat_reaches_only_the_people_at_the_table(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    stranger = served.enter("Carla")
    anna.say(wire.Chat, text="ciao")
    assert texts(anna) == texts(bruno) == [("Anna", "ciao")]
    assert texts(stranger) == []
    assert stranger.refused(wire.Chat, text="ciao") == "net-at-no-table"


def test_chat_of_a_spectator_is_marked(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    bruno.say(wire.Watch)
    bruno.say(wire.Chat, text="good luck")
    assert lines(anna)[0].watching


def test_slow_mode_limits_chat(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    anna.say(wire.Chat, text="one")
    assert anna.refused(wire.Chat, text="two") == "net-slow-mode"
    served.wait(1)
    anna.say(wire.Chat, text="three")
    anna.say(wire.Arrange, slow=10)
    served.wait(5)
    assert anna.refused(wire.Chat, text="four") == "net-slow-mode"
    assert [text for _, text in texts(bruno)] == ["one", "three"]


def test_private_message_is_sent_to_sender_and_recipient_only(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    carla = served.enter("Carla")
    anna.say(wire.Chat, text="psst", to="carla")
    assert [(one.private, one.to) for one in lines(carla)] == [(True, "Carla")]
    assert lines(anna)[0].to == "Carla"
    assert lines(bruno) == []
    served.wait(1)
    assert anna.refused(wire.Chat, text="x", to="Nobody") == "net-nobody-called"
    assert anna.refused(wire.Chat, text="x", to="Anna") == "net-not-yourself"


def test_block_hides_messages_in_both_directions(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    bruno.say(wire.BlockPerson, name="Anna")
    anna.say(wire.Chat, text="hello")
    bruno.say(wire.Chat, text="hello")
    assert (texts(bruno), texts(anna)) == ([("Bruno", "hello")], [("Anna", "hello")])
    served.wait(1)
    assert anna.refused(wire.Chat, text="x", to="Bruno") == "net-takes-no-messages"
    assert bruno.refused(wire.Chat, text="x", to="Anna") == "net-takes-no-messages"
    assert [one.name for one in anna.say(wire.ListPeople)[0].people] == ["Anna"]
    bruno.say(wire.BlockPerson, name="Anna", off=True)
    assert bruno.refused(wire.BlockPerson, name="Anna", off=True) == "net-not-noted"
    anna.say(wire.Chat, text="again", to="Bruno")
    assert texts(bruno)[-1] == ("Anna", "again")


def test_tables_of_a_blocking_person_are_not_listed(served):
    anna, _ = table_with(served, "wist", "Anna", "Bruno", public=True)
    carla = served.enter("Carla")
    anna.say(wire.BlockPerson, name="Carla")
    assert carla.say(wire.ListTables)[0].tables == []
    assert carla.refused(wire.Join, table=anna.last(wire.Seated).table) == "net-banned"


def test_privacy_setting_decides_who_may_write_to_a_person(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    assert anna.refused(wire.Privacy, messages="some") == "net-bad-privacy"
    bruno.say(wire.Privacy, messages="friends")
    assert anna.refused(wire.Chat, text="x", to="Bruno") == "net-takes-no-messages"
    bruno.say(wire.Befriend, name="Anna")
    anna.say(wire.Chat, text="x", to="Bruno")
    bruno.say(wire.Privacy, messages="nobody")
    served.wait(1)
    assert anna.refused(wire.Chat, text="x", to="Bruno") == "net-takes-no-messages"


def test_invitation_carries_the_table_code(served):
    (anna,) = table_with(served, "wist", "Anna")
    bruno = served.enter("Bruno")
    anna.say(wire.Invite, name="Bruno")
    news = bruno.told[-1]
    assert (news.what, news.name, news.args["game"]) == ("invited", "Anna", "wist")
    bruno.say(wire.Join, code=news.args["code"])
    assert anna.refused(wire.Invite, name="Bruno") == "net-already-here"
    bruno.say(wire.Leave)
    for _ in range(4):
        anna.say(wire.Invite, name="Bruno")
    assert anna.refused(wire.Invite, name="Bruno") == "net-too-fast"
    bruno.say(wire.Privacy, messages="nobody")
    assert anna.refused(wire.Invite, name="Bruno") == "net-takes-no-messages"


def test_report_is_stored_for_moderation(served):
    anna, _ = table_with(served, "wist", "Anna", "Bruno")
    anna.say(wire.ReportPerson, name="Bruno", lines=["bad\u202e words"] * 100)
    (row,) = served.store.moderation
    assert row.text.count("bad words") == limits.REPORTED_LINES
    for _ in range(4):
        anna.say(wire.ReportPerson, name="Bruno")
    assert anna.refused(wire.ReportPerson, name="Bruno") == "net-too-fast"


def test_daily_size_of_reports_from_one_address_is_bounded(served):
    """Many clients behind one address send reports for a day, each of the greatest length."""
    lines = ["\U00020000\U00020001" * 150] * limits.REPORTED_LINES
    for number in range(300):
        person = served.enter(f"Anna {number}")
        person.say(wire.ReportPerson, name="Bruno", lines=lines)
        person.say(wire.Goodbye)
        served.wait(limits.DAY / 300)
    kept = sum(len(row.text.encode()) for row in served.store.moderation)
    assert kept < 300 * 1.1 * limits.REPORTED_BYTES
    assert len(served.store.moderation) > 250


def test_daily_size_of_reports_from_many_addresses_is_bounded(served, monkeypatch):
    monkeypatch.setattr(limits, "MODERATION_BYTES", 10_000.0)
    refused = []
    for number in range(10):
        person = served.enter(f"Anna {number}", address=f"192.168.1.{number + 10}")
        told = person.say(wire.ReportPerson, name="Bruno", lines=["ab" * 150] * 20)[0]
        refused += [told.reason] if isinstance(told, wire.No) else []
    assert refused
    assert set(refused) == {"net-no-more-reports"}
    assert sum(len(row.text) for row in served.store.moderation) <= 10_000
    served.wait(limits.DAY / 2)
    assert isinstance(person.say(wire.ReportPerson, name="Bruno")[0], wire.Done)


def test_news_about_a_person_is_rate_limited(served):
    """One person stands up and sits down, votes or disconnects as often as possible."""
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    served.wait(60)
    heard = len(anna.news())
    for turn in range(20 * 10):
        served.wait(0.05)
        bruno.say(wire.Watch)
        if turn % 10 == 9:
            served.lose(bruno)
            bruno = served.back(bruno)
    assert len(anna.news()) - heard <= 2 * (limits.COMINGS_AT_ONCE + 10 / limits.COMING_SECONDS)
    away = [what for what in anna.news() if what in {"away", "back"}]
    assert away == ["away", "back"] * (len(away) // 2)


def test_messages_from_strangers_are_rate_limited(served):
    anna, friend = served.enter("Anna"), served.enter("Bruno")
    anna.say(wire.Befriend, name="Bruno")
    strangers = [served.enter(f"Stranger {number}") for number in range(15)]
    for _ in range(20):
        served.wait(1)
        for one in strangers:
            one.say(wire.Chat, text="hello", to="Anna")
    assert len(lines(anna)) <= limits.STRANGERS_AT_ONCE + 20 / limits.STRANGER_SECONDS
    assert strangers[0].refused(wire.Invite, name="Anna") == "net-at-no-table"
    strangers[0].say(wire.Open, game="wist")
    assert strangers[0].refused(wire.Invite, name="Anna") == "net-many-write"
    friend.say(wire.Chat, text="a friend", to="Anna")
    anna.say(wire.Chat, text="who are you?", to="Stranger 3")
    strangers[3].say(wire.Chat, text="an answer", to="Anna")
    assert [text for _, text in texts(anna)[-3:]] == ["a friend", "who are you?", "an answer"]


def test_news_about_a_blocked_spectator_is_not_sent(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    carla = served.enter("Carla")
    anna.say(wire.PassHost, name="Bruno")
    anna.say(wire.BlockPerson, name="Carla")
    heard = len(anna.news())
    carla.say(wire.Join, code=bruno.last(wire.Seated).code, watch=True)
    served.lose(carla)
    carla = served.back(carla)
    carla.say(wire.Leave)
    assert anna.news()[heard:] == []
    assert bruno.news()[-4:] == ["watches", "away", "back", "stops-watching"]


def test_number_of_friends_is_limited(served, monkeypatch):
    monkeypatch.setattr(limits, "FRIENDS", 1)
    anna, *_ = table_with(served, "wist", "Anna", "Bruno", "Carla")
    assert isinstance(anna.say(wire.Befriend, name="Bruno")[0], wire.Done)
    assert anna.refused(wire.Befriend, name="Carla") == "net-too-many-noted"
    assert anna.refused(wire.Befriend, name="Anna") == "net-not-yourself"


def test_public_table_is_announced_to_people_at_no_table(served):
    """People blocked by the host get no announcement, and no one gets it twice."""
    anna, bruno, carla = (served.enter(name) for name in ("Anna", "Bruno", "Carla"))
    (dario,) = table_with(served, "wist", "Dario")
    anna.say(wire.BlockPerson, name="Carla")
    anna.say(wire.Open, game="wist", public=True)
    called = bruno.last(wire.News)
    assert (called.what, called.name, called.args["game"]) == ("wants-to-play", "Anna", "wist")
    assert "wants-to-play" not in [*carla.news(), *dario.news(), *anna.news()]
    bruno.say(wire.Join, table=called.args["table"])
    assert bruno.last(wire.Seated).host == "Anna"
    bruno.say(wire.Leave)
    for _ in range(4):
        anna.say(wire.Arrange, public=False)
        anna.say(wire.Arrange, public=True)
    assert bruno.news().count("wants-to-play") == limits.CALLS_FOR_PLAYERS


def test_public_table_is_announced_to_people_at_other_processes(processes):
    one, two = processes.all
    bruno = two.enter("Bruno")
    one.enter("Anna").say(wire.Open, game="wist", public=True)
    processes.meet()
    assert bruno.last(wire.News).what == "wants-to-play"
