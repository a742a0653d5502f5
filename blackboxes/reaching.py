"""Which conditions of a module a call makes true or false, how often, and how near its comparisons come.

The module's text is rewritten before it goes into a sandbox session of its own: each condition, comparison, loop and
handler also tells a recorder in front of it. So this needs no tracing by the interpreter and is the same in every
version of Python. What the recorder says is the module's claim, as all that comes out of a session: it chooses inputs,
nothing more.
"""

from __future__ import annotations

import ast
from pathlib import Path

REACHED = "boxwright_reached"
"""`boxwright_reached(function, arguments)` returns {"value": ..., "new": how much no earlier call reached}."""
SIDES = "boxwright_sides"
"""`boxwright_sides(function, arguments)` returns [[place, side], ...] of the conditions that a call came to."""
DENIED = "boxwright_denied"
"""`boxwright_denied(function, arguments, place, side)` returns {"decides": ..., "value": ..., "other": ...}: whether a
call gives another value if a condition is never on that side, and which."""
COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
"""Comparisons whose two sides can be near each other."""
EDGED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
"""Those of them on whose edge both sides are equal."""
DIVIDED = {ast.FloorDiv: "boxwright_divided", ast.Mod: "boxwright_remainder"}
ROUNDING = ("round", "int", "floor", "ceil", "trunc")
PICKING = ("min", "max", "sorted")


def telling_source(source: str, *, numbers: bool = False) -> str:
    """Return the module with its recorder; an empty text if it cannot be rewritten (then nothing is known of it).

    With `numbers`, more in functions counts as a condition that can be denied: a whole number is then another one, a
    side of `&`, `|` or `^` the contrary, a quotient or a rounded number the neighbour on the other side, a remainder
    not wrapped round, or of the dividend's sign; two sides that are equal compare the other way, and the last of those
    that tie is the first.
    """
    try:
        tree = ast.parse(source)
        marked = ast.fix_missing_locations(_Marking(numbers).visit(tree))
        recorder = ast.parse(Path(__file__).with_name("reaching_shim.py").read_text(encoding="utf-8")).body
        first = [node for node in marked.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
        rest = [node for node in marked.body if node not in first]
        marked.body = [*first, *recorder, *rest]
        return ast.unparse(marked)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # such a module does not load, or is too deep
        return ""


class _Marking(ast.NodeTransformer):
    """Wraps conditions and comparisons, and begins bodies that no condition guards with a mark."""

    def __init__(self, numbers: bool) -> None:
        self._places = 0
        self._numbers = numbers
        self._inside = False

    def _said(self, name: str, *parts: ast.expr) -> ast.Call:
        self._places += 1
        return ast.Call(ast.Name(name, ast.Load()), [ast.Constant(self._places), *parts], [])

    def _held(self, test: ast.expr) -> ast.expr:
        return self._said("boxwright_held", test)

    def _marked(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [ast.Expr(self._said("boxwright_held", ast.Constant(True))), *body]

    def visit_If(self, node: ast.If | ast.While | ast.IfExp | ast.Assert) -> ast.AST:
        self.generic_visit(node)
        node.test = self._held(node.test)
        return node

    visit_While = visit_IfExp = visit_Assert = visit_If

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        node.values = [self._held(value) for value in node.values]
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.ifs = [self._held(test) for test in node.ifs]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        sides = [node.left, *node.comparators]
        if (
            self._inside
            and len(node.ops) > 1
            and all(isinstance(side, ast.Name | ast.Constant) for side in sides[1:-1])
        ):
            pairs = zip(sides, node.ops, sides[1:], strict=False)
            return self.visit_BoolOp(
                ast.BoolOp(ast.And(), [ast.Compare(one, [sign], [other]) for one, sign, other in pairs])
            )
        self.generic_visit(node)
        if len(node.ops) != 1 or not isinstance(node.ops[0], COMPARISONS):
            return self._held(node)
        kind = ast.Constant(type(node.ops[0]).__name__)
        said = self._said("boxwright_compared", kind, node.left, node.comparators[0])
        if self._inside and isinstance(node.ops[0], EDGED):
            self._places += 1
            said.args.append(ast.Constant(self._places))
        return said

    def visit_For(self, node: ast.For | ast.AsyncFor | ast.ExceptHandler) -> ast.AST:
        self.generic_visit(node)
        node.body = self._marked(node.body)
        return node

    visit_AsyncFor = visit_ExceptHandler = visit_For

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        outside, self._inside = self._inside, self._numbers
        node.body = [self.visit(statement) for statement in node.body]  # defaults and decorators are read only once
        self._inside = outside
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return self._said("boxwright_number", node) if self._inside and type(node.value) is int else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if self._inside and isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.BitXor)):
            node.left, node.right = (self._said("boxwright_bit", side) for side in (node.left, node.right))
        if self._inside and type(node.op) in DIVIDED:
            return self._said(DIVIDED[type(node.op)], node.left, node.right)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if self._inside and type(node.op) in DIVIDED and isinstance(node.target, ast.Name):
            value = ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value)
            return self.generic_visit(ast.copy_location(ast.Assign([node.target], value), node))
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not self._inside or any(isinstance(part, ast.Starred) for part in node.args):
            return node
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in ROUNDING and len(node.args) in (1, 2) and not node.keywords:
            return self._said("boxwright_rounded", node.func, *node.args)
        if name in PICKING and isinstance(node.func, ast.Name) and len(node.args) == 1 and node.keywords:
            picked = self._said("boxwright_picked", node.func, *node.args)
            picked.keywords = node.keywords
            return picked
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        """Leave patterns as they are: nothing can be called in them."""
        if node.guard is not None:
            node.guard = self._held(self.visit(node.guard))
        node.body = self._marked([self.visit(statement) for statement in node.body])
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """Leave formatted texts as they are: before Python 3.12 not every expression can be written in them again."""
        return node
