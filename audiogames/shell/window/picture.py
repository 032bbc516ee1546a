"""Decides when the window's picture is drawn: for new frames, pages, moving cards and the clock."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import pygame

from audiogames.present.frame import Frame, TableShape
from audiogames.shell.window.blocks import KeyName
from audiogames.shell.window.boxes import Box
from audiogames.shell.window.canvas import Appearance, Canvas
from audiogames.shell.window.motion import SECONDS, Flight, Movement, Scene, flights
from audiogames.shell.window.themes import THEMES

LEAST_PAGE: Final = 2.5
"""The least number of seconds for which a page of a long text is shown."""

LETTERS_A_SECOND: Final = 12
"""A calm reading speed, by which the time of a page is computed."""

SHOWN: Final = 2.0
"""Seconds for which the last captured cards are shown."""

Drawn = tuple[Frame, Appearance, int]
"""What was drawn: a frame, its appearance, and the page of its long texts."""

NOTHING: Final = Frame("", is_blank=True)
"""The frame that is drawn while the screen is blank."""

STEP: Final = 0.016
"""Seconds between two pictures of a moving card."""


class KeyWaits(Exception):
    """A key was pressed, so drawing is interrupted."""


class Picture:
    """Draws the window's picture when it has changed, and computes when it changes by itself.

    Drawing is interrupted if `key_waits` reports a pressed key, because the answer to a key is
    more important.  The picture after an interrupted one is completed even if keys are pressed,
    so that the window cannot stay unchanged for long.

    The description of the box under the mouse replaces the newest sentence until there is a
    newer one; the app does not know about this description.
    """

    def __init__(
        self, clock: Callable[[], float], key_waits: Callable[[], bool] = lambda: False
    ) -> None:
        self._clock = clock
        self._key_waits = key_waits
        self._canvas: Canvas | None = None
        self._drawn: Drawn | None = None
        self._is_stale = True
        """Whether the window must be redrawn, because it was covered or has another size."""
        self._is_unfinished = False
        """Whether a movement or a picture was interrupted."""
        self._may_break_off = True
        self._scene: Scene | None = None
        self._status = ""
        self._pointed = ("", "")
        """The name and description of what the mouse points at."""
        self._hint = ""
        self._taken: tuple[int, int] | None = None
        """The number of the newest capture, and how often the listener has asked for it."""
        self._taken_until = -math.inf
        self._page_until = math.inf
        self._clock_until = math.inf
        self._movement: Movement | None = None
        self._moves_since = 0.0

    # Called by the window

    def show(
        self,
        surface: pygame.Surface,
        frame: Frame,
        look: Appearance,
        name_key: KeyName = str,
    ) -> bool:
        """Draw the frame if it has changed; return whether there is a new picture.

        `name_key` returns the name of a key.  If a picture cannot be drawn, the window is emptied,
        the exception is raised again, and drawing is not retried until the frame changes.
        """
        try:
            is_new = self._follow(surface, frame, look, name_key)
        except KeyWaits:
            self._movement = None
            self._is_unfinished, self._may_break_off = True, False
            return False
        except Exception:
            self._clear_window(surface, frame, look)
            raise
        self._may_break_off = True
        return is_new

    def _clear_window(self, surface: pygame.Surface, frame: Frame, look: Appearance) -> None:
        """Clear the window: the last picture may show cards that the next player must not see."""
        self._canvas = self._movement = self._scene = None
        self._drawn = self._with_hint(frame), look, 0
        self._is_stale = self._is_unfinished = False
        self._may_break_off = True
        self._page_until = math.inf
        surface.fill(THEMES[look.theme].background)

    def seconds_left(self) -> float:
        """Return the seconds until the next page, clock step or animation step is due."""
        now = self._clock()
        due = min(self._page_until, self._clock_until)
        if now < self._taken_until:
            due = min(due, self._taken_until)
        if self._movement is not None:
            due = min(due, now + STEP)
        return max(0.0, due - now)

    def forget(self) -> None:
        """Redraw everything at the next `show`, because the window was covered or resized."""
        self._is_stale = True
        self._movement = None

    def stand_still(self) -> None:
        """End the animation; its final picture is drawn after the player's input was handled."""
        self._is_unfinished |= self._movement is not None
        self._movement = None

    @property
    def boxes(self) -> Sequence[Box]:
        """The boxes of the picture that the window shows."""
        return () if self._canvas is None else self._canvas.boxes

    def at(self, place: tuple[int, int]) -> Box | None:
        """Return the topmost clickable box at a point."""
        hits = [] if self._canvas is None else self._canvas.hits
        return next((hit for hit in hits if hit.place.collidepoint(place)), None)

    def called(self, place: tuple[int, int]) -> str:
        """Return the description of the box at a point; empty if it has none."""
        box = self._named(place)
        return "" if box is None else box.called

    def point(self, place: tuple[int, int] | None) -> None:
        """Handle a new position of the mouse, which is None outside the window."""
        box = None if place is None else self._named(place)
        pointed = ("", "") if box is None else (box.name, box.called)
        if pointed != self._pointed:
            self._pointed = pointed
            self._hint = pointed[1]

    # Internals

    def _named(self, place: tuple[int, int]) -> Box | None:
        """Return the topmost box at a point that has a description."""
        named = (box for box in reversed(self.boxes) if box.called)
        return next((box for box in named if box.place.collidepoint(place)), None)

    def _follow(
        self, surface: pygame.Surface, frame: Frame, look: Appearance, name_key: KeyName
    ) -> bool:
        """Draw a changed frame, or the next animation step; return whether the picture changed."""
        now = self._clock()
        if frame.is_blank:
            frame = NOTHING
        self._clock_until = now + 1 if frame.table and frame.table.clock else math.inf
        frame = self._with_taken(self._with_hint(frame), now)
        picture = frame, look, self._page_of(frame, now)
        if picture == self._drawn and not (self._is_stale or self._is_unfinished):
            return self._move(now)
        is_seen = self._is_seen(look)
        before = self._scene if is_seen else None
        whole = self._canvas if is_seen and not (self._is_unfinished or self._movement) else None
        turned = self._is_stale or self._has_turned(picture)
        canvas = Canvas(surface, look, name_key, self._give_way)
        canvas.lay_out(frame, picture[2])
        self._canvas = canvas
        self._note(picture, now, turned=turned)
        self._paint(canvas, whole, before, now)
        return True

    def _give_way(self) -> None:
        """Raise `KeyWaits` if drawing may be interrupted and a key was pressed."""
        if self._may_break_off and self._key_waits():
            raise KeyWaits

    def _with_hint(self, frame: Frame) -> Frame:
        """Show the description of the box under the mouse, if any, instead of the newest sentence.

        The description is shown until there is a newer sentence, at a place where screen magnifiers
        find it.
        """
        if frame.status != self._status:
            self._status, self._hint = frame.status, ""
        return replace(frame, status=self._hint) if self._hint else frame

    def _with_taken(self, frame: Frame, now: float) -> Frame:
        """Show the last captured cards in the middle of the table for some seconds."""
        table = frame.table
        if table is None or table.taken is None:
            asked = self._taken[1] if self._taken else 0
            self._taken = (0, asked) if table else None
            self._taken_until = -math.inf
            return frame
        number, asked = table.taken.number, table.taken.asked
        before = self._taken or (number, asked)
        if number > before[0] or asked != before[1]:
            self._taken_until = now + SHOWN
        elif number < before[0]:  # the newest was taken back
            self._taken_until = -math.inf
        self._taken = number, asked
        return replace(frame, table=shown_taken(table, is_shown=now < self._taken_until))

    def _page_of(self, frame: Frame, now: float) -> int:
        """Return the number of the page to show: 0 for a new text, else the current or next one."""
        if self._drawn is None or _text(self._drawn[0]) != _text(frame):
            return 0
        return self._drawn[2] + 1 if now >= self._page_until else self._drawn[2]

    def _has_turned(self, picture: Drawn) -> bool:
        """Return whether text, page or visual settings have changed since the last picture."""
        before = self._drawn
        return before is None or (_text(before[0]), *before[1:]) != (
            _text(picture[0]),
            *picture[1:],
        )

    def _is_seen(self, look: Appearance) -> bool:
        """Return whether the window shows an intact picture with the same visual settings."""
        return not self._is_stale and self._drawn is not None and self._drawn[1] == look

    def _note(self, picture: Drawn, now: float, *, turned: bool) -> None:
        """Record the drawn picture and, if `turned`, schedule its next page.

        The last page is followed by the first.
        """
        frame, look, page = picture
        long = [box.words for box in self.boxes if box.words.pages > 1]
        self._drawn = frame, look, page % max((words.pages for words in long), default=1)
        self._scene = None
        if frame.table is not None:
            hand = frozenset(card.id for card in frame.cards)
            self._scene = Scene(frame.table, self.boxes, hand)
        self._is_stale = self._is_unfinished = False
        if turned:
            letters = sum(len(line) for words in long for line in words.lines)
            stays = max(LEAST_PAGE, letters / LETTERS_A_SECOND)
            self._page_until = now + stays if long else math.inf

    def _paint(
        self, canvas: Canvas, whole: Canvas | None, before: Scene | None, now: float
    ) -> None:
        """Draw the picture; if the player wants animations, start moving the cards.

        `whole` is the picture drawn last; None if the window does not show it completely.
        """
        moving: tuple[Flight, ...] = ()
        if canvas.look.motion and before is not None and self._scene is not None:
            moving = flights(before, self._scene)
        if moving:
            self._movement, self._moves_since = Movement(canvas, moving, whole), now
            self._movement.draw(0.0)
        else:
            self._movement = None
            canvas.paint_over(whole, canvas.boxes)

    def _move(self, now: float) -> bool:
        """Draw the next animation step; return whether an animation is running."""
        if self._movement is None:
            return False
        self._movement.draw(now - self._moves_since)
        if now - self._moves_since >= SECONDS:
            self._movement = None
        return True


def shown_taken(table: TableShape, *, is_shown: bool) -> TableShape:
    """Return the table with the last captured cards in the middle, or without them."""
    taken = table.taken
    assert taken is not None
    if taken.number == 0:  # a trick
        return replace(table, laid=taken.laid, is_last=True) if is_shown else table
    gone = {laid.card.id for laid in taken.laid if laid.card}
    others = tuple(laid for laid in table.laid if laid.card is None or laid.card.id not in gone)
    if is_shown:
        return replace(table, laid=(*others, *taken.laid))
    return replace(table, laid=others, taken=None)


def _text(frame: Frame) -> Frame:
    """Return the frame without its table, to compare the texts of two frames."""
    return replace(frame, table=None)
