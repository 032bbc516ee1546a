"""The lesson of Scopa: the table, a capture, a choice of captures, and the public counts."""

from __future__ import annotations

from typing import Final

from audiogames.core.lesson import Lesson, Step, my_turn

LESSON: Final = Lesson(
    seats=2,
    deals=("dealer 1", "deal 7d Fb 3c Rs 2b 4c 7c 5c 3b 6s 1d 2d 4s 5b Cb 6c"),
    others=("2b", "4c", "Rs"),
    steps=(
        Step("table", key="table"),
        Step("value", key="by-value"),
        Step("explain", key="explain", task="lesson-explain-task"),
        Step("same", move="7d"),
        Step("choice", move="Fb=5c+3b", when=my_turn, task="lesson-choice-task"),
        Step("left", move="3c", when=my_turn),
        Step("taken", key="taken", when=my_turn),
        Step("last", key="last-take"),
        Step("end", names=("score", "rules")),
    ),
)
