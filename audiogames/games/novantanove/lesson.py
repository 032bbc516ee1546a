"""The lesson of Novantanove: four turns of a round that ends with 99."""

from __future__ import annotations

from typing import Final

from audiogames.core.lesson import Lesson, Step, deal_over, my_turn

LESSON: Final = Lesson(
    seats=3,
    deals=(
        "dealer 2",
        # Three cards each, then the stock in the order in which it is drawn
        "deal Kc As Th 7s Kd 9c 5c 2d 9s 8d 2c 3c 3d 4c 5d 6h",
    ),
    others=("7s", "5c", "Kd", "2d", "9c", "9s"),
    steps=(
        Step("cards", key="cards", task="lesson-cards-task", names=("hand", "cards.1")),
        Step("explain", key="explain"),
        Step("king", move="Kc", names=("play",)),
        Step("draw", move="draw"),
        Step("total", key="total", when=my_turn),
        Step("tokens", key="tokens"),
        Step("turn", key="turn", names=("recap",)),
        Step("ace", move="As=11", task="lesson-ace-task"),
        Step(move="draw"),
        Step("passed", move="3d", when=my_turn),
        Step(move="draw"),
        Step("distance", key="distance", when=my_turn),
        Step("ten", move="Th=+10", task="lesson-ten-task"),
        Step("end", when=deal_over, names=("rules", "keys")),
    ),
)
