"""Looking for newer versions of the program, with the player's permission.

A package may name the address of a small file with the newest version.  The player is asked once
whether the program may look there.  With permission it looks once a week, and announces each newer
version once.  Questions and announcements wait for silence in the main menu, so that they disturb
no match.  Nothing is downloaded: if the player agrees, the web page of that version opens in the
browser.  The file is untrusted data: everything in it is validated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from audiogames import __version__
from audiogames.app.outputs import LookForNewest, OpenPage
from audiogames.app.screens.base import Confirm, Question
from audiogames.core.cues import msg

if TYPE_CHECKING:
    from audiogames.app.context import Context

DAYS_APART: Final = 7
"""The least number of days between two checks for a newer version."""

QUIET_SECONDS: Final = 1.0
"""Seconds of silence, without a key, before an unrequested question."""

UNHEARD_SECONDS: Final = 1.0
"""A key that comes fewer seconds after an unrequested question was meant for the screen below."""

LARGEST: Final = 4096
"""The most bytes of the file."""

NEWS_LENGTH: Final = 200
PAGE_LENGTH: Final = 300

_VERSION: Final = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,4}){1,3}")
_ADDRESS: Final = re.compile(
    r"https://[A-Za-z0-9](?:[A-Za-z0-9-]|\.(?!\.))*(?::[0-9]{1,5})?"
    r"(?:/[A-Za-z0-9._~/%+=-]*(?:\?[A-Za-z0-9._~/%+=&-]*)?(?:#[A-Za-z0-9._~/%+=&-]*)?)?"
)


def is_address(text: str) -> bool:
    """Whether this is an https address with only the usual characters."""
    return len(text) <= PAGE_LENGTH and _ADDRESS.fullmatch(text) is not None


@dataclass(frozen=True)
class Release:
    """A version of the program, its web page, and a sentence about its news, which may be empty."""

    version: str
    page: str
    news: str = ""


def read_newest(data: bytes, languages: tuple[str, ...], own: str = __version__) -> Release | None:
    """Parse the newest release, with its news in the first of these languages that has them.

    None if the file is invalid, or if the release is not newer than our `own` version.
    """
    try:
        given = json.loads(data) if len(data) <= LARGEST else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(given, dict):
        return None
    version, page = given.get("version"), given.get("page")
    if not (isinstance(version, str) and isinstance(page, str) and is_address(page)):
        return None
    if not (_VERSION.fullmatch(version) and _numbers(version) > _numbers(own)):
        return None
    return Release(version, page, _news(given.get("news"), languages))


def _numbers(version: str) -> tuple[int, ...]:
    """Return the parts of a version as numbers, for comparing versions; 1.1.0 equals 1.1."""
    found = re.match(r"[0-9]+(?:\.[0-9]+)*", version)
    numbers = [] if found is None else [int(part) for part in found[0].split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def _news(given: Any, languages: tuple[str, ...]) -> str:
    """Return the description of the new version in the first available of these languages."""
    # The filter of foreign text is online code, which takes a tenth of the start-up time to load.
    from audiogames.net.names import clean  # noqa: PLC0415

    texts = given if isinstance(given, dict) else {}
    found = (texts[lang] for lang in languages if isinstance(texts.get(lang), str))
    return clean(next(found, ""), NEWS_LENGTH)


class Unbidden(Confirm):
    """A question that the program asks on its own, such as about looking for new versions.

    A key pressed before the question can have been heard was meant for the screen below.  It is
    not taken as an answer; instead the question is repeated.
    """

    def opened(self) -> None:
        """Announce the question and record the time, so that `catch` can ignore early answers."""
        self._since = self.context.now
        super().opened()

    def catch(self, key: str) -> bool:
        """Return True if a key comes too early to be an answer; then repeat the question."""
        del key
        is_early = self.context.now < self._since + UNHEARD_SECONDS
        if is_early:
            self.context.say(*self.where())
        return is_early

    def click(self, kind: str, number: int) -> None:
        """Handle a click.

        If it comes before the question can have been heard, repeat the question.
        """
        if not self.catch(kind):
            super().click(kind, number)


@dataclass(frozen=True)
class ReleaseFeed:
    """The address of the file about newer versions, and a function for the current day."""

    address: str
    today: Callable[[], int]


class NewerVersions:
    """Looks for newer versions, after asking the player, and announces them.

    Without a feed, the address where new versions are announced, it does nothing.
    """

    def __init__(self, context: Context, feed: ReleaseFeed | None) -> None:
        self._context = context
        self._feed = feed
        self._is_first_run = not (context.settings.language and context.settings.welcomed)
        self._has_looked = False
        self._found: Release | None = None

    @property
    def can_be_looked_for(self) -> bool:
        """Whether the package names an address where newer versions are announced.

        Without an address there is no setting for this.
        """
        return self._feed is not None

    @property
    def asks_at(self) -> float | None:
        """The time of the next step; None if there is none or the screen allows no interruption.

        A step asks the player, looks for a newer version, or announces one.
        """
        top = self._context.top
        if top is None or not top.may_be_interrupted or self._step() is None:
            return None
        return self._context.announcer.ends() + QUIET_SECONDS

    def tick(self, now: float) -> None:
        """Do the next step if it is due.

        The steps: ask whether the program may look for newer versions, look for one, announce it.
        """
        at, step = self.asks_at, self._step()
        if at is not None and step is not None and now >= at:
            step()

    def came(self, data: bytes) -> None:
        """Read the downloaded file, and remember a newer version to announce it."""
        languages = (self._context.announcer.localizer.lang, "en")
        release = read_newest(data, languages)
        if release is not None and release.version != self._context.settings.newest_told:
            self._found = release

    def page_opened(self, page: str, *, done: bool) -> None:
        """Announce that the page opens in the browser, or its address if that failed."""
        self._context.answer(msg("newer-opens") if done else msg("newer-page", page=page))

    def _step(self) -> Callable[[], None] | None:
        """Return the function for the next step; None if there is nothing to do."""
        settings = self._context.settings
        if self._feed is None or self._is_first_run:
            return None
        if settings.newer == "unasked":
            return self._ask
        if settings.newer == "no":
            return None
        if self._found is not None:
            return self._tell
        days = self._feed.today() - settings.looked_on
        # A day in the future was written while the machine's clock was wrong.
        is_due = not self._has_looked and not 0 <= days < DAYS_APART
        return self._request_file if is_due else None

    def _ask(self) -> None:
        """Ask once whether the program may look for newer versions; without a yes it may not."""
        self._change(newer="no")
        question = Question(msg("newer-may-look"), self._agree, msg("newer-in-options"))
        self._context.push(Unbidden(self._context, question))

    def _agree(self) -> None:
        """Store that the player allows looking for newer versions."""
        self._change(newer="yes")
        self._context.answer(msg("newer-looks"))

    def _request_file(self) -> None:
        """Have the shell download the file about new versions.

        The next download is due in a week, even if this one fails.
        """
        assert self._feed is not None
        self._has_looked = True
        self._change(looked_on=self._feed.today())
        self._context.put(LookForNewest(self._feed.address))

    def _tell(self) -> None:
        """Announce the newer version, and ask whether to open its page."""
        release, self._found = self._found, None
        assert release is not None
        self._change(newest_told=release.version)
        named = f"newer-{'news' if release.news else 'plain'}"
        words = msg(named, version=release.version, news=release.news)
        question = Question(words, lambda: self._context.put(OpenPage(release.page)))
        self._context.push(Unbidden(self._context, question))

    def _change(self, **changes: object) -> None:
        self._context.change_settings(replace(self._context.settings, **changes))  # type: ignore[arg-type]
