"""Wist: say how many tricks you will take, and take just so many."""

from audiogames.cards.tricks import one_way, to_follow
from audiogames.core.board import BoardSpec
from audiogames.core.character import EVEN, Character, trait
from audiogames.core.review import ReviewSpec
from audiogames.core.spec import BotSpec, GameSpec, HandSpec, ListSpec
from audiogames.games.wist import answers, board, controls, model, reasons, speech
from audiogames.games.wist.bots import judging, luck
from audiogames.games.wist.bots.easy import EasyBot
from audiogames.games.wist.bots.normal import NormalBot
from audiogames.games.wist.bots.strong import StrongBot
from audiogames.games.wist.checks import unsound_fields
from audiogames.games.wist.lesson import LESSON
from audiogames.games.wist.rules import WistRules
from audiogames.search.levelling import MixedBot


def _mixed(who: Character = EVEN) -> MixedBot:
    """Half of the decisions as normal makes them, the others as easy does."""
    return MixedBot((EasyBot(who), NormalBot(who)), 1 / 2)


GAME = GameSpec(
    id="wist",
    seats=(4, 5),
    usual_seats=4,
    options=model.Options,
    rules=WistRules(),
    events=model.EVENTS,
    describe=speech.describe,
    queries=controls.QUERIES,
    commands=controls.COMMANDS,
    explain=answers.explain,
    prompt=answers.prompt,
    recap=speech.recap,
    summary=answers.summary,
    hand=HandSpec(
        ways=one_way(model.PLAYS),
        order=model.place_in_hand,
        to_follow=to_follow,
        hidden=answers.hidden_hand,
    ),
    lists=ListSpec(answers.choice, answers.choice_title, listing=answers.listing),
    bots=BotSpec(
        levels={"easy": EasyBot, "fair": _mixed, "normal": NormalBot, "strong": StrongBot},
        default="normal",
        ladder=("easy", "normal", "strong"),
        characters=("easy", "fair", "normal", "strong"),
        traits=lambda _options, _level, who: trait(who, "daring"),
        review=ReviewSpec(
            candidates=judging.candidates,
            stands_for=judging.stands_for,
            worlds=judging.worlds,
            weigh=judging.weigh,
            least=judging.least,
            price=judging.price,
            reasons=reasons.reasons,
            place=reasons.place,
            luck=luck.LUCK,
        ),
    ),
    unsound=unsound_fields,
    public=(
        "to_act",
        "dealer",
        "hand_sizes",
        "on_table",
        "round",
        "rounds",
        "round_name",
        "cards",
        "trump",
        "tricks",
        "scores",
        "leader",
        "bidding",
        "secret",
        "hidden",
        "bound",
        "written",
        "turned",
        "first",
        "order",
        "history",
        "sheet",
        "options",
    ),
    place=40,
    turn=answers.turn,
    around=answers.around,
    standing=answers.standing,
    outlook=answers.outlook,
    sheet=controls.sheet,
    board=BoardSpec(board.board_of, board.said),
    lesson=LESSON,
)
