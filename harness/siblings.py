"""Siblings: boxes of the same kind with other parameters, derived from an accepted box without a model.

A sibling's code is the original's with other parameters (`variation.py`), drawn by hashing the original's id and the
sibling's number: under a secret key, if it is sealed, so that nobody else can draw it. It is a box of its own in the
workspace, with a derived description and the gates' results; its manifest names the original.
"""

from __future__ import annotations

import platform
import random
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import yaml

from boxwright.blackboxes.box import Box, Family, get_family, open_box
from boxwright.blackboxes.description import Description, parse_description, public_as_written
from boxwright.blackboxes.exam import Exam
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import write_atomically
from boxwright.blackboxes.manifest import Attempt, Hashes, Manifest, RunFacts, Sibling
from boxwright.blackboxes.registry import Accepted, accept, exam_of, get_built, load, sibling_of
from boxwright.blackboxes.seeds import derive, derive_sealed, digest, stream
from boxwright.blackboxes.siblings import PROBES, NoSibling
from boxwright.blackboxes.types import Call
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.difficulty import Difficulty, measured
from boxwright.harness.evaluation.sealing import commitment
from boxwright.harness.gates import run_gates
from boxwright.harness.variation import maker_of, variation_of
from boxwright.sandbox import Launcher, values

NUMBERS = 20
"""How many numbers are tried where none is given."""
COMPARED = 64
"""So many of the first numbers are looked at: how many give a sibling of its own, and whether one gives this."""
FEWEST_TO_SEAL = 42
"""Of the first numbers so many must give a sibling of its own where one is sealed."""


class UnfitNumber(NoSibling):
    """This number does not work, but another may: `reason` says why."""

    def __init__(self, reason: str, remedy: str = "use another number") -> None:
        super().__init__(f"{reason}; {remedy}")
        self.reason = reason


Said = Callable[[str], None]
"""Told in words what goes on."""


def _nothing(text: str) -> None:
    """Say nothing."""


@dataclass(frozen=True)
class Made:
    """A sibling before it is accepted."""

    description: Description
    source: str
    sibling: Sibling


def sibling_id(identifier: str, number: int, key: str | None = None) -> str:
    """Return the id of a box's sibling; under a key it says which, without telling the key."""
    return f"{identifier}_{_sibling(identifier, number, {}, key).kind}"


def _sibling(identifier: str, number: int, parameters: Mapping[str, Any], key: str | None) -> Sibling:
    sealed = commitment(key) if key else ""
    return Sibling(sibling_of=identifier, number=number, parameters=dict(parameters), sealed=sealed)


def make(accepted: Accepted, number: int, launcher: Launcher, key: str | None = None) -> Made:
    """Return the sibling of an accepted box, under a key if one is given. Raises: NoSibling."""
    told = ("sibling", accepted.id, number)
    with open_box(accepted, launcher) as box:
        rng = random.Random(derive_sealed(key, *told)) if key else stream(*told)
        drawn = variation_of(accepted.description).draw(box, rng)
        kept = box.family.told_by_examples(box.rules)
    sibling = _sibling(accepted.id, number, drawn, key)
    description = _described(accepted.description, sibling, kept)
    return Made(description, _source(accepted, sibling, drawn), sibling)


def _source(accepted: Accepted, sibling: Sibling, drawn: Mapping[str, Any]) -> str:
    """Return the original's code with what is drawn."""
    how = "drawn by hashing both under a secret key" if sibling.sealed else "drawn by hashing both"
    head = f"# Sibling {sibling.number} of {accepted.id}; the parameters are {how}.\n"
    return variation_of(accepted.description).source(accepted.source, head, drawn)


def firsts(accepted: Accepted, launcher: Launcher, numbers: Iterable[int] = range(1, COMPARED + 1)) -> dict[int, int]:
    """Return by number, of siblings in this order, the first one that replies to sampled calls as its sibling does.

    What is drawn that players do not read makes no other sibling. Raises: NoSibling, BadOutput, SandboxError.
    """
    unseen = variation_of(accepted.description).unseen
    with open_box(accepted, launcher) as one:
        calls = _telling(one)
    by_drawn, by_replies, found = dict[str, int](), dict[str, int](), dict[int, int]()
    for number in numbers:
        made = make(accepted, number, launcher)
        read = {name: "" if name in unseen else value for name, value in made.sibling.parameters.items()}
        drawn = values.dumps(read)
        if drawn not in by_drawn:
            source = _source(accepted, made.sibling, read)
            with Box(made.description, get_family(made.description.family), source, launcher) as box:
                replies = digest("\n".join(_text(reply) for reply in box.replies(calls)))
            by_drawn[drawn] = by_replies.setdefault(replies, number)
        found[number] = by_drawn[drawn]
    return found


