"""The two tables in docs/models.md: `python -m tests.harness.chat.document` writes them, the tests compare them."""

from __future__ import annotations

import ast
import inspect
import os
import tempfile
from pathlib import Path

from pydantic import BaseModel

from boxwright.harness.chat import ModelSpec, Prices
from tests.harness.chat.faults import FAULTS, observe, rows
from tests.harness.chat.wire import KEY

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "models.md"
HEADS = {
    "fields": ("| setting | meaning |", "|---|---|"),
    "faults": ("| fault | provider | what happened | lost work |", "|---|---|---|---|"),
}


def field_rows() -> list[str]:
    """One line for every setting of a model, in the words that stand in the code."""
    prices = [f"| `prices.{name}` | {said} |" for name, said in _said(Prices).items()]
    return [f"| `{name}` | {said} |" for name, said in _said(ModelSpec).items()] + prices


def _said(shape: type[BaseModel]) -> dict[str, str]:
    (found,) = ast.parse(inspect.getsource(shape)).body
    assert isinstance(found, ast.ClassDef)
    said = {}
    for node, after in zip(found.body, found.body[1:], strict=False):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and isinstance(after, ast.Expr):
            assert isinstance(after.value, ast.Constant)
            said[node.target.id] = " ".join(str(after.value.value).split())
    assert list(said) == list(shape.model_fields)
    return said


def fault_rows() -> list[str]:
    """One line or more for every fault, observed now."""
    lines = []
    for fault in FAULTS:
        outcomes = {}
        for wire in fault.wires:
            with tempfile.TemporaryDirectory() as folder:
                outcomes[wire.name] = observe(fault, wire, Path(folder))
        lines += rows(fault, outcomes)
    return lines


def documented(table: str) -> list[str]:
    """The lines of a table as they stand in the document."""
    return _parts(table)[1].strip().split("\n")[len(HEADS[table]) :]


def write(table: str, lines: list[str]) -> None:
    """Put a table into the document."""
    before, _, after = _parts(table)
    DOCUMENT.write_text(before + "\n".join(("", *HEADS[table], *lines, "")) + after, encoding="utf-8")


def _parts(table: str) -> tuple[str, str, str]:
    """What stands before the table, the table, and what stands behind it; the marks stay outside."""
    begin, end = f"<!-- {table}: begin -->", f"<!-- {table}: end -->"
    before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(begin)
    inside, _, after = rest.partition(end)
    return before + begin, inside, end + after


if __name__ == "__main__":
    os.environ |= {"OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": KEY}
    write("fields", field_rows())
    write("faults", fault_rows())
