"""What is kept, and the rule that keeps it: what players read changes only under a raised revision or version."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from boxwright.blackboxes.environment import Environment
from boxwright.blackboxes.environments import get_environment
from boxwright.blackboxes.prompts import PROMPTS, read_prompt
from boxwright.blackboxes.seeds import digest
from boxwright.sandbox import Launcher
from tests.golden.readings import READERS, SHARED, Reader
from tests.golden.transcripts import Case, body_of, cases, head_of

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
AGAIN = "run `python -m tests.golden`"
HEAD_LINES = 2
PROMPTS_FILE = HERE / "prompts.json"
READINGS_FILE = HERE / "replies.json"


class Unraised(Exception):
    """Something changed and its revision or version did not; the message says what to do."""


class Outdated(Exception):
    """What is kept was made under other revisions or versions, or is not there."""


def check_transcript(case: Case, head: str, body: str, kept: str | None) -> None:
    """Compare a transcript with the one that is kept. Raises: Unraised, Outdated."""
    if kept is None:
        raise Outdated(f"tests/golden/{case.path} does not exist: {AGAIN} and commit it")
    if kept == head + body:
        return
    before = "".join(kept.splitlines(keepends=True)[:HEAD_LINES])
    if before != head:
        old, new = before.replace("\n", "; ").strip("; "), head.replace("\n", "; ").strip("; ")
        raise Outdated(
            f"tests/golden/{case.path} was made with {old}, and there is {new} now: {AGAIN} and commit what it writes"
        )
    programs = ", or REVISION in harness/programs.py" if "programs" in head.splitlines()[0] else ""
    raise Unraised(
        f"tests/golden/{case.path}: the conversation changed from line {_first_difference(kept, head + body)} on, and "
        f"no revision did: raise `revision` of {home_of(case.environment)} (or REPLIES or EPISODE in "
        f"blackboxes/revisions.py{programs}) and {AGAIN}, or undo the change"
    )


def _first_difference(one: str, other: str) -> int:
    lines, others = one.splitlines(), other.splitlines()
    same = (n for n, pair in enumerate(zip(lines, others, strict=False), start=1) if pair[0] != pair[1])
    return next(same, min(len(lines), len(others)) + 1)


def home_of(environment: Environment) -> str:
    """Return the file that holds an environment's revision."""
    path = inspect.getsourcefile(type(environment))
    assert path is not None
    return Path(path).resolve().relative_to(ROOT).as_posix()


def read_kept(case: Case) -> str | None:
    """Return what is kept of a transcript."""
    path = HERE / case.path
    return path.read_text(encoding="utf-8") if path.is_file() else None


def strays() -> list[Path]:
    """Return the transcripts that no case makes."""
    wanted = {HERE / case.path for case in cases()}
    return sorted(set(HERE.glob("*/*.txt")) - wanted)


def readings_today() -> dict[str, dict[str, Any]]:
    """Return what each reader reads from its forms, and under which revisions."""
    return {reader.name: reader.kept() for reader in READERS}


def kept_readings() -> dict[str, dict[str, Any]]:
    """Return what is kept of the readings."""
    return _json(READINGS_FILE)


def reading_faults(kept: Mapping[str, Mapping[str, Any]], now: Mapping[str, Mapping[str, Any]]) -> Iterator[Exception]:
    """Yield an Unraised for each reader that reads otherwise under its revisions, an Outdated for other differences."""
    owners = {reader.name: reader for reader in READERS}
    for name in sorted({*kept, *now}):
        if name not in kept or name not in now:
            there = "is not in tests/golden/replies.json" if name in now else "is gone"
            yield Outdated(f"the reader {name!r} {there}: {AGAIN} and commit what it writes")
        elif kept[name]["revisions"] != now[name]["revisions"]:
            old, new = (_shown(side[name]["revisions"]) for side in (kept, now))
            yield Outdated(
                f"tests/golden/replies.json has {name!r} under {old}, and there is {new} now: {AGAIN} and commit what "
                "it writes"
            )
        else:
            yield from _reading_faults(owners[name], kept[name]["readings"], now[name]["readings"])


