"""The announcements of Novantanove: events, answers, prompts.  The words are in the catalogues."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from audiogames.cards.card import Card
from audiogames.cards.dealing import DealerChosen, HandDealt
from audiogames.cards.telling import just_named
from audiogames.core.contract import Move, Turn
from audiogames.core.cues import (
    Cue,
    Echo,
    Kind,
    Msg,
    Name,
    Sound,
    mine,
    msg,
    reply,
    say,
    your_turn_words,
)
from audiogames.core.cues import Say as Spoken
from audiogames.core.events import Event, Seat
from audiogames.core.telling import Kinds, by, each, from_me, of_kind
from audiogames.games.novantanove import model as m

NAMED_LOSERS = 3
"""More losers than this are announced as "the others" instead of by name."""

NO_CARDS = "no-cards"
"""The echo name of a missed draw that leaves no card, so that "hand empty" is not repeated."""


_KINDS: Kinds = {
    **dict.fromkeys((m.CardPlayed, m.DirectionReversed, m.HandEmpty), Kind.CARDS),
    **dict.fromkeys((m.TokensLost, m.DrawMissed, m.PlayerEliminated, m.MatchEnded), Kind.SCORES),
    **dict.fromkeys((m.TurnPassed, m.TurnSkipped, m.TurnRepeated), Kind.TURNS),
    **dict.fromkeys((DealerChosen, HandDealt, m.Dealt, m.RoundEnded), Kind.DEALS),
    **dict.fromkeys((m.CardDrawn, m.CardsLaidDown, m.StockReshuffled), Kind.ASIDES),
}
"""Time-outs and the player's own draws have no kind, so that they cannot be silenced."""


def describe(event: Event, view: m.NovantanoveView) -> Iterable[Cue]:
    """Announce an event to one listener."""
    return of_kind(_KINDS.get(type(event)), [*_cues(event, view)])


def _cues(event: Event, view: m.NovantanoveView) -> Iterator[Cue]:
    if sound := _sound(event, view):
        yield sound
    match event:
        case m.CardPlayed():
            yield from _card_played(event, view)
        case m.TokensLost():
            yield from _tokens_lost(event, view)
        case m.Dealt():
            yield from _dealt(event, view)
        case DealerChosen(dealer=seat):
            yield by(view, "dealer", seat)
        case HandDealt(cards=cards):
            yield mine("hand-dealt", cards=cards)
        case m.CardTaken(card=card):
            yield reply("card-taken", card=card)
        case m.CardDrawn(seat=seat) if seat != view.seat:
            yield Spoken(msg("card-drawn", seat=Name(seat)), full=True)
        case m.DrawMissed(cards=cards):
            missed = mine("draw-missed", cards)
            yield missed if cards else replace(missed, names=NO_CARDS)
        case m.StockReshuffled(cards=cards):
            yield say("stock-reshuffled", cards)
        case m.RoundEnded():
            yield say("round-ended")
        case m.PlayerEliminated(seat=seat):
            yield by(view, "eliminated", seat)
        case m.CardsLaidDown(seat=seat, cards=cards) if seat != view.seat:
            yield Spoken(msg("cards-laid-down", seat=Name(seat), cards=cards), full=True)
        case m.DirectionReversed(direction=direction):
            yield say("direction-clockwise" if direction > 0 else "direction-counter")
        case m.TurnSkipped(seat=seat):
            yield by(view, "skipped", seat)
        case m.TurnRepeated(seat=seat) if seat != view.seat or view.to_act != seat:
            yield by(view, "repeated", seat)
        case m.HandEmpty(seat=seat):
            empty = by(view, "hand-empty", seat)
            yield replace(empty, echo=Echo(NO_CARDS)) if seat == view.seat else empty
        case m.TimedOut(seat=seat, free=free):
            yield by(view, "timed-out-free" if free else "timed-out", seat)
        case m.TurnPassed(seat=seat) if seat != view.seat and view.to_act == seat:
            yield say("turn-of", seat=Name(seat))
        case m.MatchEnded(winner=seat, tokens=tokens):
            yield by(view, "match-won", seat, tokens)


_PLAIN_SOUNDS: dict[type[Event], str] = {
    DealerChosen: "shuffle",
    m.CardTaken: "draw",
    m.DrawMissed: "draw-missed",
    m.StockReshuffled: "reshuffle",
    m.RoundEnded: "round-end",
    m.PlayerEliminated: "eliminated",
    m.DirectionReversed: "reverse",
    m.TurnSkipped: "skip",
    m.TurnRepeated: "skip",
    m.HandEmpty: "hand-empty",
    m.TimedOut: "time-up",
}


