"""The lesson of Invido, three deals: the player wins one with a call, folds one, annuls one."""

from __future__ import annotations

from typing import Final

from audiogames.core.lesson import Lesson, Step, deal_over, my_turn

LESSON: Final = Lesson(
    seats=2,
    deals=(
        "dealer 1",
        # Three cards for the learner, three for the other
        "deal 3c 1s 7d Rs 6c Fb",
        "deal 6d 7c Fs 3s 2d 1c",
        "deal 6b 6s 7s Rc Cd Fc",
    ),
    others=("Rs", "tras-mas", "6c", "invido", "va-bene"),
    steps=(
        Step("cards", key="cards", task="lesson-cards-task", names=("cards.1",)),
        Step("ace", move="1s", names=("play",)),
        Step("tricks", key="tricks", when=my_turn),
        Step("call", move="invido"),
        Step("accept", move="va-bene", when=my_turn),
        Step("value", key="value"),
        Step("three", move="3c"),
        Step("score", key="score", when=deal_over, names=("traditional-score",)),
        Step("next", key="go-on"),
        Step("fold", move="vado-via", task="lesson-fold-task", when=my_turn, names=("fold",)),
        Step(key="go-on", when=deal_over),
        Step("monte", move="a-monte", when=my_turn),
        Step("end", when=deal_over, names=("type-call", "actions", "rules")),
    ),
)
