"""The codes that the source raises: the first argument of every report to a sink."""
from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = re.compile(r"[a-z]+/[a-z0-9-]+")
BEGINNINGS = {"phase/nothing"}      # not codes: what several codes begin with


def texts(e: ast.expr) -> list[str]:
    """What an expression for a code can be."""
    match e:
        case ast.Constant(value=str() as text):
            return [text]
        case ast.IfExp():
            return texts(e.body) + texts(e.orelse)
        case ast.JoinedStr():
            found = [""]
            for part in e.values:
                inner = part.value if isinstance(part, ast.FormattedValue) else part
                found = [a + b for a in found for b in texts(inner)]
            return found
    return []


@cache
def raised() -> dict[str, list[str]]:
    """Each code with the places that raise it."""
    out: dict[str, list[str]] = {}
    for path in sorted([*ROOT.glob("interpreter/**/*.py"), *ROOT.glob("cli/**/*.py"), *ROOT.glob("plugins/**/*.py")]):
        if "explanations" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for e in ast.iter_child_nodes(node) if isinstance(node, (ast.Call, ast.Dict, ast.Tuple, ast.Return, ast.Assign, ast.keyword)) else ():
                for text in texts(e) if isinstance(e, ast.expr) else ():
                    if CODE.fullmatch(text):
                        out.setdefault(text, []).append(f"{path.relative_to(ROOT).as_posix()}:{node.lineno if hasattr(node, 'lineno') else 0}")
    return {code: places for code, places in out.items() if code not in BEGINNINGS}