def _sound(event: Event, view: m.NovantanoveView) -> Sound | None:
    if sound := _PLAIN_SOUNDS.get(type(event)):
        return Sound(sound, getattr(event, "seat", None))
    match event:
        case m.CardDrawn(seat=seat) if seat != view.seat:
            return Sound("draw", seat)
        case m.MatchEnded(winner=seat):
            return Sound("match-lost" if view.seat not in {seat, None} else "match-won")
        case m.LimitReached(limit=limit, seat=seat):
            return Sound("ninety-nine-hit" if limit == m.LAST else "limit-hit", seat)
        case m.LimitsPassed(limits=limits, seat=seat):
            return Sound("ninety-nine-passed" if m.LAST in limits else "limit-passed", seat)
    return None


def _dealt(event: m.Dealt, view: m.NovantanoveView) -> Iterator[Cue]:
    """Announce a round: dealer, tokens, total, first player.

    The first dealer of a match is not named again: the draw was announced just before.
    """
    yield Sound("deal")
    if event.round == 1:
        yield say("match-begun", event.tokens[0], total=0)
    else:
        dealt_by_you = event.dealer == view.seat
        yield say(
            "round-begun-you" if dealt_by_you else "round-begun",
            round=event.round,
            dealer=Name(event.dealer),
            tokens=_token_list(view, event.tokens),
            total=0,
        )
    if event.starter != view.seat:
        yield say("begins", seat=Name(event.starter))


def _around(view: m.NovantanoveView) -> list[Seat]:
    """Return the seats that still play, clockwise from the listener."""
    return from_me(view, (Seat(seat) for seat, alive in enumerate(view.alive) if alive))


def _token_list(view: m.NovantanoveView, tokens: Sequence[int]) -> tuple[Msg, ...]:
    return each(view, "of", tokens, _around(view))


def _card_played(event: m.CardPlayed, view: m.NovantanoveView) -> Iterator[Cue]:
    yield Sound("card", event.seat)
    if event.card.rank == "2" and event.before:
        yield Sound("halve" if event.total < event.before else "double", event.seat)
    value = "" if event.value is None else "-value"
    args = {"seat": Name(event.seat), "value": event.value, "total": event.total}
    if event.seat != view.seat:
        fact = say(f"card-played{value}", card=event.card, **args)
        yield replace(fact, names=(event.seat, event.card))
        return
    fact = reply(f"card-played{value}-you", card=event.card, **args)
    yield just_named(fact, event.card, msg(f"total-after{value}", **args))


def _tokens_lost(event: m.TokensLost, view: m.NovantanoveView) -> Iterator[Cue]:
    yield Sound("token-lost", event.seats[0] if len(event.seats) == 1 else None)
    others = from_me(view, [seat for seat in event.seats if seat != view.seat])
    if view.seat in event.seats:
        left = event.left[event.seats.index(view.seat)]
        if left and len(others) > NAMED_LOSERS and view.last is not None:
            spared = Name(view.last[0])
            yield mine(
                "tokens-lost-all-but", event.count, seat=spared, left=msg("tokens-left", left)
            )
            return
        if left and 0 < len(others) <= NAMED_LOSERS:
            seats = (msg("you-among"), *map(Name, others))
            yield mine("tokens-lost-with", event.count, seats=seats, left=msg("tokens-left", left))
            return
        if left:
            yield mine("tokens-lost-you", event.count, left=msg("tokens-left", left))
        else:
            yield mine("tokens-lost-last", event.count)
    if len(others) > NAMED_LOSERS:
        yield say("tokens-lost-others", event.count)
    elif len(others) > 1:
        yield say("tokens-lost-many", event.count, seats=tuple(map(Name, others)))
    elif others:
        yield say("tokens-lost", event.count, seat=Name(others[0]))


# Answers to the keys


def total(view: m.NovantanoveView) -> Iterator[Cue]:
    """Answer key C: the total.  It is not repeated right after a card announced the same total."""
    answer = reply("total", total=view.total)
    if view.last is None:
        yield answer
    else:
        seat, play, _total = view.last
        yield replace(answer, echo=Echo((seat, play.card)))


def tokens(view: m.NovantanoveView) -> Iterator[Cue]:
    """Answer key S: each player's tokens, or that a player is out."""
    words = _all_tokens(view)
    yield reply(words.id, **words.args)


