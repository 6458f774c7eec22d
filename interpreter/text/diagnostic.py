"""What may be wrong with rules or data: one small value, collected by the passes, rendered in one place (render.py).

Passes report to a Sink and go on; only the façade raises `RulesetError`.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from lawspeaker.interpreter.text.source import Span

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Label:
    """A place that a diagnostic speaks of, with a few words to stand under it."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem.  `code` is `family/plain-words` and never reused; the first label is the primary one."""

    code: str
    severity: Severity
    title: str
    labels: tuple[Label, ...] = ()
    text: str = ""
    hint: str = ""

    @property
    def span(self) -> Span | None:
        return self.labels[0].span if self.labels else None


@dataclass(slots=True)
class Sink:
    """Where passes report.  The same problem at the same place is kept once."""

    diagnostics: list[Diagnostic] = field(default_factory=list)

    def report(self, code: str, span: Span | None, title: str, *, text: str = "", hint: str = "",
               severity: Severity = "error", more: tuple[Label, ...] = (), under: str = "") -> None:
        labels = ((Label(span, under),) if span is not None else ()) + more
        d = Diagnostic(code, severity, title, labels, text, hint)
        if d not in self.diagnostics:
            self.diagnostics.append(d)

    def error(self, code: str, span: Span | None, title: str, *, text: str = "", hint: str = "",
              more: tuple[Label, ...] = (), under: str = "") -> None:
        self.report(code, span, title, text=text, hint=hint, more=more, under=under)

    def warning(self, code: str, span: Span | None, title: str, *, text: str = "", hint: str = "",
                more: tuple[Label, ...] = (), under: str = "") -> None:
        self.report(code, span, title, text=text, hint=hint, severity="warning", more=more, under=under)

    @property
    def failed(self) -> bool:
        return any(d.severity == "error" for d in self.diagnostics)


class RulesetError(Exception):
    """Rules or data are wrong; `diagnostics` says where and how to mend it."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics
        super().__init__(self._text())

    def __reduce__(self) -> tuple[type[RulesetError], tuple[list[Diagnostic]]]:
        return type(self), (self.diagnostics,)

    def _text(self) -> str:
        from lawspeaker.interpreter.text.render import render_text
        return "\n".join(render_text(d) for d in self.diagnostics)
