"""The mutants of a Python source: each differs from it in one operator, number, condition or statement."""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

SWAPS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd, ast.BitXor),
    ast.BitXor: (ast.BitOr,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
}
SKIPPED = ("annotation", "returns", "decorator_list", "exc")
"""Types, and errors with their texts."""


@dataclass(frozen=True)
class Mutant:
    """A change of one node of a source."""

    file: str
    node: Any
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.node.lineno}: {ast.unparse(self.node)} -> {self.after}".replace("\n", " ")

    @property
    def key(self) -> str:
        """The mutant's name, no other's."""
        return f"{self} @{self.node.col_offset}"

    def applied(self, source: bytes) -> bytes:
        """Return the source with the change."""
        lines, node = source.splitlines(keepends=True), self.node
        start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
        end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
        after = f"({self.after})" if isinstance(node, ast.expr) else self.after
        return source[:start] + after.encode() + source[end:]


def mutants_of(file: str, source: str, left_out: Collection[str] = ()) -> list[Mutant]:
    """Return all mutants of a source, but for the functions `left_out`."""
    return list(_mutants_below(file, ast.parse(source), left_out))


def _mutants_below(file: str, node: ast.AST, left_out: Collection[str]) -> Iterator[Mutant]:
    if getattr(node, "name", "") in left_out or isinstance(node, ast.ImportFrom | ast.JoinedStr):
        return
    yield from (Mutant(file, node, after) for after in _changes(node))
    tests = [node.test] if isinstance(node, ast.If | ast.IfExp | ast.While) else getattr(node, "ifs", [])
    yield from (Mutant(file, test, f"not ({ast.unparse(test)})") for test in tests)
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and name not in SKIPPED:
                yield from _mutants_below(file, child, left_out)


def _changes(node: ast.AST) -> Iterator[str]:
    """Yield what a node may become."""
    match node:
        case ast.Compare():
            for at, old in enumerate(node.ops):
                for new in SWAPS[type(old)]:
                    yield _changed(node, ops=[*node.ops[:at], new(), *node.ops[at + 1 :]])
        case ast.BinOp() | ast.AugAssign() | ast.BoolOp():
            yield from (_changed(node, op=new()) for new in SWAPS.get(type(node.op), ()))
        case ast.UnaryOp():
            yield ast.unparse(node.operand)
        case ast.Constant(value=bool()):
            yield str(not node.value)
        case ast.Constant(value=int() as number):
            yield from (str(number + 1), str(number - 1))
        case ast.Break():
            yield "continue"
        case ast.Continue():
            yield "break"
        case ast.Return(value=ast.expr()) if not isinstance(node.value, ast.Constant):
            yield "return 0"
    if isinstance(node, ast.AugAssign | ast.Assign | ast.Raise) or (
        isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
    ):
        yield "pass"


def _changed(node: ast.AST, **fields: Any) -> str:
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return ast.unparse(new)
