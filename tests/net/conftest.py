"""What tests of the network share."""

import pytest

from tests.kit.processes import Processes, faultless_after


@pytest.fixture
def processes():
    with faultless_after(Processes()) as made:
        yield made
