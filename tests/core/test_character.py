"""Tests of the characters of bots: their text form, and which bots have one."""

from random import Random

import pytest

from audiogames.core.character import EVEN, Character, read_character
from audiogames.core.log import LogError
from audiogames.core.registry import game, games
from audiogames.search.arena import bot
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import BOT, BOT_NAMES, Player, character_of, read_player
from audiogames.table.setup import Setup, new_log
from audiogames.table.table import Table

CHARACTERED = [(spec, level) for spec in games() for level in spec.bots.characters]


@pytest.mark.parametrize("name", [name for name, _ in BOT_NAMES])
def test_character_of_every_bot_name_is_equal_after_writing_and_reading(name):
    character = character_of(name)
    assert read_character(str(character)) == character


@pytest.mark.parametrize("text", ["cheerful", "bold careful", "bold bold"])
def test_unknown_character_words_are_refused(text):
    with pytest.raises(ValueError, match=text.split()[-1]):
        read_character(text)


def test_default_character_is_not_written_to_the_log():
    assert "character" not in Player("Ada", BOT, "easy").written()
    assert read_player(Player("Bruno", BOT, "easy").written()).character == EVEN


def test_character_is_restored_from_the_log():
    given = Player("Nobody", BOT, "easy", character=Character(daring=1, speed=-1))
    assert given.written()["character"] == "bold slow"
    assert read_player(given.written()) == given


@pytest.mark.parametrize("character", ["cheerful", 5, None, ["bold"]])
def test_log_with_an_unknown_character_is_damaged(character):
    with pytest.raises(LogError):
        read_player({"name": "Ada", "kind": BOT, "level": "easy", "character": character})


def begun(*players):
    spec = game("wist")
    setup = Setup(spec, spec.options(), players).filled(4)
    table = Table(new_log(spec, setup.options, setup.players, TimeSettings()), Random(1))
    table.start(0.0)
    return table


def test_bot_request_contains_the_character_of_the_player():
    table = begun()
    for player, seat in zip(table.players, range(4), strict=True):
        assert player.character == character_of(player.name)
        assert table._request_bot(seat, "normal").character == player.character


def test_substitute_bot_has_no_character():
    table = begun(Player("Bruno"))
    table.substitute(0, "easy", 0.0)
    assert table.players[0].is_bot
    assert table.players[0].character == EVEN


@pytest.mark.parametrize(("spec", "level"), CHARACTERED)
def test_every_level_with_characters_creates_bots_of_each_character(spec, level):
    for daring in (-1, 0, 1):
        assert bot(spec, level, Character(daring=daring))


def test_bots_of_certified_strategies_have_no_character():
    bots = game("invido").bots
    assert not {"strong", "obliging", "sociable"} & set(bots.characters)
    assert bots.traits(game("invido").options(), "strong", Character(daring=1)) == ()
