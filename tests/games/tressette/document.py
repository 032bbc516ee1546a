"""A second implementation of the document "Dichiarazioni del Tressette", by sentence.

It shares no code with the program.  Each sentence of the document is one predicate, taken as
literally as possible, and the order of sentences does not matter.  If several sentences apply to
the same lead, the decisions O1 to O4 and G1 to G4 in the rules say which one counts.  Three of
these have an effect (`O1`, `G2`, `G4`); the others only repeat the sentences.

A suit is a set of ranks, `p` the card that is led, `gone` the cards played before.
"""

RANKS = "32AKCF7654"
"""The ranks from the highest, as in the document: tre, due, asso, re, cavallo, fante, ..."""

TRESETTE = frozenset("32A")
ABOVE = {rank: frozenset(RANKS[: RANKS.index(rank)]) for rank in RANKS}


# The glossary


def carta_sovrana(p, gone):
    """Return True if no higher card of the suit is left.

    "Carta di grado piu elevato rispetto a quelle dello stesso palo ancora in gioco."
    """
    return ABOVE[p] <= gone


def carta_semplice(p):
    """Return True if the card is not a carta di tresette (tre, due or asso)."""
    return p not in TRESETTE


def soggetta_esclusivamente_alle_altre_semplici(hand, gone, p):
    higher = ABOVE[p] - gone
    return bool(higher) and higher <= hand - TRESETTE


def ha(hand, ranks):
    return set(ranks) <= hand


def senza_tresette(hand):
    return not hand & TRESETTE


# The sentences, each for a suit of the length in the text


def sola(hand, gone, p):
    """Return True if the document's sentence about this declaration applies to the card `p`.

    "Giocando l'unica o l'ultima carta del palo, purche non sovrana".
    """
    return not carta_sovrana(p, gone)


def piombo(hand, gone, p):
    """Return True if no higher card of the suit is left; only for the last card of a suit.

    The document: "Giocando l'unica o l'ultima carta del palo se trattasi di carta sovrana."
    """
    return carta_sovrana(p, gone)


def si_liscia(hand, gone, p):
    """Return True if the document's sentence for "si liscia" fits this lead from two cards.

    "Giocando la carta di tresette o, comunque, la carta di grado superiore ad un palo ove e
    presente solo un'altra carta semplice."
    """
    (other,) = hand - {p}
    return carta_semplice(other) and (p in TRESETTE or p in ABOVE[other])


def terzo(hand, gone, p):
    """Return True if the sentence on "terzo" fits: two other plain cards, without the king.

    "Giocando una carta ad un palo ove siano presenti altre due carte semplici ...
    con esclusione del Re."
    """
    return all(carta_semplice(other) and other != "K" for other in hand - {p})


def di_re(hand, gone, p):
    """Return True if a plain card is led from a suit with the King and without 3, 2 and ace.

    The document: "Una qualsiasi carta semplice di un palo senza carte di tresette con il Re non
    giocato."
    """
    return senza_tresette(hand) and "K" in hand and p != "K"


def e_mia(hand, gone, p):
    """Return True if only plain cards of the same hand are higher than the plain card led.

    There must be at least one such card.  The document: "carta semplice soggetta
    esclusivamente ad altre carte semplici possedute."
    """
    return carta_semplice(p) and soggetta_esclusivamente_alle_altre_semplici(hand, gone, p)


def unica_di_tresette_o_re_o_qualsiasi(hand, gone, p):
    """Return True if this sentence applies: "L'unica carta di tresette che si possiede ...".

    "... o il Re di un palo senza carte di tresette, o una qualsiasi carta semplice di un palo
    senza carte di tresette e senza il Re."
    """
    if senza_tresette(hand):
        return p == "K" or "K" not in hand
    return hand & TRESETTE == {p}


def con(honour):
    """Return a predicate: the card that is played is plain, and the hand has this honour.

    The document: "Giocando una qualsiasi carta semplice di un palo con", then the honour.
    """
    return lambda hand, _gone, p: carta_semplice(p) and ha(hand, honour)


def coppia(pair, played):
    """Return the predicate of a sentence of the document about a pair of honours.

    It is true if one of the ranks `played` is led from a suit that has both ranks of `pair`.
    """
    return lambda hand, _gone, p: ha(hand, pair) and p in played


COPPIE = {"ventotto": "2A", "ventinove": "3A", "venticinque": "32"}
HONOURS = {"asso": "A", "due": "2", "tre": "3"}

