"""Two models read a book without knowing the rules, each by itself; what they read is compared with the table.

This is the second way to *check* a book of natural prose, beside the wide reader: it understands what no pattern does,
and is only as sure as its readers. Nothing of the table is shown to them but the names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from boxwright.agents.runs.asking import Manner, ask_readable, json_is_cut, request_of
from boxwright.agents.runs.journal import Header
from boxwright.agents.runs.options import BuildOptions
from boxwright.agents.runs.progress import Event
from boxwright.agents.runs.session import Session
from boxwright.blackboxes.prompts import load_prompt, prompt_versions
from boxwright.blackboxes.reasoning.kumo.books.wide import WideReport
from boxwright.blackboxes.reasoning.kumo.books.writer import Statement, label_of, statements_of, tables_of
from boxwright.blackboxes.reasoning.kumo.domain.names import find_name
from boxwright.blackboxes.reasoning.kumo.domain.reading import parse_json
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat.api import ChatModel
from boxwright.harness.chat.structured import find_json

ROLES = ("reader-1", "reader-2")
PROMPT = "kumo/reader"


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    action: str
    outcome: str


class _Rule(_Part):
    rules_out: tuple[str, ...]


class _Kept(_Part):
    truths: tuple[str, ...]


class _Said(BaseModel):
    """What a reader replies."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    rules: tuple[_Rule, ...]
    kept: tuple[_Kept, ...] = ()
    objections: tuple[str, ...] = Field(default=(), max_length=500)


@dataclass(frozen=True)
class Reading:
    """What one reader found in a book."""

    rules: frozenset[Statement]
    kept: frozenset[Statement]
    objections: tuple[str, ...]


def read_book(
    workspace: Workspace,
    instance: Instance,
    text: str,
    options: BuildOptions,
    report: Callable[[Event], None] = lambda event: None,
) -> WideReport:
    """Let two models read a book, and compare. `options.models` has one model for each of ROLES.

    Raises: FaultyBook if the instance carries no outcomes, BoxwrightError, ModelError.
    """
    wanted = statements_of(instance)
    content = digest(f"{instance.content_hash()}\n{text}")
    session = Session(workspace, f"kumo.readings/{content[:12]}", options, report)
    names = {role: options.models[role][0].name for role in ROLES}
    header = Header(
        id=session.identifier, description=content, prompts=prompt_versions([PROMPT]), models=names, settings={}
    )
    with session.opened(header):
        readings = {
            f"{role} ({names[role]})": _read(session.journalled(options.models[role][0]), role, instance, text)
            for role in ROLES
        }
        found = _compared(wanted, readings)
        session.end("accepted" if found.checked else "given up", ())
    return found


def _read(model: ChatModel, role: str, instance: Instance, text: str) -> Reading:
    """Return what one model reads in a book. Raises: BadReply, ModelError."""
    prompt = load_prompt(PROMPT)
    labels = [[label_of(state) for state in states] for states in tables_of(instance)]
    asked = prompt.render(
        "read",
        truths="\n".join(f"- {truth}" for truth in instance.truths),
        outcomes="\n".join(f"- {a}: {' | '.join(names)}" for a, names in zip(instance.actions, labels, strict=True)),
        book=text.strip(),
    )
    request = request_of(role, "read/1", ("system", prompt.render("system")), ("user", asked))
    return ask_readable(model, request, lambda said: _parsed(said, instance, labels), Manner(json_is_cut, prompt))


def _parsed(said: str, instance: Instance, labels: Sequence[Sequence[str]]) -> Reading:
    """Return what a reply says, by the game's indices. Raises: ValueError with the reason."""
    text = find_json(said)
    parse_json(text)
    try:
        read = _Said.model_validate_json(text)
    except ValidationError as error:
        fault = error.errors()[0]
        raise ValueError(f"{'.'.join(map(str, fault['loc']))}: {fault['msg'].lower()}") from error

    def placed(part: _Part, truths: Sequence[str]) -> list[Statement]:
        action = _index(part.action, instance.actions, "action")
        outcome = _index(part.outcome, labels[action], f"outcome of {instance.actions[action]!r}")
        return [Statement(action, outcome, _index(truth, instance.truths, "truth")) for truth in truths]

    return Reading(
        frozenset(s for rule in read.rules for s in placed(rule, rule.rules_out)),
        frozenset(s for kept in read.kept for s in placed(kept, kept.truths)),
        tuple(" ".join(sentence.split()) for sentence in read.objections if sentence.strip()),
    )


def _index(name: str, names: Sequence[str], kind: str) -> int:
    found = find_name(name, names)
    if found is None:
        raise ValueError(f"{name!r} is no {kind} of this game; there are: {', '.join(names)}")
    return list(names).index(found)


def _compared(wanted: frozenset[Statement], readings: Mapping[str, Reading]) -> WideReport:
    """Return what both readers found, what any of them found beyond the table, and what they object to."""
    found = WideReport(wanted)
    for reader, reading in readings.items():
        found.denied.update((s, f"by {reader}") for s in reading.kept if s in wanted)
        found.found.update((s, f"by {reader}") for s in reading.rules - wanted)
        found.unclear.extend((f"{reader} objects to a sentence", sentence) for sentence in reading.objections)
    alike = frozenset.intersection(*(reading.rules for reading in readings.values()))
    found.found.update((s, "by both readers") for s in alike & wanted)
    return found
