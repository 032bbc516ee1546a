"""Announcements of news and chat online, in speech and in braille."""

import pytest

from audiogames.app.online.news import COMING_AND_GOING, NEWS_STYLES, chat, count, report
from audiogames.app.online.telling import Return
from audiogames.core.cues import Say
from audiogames.net import wire
from tests.kit.places import LANGUAGES
from tests.present.kit import shipped

ME = "Ada"
ARGS = {
    "invited": {"code": "471103", "game": "wist"},
    "asks-to-invite": {"who": "Carla"},
    "pause-vote": {"votes": 1, "needed": 3},
    "role": {"role": "moderator", "reports": 2},
    "reported": {"reports": 1},
    "warned": {"why": "insults"},
    "muted": {"why": "spam", "left": 600},
    "motd": {"text": "Tournament tonight"},
    "broadcast": {"text": "Tournament tonight"},
    "restart": {"seconds": 300, "ends": 1},
    "contest-entered": {"contest": "Coppa"},
    "contest-round": {"contest": "Coppa", "round": 2, "other": "Marta + Elio"},
    "contest-bye": {"contest": "Coppa", "round": 2},
    "contest-results": {"contest": "Coppa", "text": "Anna + Ugo 11, Marta + Elio 7"},
    "contest-over": {"contest": "Coppa", "place": 3},
    "contest-few": {"contest": "Coppa"},
    "contest-out": {"contest": "Coppa"},
    "contest-forfeit": {"contest": "Coppa", "other": "Marta + Elio"},
    "contest-absent": {"contest": "Coppa", "other": "Marta + Elio"},
    "contest-ruled": {"contest": "Coppa", "other": "Ugo", "own": 5, "their": 3, "why": "late"},
}


def news():
    """Yield all cues for news of people and tables, about the listener and about another player."""
    for what in NEWS_STYLES:
        for name in (ME, "Bruno"):
            told = report(wire.News(what=what, name=name, args=ARGS.get(what, {})), ME)
            if told is not None:
                yield from told.cues


def counts():
    """Yield the announcements that tell the host how many people are at the table."""
    seats = [wire.Sitting(name=ME)] * 4
    table = wire.Seated(game="wist", host=ME, seats=seats)
    for what in COMING_AND_GOING:
        yield from count(wire.News(what=what, name="Bruno"), table, ME)
    yield from count(wire.News(what="stands-up"), wire.Seated(game="wist", seats=seats[:1]), ME)


def lines():
    """Yield lines of chat: sent and received, to everyone, in private, and from a spectator."""
    for sender, to in ((ME, "Bruno"), ("Bruno", ME)):
        for private, watching in ((False, False), (True, False), (False, True)):
            line = wire.ChatMessage(
                sender=sender, text="ciao", private=private, to=to, watching=watching
            )
            yield from chat(line, ME).cues


def returns():
    """Yield the messages after a reconnection."""
    for moved, updates in ((0, 0), (0, 1), (1, 1), (2, 2)):
        back = Return(moved, 0, 0.0, updates)
        yield from back.words(None)
        yield Say(back._missed())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("told", [news, counts, lines, returns])
def test_online_news_has_shorter_braille_than_speech(told, lang):
    words = shipped(lang)
    says = [cue for cue in told() if isinstance(cue, Say)]
    for say in says:
        assert words.catalogue.has(say.message.id, "braille"), say.message.id
        assert len(words.braille(say.braille or say.message)) < len(words.speech(say.message)), say
    assert len({say.message.id for say in says}) >= 2


def test_chat_braille_has_a_colon_and_news_braille_has_none():
    (line,) = (cue for cue in chat(wire.ChatMessage(sender="Bruno", text="va via"), ME).cues[1:])
    (left,) = (cue for cue in report(wire.News(what="stands-up", name="Bruno"), ME).cues[1:])
    assert shipped("it").braille(line.braille) == "Bruno: va via"
    assert shipped("it").braille(left.message) == "Bruno va via"
