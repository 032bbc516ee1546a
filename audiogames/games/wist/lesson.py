"""The lesson of Wist: the bids of the first round, with a forbidden number, and three tricks."""

from __future__ import annotations

from typing import Final

from audiogames.core.lesson import Lesson, Step, my_turn

LEARNER: Final = "Ah 7h Qc 8c 6c 5c 3c As Js 9s 6s 4s 2s"
"""Two aces for the two tricks to bid, and no diamond."""

ADA: Final = "2c Jc 3s 8s Kh 9h 4h 2h 6d Td 9d 5d 2d"
BRUNO: Final = "Kc 7c 4c Ks Ts 7s Jh 8h 3h 4d Qd Jd 8d"
CARLA: Final = "Ac Tc 9c Qs 5s Qh Th 6h 5h Ad Kd 7d 3d"

LESSON: Final = Lesson(
    seats=4,
    deals=("draw-dealer Ac 7h 2s Kd", f"deal {LEARNER} {ADA} {BRUNO} {CARLA}"),
    others=(
        *("bid 4", "bid 3", "bid 3"),  # Carla, Bruno, Ada: the learner deals and bids last
        *("Ad", "4d", "6d"),
        *("9c", "Kc", "2c"),
        *("Ks", "3s", "5s"),
    ),
    steps=(
        Step("suits", key="suits", task="lesson-suits-task", names=("cards", "suits.1")),
        Step("round", key="round"),
        Step("bids", key="bids", when=my_turn),
        Step("forbidden", move="bid 3", task="lesson-forbidden-task"),
        Step("bid", move="bid 2", task="lesson-bid-task"),
        Step("table", key="table", when=my_turn),
        Step("cut", move="7h", names=("play",)),
        Step("tricks", key="tricks", when=my_turn),
        Step("lead", move="3c"),
        Step("follow", move="As", when=my_turn, names=("explain",)),
        Step("end", when=my_turn),
    ),
)
