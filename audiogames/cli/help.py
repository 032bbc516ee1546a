"""Prints the help of a command: one line for each argument.

argparse would print a table of two columns, in English.  A screen reader reads line by line, so
each command and each argument is a separate sentence, which is translated like any message.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from audiogames.core.cues import Msg, msg
from audiogames.core.registry import game_ids


class HelpWanted(Exception):
    """Raised for `--help`; `lines` are the text to print."""

    def __init__(self, lines: Sequence[Msg]) -> None:
        super().__init__()
        self.lines = tuple(lines)


class Help(argparse.Action):
    """The argparse action of `--help`, which raises `HelpWanted`."""

    def __call__(self, parser: argparse.ArgumentParser, *_given: Any, **_more: Any) -> NoReturn:
        """Raise `HelpWanted` with the arguments of this parser."""
        raise HelpWanted(list(_lines(parser)))


def _lines(parser: argparse.ArgumentParser) -> Iterator[Msg]:
    """Yield the help of a parser: its description, its arguments, and its epilog."""
    yield msg(parser.description or "", name=parser.prog)
    known = parser._actions  # noqa: SLF001 - argparse lists them nowhere else
    shown = [action for action in known if action.help != argparse.SUPPRESS]
    for action in shown:
        if isinstance(action.choices, dict):
            yield from _commands(action.help or "", action.choices)
            yield msg("help-options")
        elif action.option_strings:
            yield msg(action.help or "", name=action.option_strings[-1])
        else:
            yield msg(action.help or "", games=", ".join(game_ids()))
    if parser.epilog:
        yield msg(parser.epilog)


def _commands(heading: str, commands: dict[str, argparse.ArgumentParser]) -> Iterator[Msg]:
    """Yield a heading, then one line for each command."""
    yield msg(heading)
    for name, parser in commands.items():
        yield msg(parser.description or "", name=name)
