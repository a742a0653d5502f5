"""What is not in order after a night: each problem has a key that stays the same from night to night."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from boxwright.blackboxes.plural import plural
from boxwright.terminal import visible
from nightly.night import Built, Night, named

MOST = 20_000
"""Characters of a problem's details; the report has all of them."""


@dataclass(frozen=True)
class Problem:
    """One thing that somebody has to look at."""

    key: str
    """`KIND/WHAT`, e.g. `fault/encryption/zigzag_cipher`."""
    title: str
    body: str
    """Markdown."""

    @property
    def box(self) -> str:
        """The id of the box that behaves otherwise; empty for any other problem."""
        return self.key.removeprefix("drift/") if self.key.startswith("drift/") else ""


def problems(night: Night) -> list[Problem]:
    """Return what is not in order, most urgent first."""
    return [*_steps(night), *_faults(night), *_unbuilt(night), *_drift(night), *_stale(night)]


def is_gone(key: str, night: Night) -> bool:
    """Return whether a problem of an earlier night, which this one did not find, is gone.

    What was not looked at is not gone: a step that failed says nothing, and neither does a night without a model about
    what only a model has shown.
    """
    kind, _, what = key.partition("/")
    if kind == "step":
        return any(step.name == what for step in night.steps)
    if kind == "fault":
        return night.came_to_its_end("check")
    if not night.came_to_its_end("stale", "left", "renew", "kept", "rebuild", "compare"):
        return False
    if kind in ("drift", "build"):
        last = night.last_builds().get(what)
        left = {each.id for each in night.stale if each.still}
        return what not in left or (last is not None and last.by not in ("replay", "compare"))
    return True


def _steps(night: Night) -> Iterator[Problem]:
    for step in night.steps:
        if step.failed:
            what = "the benchmark of planted faults" if step.name == "acceptance" else f"the step `{step.name}`"
            body = f"`{' '.join(step.command)}`\n{fenced(step.failed)}\nIts output is `{step.name}.txt` of the report."
            yield Problem(f"step/{step.name}", f"{what} failed", body)


def _faults(night: Night) -> Iterator[Problem]:
    for identifier, faults in sorted(night.faults.items()):
        body = f"{fenced(*faults)}\nTo see it: `boxwright check {identifier}`"
        yield Problem(f"fault/{identifier}", f"{identifier}: {plural(len(faults), 'fault')}", body)


def _unbuilt(night: Night) -> Iterator[Problem]:
    for built in night.unbuilt():
        by = {"replay": "its recording", "kept": "an earlier night's recording", "compare": "its recording"}
        who = by.get(built.by, built.by)
        body = f"Built from {who}: {built.ending}.\n{fenced(*built.words)}"
        yield Problem(f"build/{built.id}", f"{built.id}: cannot be rebuilt ({built.ending})", body)


def _drift(night: Night) -> Iterator[Problem]:
    for built in night.drifted():
        yield Problem(f"drift/{built.id}", f"{built.id}: a rebuild behaves otherwise", _drift_body(built))


def _drift_body(built: Built) -> str:
    told = built.differences or built.words
    return (
        f"The registered box was not replaced.\n{fenced(*told)}\n"
        f"To accept the new one, give the issue the label `accept-drift`: a pull request follows. By hand, with the "
        f"night's report: `boxwright build {built.id} --model replay --recordings report/drift --accept-changes`. "
        "To keep the old one, say in the description what the new one got wrong."
    )


def _stale(night: Night) -> Iterator[Problem]:
    named_already = {built.id for built in (*night.drifted(), *night.unbuilt())}
    for why, boxes in night.stale_by_reason().items():
        left = [each.id for each in boxes if each.still and each.id not in named_already]
        if not left:
            continue
        asked = f"{night.model} did not rebuild them" if night.model else "a replay cannot renew them; no model is set"
        body = f"Stale, because {why}; {asked}.\n{fenced(*left)}\n`boxwright build --stale --model NAME`"
        yield Problem(f"stale/{why}", f"{plural(len(left), 'box', 'boxes')} stale ({named(left, 3)}): {why}", body)


def fenced(*lines: str) -> str:
    """Return text of others as a block that nothing in it can leave, cut where it is too long."""
    text = visible("\n".join(lines))
    if len(text) > MOST:
        text = f"{text[:MOST]}\n... {len(text) - MOST:,} more characters are in the report"
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"\n{fence}text\n{text}\n{fence}\n"