def _reading_faults(reader: Reader, kept: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Exception]:
    changed = [form for form in now if form in kept and kept[form] != now[form]]
    if changed:
        form = changed[0]
        more = f" (and {len(changed) - 1} more)" if len(changed) > 1 else ""
        yield Unraised(
            f"tests/golden/replies.json: {reader.name!r} gives {now[form]} for {form!r}, and gave {kept[form]}{more}, "
            f"and no revision changed: raise {_raised_in(reader)} and {AGAIN}, or undo the change"
        )
    elif list(kept) != list(now):
        yield Outdated(
            f"tests/golden/replies.json has other forms for {reader.name!r}: {AGAIN} and commit what it writes"
        )


def _raised_in(reader: Reader) -> str:
    if reader.owner in SHARED:
        return SHARED[reader.owner][1]
    return f"`revision` of {home_of(get_environment(reader.owner))} (or REPLIES in blackboxes/revisions.py)"


def _shown(revisions: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in revisions.items())


def prompts_today() -> dict[str, dict[str, Any]]:
    """Return version and SHA-256 of each file below prompts/."""
    return {
        path.relative_to(PROMPTS).as_posix(): {
            "version": read_prompt(path).version,
            "sha256": digest(path.read_bytes()),
        }
        for path in sorted(PROMPTS.rglob("*.md"))
    }


def kept_prompts() -> dict[str, dict[str, Any]]:
    """Return what is kept of the prompts."""
    return _json(PROMPTS_FILE)


def _json(path: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found


def prompt_faults(kept: Mapping[str, Mapping[str, Any]], now: Mapping[str, Mapping[str, Any]]) -> Iterator[Exception]:
    """Yield an Unraised for each text that changed under its version, an Outdated for each other difference."""
    for name in sorted({*kept, *now}):
        if name not in kept or name not in now:
            there = "is not in tests/golden/prompts.json" if name in now else "is gone"
            yield Outdated(f"prompts/{name} {there}: {AGAIN} and commit what it writes")
        elif kept[name]["version"] > now[name]["version"]:
            yield Unraised(
                f"prompts/{name}: `version:` fell from {kept[name]['version']} to {now[name]['version']}: raise it "
                f"above {kept[name]['version']} and {AGAIN}, or undo the change"
            )
        elif kept[name]["version"] != now[name]["version"]:
            yield Outdated(f"prompts/{name} has version {now[name]['version']} now: {AGAIN} and commit what it writes")
        elif kept[name]["sha256"] != now[name]["sha256"]:
            yield Unraised(
                f"prompts/{name}: the text changed and `version: {now[name]['version']}` did not: raise `version:` in "
                f"its first line and {AGAIN}, or undo the change"
            )


def renew(launcher: Launcher) -> Iterator[str]:
    """Write what is missing or outdated; yield a sentence for each change that no revision or version covers."""
    for case in cases():
        head, body = head_of(case), body_of(case, launcher)
        try:
            check_transcript(case, head, body, read_kept(case))
        except Outdated:
            (HERE / case.path).parent.mkdir(exist_ok=True)
            (HERE / case.path).write_text(head + body, encoding="utf-8", newline="\n")
        except Unraised as fault:
            yield str(fault)
    for path in strays():
        path.unlink()
    yield from _renew(READINGS_FILE, readings_today(), reading_faults(kept_readings(), readings_today()))
    yield from _renew(PROMPTS_FILE, prompts_today(), prompt_faults(kept_prompts(), prompts_today()))


def _renew(path: Path, now: Mapping[str, Any], faults: Iterator[Exception]) -> Iterator[str]:
    unraised = [str(fault) for fault in faults if isinstance(fault, Unraised)]
    yield from unraised
    if not unraised:
        path.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8", newline="\n")
