"""The Python source in a model's reply: found by its fence, judged by parsing it, never run."""

from __future__ import annotations

import ast
import threading
import warnings

from boxwright.harness.chat.fences import Fence, fences, normalise

LABELS = frozenset({"python", "py", "python3", "py3"})
LONGEST = 400_000
"""More characters are not parsed: Python may take a gigabyte for a few million."""
MOST_TRIES = 200
"""So many wider ends of blocks are tried in one reply."""

_parsing = threading.Lock()


class NoCode(ValueError):
    """A reply holds no Python source; the message tells the model what is wrong, in the same words everywhere."""


def extract_code(text: str) -> str:
    """The Python source in a reply, with `\\n` line ends and exactly one at its end.

    One block labelled python is the answer, even if it does not parse. Of several, the last that parses is,
    one that defines a function before one that only shows a use; else the longest unlabelled block that
    parses; without any block, the whole text if it is a module. Raises: NoCode.
    """
    blocks = fences(text, Settle())
    if not blocks:
        return _unfenced(text)
    labelled = [fence for fence in blocks if fence.label in LABELS]
    if len(labelled) == 1:
        return _only(labelled[0])
    parsing = [fence for fence in labelled if fence.body.strip() and fault(fence.body) is None]
    if parsing:
        return _tidy(next((f.body for f in reversed(parsing) if defines(f.body)), parsing[-1].body))
    unlabelled = [fence for fence in blocks if not fence.label]
    parsing = [fence for fence in unlabelled if fence.body.strip() and fault(fence.body) is None]
    if parsing:
        return _tidy(max(parsing, key=lambda fence: len(fence.body)).body)
    raise NoCode(_why_none(blocks, labelled or unlabelled))


class Settle:
    """Where a block ends: a module may quote fences in a string, so the first end with which it parses counts."""

    def __init__(self) -> None:
        self.tries = MOST_TRIES

    def __call__(self, fence: Fence, wider: list[Fence]) -> Fence:
        """The block itself, or one of the wider ones."""
        if fence.label not in LABELS or fault(fence.body) is None:
            return fence
        for choice in wider[: self.tries]:
            self.tries -= 1
            if fault(choice.body) is None:
                return choice
        return fence


def fault(source: str) -> str | None:
    """Why a text is not Python, in words of no interpreter; None if it is."""
    if len(source) > LONGEST:
        return f"it is {len(source)} characters long, and at most {LONGEST} are read"
    try:
        _parse(source)
    except SyntaxError as error:
        lines = source.split("\n")
        number = min(max(error.lineno or 1, 1), len(lines))
        return f"line {number} does not parse: {lines[number - 1].strip()[:80]!r}"
    except (RecursionError, MemoryError):
        return "it is nested too deeply"
    except ValueError:
        return "it holds a character that no source may hold"
    return None


def defines(source: str) -> bool:
    """Whether a text that parses defines a function or a class at its top level."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return any(isinstance(node, kinds) for node in _parse(source).body)


def _parse(source: str) -> ast.Module:
    with _parsing, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def _tidy(source: str) -> str:
    return source.rstrip("\n") + "\n"


def _only(fence: Fence) -> str:
    if not fence.body.strip():
        raise NoCode("The block labelled python is empty.")
    wrong = fault(fence.body)
    if fence.closed is None and wrong is not None:
        raise NoCode(f"The block labelled python is never closed, and what it holds is not Python: {wrong}.")
    return _tidy(fence.body)


def _unfenced(text: str) -> str:
    source = normalise(text)
    if not source.strip():
        raise NoCode("The reply is empty.")
    wrong = fault(source)
    if wrong is not None:
        raise NoCode("The reply holds no block fenced as ```python, and as a whole it is not Python.")
    if all(isinstance(node, ast.Expr) for node in _parse(source).body):
        raise NoCode("The reply holds no block fenced as ```python, and as a whole it defines nothing.")
    return _tidy(source)


def _why_none(blocks: list[Fence], candidates: list[Fence]) -> str:
    if not candidates:
        labels = ", ".join(sorted({fence.label for fence in blocks}))
        return f"The reply holds no block fenced as ```python, only blocks labelled {labels}."
    last = candidates[-1]
    wrong = fault(last.body) or "it is empty"
    if len(candidates) == 1:
        return f"The reply's block is not labelled python, and it is not Python: {wrong}."
    return f"None of the {len(candidates)} blocks that could be Python is; the last one: {wrong}."
