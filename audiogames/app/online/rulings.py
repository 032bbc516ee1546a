"""The words of moderation: reasons, durations, and the time since something happened."""

from __future__ import annotations

from typing import Any, Final

from audiogames.core.cues import Argument, Msg, msg
from audiogames.net.client.happenings import fields
from audiogames.net.wire.steward import DAY, HOUR, MINUTE, REASONS, ROLES

SENTENCE_ENDS: Final = (".", "?", "!", "…")


def ruled_fields(args: dict[str, Any]) -> dict[str, Argument]:
    """Return the fields of a message, with the reason (`why`) and duration (`left`) in words."""
    read: dict[str, Argument] = {**fields(args)}
    why, left = read.get("why"), read.get("left")
    if isinstance(why, str):
        read["why"] = reason_words(why)
    if isinstance(left, int):
        read["left"] = span_words(left)
    return read


def ruling_news(what: str, args: dict[str, Argument]) -> Msg | None:
    """Return the announcement of news about moderation; None if a field is invalid."""
    match what, args:
        case "role", {"role": str(role), "reports": int(reports)} if role in ROLES:
            return msg(f"news-role-{role}", reports=msg("reports-open", reports))
        case "reported", {"reports": int(reports)}:
            return msg("news-reported", reports=msg("reports-open", reports))
        case "restart", {"seconds": int(seconds), "ends": int(ends)}:
            id_ = "news-restart-ends" if ends else "news-restart"
            return msg(id_, left=until_words(seconds))
        case (("motd" | "broadcast"), {"text": str(text)}):
            return msg(f"news-{what}", text=sentence(text))
        case (("warned" | "muted"), {"why": Msg()}):
            return Msg(f"news-{what}", args)
    return None


def sentence(text: str) -> str:
    """Return the text with a full stop at its end, so that a voice pauses after it."""
    return text if text.endswith(SENTENCE_ENDS) else f"{text}."


def reason_words(reason: str) -> Msg:
    """Return the reason for a ruling in words, whether it was chosen from a list or typed."""
    if reason in REASONS:
        return msg(f"why-{reason}")
    return msg("text", text=reason.rstrip(" ."))


def span_words(seconds: int) -> Msg:
    """Return a duration in words: "for ten minutes", "for good"."""
    if seconds <= 0:
        return msg("span-good")
    return _counted("span", seconds)


def ago_words(seconds: int) -> Msg:
    """Return how long ago something happened, in words: "five minutes ago"."""
    return _counted("ago", seconds) if seconds >= MINUTE else msg("ago-now")


def until_words(seconds: int) -> Msg:
    """Return the time from now until an event, in words: "in five minutes"."""
    if seconds < MINUTE:
        return msg("in-seconds", max(1, seconds))
    return _counted("in", seconds)


def _counted(what: str, seconds: int) -> Msg:
    """Return a duration in words, rounded to days, hours or minutes.

    The ids of its messages begin with `what`.
    """
    seconds = (seconds + MINUTE // 2) // MINUTE * MINUTE
    for unit, size in (("days", DAY), ("hours", HOUR)):
        if seconds >= 2 * size or seconds == size:
            return msg(f"{what}-{unit}", (seconds + size // 2) // size)
    return msg(f"{what}-minutes", max(1, seconds // MINUTE))
