"""The keys of Tressette, the check boxes for declarations, and declarations typed as words."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from audiogames.cards import telling, tricks
from audiogames.core.contract import Move, Refused
from audiogames.core.controls import Command, Listing, Opener, Page, Query, Toggle, always
from audiogames.core.cues import Msg, msg
from audiogames.core.telling import who
from audiogames.games.tressette import answers, scores
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from audiogames.games.tressette.words import accusa_words, meaning_words, name_words, said_words

# Declarations with their meanings


def pages(view: m.TressetteView) -> Sequence[Page]:
    """Return a page for each declaration of this deal; Enter on a listed one opens its rule."""
    announced = tuple(_announced(view, one) for one in view.accuse)
    return announced + tuple(_page(view, one) for one in view.declarations)


def _announced(view: m.TressetteView, one: m.Announced) -> Page:
    """Return an announced buongioco, with its points, as an entry of the list of declarations."""
    points = scores.worth(one.accuse)
    return Page(who(view, one.seat, "page-accusa", points, what=accusa_words(one.accuse)))


def _page(view: m.TressetteView, one: m.Declaration) -> Page:
    what = said_words(one.name, one.suit, one.text)
    if one.name is None:
        return Page(who(view, one.seat, "page-text", what=what))
    rule = d.readings(one.name)[0]
    label = who(view, one.seat, "page", what=what, meaning=meaning_words(one.name))
    return Page(label, msg(f"heading-{rule}"))


QUERIES: tuple[Query[m.TressetteView], ...] = (
    Query("score", ("s",), answers.score, matters=always),
    Query("captured", ("v",), answers.captured),
    Query("table", ("c",), answers.TRICKS.table, matters=always),
    Query("last-trick", ("l",), answers.last_trick, recalls=True),
    Query("suit-led", ("shift+h",), tricks.held_of_suit_led(m.place_in_hand)),
    Query("counts", ("n",), telling.counts),
    Query("dealer", ("shift+m",), telling.dealer),
    Query(
        "declarations",
        ("shift+d",),
        answers.declarations,
        pages=pages,
        title=lambda _view: msg("declarations-title"),
    ),
)

COMMANDS: tuple[Command[m.TressetteView], ...] = ()


# Boxes


def _no_boxes(view: m.TressetteView) -> Msg | None:
    return _not_at_this_table(view, automatic=None, manual="refused-no-boxes")


def _not_at_this_table(
    view: m.TressetteView, automatic: str | None, manual: str | None
) -> Msg | None:
    """Return why a key is not available at this table, or None if it is available.

    The reason is `automatic` at tables with automatic declarations and `manual` at tables with
    manual ones; None there means that the key is available.
    """
    reasons = {"automatic": automatic, "manual": manual, "none": "refused-no-declarations"}
    id_ = reasons[view.options.declarations]
    return None if id_ is None else msg(id_)


def _leaders_only(view: m.TressetteView) -> Msg | None:
    why = _no_boxes(view)
    if why is None and view.on_table:
        return msg("refused-not-yours-to-tick-following")
    return why


TOGGLES: tuple[Toggle[m.TressetteView], ...] = (
    Toggle("declare", ("d",), refusal=_no_boxes, outlook=answers.will_declare),
    Toggle("others", ("f",), refusal=_leaders_only),
    Toggle("partners", ("p",), m.COMPAGNO, _leaders_only),
)
"""Key D: for the leader it declares the suit led, for the other players the suit captured."""


def tick(move: Move, ticked: Mapping[str, str], view: m.TressetteView) -> Move:
    """Return the play of a card, with the declaration checkboxes that are ticked."""
    assert isinstance(move, m.Play)
    declares = ticked.get("declare") == "on"
    if view.on_table:
        return m.play(move.card, m.Boxes(pigliata=declares))
    others = ticked.get("others") == "on"
    return m.play(move.card, m.Boxes(declares, others, ticked.get("partners")))


# Spoken declarations, and buongioco


def say_listing(view: m.TressetteView) -> Listing[m.SayDeclaration]:
    """Return the list for key M: the declarations that can be spoken at this table."""
    if (why := unspoken(view)) is not None:
        raise Refused("table-declares", why)
    return Listing(msg("say-title"), tuple(map(m.SayDeclaration, d.SAYABLE)))


def unspoken(view: m.TressetteView) -> Msg | None:
    """Return the reason why no declaration can be spoken at this table; None if one can."""
    return _not_at_this_table(view, automatic="refused-table-declares", manual=None)


def buongioco_listing(view: m.TressetteView) -> Listing[m.Accuse]:
    """Return the list for key B: the buongioco that the player may announce now."""
    found = tuple(move for move in view.legal if isinstance(move, m.Accuse))
    if not view.options.accuse:
        raise Refused("no-accuse")
    if view.tricks_played:
        raise Refused("accuse-too-late")
    if view.to_act != view.seat:
        raise Refused("not-your-turn", answers.turn(view))
    if not found:
        announced = any(one.seat == view.seat for one in view.accuse)
        raise Refused("already-accused" if announced else "nothing-to-accuse")
    return Listing(msg("buongioco-title"), found)


OPENERS: tuple[Opener[m.TressetteView], ...] = (
    Opener("say", ("m",), say_listing),
    Opener("buongioco", ("b",), buongioco_listing),
)


def choice(move: Move, _view: m.TressetteView) -> Msg:
    """Return the list item for a spoken declaration, a buongioco or a card."""
    match move:
        case m.SayDeclaration(name=name):
            return msg("choice-say", what=name_words(name))
        case m.Accuse():
            return msg("choice-accusa", scores.worth(move), accusa=accusa_words(move))
        case m.Play(card=card):
            return msg("choice", card=card)
    raise AssertionError("nothing else is chosen from a list")


def choice_title(_move: Move, _view: m.TressetteView) -> Msg:
    """Return a title that is never shown, because a card can be played in only one way."""
    return msg("choice-title")


# Typed declarations

SUIT_NAMES: Final = {
    name: suit
    for suit, names in {
        "c": ("coppe", "cups", "kelche", "kelchen", "copas", "coupes"),
        "d": ("denari", "coins", "munzen", "oros", "deniers"),
        "s": ("spade", "swords", "schwerter", "schwertern", "espadas", "epees"),
        "b": ("bastoni", "clubs", "stabe", "staben", "bastos", "batons"),
    }.items()
    for name in names
}

_LINKS: Final = frozenset({"a", "in", "di", "of", "von", "en", "de"})
"""Words that may precede the suit."""


def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter if letter.isalpha() else " " for letter in plain if ord(letter) < 768)


_LISTED: Final = {" ".join(name.split("-")): name for name in d.SAYABLE}


def typed(text: str, _view: m.TressetteView, _card: object) -> Move:
    """Parse a typed declaration, with its suit if the suit was typed too.

    Words that are no listed declaration are said as they are (`SayText`).
    """
    words = _letters(text).split()
    suit = SUIT_NAMES.get(words[-1]) if words else None
    if suit is not None:
        words = words[:-2] if len(words) > 1 and words[-2] in _LINKS else words[:-1]
    name = _LISTED.get(" ".join(words))
    return m.SayText(_spoken(text)) if name is None else m.SayDeclaration(name, suit)


def _spoken(text: str) -> str:
    """Return the text on one line, without unprintable characters, cut to the allowed length."""
    line = " ".join(text.split())
    return "".join(sign for sign in line if sign.isprintable())[: m.LONGEST_TEXT]
