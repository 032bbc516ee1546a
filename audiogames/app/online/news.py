"""Converts news and chat from a server to announcements: arrivals, departures, changes of host."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from audiogames.app.online.rulings import ruled_fields, ruling_news, sentence
from audiogames.app.online.tables import spelt
from audiogames.core.cues import Argument, Cue, Msg, Priority, Say, Sound, msg
from audiogames.core.registry import game, game_ids
from audiogames.net import wire
from audiogames.present.history import GAME, SYSTEM

PEOPLE: Final = "people"
CHAT: Final = "chat"
PRIVATE: Final = "private"
INVITATIONS: Final = "invitations"


@dataclass(frozen=True)
class NewsStyle:
    """How one kind of news is announced: its priority, view of the history, and sound.

    With `mine`, news about the listener has a message of its own (`news-<what>-you`).  With
    `hidden`, news about the listener is not announced to them.  With `asked`, news is announced
    even to the person whose request caused it.
    """

    priority: Priority = Priority.BACKGROUND
    view: str = PEOPLE
    sound: str | None = None
    mine: bool = False
    hidden: bool = False
    asked: bool = True


NEWS_STYLES: Final[Mapping[str, NewsStyle]] = {
    "sits-down": NewsStyle(sound="sit-down", hidden=True),
    "stands-up": NewsStyle(sound="stand-up", hidden=True),
    "bot-sits": NewsStyle(sound="sit-down"),
    "bot-leaves": NewsStyle(sound="stand-up"),
    "watches": NewsStyle(sound="sit-down", mine=True),
    "stops-watching": NewsStyle(sound="stand-up", hidden=True),
    "host-is": NewsStyle(Priority.MINE, mine=True),
    "away": NewsStyle(Priority.EVENT, sound="stand-up", hidden=True),
    "back": NewsStyle(Priority.EVENT, sound="sit-down", hidden=True),
    "bot-plays-for": NewsStyle(Priority.EVENT, mine=True),
    "comes-back": NewsStyle(Priority.EVENT, mine=True),
    "kicked": NewsStyle(Priority.EVENT, sound="stand-up", mine=True),
    "banned": NewsStyle(Priority.EVENT, sound="stand-up", mine=True),
    "vote-away": NewsStyle(Priority.MINE, mine=True),
    "voted-away": NewsStyle(Priority.EVENT, sound="stand-up", mine=True),
    "public": NewsStyle(),
    "private": NewsStyle(),
    "rated": NewsStyle(Priority.MINE),
    "casual": NewsStyle(Priority.MINE),
    "options-changed": NewsStyle(asked=False),
    "pause-vote": NewsStyle(Priority.MINE, GAME, mine=True),
    "paused": NewsStyle(Priority.MINE, GAME, "pause"),
    "resumed": NewsStyle(Priority.MINE, GAME, "resume"),
    "asks-to-invite": NewsStyle(Priority.MINE, INVITATIONS, "message"),
    "asks-seat": NewsStyle(Priority.MINE, sound="message"),
    "seat-refused": NewsStyle(Priority.MINE),
    "invited": NewsStyle(Priority.MINE, INVITATIONS, "message"),
    "store-away": NewsStyle(Priority.CRITICAL, SYSTEM, "pause"),
    "store-back": NewsStyle(Priority.CRITICAL, SYSTEM, "resume"),
    "shuts-down": NewsStyle(Priority.CRITICAL, SYSTEM, "error"),
    "saved": NewsStyle(Priority.MINE, SYSTEM, "saved"),
    "one-moment": NewsStyle(Priority.MINE, GAME),
    "role": NewsStyle(Priority.MINE, SYSTEM),
    "reported": NewsStyle(Priority.MINE, SYSTEM, "message"),
    "warned": NewsStyle(Priority.CRITICAL, SYSTEM, "error"),
    "muted": NewsStyle(Priority.CRITICAL, SYSTEM, "error"),
    "unmuted": NewsStyle(Priority.MINE, SYSTEM, "message"),
    "motd": NewsStyle(Priority.MINE, SYSTEM),
    "broadcast": NewsStyle(Priority.MINE, SYSTEM, "message"),
    "restart": NewsStyle(Priority.MINE, SYSTEM, "message"),
    "wants-to-play": NewsStyle(Priority.CRITICAL, INVITATIONS, "message"),
    "restart-off": NewsStyle(Priority.MINE, SYSTEM, "message"),
    "contest-entered": NewsStyle(Priority.MINE, INVITATIONS, "message"),
    "contest-round": NewsStyle(Priority.MINE, INVITATIONS, "message"),
    "contest-bye": NewsStyle(Priority.MINE, INVITATIONS),
    "contest-results": NewsStyle(Priority.MINE),
    "contest-over": NewsStyle(Priority.MINE),
    "contest-few": NewsStyle(Priority.MINE),
    "contest-ruled": NewsStyle(Priority.MINE, INVITATIONS, "message"),
    "contest-out": NewsStyle(Priority.MINE, INVITATIONS, "message"),
    "contest-forfeit": NewsStyle(Priority.MINE, INVITATIONS, "message"),
    "contest-absent": NewsStyle(Priority.MINE, INVITATIONS, "message"),
}
"""All kinds of news; the start of a match is announced by the match itself."""

COMING_AND_GOING: Final = frozenset({"sits-down", "stands-up", "bot-sits", "bot-leaves"})
"""News that, before a match, is followed by the number of players at the table."""

AT_TABLE: Final = "at-table"
"""The topic of arrivals and departures, because only the newest number of players is true."""

BY_ANY_KEY: Final = "comes-back"
"""News caused by any key, which must not interrupt the key's own answer."""