def _telling(one: Box[Any]) -> list[Call]:
    """Return the sampled calls of a box on which its siblings are compared."""
    probes = one.family.probes(one, derive("sibling", one.id), PROBES)
    telling = variation_of(one.description).telling
    return [call for call in probes if telling is None or call.function in telling]


def _check_own(accepted: Accepted, sibling: Sibling, launcher: Launcher) -> None:
    """Check that no lower number gives the same sibling, and that a sealed one is one of many. Raises: NoSibling."""
    if not sibling.sealed:
        number = sibling.number
        first = firsts(accepted, launcher, (*range(1, min(number, COMPARED + 1)), number))[number]
        if first != number:
            raise UnfitNumber(f"{accepted.id}_{sibling.kind} is the same as sibling {first}")
    elif (found := len(set(firsts(accepted, launcher).values()))) < FEWEST_TO_SEAL:
        raise NoSibling(
            f"{accepted.id}: the first {COMPARED} numbers give {found} different siblings, so whoever tries them all "
            "has the sealed one, too; seal the tests instead (`boxwright eval --sealed`)"
        )


def _described(first: Description, sibling: Sibling, kept: Mapping[str, Any]) -> Description:
    """Derive a description: domain and public part stay, and what is `kept`; examples and checks are dropped."""
    front = first.front.model_dump(mode="json", include={"difficulty", "domain", "parameters"})
    variation = variation_of(first)
    front["parameters"] = {**variation.parameters(front["parameters"], sibling.parameters), **kept}
    front["tags"] = [*first.front.tags, "sibling"]
    canary = "boxwright-canary-" + str(uuid.UUID(digest(f"{first.canary}/{sibling.sealed}{sibling.number}")[:32]))
    hidden = first.hidden.split("<!--")[0].strip()
    head = yaml.safe_dump(front, sort_keys=False, allow_unicode=True)
    text = (
        f"---\n{head}---\n{variation.words(sibling.parameters)}\n\n"
        f"The original, {first.id}:\n\n{hidden}\n\n<!-- {canary} -->\n"
    )
    if public := public_as_written(first).strip():
        text += f"\n# Public\n{public}\n"
    return parse_description(text, f"{first.id}_{sibling.kind}")


def differs(accepted: Accepted, made: Made, launcher: Launcher) -> float:
    """Return the share of sampled calls on which a sibling differs. Raises: SandboxError."""
    family = get_family(accepted.description.family)
    with open_box(accepted, launcher) as one, Box(made.description, family, made.source, launcher) as other:
        calls = _telling(one)
        pairs = zip(one.replies(calls), other.replies(calls), strict=True)
        different = [_text(a) != _text(b) for a, b in pairs]
    return sum(different) / len(different)


def _text(reply: Any) -> str:
    return str(reply.error) if reply.error is not None else values.dumps(reply.value)


def create_first(
    workspace: Workspace, identifier: str, launcher: Launcher, key: str | None = None, said: Said = _nothing
) -> tuple[Path, float]:
    """Register the sibling with the first free number that passes the gates. Raises: NoSibling, BoxwrightError."""
    for number in range(1, NUMBERS + 1):
        try:
            return create(workspace, identifier, number, launcher, key, said)
        except UnfitNumber as unfit:
            said(f"{unfit.reason}; the next number is tried")
    raise NoSibling(
        f"{identifier}: none of the numbers 1 to {NUMBERS} is free and gives a sibling that passes the gates"
    )


