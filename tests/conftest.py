"""What all tests share: the flag that writes expected texts anew."""
from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="write what documents and goldens expect anew, from what comes out now")


@pytest.fixture
def bless(request: pytest.FixtureRequest) -> bool:
    """Whether expected texts are to be written instead of compared."""
    return bool(request.config.getoption("--bless"))
