"""Printed Python → all in it that reaches further than play: names that it does not make itself, attributes, imports, texts.

Read as a tree and as a table of symbols, never run: what is not listed here is a way out.
"""
from __future__ import annotations

import ast
import re
import symtable
from collections.abc import Collection, Iterator

from lawspeaker.interpreter.engine.knowing import Knowing
from lawspeaker.interpreter.program.pure import PURE, TEXTS

BUILTINS = frozenset({"len", "range", "tuple", "sum", "any", "all", "max", "min", "sorted", "next", "iter", "bool", "int", "zip", "enumerate", "compress"})
GUARDS = frozenset({"need", "item", "div", "mod", "fault", "subsets", "can", "unwind", "unwinding", "within", "row", "paid", "open_ways", "level_of"})
READERS = frozenset({"VALUE", "STRAIGHT", "BLOCK", "QUESTION", "LISTED", "ASKER", "HEADER"})     # the evaluator, for what Python does not take
NUMBERS = frozenset({"TICK", "BUDGET", "LEFT", "SPANS"})
ENDS = frozenset({"Over", "Ended"})
REACHED = BUILTINS | GUARDS | READERS | NUMBERS | ENDS | frozenset(Knowing.ACTS) | frozenset(PURE)
TABLE = re.compile(r"[TX][0-9]+")                 # constant tables
MADE = re.compile(r"[bqfpmghnDGe][0-9]+|[BQFPM]|GAME")  # what the printed program declares at its top
LOCAL = re.compile(r"[CJRf]|you|up|out|ended|pending|b|_|_v|_asked|_t|[cv][0-9]+|[a-z][a-z0-9_]*_[0-9]+")
ATTRIBUTES = frozenset({"append", "clear", "count", "index", "isdisjoint", "get", "targets", "level"})   # of lists, tuples and our tables, and of our own exception
KINDS = frozenset({"say", "moment", "card", "until", "ended", "paid"})         # of events in the journal
PAID = re.compile(r"payment [a-z][a-z0-9_]*")     # what was paid with: a name of the law, which is letters only
NODES = (ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Assign, ast.AugAssign, ast.For, ast.While, ast.If, ast.Raise,
         ast.Try, ast.ExceptHandler, ast.Expr, ast.Pass, ast.Break, ast.Continue, ast.BoolOp, ast.NamedExpr, ast.BinOp, ast.UnaryOp, ast.IfExp,
         ast.Dict, ast.Set, ast.List, ast.Tuple, ast.ListComp, ast.GeneratorExp, ast.comprehension, ast.Compare, ast.Call, ast.keyword,
         ast.Constant, ast.Attribute, ast.Subscript, ast.Slice, ast.Starred, ast.Name, ast.expr_context, ast.operator, ast.unaryop, ast.boolop,
         ast.cmpop)


def ways_out(text: str, functions: Collection[str] = ()) -> list[str]:
    """What a printed program could reach that it should not; `functions` are those of plugins that its law calls."""
    tree = ast.parse(text)
    made = {n.name for n in tree.body if isinstance(n, ast.FunctionDef)} | {
        t.id for n in tree.body if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)}
    return [*(f"declares {name}" for name in sorted(made) if not MADE.fullmatch(name)),
            *(f"line {getattr(n, 'lineno', 0)}: {said}" for n in ast.walk(tree) if (said := wrong(n, functions))),
            *unknown_names(symtable.symtable(text, "printed", "exec"), made)]


def wrong(n: ast.AST, functions: Collection[str]) -> str:  # noqa: C901
    """What is wrong with one node of the tree; nothing, mostly."""
    match n:
        case ast.Attribute(attr=name):
            return "" if name in ATTRIBUTES and isinstance(n.ctx, ast.Load) else f"the attribute .{name}"
        case ast.Constant(value=str() as said):
            return "" if said in TEXTS or said in KINDS or said in functions or PAID.fullmatch(said) else f"the text {said!r}"
        case ast.Constant(value=value):
            return "" if value is None or isinstance(value, (int, bool)) else f"the constant {value!r}"
        case ast.Call(func=ast.Name(id=name)):
            return "" if name not in ("C", "J", "R") or name == "R" else f"a call of {name}"
        case ast.Call(func=ast.Attribute()):
            return ""
        case ast.Call(func=ast.Subscript(value=ast.Name(id=name))) if name[0] in "DG" and MADE.fullmatch(name):     # a move, by its card or number
            return ""
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if name[0] in "DG" and name != "GAME":
            moves = value.values if isinstance(value, ast.Dict) else value.elts if isinstance(value, ast.Tuple) else [value]
            return "" if all(isinstance(e, ast.Name) and MADE.fullmatch(e.id) for e in moves) else "a directory of something else"
        case ast.Delete(targets=[ast.Subscript(value=ast.Name(id="SPANS"))]):
            return ""
        case ast.Call():
            return f"a call of {ast.unparse(n.func)}"
        case ast.FunctionDef(decorator_list=several) if several:
            return "a decorator"
        case ast.keyword(arg=name):
            return "" if name == "default" else f"the keyword {name}"
    return "" if isinstance(n, NODES) else f"the construct {type(n).__name__}"


def unknown_names(scope: symtable.SymbolTable, made: Collection[str]) -> Iterator[str]:
    """Names of a function that are neither its own nor allowed: what Python would look for in globals and builtins."""
    for s in scope.get_symbols():
        name = s.get_name()
        if name.startswith("."):
            continue                              # the list that a comprehension walks over
        if scope.get_type() == "module" or s.is_global():
            if not (name in made or name in REACHED or TABLE.fullmatch(name)):
                yield f"{scope.get_name()}: the name {name}"
        elif not LOCAL.fullmatch(name):
            yield f"{scope.get_name()}: a register called {name}"
    for inner in scope.get_children():
        yield from unknown_names(inner, made)