URGENT_FOR_ME: Final = frozenset({"kicked", "banned", "voted-away"})


@dataclass(frozen=True)
class NewsAnnouncement:
    """An announcement of news: its cues, and the view of the history to which it is added."""

    cues: tuple[Cue, ...]
    view: str


def report(news: wire.News, me: str, *, paused: bool = False) -> NewsAnnouncement | None:
    """Return the announcement of news; None if this listener does not need it.

    In a `paused` match, a vote about the pause is a vote for resuming.
    """
    if news.what == "day-result":
        return _of_day(news)
    style = NEWS_STYLES.get(news.what)
    is_me = news.name == me != ""
    if style is None or (is_me and style.hidden and not news.re):
        return None
    if news.re and not style.asked:
        return None
    words = _words(news, is_me=is_me and style.mine)
    if words is None:
        return None
    if paused and words.id == "news-pause-vote":
        words = replace(words, id="news-resume-vote")
    priority = Priority.REPLY if news.re and news.what != BY_ANY_KEY else style.priority
    if is_me and news.what in URGENT_FOR_ME:
        priority = Priority.CRITICAL
    sound = [] if style.sound is None else [Sound(style.sound, notice=True)]
    topic = AT_TABLE if news.what in COMING_AND_GOING else None
    return NewsAnnouncement((*sound, Say(words, priority, topic=topic)), style.view)


def count(news: wire.News, table: wire.Seated | None, me: str) -> Iterator[Say]:
    """Announce the number of players at the table.

    If there are enough, also tell the host how to start.
    """
    if table is None or table.playing or news.what not in COMING_AND_GOING:
        return
    priority = Priority.REPLY if news.re else NEWS_STYLES[news.what].priority
    seated = len(table.seats)
    yield Say(msg("lobby-players", seated), priority, topic=AT_TABLE)
    if table.host == me and seated >= game(table.game).usual_seats:
        yield Say(msg("lobby-start"), priority, topic=AT_TABLE)


def _words(news: wire.News, *, is_me: bool) -> Msg | None:
    """Return the message that describes the news; None if a field of the news is invalid."""
    args: dict[str, Argument] = {**ruled_fields(news.args), "name": news.name}
    match news.what:
        case "invited":
            return _invited(args)
        case "wants-to-play":
            id_ = args.get("game")
            known = id_ in game_ids()
            return (
                msg("news-wants-to-play", name=news.name, game=msg(f"game-{id_}"))
                if known
                else None
            )
        case "role" | "reported" | "restart" | "motd" | "broadcast" | "warned" | "muted":
            return ruling_news(news.what, args)
        case str() if news.what in OF_CONTESTS:
            return _of_contest(news.what, args)
        case "asks-to-invite" if not isinstance(args.get("who"), str):
            return None
        case "vote-away":
            who, missing = args.get("who"), args.get("missing")
            if not (isinstance(who, str) and isinstance(missing, int)):
                return None
            return Msg(_news_id(news, is_me=is_me), {"name": news.name, "who": who}, missing)
        case "pause-vote":
            votes, needed = args.get("votes"), args.get("needed")
            if not (isinstance(votes, int) and isinstance(needed, int)):
                return None
            if votes >= needed:
                return None  # the result is announced at once
            return Msg(_news_id(news, is_me=is_me), {"name": news.name}, needed - votes)
    return Msg(_news_id(news, is_me=is_me), args)


