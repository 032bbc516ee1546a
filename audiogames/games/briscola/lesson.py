"""The lesson of Briscola: one high card (carico) is lost, one is trumped, and one is saved."""

from __future__ import annotations

from typing import Final

from audiogames.core.lesson import Lesson, Step, my_turn

LESSON: Final = Lesson(
    seats=2,
    deals=("dealer 1", "deal 4d 1s 5c 3d 6s Cb Rc 3b 6d Fd 7b"),
    others=("3d", "3b", "6s"),
    steps=(
        Step("briscola", key="briscola"),
        Step("hand", key="suits", task="lesson-suits-task", names=("suits.1",)),
        Step("explain", key="explain"),
        Step("lead", move="4d"),
        Step("table", key="table", when=my_turn),
        Step("cut", move="5c"),
        Step("points", key="points", when=my_turn),
        Step("stock", key="stock"),
        Step("last-trick", key="last-trick"),
        Step("keep", move="6d"),
        Step("end", when=my_turn, names=("sign", "partner-hand", "rules")),
    ),
)
