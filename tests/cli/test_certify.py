"""Tests of the command `certify`, with a fake game whose certification takes no time."""

from argparse import Namespace

import pytest

from audiogames import solver
from audiogames.cli import certify as command
from audiogames.cli.words import Failure, UsageError
from audiogames.core.cues import msg
from audiogames.games.invido.bots.strategy import StrategyRefused
from tests.cli.kit import LANGUAGES


class StandIn:
    """A fake of the code that recomputes a certificate: returns or raises a given outcome."""

    NEEDS = ()

    def __init__(self, outcome):
        self.outcome = outcome

    def recompute(self, tell):
        for done in range(0, 101, 10):
            tell(done)
        if isinstance(self.outcome, Exception):
            raise solver.CannotCertify(self.outcome)
        return self.outcome


def run(monkeypatch, outcome, game="invido"):
    monkeypatch.setattr(command, "certifier", lambda _: StandIn(outcome))
    return command.certify(Namespace(game=game, progress="lines"), "en")


def failure(run_it):
    with pytest.raises(Failure) as failed:
        run_it()
    return failed.value.message


@pytest.mark.parametrize("lang", LANGUAGES)
def test_certify_refuses_a_game_without_a_certificate(inside, lang):
    done = inside("certify", "wist", "--lang", lang)
    done.says(msg("certify-none", name="wist"), lang, 1)


def test_certify_reports_a_confirmed_certificate(monkeypatch, capsys):
    both = [solver.Checked("strong", 0.005, 0.005), solver.Checked("merciless", 0.03, 0.03)]
    assert run(monkeypatch, both) == 0
    strong, merciless = capsys.readouterr().out.splitlines()[-2:]
    assert strong.startswith("Level strong: the certificate is confirmed")
    assert "0.500 per cent" in strong
    assert "merciless" in merciless
    assert "3.000 per cent" in merciless


def test_certify_fails_if_the_computed_result_differs_from_the_certificate(monkeypatch):
    message = failure(lambda: run(monkeypatch, [solver.Checked("strong", 0.004, 0.005)]))
    level = msg("option-level-strong")
    assert message == msg("certify-differs", level=level, found="0.500", stated="0.400")


def test_certify_reports_that_a_strategy_is_refused(monkeypatch):
    refused = StrategyRefused(msg("strategy-version", solved=1, played=2))
    message = failure(lambda: run(monkeypatch, refused))
    assert message == msg("strategy-version", solved=1, played=2)


def test_certify_without_its_libraries_names_the_extra_to_install(monkeypatch):
    monkeypatch.setattr(command, "missing", lambda _: ["numba"])
    message = failure(lambda: command.certify(Namespace(game="invido"), "en"))
    assert message == msg("certify-extra", names="numba")


def test_solver_lists_missing_libraries_of_a_certifier():
    module = StandIn(None)
    module.NEEDS = ("json", "no_such_library")
    assert solver.missing(module) == ["no_such_library"]


def test_certifier_is_found_by_the_id_of_its_game():
    assert solver.certifier("invido").NEEDS == ("numpy", "numba")
    assert solver.certifier("tressette") is None


def test_certify_of_an_unknown_game_is_a_usage_error():
    with pytest.raises(UsageError):
        command.certify(Namespace(game="poker"), "en")