def _of_day(news: wire.News) -> NewsAnnouncement | None:
    """Return the announcement of a player's result in the deal of the day.

    It names the points, the bot's points, the rank among all players, and the number of successive
    days.
    """
    given = {name: value for name, value in news.args.items() if isinstance(value, int)}
    own, other, place = (given.get(name) for name in ("own", "other", "place"))
    players, streak = given.get("players"), given.get("streak")
    if own is None or other is None or place is None or players is None or streak is None:
        return None
    words = [msg("day-own", own=own, other=other)]
    if "bot" in given and "bots" in given:
        bot, ahead = given["bot"], (own - other) - (given["bot"] - given["bots"])
        words.append(msg("day-bot", own=bot, other=given["bots"]))
        words.append(msg("day-better" if ahead > 0 else "day-worse" if ahead < 0 else "day-even"))
    is_alone = players == 1
    words.append(msg("day-alone") if is_alone else msg("day-place", place=place, players=players))
    words.append(msg("days-streak", streak))
    priority = Priority.REPLY if news.re else Priority.MINE
    return NewsAnnouncement(tuple(Say(one, priority) for one in words), GAME)


OF_CONTESTS: Final[Mapping[str, tuple[tuple[str, type], ...]]] = {
    "contest-entered": (("contest", str),),
    "contest-round": (("contest", str), ("round", int), ("other", str)),
    "contest-bye": (("contest", str), ("round", int)),
    "contest-results": (("contest", str), ("text", str)),
    "contest-over": (("contest", str), ("place", int)),
    "contest-few": (("contest", str),),
    "contest-out": (("contest", str),),
    "contest-forfeit": (("contest", str), ("other", str)),
    "contest-absent": (("contest", str), ("other", str)),
    "contest-ruled": (
        ("contest", str),
        ("other", str),
        ("own", int),
        ("their", int),
        ("why", Msg),
    ),
}
"""The fields that news of tournaments must have."""

TOGETHER: Final = " + "
"""Separates the names of a pair."""


def _of_contest(what: str, args: dict[str, Argument]) -> Msg | None:
    """Return the message of news about a tournament; None if a field is invalid."""
    if not all(isinstance(args.get(name), kind) for name, kind in OF_CONTESTS[what]):
        return None
    names = {
        name: tuple(str(args[name]).split(TOGETHER)) if name == "other" else args[name]
        for name, _ in OF_CONTESTS[what]
    }
    if "text" in names:
        names["text"] = str(names["text"]).replace(TOGETHER, " & ")
    if what == "contest-few" and args.get("off") == "closed":
        what = "contest-off"
    return Msg(f"news-{what}", {**names, "name": args["name"]})


def _news_id(news: wire.News, *, is_me: bool) -> str:
    return f"news-{news.what}-you" if is_me else f"news-{news.what}"


def _invited(args: dict[str, Argument]) -> Msg | None:
    code, id_ = args.get("code"), args.get("game")
    if not isinstance(code, str) or id_ not in game_ids():
        return None
    return msg("news-invited", name=args["name"], game=msg(f"game-{id_}"), code=spelt(code))


def chat(line: wire.ChatMessage, me: str) -> NewsAnnouncement:
    """Return the announcement of a chat message, with a short sound."""
    is_mine = line.sender == me
    if line.private:
        id_ = "chat-private-mine" if is_mine else "chat-private"
    elif line.watching and not is_mine:
        id_ = "chat-watching"
    else:
        id_ = "chat-mine" if is_mine else "chat-line"
    name = line.to if is_mine else line.sender
    words, short = (msg(id_, name=name, text=text) for text in (sentence(line.text), line.text))
    priority = Priority.REPLY if is_mine else Priority.BACKGROUND
    sound = () if is_mine else (Sound("message", notice=True),)
    said = Say(words, priority, braille=short)
    return NewsAnnouncement((*sound, said), PRIVATE if line.private else CHAT)