def _all_tokens(view: m.NovantanoveView) -> Msg:
    return msg("tokens", tokens=tuple(_tokens_of(view, seat) for seat in _everybody(view)))


def _everybody(view: m.NovantanoveView) -> list[Seat]:
    return from_me(view, map(Seat, range(len(view.tokens))))


def _tokens_of(view: m.NovantanoveView, seat: Seat) -> Msg:
    if view.alive[seat]:
        return each(view, "of", view.tokens, [seat])[0]
    return msg("of-out-you") if seat == view.seat else msg("of-out", seat=Name(seat))


def tokens_in_detail(view: m.NovantanoveView) -> Iterator[Cue]:
    """Answer Shift+S: the tokens, the round, the dealer."""
    yield from tokens(view)
    yield from dealer(view)


def dealer(view: m.NovantanoveView) -> Iterator[Cue]:
    """Answer a key with the dealer and the number of the round."""
    if view.dealer is None:
        yield reply("no-dealer-yet")
    elif view.to_act is Turn.CHANCE and view.resumes is None:
        next_ = by(view, "dealer-next", view.dealer)
        yield reply(next_.message.id, **next_.message.args)
    elif view.dealer == view.seat:
        yield reply("dealer-now-you", round=view.round)
    else:
        yield reply("dealer-now", round=view.round, seat=Name(view.dealer))


def direction(view: m.NovantanoveView) -> Iterator[Cue]:
    """Answer key R: the direction of play."""
    if sum(view.alive) == 2:
        yield reply("direction-two")
    else:
        yield reply("direction-clockwise" if view.direction > 0 else "direction-counter")


def distance(view: m.NovantanoveView) -> Iterator[Cue]:
    """Answer key V: the distance to the next limit."""
    ahead = [limit for limit in m.LIMITS if limit > view.total]
    yield (
        reply("distance", ahead[0] - view.total, limit=ahead[0])
        if ahead
        else reply("total", total=view.total)
    )


def last_play(view: m.NovantanoveView) -> Iterator[Cue]:
    """Answer key L: the last card."""
    if view.last is None:
        yield reply("no-last")
        return
    seat, play, total_then = view.last
    who = "-you" if seat == view.seat else ""
    value = "" if play.value is None else "-value"
    last = reply(
        f"last{value}{who}", seat=Name(seat), card=play.card, value=play.value, total=total_then
    )
    yield replace(last, echo=Echo((seat, play.card)))


def counts(view: m.NovantanoveView) -> Iterator[Cue]:
    """Answer key N: the number of cards in each hand and in the stock."""
    held = each(view, "of", view.hand_sizes, _around(view))
    yield reply("counts", hands=held, stock=view.stock)


def prompt(view: m.NovantanoveView) -> list[Cue]:
    """Announce that it is the listener's turn, and that the listener may draw a card."""
    is_turn = view.to_act == view.seat
    cues: list[Cue] = [Sound("your-turn", notice=True), your_turn_words()] if is_turn else []
    if view.may_draw:
        cues.append(mine("draw-now"))
    return cues


def ways(card: object, _view: m.NovantanoveView) -> Sequence[Move]:
    """Return the ways to play a card (ace and ten have two values), even out of turn."""
    assert isinstance(card, Card)
    return m.PLAYS[card]


def explain(move: Move, view: m.NovantanoveView) -> Iterator[Cue]:
    """Answer key X: the total after this card, and its effects."""
    assert isinstance(move, m.Play)
    new = m.total_after(view.total, move, min_zero=view.options.min_zero)
    yield reply("explain" if move.value is None else "explain-value", value=move.value, total=new)
    effects = tuple(_effects(move, new, view))
    for effect in effects or (msg("effect-none"),):
        yield reply(effect.id, effect.number, **effect.args)


def _effects(play: m.Play, new: int, view: m.NovantanoveView) -> Iterator[Msg]:
    cost = m.outcome(view.total, new)
    if cost.player:
        yield msg("effect-you-lose", cost.player)
    if cost.others:
        yield msg("effect-others-lose", cost.others)
    if cost.ends_round:
        yield msg("effect-round-ends")
        return
    two = sum(view.alive) == 2
    if play.card.rank == "J":
        yield msg("effect-again" if two else "effect-skip")
    if play.card.rank == "4" and not two:
        yield msg("effect-reverse")


def choice_title(move: Move, _view: m.NovantanoveView) -> Msg:
    """Return the title of the list in which a card's value is chosen."""
    assert isinstance(move, m.Play)
    return msg("choice-title-ace" if move.card.rank == "A" else "choice-title-ten")


