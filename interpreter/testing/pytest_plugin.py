"""pytest collects scenario files: every `scenarios/*.yaml` is a file of items, one for each scenario.

Loaded with pytest wherever lawspeaker is installed, so nothing of the interpreter is imported before such a file is found.
"""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from lawspeaker.interpreter.testing.reading import Scenario
    from lawspeaker.interpreter.testing.scenario import Runner

RUNNER: pytest.StashKey[Runner] = pytest.StashKey()
SUFFIXES = (".yaml", ".yml")


class ScenarioFailed(Exception):
    """A scenario that does not go as it is written."""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    if file_path.suffix in SUFFIXES and file_path.parent.name == "scenarios":
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


def runner_of(config: pytest.Config) -> Runner:
    """One runner for the whole session, so that each ruleset is loaded once."""
    from lawspeaker.interpreter.testing.scenario import Runner
    if RUNNER not in config.stash:
        config.stash[RUNNER] = Runner()
    return config.stash[RUNNER]


class ScenarioFile(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        from lawspeaker.interpreter.testing.reading import read_file
        from lawspeaker.interpreter.testing.scenario import label
        from lawspeaker.interpreter.text.diagnostic import Sink
        from lawspeaker.interpreter.text.render import render_all
        sink = Sink()
        for scenario in read_file(self.path, label(self.path), sink):
            yield ScenarioItem.from_parent(self, name=scenario.name, scenario=scenario)
        if sink.diagnostics:
            raise self.CollectError(render_all(sink.diagnostics))


class ScenarioItem(pytest.Item):
    def __init__(self, *, scenario: Scenario, **rest: Any) -> None:
        super().__init__(**rest)
        self.scenario = scenario

    def runtest(self) -> None:
        message = runner_of(self.config).message(self.scenario, self.path)
        if message:
            raise ScenarioFailed(message)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        if isinstance(excinfo.value, ScenarioFailed):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo, style))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.scenario.line - 1, self.name
