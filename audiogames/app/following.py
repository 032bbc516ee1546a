"""Opening links: invitations to tables, and finished matches."""

from __future__ import annotations

from audiogames.app.app import App
from audiogames.app.links import Invitation, read_invitation, read_match_link
from audiogames.app.screens.match.replay import ReplayScreen
from audiogames.app.screens.menus import MainMenu
from audiogames.core.cues import msg
from audiogames.core.log import LogError


def open_link(app: App, link: str) -> None:
    """Open the target of a link; an invalid one is reported in the main menu."""
    if "#match=" in link:
        _open_match(app, link)
    elif (invitation := read_invitation(link)) is not None:
        sit_down(app, invitation)
    else:
        app.open_main_menu()
        app.notify(msg("link-foreign"))


def sit_down(app: App, invitation: Invitation, name: str = "") -> None:
    """Connect to the server and sit down at the table.

    If the player's name is unknown, ask for it.
    """
    from audiogames.app.screens.online.entrance import Entrance  # noqa: PLC0415 - not at each start

    app.stack(MainMenu(app))  # Escape leads back to it; it is not announced first
    address, code = str(invitation.address), invitation.code
    entrance = Entrance(app, address, name, code, invitation.table)
    app.push(entrance)
    entrance.enter()


def _open_match(app: App, link: str) -> None:
    app.stack(MainMenu(app))
    try:
        replay = app.matches.replay_log(read_match_link(link))
    except LogError:
        app.open_main_menu()
        app.notify(msg("link-foreign"))
    else:
        app.push(ReplayScreen(app, replay))
