"""A gate's findings in canonical wording: the same on every machine, launcher and Python version.

No paths, no times, no interpreter wording: the refiner reads findings, and recordings contain them.
"""

from __future__ import annotations

import builtins
from typing import Any

from pydantic import Field

from boxwright.blackboxes.records import Record
from boxwright.blackboxes.types import Call
from boxwright.sandbox import ModuleRaised, SandboxError, values

MAX_SHOWN = 400
"""Maximum characters of a value in a finding."""

_OWN_WORDS = ("KeyError", "AssertionError", "StopIteration", "Exception")
"""Built-in exceptions whose texts come from the module; the interpreter's texts change between versions."""
_LIBRARY = ("error", "PatternError", "JSONDecodeError", "InvalidOperation", "StatisticsError")
"""Exceptions of the standard library, whose texts change too."""
_RENAMED = {"PatternError": "error"}
"""Exceptions of the standard library that have another name in older Pythons."""
_ENDINGS = {
    "timeout": "did not finish within the time limit",
    "memory": "needed more memory than the limit",
    "crashed": "ended its process",
    "refused": "gave a value that cannot cross the boundary, or lacks the function",
    "protocol": "wrote something that is no reply",
}


class Finding(Record):
    """One fault."""

    gate: str
    kind: str
    """The kind of fault: `raised`, `timeout`, `wrong`, `shape` ..."""
    message: str
    """One sentence in canonical wording."""
    line: int | None = None
    """The line of the module, if known."""
    call: str = ""
    """The call, e.g. `blackbox('AB')`."""
    got: str = ""
    """What came back."""
    expected: str = ""
    """What was expected."""

    def sentence(self) -> str:
        """Format the finding as one line."""
        parts = [f"[{self.gate}/{self.kind}] {self.message}"]
        parts += [f"call: {self.call}"] if self.call else []
        parts += [f"got: {self.got}"] if self.got else []
        parts += [f"expected: {self.expected}"] if self.expected else []
        parts += [f"module line {self.line}"] if self.line is not None else []
        return "; ".join(parts)


class GateResult(Record):
    """One gate's outcome."""

    gate: str
    passed: bool
    findings: tuple[Finding, ...] = ()
    notes: dict[str, Any] = Field(default_factory=dict)
    """Figures for the manifest, e.g. the domain's size."""


def show(value: Any) -> str:
    """Write a value in the canonical tagged encoding, shortened."""
    text = values.dumps(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}... ({len(text)} characters)"


def show_call(call: Call) -> str:
    """Write a call as it was made."""
    return f"{call.function}({', '.join(show(arg) for arg in call.args)})"


def from_error(gate: str, error: SandboxError, call: Call | None = None) -> Finding:
    """Return the finding for a call, or a load, that ended in an error."""
    where = "while the module was loaded" if error.phase == "load" else "in a call"
    line = None
    if isinstance(error, ModuleRaised):
        message = f"raised {_RENAMED.get(error.exception, error.exception)} {where}"
        message += f": {error.detail}" if error.detail and _worded_by_the_module(error.exception) else ""
        line = error.line
    elif error.kind == "refused":
        message = f"{_ENDINGS['refused']} ({error.message})"
    else:
        message = f"{_ENDINGS[error.kind]} {where}"
    return Finding(gate=gate, kind=error.kind, message=message, line=line, call="" if call is None else show_call(call))


def _worded_by_the_module(exception: str) -> bool:
    """Whether an exception's text is the same in every Python: not one of the interpreter or the standard library."""
    return exception in _OWN_WORDS or not (hasattr(builtins, exception) or exception in _LIBRARY)
