"""If a server's message triggers a fault of the program, the report does not blame the server."""

from __future__ import annotations

import json
from types import SimpleNamespace
from unittest.mock import MagicMock, patch

import pytest

from audiogames.net import wire
from audiogames.net.client.core import LineState
from audiogames.shell.host import Host
from audiogames.shell.report import write_report
from audiogames.shell.services import Services
from tests.app.online import match

LAYERS = {
    "app": "audiogames.app.online.online.Online._at_table",
    "present": "audiogames.present.announcer.Announcer.announce_facts",
    "table": "audiogames.table.codec.ViewReader.read",
    "rules": "audiogames.games.novantanove.rules._hidden_cards",
    "game speech": "audiogames.games.novantanove.speech._cues",
}


def hosted(pilot, folder):
    """Return a host that runs the program, with its services and the frames it shows."""
    shown = []
    services = Services(MagicMock(), MagicMock(), MagicMock())
    services.report = lambda failure, said: write_report(folder, failure, said)
    host = Host(pilot.app, services, shown.append, lambda _text: False, lambda: pilot.now)
    return SimpleNamespace(host=host, services=services, shown=shown)


def let_host_receive(shell, data):
    """Let the host receive `data` from the server, and return all text shown so far."""
    shell.services.line = MagicMock(has_more=False)
    shell.services.line.arrival.side_effect = [data, None]
    shell.host._hear_line()
    return " ".join(one.text for one in shell.shown)


def update(pilot):
    """Return an update that the server sent, renumbered so that the client accepts it again."""
    told = [one for one in pilot.wire.told if isinstance(one, wire.MatchUpdate) and one.events]
    return {**json.loads(wire.encode(told[0])), "n": 0}


@pytest.mark.parametrize("layer", LAYERS)
def test_fault_in_any_layer_is_reported_as_a_fault_of_the_program(layer, tmp_path):
    pilot = match("en")
    shell, message = hosted(pilot, tmp_path), json.dumps(update(pilot)).encode()
    with patch(LAYERS[layer], side_effect=AssertionError(f"broken in {layer}")):
        heard = let_host_receive(shell, message)
    (report,) = tmp_path.iterdir()
    assert f"broken in {layer}" in report.read_text("utf-8")
    assert str(report) in heard
    assert "Something went wrong in this program" in heard
    assert "server" not in heard.lower().replace(str(report), "")
    assert shell.host.code is None, "the program goes on"
    assert pilot.app.online.core.state is LineState.OUT
    assert not pilot.app.online.is_in


def test_invalid_message_is_blamed_on_the_server_without_a_report(tmp_path):
    pilot = match("en")
    shell, message = hosted(pilot, tmp_path), update(pilot)
    message["view"]["hand"] = ["no card"]
    heard = let_host_receive(shell, json.dumps(message).encode())
    assert "The server sent what cannot be understood" in heard
    assert not list(tmp_path.iterdir())