def choice(move: Move, view: m.NovantanoveView) -> Msg:
    """Return the list item for a value of an ace or ten: the new total, and its cost."""
    assert isinstance(move, m.Play)
    new = _total(move, view)
    cost = m.outcome(view.total, new)
    if cost.player:
        return msg("choice-you-lose", cost.player, value=move.value, total=new)
    if cost.others:
        return msg("choice-others-lose", cost.others, value=move.value, total=new)
    return msg("choice", value=move.value, total=new)


def way(move: Move, _view: m.NovantanoveView) -> Msg:
    """Return the chosen value of a card, as spoken after the card's name."""
    assert isinstance(move, m.Play)
    return msg("way", value=move.value)


def _total(play: m.Play, view: m.NovantanoveView) -> int:
    return m.total_after(view.total, play, min_zero=view.options.min_zero)


def recap(events: Sequence[Event], view: m.NovantanoveView) -> Iterator[Cue]:
    """Answer key E: what happened since the listener's last turn, in one sentence."""
    if is_out(view):
        yield from _last_round(events, view)
        return
    facts = tuple([fact for event in _summed(events) for fact in _facts(event, view)])
    if not facts:
        yield reply("recap-nothing", total=view.total)
    else:
        yield reply("recap", facts=facts, total=view.total)


def is_out(view: m.NovantanoveView) -> bool:
    """Return True if the listener has lost their last token."""
    return view.seat is not None and not view.alive[view.seat]


def _last_round(events: Sequence[Event], view: m.NovantanoveView) -> Iterator[Cue]:
    """Recap the round for an eliminated player: the last card, and the tokens that were lost."""
    dealt = [place for place, event in enumerate(events) if isinstance(event, m.Dealt)]
    since = events[dealt[-1] :] if dealt else events
    last = [event for event in since if isinstance(event, m.CardPlayed)][-1:]
    costs = [event for event in since if isinstance(event, m.TokensLost | m.PlayerEliminated)]
    facts = tuple(fact for event in (*last, *_summed(costs)) for fact in _facts(event, view))
    id_ = "recap-round" if facts else "recap-round-nothing"
    yield reply(id_, round=view.round, total=view.total, facts=facts)


def _summed(events: Iterable[Event]) -> Iterator[Event]:
    """Merge consecutive token losses of the same players."""
    before: Event | None = None
    for event in events:
        match before, event:
            case m.TokensLost(seats=same), m.TokensLost(seats=seats) if same == seats:
                before = replace(event, count=before.count + event.count)
                continue
        if before is not None:
            yield before
        before = event
    if before is not None:
        yield before


def _facts(event: Event, view: m.NovantanoveView) -> Iterator[Msg]:
    match event:
        case m.CardPlayed(seat=seat, card=card) if seat != view.seat:
            yield msg("fact-card", seat=Name(seat), card=card)
        case m.TokensLost(seats=seats, count=count):
            if view.seat in seats:
                yield msg("fact-tokens-you", count)
            others = tuple([Name(seat) for seat in from_me(view, seats) if seat != view.seat])
            if others:
                yield msg("fact-tokens", count, seats=others)
        case m.PlayerEliminated(seat=seat) if seat != view.seat:
            yield msg("fact-eliminated", seat=Name(seat))
        case m.DirectionReversed():
            yield msg("fact-reversed")
        case m.TurnSkipped(seat=seat):
            yield (
                msg("fact-skipped-you")
                if seat == view.seat
                else msg("fact-skipped", seat=Name(seat))
            )
        case m.Dealt(round=number):
            yield msg("fact-round", round=number)


def deal(view: m.NovantanoveView) -> Msg:
    """Return the words for the number of the round and the listener's tokens."""
    if view.seat is None:
        return msg("deal-plain", round=view.round)
    return msg("deal", round=view.round, tokens=msg("deal-tokens", view.tokens[view.seat]))


def undone(events: Sequence[Event], view: m.NovantanoveView) -> Msg | None:
    """Return the words for the total after the listener's own card was taken back, or None.

    The result is None if the undone moves include no card of the listener.
    """
    played = next((event for event in events if isinstance(event, m.CardPlayed)), None)
    is_mine = played is not None and played.seat == view.seat
    return msg("undone-total", total=played.total) if played and is_mine else None


def summary(view: m.NovantanoveView) -> Msg:
    """Return the words for the total."""
    return msg("summary", total=view.total)
