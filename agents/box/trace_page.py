"""One HTML page of a build run: self-contained, nothing to load, every word escaped."""

from __future__ import annotations

from html import escape

from boxwright.agents.box.trace import Trace, TracedAttempt
from boxwright.agents.runs.journal import Entry
from boxwright.harness.chat.api import Usage

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
p { white-space: pre-wrap; } h1, h2 { line-height: 1.2; } h2 { border-top: 1px solid #ddd; padding-top: 1rem; }
pre { background: #f6f6f4; padding: .7rem; overflow-x: auto; white-space: pre-wrap; font-size: 13px; }
summary { cursor: pointer; } .ok { color: #1a7f37; } .bad { color: #b42318; } .dim { color: #777; }
details { margin: .2rem 0; } table { border-collapse: collapse; }
td { padding: .1rem .8rem .1rem 0; vertical-align: top; }
@media (prefers-color-scheme: dark) { body { background: #1b1b1b; color: #ddd; } pre { background: #262626; }
h2 { border-color: #444; } .ok { color: #5fd38d; } .bad { color: #ff8f7d; } }
"""


def page(trace: Trace) -> str:
    """Return the page's text."""
    usage = sum((e.reply.usage for e in (*trace.entries, *trace.aside)), Usage())
    models = ", ".join(f"{role}: {name}" for role, name in trace.header.models.items())
    tone = "ok" if trace.ending == "accepted" else "bad"
    parts = [
        "<!doctype html><html lang='en'><meta charset='utf-8'>",
        f"<title>{escape(trace.header.id)}</title><style>{_STYLE}</style>",
        f"<h1>{escape(trace.header.id)} <span class='{tone}'>{escape(trace.ending)}</span></h1>",
        f"<p>{escape(models)}<br>{len(trace.entries) + len(trace.aside)} requests, {usage.total:,} tokens"
        f"{' (estimated)' if usage.estimated else ''}, {len(trace.attempts)} attempt(s)</p>",
    ]
    if trace.header.planted:
        parts.append(f"<p class='bad'>planted: {escape(trace.header.planted)}</p>")
    parts += [f"<p class='bad'>{escape(finding)}</p>" for finding in trace.findings]
    parts += [_attempt(trace, attempt) for attempt in trace.attempts]
    return "\n".join(parts) + "\n</html>\n"


def _attempt(trace: Trace, attempt: TracedAttempt) -> str:
    refused = f" <span class='bad'>refused by {escape(attempt.refused_by)}</span>" if attempt.refused_by else ""
    parts = [f"<h2>Attempt {attempt.number}{refused}</h2>"]
    parts += [f"<p class='bad'>{escape(finding)}</p>" for finding in attempt.findings]
    parts += [f"<p>{escape(note)}</p>" for note in attempt.consensus]
    parts.append(_folded("code", attempt.code))
    if attempt.gates:
        rows = "".join(_gate_row(g.gate, g.passed, "; ".join(f.sentence() for f in g.findings)) for g in attempt.gates)
        parts.append(f"<table>{rows}</table>")
    if attempt.log:
        parts.append(_folded("interaction log", "\n".join(attempt.log), is_open=True))
    if attempt.verdict:
        parts.append(_folded("verdict", attempt.verdict))
    parts += [_entry(entry, "") for entry in trace.steps(attempt.number)]
    parts += [_entry(entry, ", set aside: of no use") for entry in trace.unusable(attempt.number)]
    return "\n".join(parts)


def _entry(entry: Entry, note: str) -> str:
    asked = "\n\n".join(f"[{m.role}]\n{m.content}" for m in entry.messages)
    inner = _folded("asked", asked) + f"<pre>{escape(entry.reply.text)}</pre>"
    spent = f"<span class='dim'>{entry.reply.usage.total:,} tokens{note}</span>"
    return f"<details><summary>{escape(entry.role)} {escape(entry.step)} {spent}</summary>{inner}</details>"


def _gate_row(name: str, passed: bool, findings: str) -> str:
    mark = "<span class='ok'>✓</span>" if passed else "<span class='bad'>✗</span>"
    return f"<tr><td>{mark} {escape(name)}</td><td>{escape(findings)}</td></tr>"


def _folded(title: str, text: str, is_open: bool = False) -> str:
    return f"<details{' open' if is_open else ''}><summary>{escape(title)}</summary><pre>{escape(text)}</pre></details>"