DI_PIOMBO = {
    "si-liscia": si_liscia,
    "ventotto-piombo": coppia("2A", "2"),
    "ventinove-piombo": coppia("3A", "3"),
    "venticinque-piombo": coppia("32", "2"),
}


def di_terzo(venticinque):
    return {
        "terzo": terzo,
        "terzo-di-re": di_re,
        "e-mia-terzo": e_mia,
        **{f"{name}-terzo": con(honour) for name, honour in HONOURS.items()},
        "ventotto-terzo": coppia("2A", "2A"),
        "ventinove-terzo": coppia("3A", "3A"),
        "venticinque-terzo": coppia("32", venticinque),
    }


def di_palo_lungo(length):
    return {
        length: unica_di_tresette_o_re_o_qualsiasi,
        f"{length}-di-re": di_re,
        f"e-mia-{length}": e_mia,
        **{f"{name}-{length}": con(honour) for name, honour in HONOURS.items()},
        **{f"{name}-{length}": coppia(pair, RANKS) for name, pair in COPPIE.items()},
    }


def sentences(*, federation=False):
    """Return a predicate for each sentence of the document, by name, for each length of suit.

    The length is the number of cards of the suit led; 5 stands for 5 or more ("almeno
    quinto").  The sentences include the changes of the document's paragraph for experts or,
    with `federation`, the federation's changes.
    """
    return {
        1: {"sola": sola, "piombo": piombo},
        2: DI_PIOMBO,
        3: di_terzo("2" if federation else "32"),
        4: di_palo_lungo("lungo"),
        5: di_palo_lungo("lunghissimo"),
    }


AS_PLAYED = sentences()
BY_THE_FEDERATION = sentences(federation=True)


# The decisions


def O1(hand, names):  # noqa: N802 - its name in the rules
    """Return the declarations among `names` that count by decision O1 in the rules.

    "E mia" takes precedence over the broader names terzo, lungo and di Re.
    """
    mine = {name for name in names if name.startswith("e-mia")}
    return mine or names


def G2(hand, names):  # noqa: N802
    """Apply decision G2 of the rules to the possible names of a declaration.

    If a suit has two honours, no name "with an honour" applies to it.
    """
    if len(hand & TRESETTE) < 2:
        return names
    return {name for name in names if name.split("-")[0] not in HONOURS}


def G4(hand, names):  # noqa: N802
    """Return no names if the suit has tre, due and asso (a napoletana), otherwise `names`.

    This is decision G4 in the rules.
    """
    return set() if hand >= TRESETTE else names


DECISIONS = (O1, G2, G4)


def literal(hand, gone, p, read=AS_PLAYED):
    """Return the names of all declarations whose sentences in the rules fit this lead.

    The decisions O1, G2 and G4, which choose among several names, are not applied yet.
    """
    return {name for name, holds in read[min(len(hand), 5)].items() if holds(hand, gone, p)}


def answers(hand, gone, p, read=AS_PLAYED):
    """Return the names of the declarations that are possible for a lead.

    Decisions O1, G2 and G4 of the rules choose them among all the names whose sentences in the
    document fit the lead.
    """
    names = literal(hand, gone, p, read)
    for decide in DECISIONS:
        names = decide(hand, names)
    return names


def gap(hand, gone, p):
    """Return the names of the rules document's gaps (G1 to G4) that apply to this lead.

    A gap is a case that the document's sentences leave open.  The project's decision of the
    same name settles it.
    """
    honours = hand & TRESETTE
    named = "2" if hand == {"3", "2"} else min(hand, key=RANKS.index)
    found = {
        "G1": len(hand) == 2 and p != named,
        "G2": len(hand) == 3 and len(honours) == 2 and carta_semplice(p),
        "G3": len(hand) == 3 and honours == {p} and "K" in hand,
        "G4": len(honours) == 3,
    }
    return [name for name, inside in found.items() if inside]


def positions():
    """Yield all 196,830 positions: each hand of a suit, each set of played cards, each card led."""
    for number in range(3 ** len(RANKS)):
        places = [number // 3**place % 3 for place in range(len(RANKS))]
        hand = frozenset(r for r, place in zip(RANKS, places, strict=True) if place == 0)
        gone = frozenset(r for r, place in zip(RANKS, places, strict=True) if place == 1)
        for p in hand:
            yield hand, gone, p
