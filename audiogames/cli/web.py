"""`web`: open the program as a page in this machine's browser, until the player leaves."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from audiogames.cli import arguments
from audiogames.cli.opening import locales
from audiogames.cli.words import Failure, sentence
from audiogames.core.cues import Msg
from audiogames.shell.files import user_paths
from audiogames.shell.web.finding import NoSite, find_site
from audiogames.shell.web.opening import CannotShow, Showing, show_page


def show_room(given: Namespace, lang: str) -> int:
    """Serve the page, print its address, and open the browser."""

    def tell(message: Msg) -> None:
        print(sentence(message, locales(), lang), flush=True)

    port = None if given.port is None else arguments.port(given.port)
    try:
        site: Path = find_site(given.site, user_paths().site, tell)
        show_page(Showing(site, port, browses=not given.no_browser), tell)
    except (NoSite, CannotShow) as error:
        raise Failure(error.message) from None
    return 0