def create(
    workspace: Workspace,
    identifier: str,
    number: int,
    launcher: Launcher,
    key: str | None = None,
    said: Said = _nothing,
) -> tuple[Path, float]:
    """Make, check and register a sibling; return its folder and the share of calls on which it differs.

    `said` is told what begins: a minute may pass until the end.

    Raises: NoSibling for one that behaves as the original, or as one with a lower number, or that a gate refuses, or
    that is sealed and has too few others beside it; BoxwrightError.
    """
    began = time.monotonic()
    accepted = original(workspace, identifier)
    made = make(accepted, number, launcher, key)
    path = _free_path(workspace, made)
    _check_own(accepted, made.sibling, launcher)
    share = differs(accepted, made, launcher)
    if share < 0.1:
        raise UnfitNumber(f"{made.description.id} agrees with the original on {1 - share:.0%} of calls")
    said(f"{made.description.id}: how hard it is, and its original, is measured")
    first, second = check_difficulty(accepted, made, launcher)
    said(f"{made.description.id}: the gates run")
    measures = {"original": asdict(first), "sibling": asdict(second)}
    made = replace(made, sibling=made.sibling.model_copy(update={"difficulty": measures}))
    exam = exam_of(workspace, made.description)
    with Box(made.description, get_family(made.description.family), made.source, launcher, exam=exam) as box:
        gates = run_gates(box)
    found = [finding.sentence() for gate in gates for finding in gate.findings]
    if found:
        raise UnfitNumber(f"{made.description.id}: refused by the gates ({found[0]})")
    notes = tuple(gate.model_dump(mode="json", exclude={"findings"}) for gate in gates)
    manifest = _manifest(accepted, made, notes, exam, launcher, time.monotonic() - began)
    path.parent.mkdir(parents=True, exist_ok=True)
    earlier = path.read_bytes() if path.exists() else None
    write_atomically(path, made.description.text)
    try:
        return accept(workspace, manifest, made.source, accepted.folder / "recording.jsonl"), share
    except BoxwrightError:
        if earlier is None:
            path.unlink()
        else:
            write_atomically(path, earlier)
        raise


def check_difficulty(accepted: Accepted, made: Made, launcher: Launcher) -> tuple[Difficulty, Difficulty]:
    """Check that a sibling is as hard as its original; return what was measured of both, the original's first.

    Raises: UnfitNumber naming what is too far apart, EpisodeFailed, BadOutput, SandboxError, SandboxUnavailable.
    """
    with open_box(accepted, launcher) as one:
        first = measured(one)
    with Box(made.description, get_family(accepted.description.family), made.source, launcher) as other:
        second = measured(other)
    if why := second.apart(first):
        raise UnfitNumber(f"{made.description.id}: {why}")
    return first, second


def original(workspace: Workspace, identifier: str) -> Accepted:
    """Return the box that siblings are made from. Raises: NoSibling, BoxwrightError."""
    if not isinstance(get_built(identifier), Family):
        maker_of(identifier)  # only a family's boxes have code with constants
    if sibling := sibling_of(workspace, identifier):
        raise NoSibling(f"{identifier} is itself a sibling; name {sibling.sibling_of}")
    accepted = load(workspace, identifier)
    if accepted.stale:
        raise NoSibling(f"{identifier}: {accepted.stale}; build it again first")
    variation_of(accepted.description)
    return accepted


def _free_path(workspace: Workspace, made: Made) -> Path:
    """Return where the description goes: nowhere over a registered box, nor over what somebody else wrote.

    A description that an earlier sibling of this number and origin left has the same canary, which is drawn from both.
    Raises: UnfitNumber.
    """
    identifier, canary = made.description.id, made.description.canary
    if workspace.accepted_folder(identifier) is not None:
        raise UnfitNumber(f"{identifier} already exists", "use another number, or remove it")
    path = workspace.writable() / "descriptions" / f"{identifier}.md"
    if path.exists() and canary.encode() not in path.read_bytes():
        raise UnfitNumber(
            f"{path} already exists and was not written by `boxwright sibling`",
            "use another number, or delete the file",
        )
    return path


def _manifest(
    accepted: Accepted,
    made: Made,
    gates: tuple[dict[str, Any], ...],
    exam: Exam | None,
    launcher: Launcher,
    seconds: float,
) -> Manifest:
    first = accepted.manifest
    return Manifest(
        id=made.description.id,
        difficulty=first.difficulty,
        tags=made.description.front.tags,
        hashes=Hashes(
            description=made.description.hash,
            code=digest(made.source),
            recording=first.hashes.recording,
            exam=exam.hash if exam else "",
        ),
        revisions=first.revisions,
        prompts=first.prompts,
        reworded=first.reworded,
        models=first.models,
        attempts=(Attempt(number=1, ended="accepted"),),
        gates=gates,
        run=RunFacts(
            launcher=launcher.name,
            level=launcher.level,
            replayed=False,
            built=datetime.now(UTC).isoformat(timespec="seconds"),
            seconds=round(seconds, 1),
            python=platform.python_version(),
            boxwright=version("boxwright"),
        ),
        sibling=made.sibling,
    )
