"""`text`: print a game's rules, keys and lesson, for embossing or as HTML."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import replace

from audiogames.app.booklet.contents import booklet_text
from audiogames.cli.arguments import a_game
from audiogames.cli.opening import locales
from audiogames.shell.files import user_paths
from audiogames.shell.storage import FileStorage


def print_booklet(given: Namespace, lang: str) -> int:
    """Print a game's rules, keys and lesson, with the keys that the player has set."""
    settings = replace(FileStorage(user_paths()).load_settings()[0], language=lang)
    text = booklet_text(a_game(given.game), locales(), settings, is_page=given.html)
    sys.stdout.write(text)
    return 0
