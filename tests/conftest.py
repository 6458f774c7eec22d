"""What all tests share: the flag that writes expected texts anew."""
from __future__ import annotations

import os

import pytest

os.environ["LAWSPEAKER_STATE"] = "off"         # games that tests play are not kept for people


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="write what documents and goldens expect anew, from what comes out now")


@pytest.fixture
def bless(request: pytest.FixtureRequest) -> bool:
    """Whether expected texts are to be written instead of compared."""
    return bool(request.config.getoption("--bless"))
