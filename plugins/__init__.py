"""What a plugin in Python imports: `from lawspeaker.plugins import LawFunction, hookimpl`.  The manual is hookspecs.py."""
from __future__ import annotations

from lawspeaker.interpreter.contributed import LawFunction as LawFunction
from lawspeaker.plugins.hookspecs import hookimpl as hookimpl

__all__ = ["LawFunction", "hookimpl"]
