"""The judge: a model rates every rule-out of a domain, decoys among them; what it said stays with the domain."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from boxwright.agents.runs.asking import Manner, ask_readable, json_is_cut, request_of
from boxwright.agents.runs.journal import Header
from boxwright.agents.runs.options import BuildOptions
from boxwright.agents.runs.progress import Event
from boxwright.agents.runs.session import Session
from boxwright.blackboxes import registry
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import folder_replaced
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.prompts import load_prompt, prompt_versions
from boxwright.blackboxes.reasoning.kumo.domain.judged import (
    FILE,
    GATE,
    JUDGED,
    RATINGS,
    Judgement,
    RuleOut,
    judgement,
    with_decoys,
)
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat.api import ChatModel
from boxwright.harness.chat.structured import find_json

ROLE = "judge"
PROMPT = "kumo/judge"
AT_ONCE = 600
"""Rule-outs in one request, about; an action is never divided."""


class _Ratings(BaseModel):
    """What a judge replies: numbers, and ranges such as "3-7"."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    common: tuple[int | str, ...] = ()
    plausible: tuple[int | str, ...] = ()
    arbitrary: tuple[int | str, ...] = ()


def judge(model: ChatModel, domain: Domain, step: str = "judge", role: str = ROLE) -> Judgement:
    """Let a model rate a domain's rules. Raises: BadReply, ModelError."""
    prompt = load_prompt(PROMPT)
    rated: dict[RuleOut, str] = {}
    for number, rules in enumerate(_portions(with_decoys(domain)), 1):
        name = domain.domain.replace("_", " ")
        text = prompt.render("judge", name=name, table=_table(rules), count=len(rules))
        request = request_of(role, f"{step}/{number}", ("system", prompt.render("system")), ("user", text))

        def read(said: str, count: int = len(rules)) -> list[str]:
            return _ratings(said, count)

        ratings = ask_readable(model, request, read, Manner(json_is_cut, prompt))
        rated |= dict(zip(rules, ratings, strict=True))
    return judgement(domain, model.name, prompt_versions([PROMPT]), rated)


def judge_domain(
    workspace: Workspace,
    name: str,
    domain: Domain,
    options: BuildOptions,
    report: Callable[[Event], None] = lambda event: None,
) -> Judgement:
    """Let a model (`options.models["judge"]`, or a recording) rate a domain, and store it with one of this workspace.

    `name` is what the run is called: the domain's id, if it is accepted. Raises: BoxwrightError, ModelError.
    """
    session = Session(workspace, f"{name}.{JUDGED}", options, report)
    if options.recording is None:
        model = options.models[ROLE][0]
        names = {ROLE: model.name}
        header = Header(
            id=session.identifier,
            description=domain.hash,
            prompts=prompt_versions([PROMPT]),
            models=names,
            settings={},
            planted=options.planted,
        )
    else:
        changed = f"{name}: the domain has changed since {options.recording} was recorded; a model is needed"
        header, model = session.replayed(options.recording, domain.hash, changed)
    with session.opened(header):
        found = judge(session.journalled(model), domain).model_copy(update={"model": header.models[ROLE]})
        if _own(workspace, name):
            _store(workspace, name, found, session.recording)
        session.end("accepted", ())
    return found


def _own(workspace: Workspace, name: str) -> bool:
    """Whether a name is the id of a domain that this workspace has accepted."""
    folder = workspace.accepted_folders().get(name)
    return folder is not None and folder.is_relative_to(workspace.root)


def _store(workspace: Workspace, name: str, found: Judgement, recording: Path) -> None:
    """Keep the judgement and its recording in the domain's folder, and its counts among the manifest's gates."""
    box = registry.load(workspace, name)
    with folder_replaced(box.folder / JUDGED) as staged:
        shutil.copyfile(recording, staged / "recording.jsonl")
        (staged / FILE).write_text(found.model_dump_json(indent=1) + "\n", encoding="utf-8", newline="\n")
    gates = (*(gate for gate in box.manifest.gates if gate["gate"] != GATE), found.gate())
    manifest = box.manifest.model_copy(update={"gates": gates})
    registry.accept(workspace, manifest, box.source, box.folder / "recording.jsonl")


def _portions(rules: Sequence[RuleOut]) -> list[list[RuleOut]]:
    """Divide rule-outs into requests, between actions."""
    portions: list[list[RuleOut]] = [[]]
    for i, rule in enumerate(rules):
        if len(portions[-1]) >= AT_ONCE and rules[i - 1][0] != rule[0]:
            portions.append([])
        portions[-1].append(rule)
    return portions


def _table(rules: Sequence[RuleOut]) -> str:
    """Return rule-outs as the judge reads them: actions as headings, a line per outcome, the truths numbered."""
    lines: list[str] = []
    before = ("", "")
    for number, (action, outcome, truth) in enumerate(rules, 1):
        if action != before[0]:
            lines.append(f"\n## {action}")
        if (action, outcome) != before:
            lines.append(f"{outcome}:")
        lines[-1] += f" ({number}) {truth}"
        before = (action, outcome)
    return "\n".join(lines)


def _ratings(said: str, count: int) -> list[str]:
    """Return the rating of each number. Raises: ValueError with the reason."""
    try:
        read = _Ratings.model_validate_json(find_json(said))
    except ValidationError as error:
        fault = error.errors()[0]
        raise ValueError(f"{'.'.join(map(str, fault['loc']))}: {fault['msg'].lower()}") from error
    rated: dict[int, str] = {}
    for rating in RATINGS:
        for number in (n for item in getattr(read, rating) for n in _numbers(item, count)):
            if number in rated:
                raise ValueError(f"the number {number} stands in it twice")
            rated[number] = rating
    missing = [number for number in range(1, count + 1) if number not in rated]
    if missing:
        which = ", ".join(map(str, missing[:20]))
        raise ValueError(f"{plural(len(missing), 'number is', 'numbers are')} missing: {which}")
    return [rated[number] for number in range(1, count + 1)]


def _numbers(item: int | str, count: int) -> range:
    low, _, high = str(item).partition("-")
    if not low.strip().isdecimal() or not (high or low).strip().isdecimal():
        raise ValueError(f'{json.dumps(item)} is no number, and no range such as "3-7"')
    found = range(int(low), int(high or low) + 1)
    if not found or found[0] < 1 or found[-1] > count:
        raise ValueError(f"{json.dumps(item)}: the numbers go from 1 to {count}")
    return found


def judged_faults(found: Judgement) -> list[str]:
    """Return the arbitrary rule-outs as faults that an author is asked to repair."""
    return [
        f"action {action!r}, outcome {outcome!r}: an expert finds no reason why it rules out {truth!r}"
        for action, outcome, truth in found.arbitrary
    ]


def recording_of(workspace: Workspace, name: str) -> Path:
    """Return the recording of a stored judgement. Raises: BoxwrightError if there is none."""
    folder = workspace.accepted_folders().get(name)
    path = (folder or Path(name)) / JUDGED / "recording.jsonl"
    if not path.is_file():
        raise BoxwrightError(f"{path}: there is no recording to replay; let a model judge the domain once")
    return path
