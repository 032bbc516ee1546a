"""Compares the output of `--help` with transcripts, line by line."""

import pytest

from audiogames.cli.arguments import COMMANDS, read
from audiogames.cli.help import HelpWanted
from audiogames.cli.main import main
from audiogames.core import registry
from audiogames.present.catalogue import complete_languages
from tests.cli.kit import LOCALES
from tests.kit.languages import COMPLETE
from tests.transcripts import check_golden

EACH = ([], *([name] for name in COMMANDS))
"""The program alone, and each command."""


def helped(lang, command, capsys):
    assert main(["--lang", lang, *command, "--help"]) == 0
    return capsys.readouterr().out


@pytest.fixture
def own_games_only(monkeypatch):
    """Hide games of other packages, which may be installed."""
    monkeypatch.setattr(registry, "_installed", dict)
    kept = registry.game_ids, registry.games
    for each in kept:
        each.cache_clear()
    yield
    monkeypatch.undo()
    for each in kept:
        each.cache_clear()


@pytest.mark.usefixtures("own_games_only")
@pytest.mark.parametrize("lang", COMPLETE)
def test_help_of_every_command_matches_its_transcript(lang, capsys):
    check_golden(f"help.{lang}", "\n".join(helped(lang, command, capsys) for command in EACH))


@pytest.mark.parametrize("lang", complete_languages(LOCALES))
def test_help_line_begins_with_the_command_to_type(lang, capsys):
    for command in EACH:
        with pytest.raises(HelpWanted) as wanted:
            read([*command, "--help"])
        shown = zip(helped(lang, command, capsys).splitlines(), wanted.value.lines, strict=True)
        for text, line in shown:
            assert text.startswith(str(line.args.get("name", "")))
