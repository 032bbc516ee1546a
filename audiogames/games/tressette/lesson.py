"""The lesson of Tressette: two declarations by the learner, one by the partner, four tricks."""

from __future__ import annotations

from typing import Final

from audiogames.core.lesson import Lesson, Step, my_turn

LEARNER: Final = "3s 2c Fc 7c Rd 6d 5d 4d Cb 7b"
"""A single spade, and four coins with the king."""

LEFT: Final = "2s 1s 7s 6s 3c 1c 3d 2d 4b 5b"
PARTNER: Final = "Rs Cs 5s Rc Cc 1d Cd 3b 2b 1b"
RIGHT: Final = "Fs 4s 6c 5c 4c Fd 7d Rb Fb 6b"

LESSON: Final = Lesson(
    seats=4,
    deals=("dealer 1", f"deal {LEARNER} {LEFT} {PARTNER} {RIGHT}"),
    others=(
        *("4s", "Rs", "6s"),  # counter-clockwise from the learner's right
        *("7d", "Cd", "2d"),
        *("4b", "Fb", "3b"),
        *("Rc palo", "3c", "4c"),
        "5b",
    ),
    steps=(
        Step("suits", key="suits", task="lesson-suits-task", names=("suits.1",)),
        Step("explain", key="explain", task="lesson-explain-task"),
        Step("declare", key="declare"),
        Step("piombo", move="3s palo", task="lesson-piombo-task", names=("declare",)),
        Step("captured", key="captured", when=my_turn),
        Step("long", move="4d palo", task="lesson-long-task", names=("declare",)),
        Step("follow", move="2c", when=my_turn),
        Step("low", move="7b"),
        Step("declarations", key="declarations", when=my_turn),
        Step("reply", move="7c"),
        Step("end", when=my_turn, names=("others", "partners", "rules")),
    ),
)
