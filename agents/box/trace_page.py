"""One HTML page of a build run: self-contained, nothing to load, every word escaped (`trace_page.html.j2`)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from boxwright.agents.box.trace import Trace
from boxwright.blackboxes.plural import plural
from boxwright.harness.chat.api import Message, Usage
from boxwright.harness.gates import Finding


def page(trace: Trace) -> str:
    """Return the page's text."""
    pages = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True)
    pages.filters |= {"plural": plural, "sentences": _sentences, "asked": _asked}
    template = pages.from_string(files("boxwright.agents.box").joinpath("trace_page.html.j2").read_text("utf-8"))
    entries = (*trace.entries, *trace.aside)
    usage = sum((entry.reply.usage for entry in entries), Usage())
    return template.render(trace=trace, requests=len(entries), usage=usage)


def _sentences(findings: Sequence[Finding]) -> str:
    return "; ".join(finding.sentence() for finding in findings)


def _asked(messages: Sequence[Message]) -> str:
    return "\n\n".join(f"[{message.role}]\n{message.content}" for message in messages)
