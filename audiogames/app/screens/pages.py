"""A long answer of a game: a list to arrow through, from which the rules can be opened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from audiogames.app.desk import Desk
from audiogames.app.screens.base import Item, ListScreen
from audiogames.app.screens.reader import RulesReader, heading_at, rules_file
from audiogames.core.cues import Msg
from audiogames.core.game import Page


class PageList(ListScreen):
    """The pages as they were when it opened: what is being read does not change meanwhile."""

    kind = "pages"

    def __init__(self, app: Desk, game: str, title: Msg, pages: Sequence[Page]) -> None:
        super().__init__(app)
        self._game = game
        self._title = title
        self._pages = tuple(pages)

    def title(self) -> Msg:
        """What was asked."""
        return self._title

    def items(self) -> Sequence[Item]:
        """A line a page."""
        return tuple(Item(page.label, partial(self._more, page)) for page in self._pages)

    def _more(self, page: Page) -> None:
        """What the rules say about it; where they say nothing, the line again."""
        place = self._place_in_rules(page)
        if place is None:
            self.app.say(self.current())
        else:
            self.app.push(RulesReader(self.app, self._game, place))

    def _place_in_rules(self, page: Page) -> int | None:
        file = rules_file(self.app, self._game)
        if page.heading is None or not file.is_file():
            return None
        return heading_at(file, self.app.text(page.heading))
