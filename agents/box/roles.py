"""Coder and refiner: what each is asked, from which prompt, and what its reply must be."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import model_validator

from boxwright.agents.box.examples import read_example, reading_for
from boxwright.agents.box.log import LogLine, rendered
from boxwright.agents.box.replies import Claims, Decision, Diagnosis, SeenFault, Verdict
from boxwright.agents.runs.asking import request_of
from boxwright.blackboxes.box import Family, get_family
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.prompts import load_prompt, prompt_versions
from boxwright.blackboxes.rule_parameters import constants, values_of
from boxwright.blackboxes.types import Example
from boxwright.harness.chat.api import ChatModel, Message, Reply, Request
from boxwright.harness.chat.fences import NoCode, extract_code
from boxwright.harness.chat.structured import BadReply, RepairWords, ask_structured, shortened

ROLES = ("coder", "tester", "refiner")
PROMPTS = ("agents/coder", "agents/tester", "agents/refiner")
EXTRAS = {
    "test_batch": "agents/batch",
    "consensus": "agents/consensus",
    "work_out": "agents/work_out",
    "restart_after": "agents/rewrite",
    "parameters": "agents/parameters",
}
"""Prompts that are used only with some settings, or for a description with parameters of the rule."""
CODE_REPAIRS = 2
MAX_CODE = 64_000
"""Maximum characters of a module."""


def prompts_of(family: Family[Any], extras: Iterable[str] = ()) -> dict[str, int]:
    """Return the version of every prompt that a build uses; `extras` names those of EXTRAS that are used."""
    versions = prompt_versions([*PROMPTS, *(EXTRAS[setting] for setting in extras)])
    return dict(sorted({**versions, family.contract_name: family.contract.version}.items()))


@dataclass(frozen=True)
class Brief:
    """A description as all roles read it."""

    description: Description

    @cached_property
    def text(self) -> str:
        """The whole description, hidden part included."""
        front = self.description.front
        return load_prompt("agents/coder").render(
            "description",
            difficulty=front.difficulty,
            domain=_plain(front.domain),
            parameters=_plain(front.parameters),
            hidden=self.description.hidden,
            public=self.description.public or "(nothing)\n",
            examples=_listed([_plain(e) for e in front.examples]),
            properties=_listed([p.says for p in self.description.properties]),
        )

    @cached_property
    def contract(self) -> str:
        """What a module must define: for its family, and for the parameters of its rule."""
        told = get_family(self.description.family).contract.render("contract")
        if values := values_of(self.description):
            told += "\n" + load_prompt("agents/parameters").render("contract", constants=constants(values))
        return told


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if value else "(none)"


def _listed(items: Sequence[str]) -> str:
    return "\n".join(f"- {item}" for item in items) or "(none)"


def numbered(items: Sequence[str]) -> str:
    """Number the items from 1."""
    return "\n".join(f"{number}. {item}" for number, item in enumerate(items, start=1))


def numbered_code(code: str) -> str:
    """Number the lines of a module as findings name them."""
    return "\n".join(f"{number:4}  {line}" for number, line in enumerate(code.splitlines(), start=1))


def corrected(findings: Sequence[str], again: str) -> str:
    """Return what a tester reads of a version that was refused before: why, and what was asked again already."""
    return load_prompt("agents/tester").render("corrected", findings=_listed(findings), again=again)


class Coder:
    """Writes the module, lists the claims, and revises."""

    def __init__(self, model: ChatModel, brief: Brief) -> None:
        self._model, self._brief = model, brief
        self._prompt = load_prompt("agents/coder")

    def write(self, writing: int = 1) -> str:
        """Return a first module; `writing` numbers independent ones. Raises: ModelError."""
        return self._code("write/1" if writing == 1 else f"write/1.{writing}", self._render("write"))

    def rewrite(self, attempt: int, findings: Sequence[str]) -> str:
        """Return module number `attempt`, rewritten from scratch. Raises: ModelError."""
        text = load_prompt("agents/rewrite").render(
            "rewrite",
            id=self._brief.description.id,
            description=self._brief.text,
            contract=self._brief.contract,
            findings=_listed(findings),
        )
        return self._code(f"rewrite/{attempt}", text)

    def claims(self) -> tuple[str, ...]:
        """Return the claims that the tester is to probe. Raises: ModelError."""
        request = request_of("coder", "claims/1", ("user", self._render("claims")))
        claims, _ = ask_structured(self._model, request, Claims, words=repair_words())
        return claims.claims

    def revise(self, attempt: int, code: str, findings: Sequence[str], cause: str, change: str) -> str:
        """Return module number `attempt`. Raises: ModelError."""
        text = self._render("revise", code=code, findings=_listed(findings), cause=cause, change=change)
        return self._code(f"revise/{attempt}", text)

    def _render(self, section: str, **values: object) -> str:
        shared: dict[str, object] = {
            "id": self._brief.description.id,
            "description": self._brief.text,
            "contract": self._brief.contract,
        }
        return self._prompt.render(section, **shared, **values)

    def _code(self, step: str, text: str) -> str:
        request = request_of("coder", step, ("system", self._prompt.render("system")), ("user", text))
        return ask_module(self._model, request)


def ask_module(model: ChatModel, first: Request) -> str:
    """Ask until the reply holds a module; ask again at most twice. Raises: BadReply, ModelError."""
    request = first
    replies: list[Reply] = []
    for repair in range(CODE_REPAIRS + 1):
        reply = model.ask(request)
        replies.append(reply)
        try:
            return _module(reply)
        except NoCode as error:
            reason = str(error)
        again = load_prompt("agents/coder").render("repair_code", reason=reason)
        said = Message(role="assistant", content=shortened(reply.text))
        request = request.model_copy(
            update={
                "step": f"{first.step}~{repair + 1}",
                "messages": (*request.messages, said, Message(role="user", content=again)),
            }
        )
    who = f"the {first.role} ({model.name})"
    if all(reply.finish == "refused" for reply in replies):
        raise BadReply(f"{who} refused to answer {first.step}", first, replies)
    raise BadReply(f"{who} gave no usable module at {first.step}: {reason}", first, replies)


def _module(reply: Reply) -> str:
    if reply.finish == "length":
        raise NoCode("it was cut off; write a shorter module")
    if reply.finish == "refused":
        raise NoCode("it was a refusal to answer")
    code = extract_code(reply.text)
    if len(code) > MAX_CODE:
        raise NoCode(f"the module has {len(code)} characters; at most {MAX_CODE} are allowed")
    return code


def repair_words() -> RepairWords:
    """Return what a model reads when its structured reply does not fit."""
    prompt = load_prompt("agents/refiner")
    return RepairWords(
        invalid=prompt.render("repair_invalid", reason="{reason}"), cut=prompt.render("repair_cut", limit="{limit}")
    )


class Refiner:
    """Judges the log without the code, finds the fault in the code, and reads code for faults that nothing has met."""

    def __init__(self, model: ChatModel, brief: Brief, *, asks_back: bool = True) -> None:
        """`asks_back`: a verdict that leaves a line unexplained is asked for again."""
        self._model, self._brief, self._asks_back = model, brief, asks_back
        self._prompt = load_prompt("agents/refiner")

    def judge(self, step: str, claims: Sequence[str], log: Sequence[LogLine], objections: Sequence[str]) -> Verdict:
        """Return the verdict on an interaction log. Raises: ModelError."""
        told = self._prompt.render("objections", objections=_listed(objections)) + "\n" if objections else ""
        text = self._prompt.render(
            "judge",
            id=self._brief.description.id,
            description=self._brief.text,
            claims=numbered(claims),
            log=rendered(log),
            objections=told,
        )
        request = request_of("refiner", f"judge/{step}", ("user", text))
        shape = _verdict_on(len(claims), log, explains=self._asks_back)
        verdict, _ = ask_structured(self._model, request, shape, words=repair_words())
        return verdict

    def read(self, attempt: int, code: str, family: Family[Any]) -> tuple[list[Example], tuple[SeenFault, ...]]:
        """Return where the code strays from the description: worked examples that show it, and what none can show.

        Raises: ModelError.
        """
        brief = self._brief
        text = load_prompt("agents/work_out").render(
            "read",
            id=brief.description.id,
            description=brief.text,
            contract=brief.contract,
            code=numbered_code(code),
        )
        request = request_of("refiner", f"read/{attempt}", ("user", text))
        shape = reading_for(family, brief.description, len(code.splitlines()))
        found, _ = ask_structured(self._model, request, shape, words=repair_words())
        return [read_example(family, brief.description, example) for example in found.examples], found.faults

    def locate(self, attempt: int, fault: str, findings: Sequence[str], code: str) -> Diagnosis:
        """Return where the code is wrong; `fault` is `runtime` or `logic`. Raises: ModelError."""
        text = self._prompt.render(
            f"locate_{fault}",
            id=self._brief.description.id,
            description=self._brief.text,
            contract=self._brief.contract,
            findings=_listed(findings),
            code=numbered_code(code),
        )
        request = request_of("refiner", f"locate/{attempt}", ("user", text))
        diagnosis, _ = ask_structured(self._model, request, Diagnosis, words=repair_words())
        return diagnosis

    def decide(self, number: int, differences: Sequence[str], one: str, other: str) -> Decision:
        """Return which of two writings is right, or that the description is ambiguous. Raises: ModelError."""
        text = load_prompt("agents/consensus").render(
            "decide",
            id=self._brief.description.id,
            description=self._brief.text,
            differences=_listed(differences),
            one=numbered_code(one),
            other=numbered_code(other),
        )
        request = request_of("refiner", f"decide/{number}", ("user", text))
        decision, _ = ask_structured(self._model, request, Decision, words=repair_words())
        return decision


def _verdict_on(claims: int, log: Sequence[LogLine], *, explains: bool) -> type[Verdict]:
    class BoundVerdict(Verdict):
        """A verdict that judges these claims, cites lines of this log, and leaves no line unexplained."""

        @model_validator(mode="after")
        def _fits(self) -> BoundVerdict:
            faults = self.faults(claims, log)
            if explains and not faults:
                faults = list(self.unexplained(log).values())
            if faults:
                raise ValueError("; ".join(faults))
            return self

    return BoundVerdict
