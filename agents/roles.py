"""The three roles: what each is asked, from which prompt, and what its reply must be."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import model_validator

from agents.chat.api import ChatModel, Message, Reply, Request
from agents.chat.code import NoCode, extract_code
from agents.chat.structured import BadReply, RepairWords, ask_structured
from agents.limits import MAX_OUTPUT_TOKENS
from agents.replies import Claims, Diagnosis, Verdict
from blackboxes.description import Description
from blackboxes.family import Ask
from blackboxes.prompts import load_prompt
from blackboxes.seeds import digest

PROMPTS = ("agents/coder", "agents/tester", "agents/refiner")
CODE_REPAIRS = 2
MAX_CODE = 64_000
"""Characters of a module."""


def prompts_hash(family: str) -> str:
    """Return the hash of every text that the agents of a family's build are asked with."""
    return digest("\n".join(load_prompt(name).hash for name in (*PROMPTS, f"contracts/{family}")))


def _request(role: str, step: str, *messages: tuple[str, str]) -> Request:
    return Request.model_validate(
        {
            "role": role,
            "step": step,
            "messages": [{"role": speaker, "content": content} for speaker, content in messages],
            "max_output_tokens": MAX_OUTPUT_TOKENS,
        }
    )


@dataclass(frozen=True)
class Brief:
    """A description in the words that all roles read."""

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
        """What a module of the family must define."""
        return load_prompt(f"contracts/{self.description.family}").render("contract")


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


class Coder:
    """Writes the module, lists the claims, and revises."""

    def __init__(self, model: ChatModel, brief: Brief) -> None:
        self._model, self._brief = model, brief
        self._prompt = load_prompt("agents/coder")

    def write(self) -> str:
        """Return the first module. Raises: ModelError."""
        return self._code("write/1", self._render("write"))

    def claims(self) -> tuple[str, ...]:
        """Return the claims that the tester is to probe. Raises: ModelError."""
        request = _request("coder", "claims/1", ("user", self._render("claims")))
        claims, _ = ask_structured(self._model, request, Claims, words=_words())
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
        """Ask until the reply holds one module, at most twice again. Raises: BadReply, ModelError."""
        request = _request("coder", step, ("system", self._prompt.render("system")), ("user", text))
        replies: list[Reply] = []
        for repair in range(CODE_REPAIRS + 1):
            reply = self._model.ask(request)
            replies.append(reply)
            try:
                return _module(reply)
            except NoCode as error:
                reason = str(error)
            again = self._prompt.render("repair_code", reason=reason)
            said = Message(role="assistant", content=reply.text or "(nothing)")
            request = request.model_copy(
                update={
                    "step": f"{step}~{repair + 1}",
                    "messages": (*request.messages, said, Message(role="user", content=again)),
                }
            )
        raise BadReply(f"the coder ({self._model.name}) gave no usable module at {step}: {reason}", replies)


def _module(reply: Reply) -> str:
    if reply.finish == "length":
        raise NoCode("it was cut off; write a shorter module")
    if reply.finish == "refused":
        raise NoCode("there was no module in it")
    code = extract_code(reply.text)
    if len(code) > MAX_CODE:
        raise NoCode(f"the module has {len(code)} characters; at most {MAX_CODE} are allowed")
    return code


def _words() -> RepairWords:
    sections = load_prompt("agents/refiner").sections
    return RepairWords(invalid=sections["repair_invalid"], cut=sections["repair_cut"])


class Tester:
    """Plays against the box, knowing the rule; a player of the episode engine."""

    def __init__(self, model: ChatModel, brief: Brief, claims: Sequence[str], attempt: int) -> None:
        self.name = model.name
        self._model, self._attempt, self._count = model, attempt, 0
        text = load_prompt("agents/tester").render(
            "system", id=brief.description.id, description=brief.text, claims=numbered(claims)
        )
        self._system = Message(role="system", content=text)

    def reply(self, ask: Ask, conversation: Sequence[Message]) -> Reply:
        """Reply as a player who knows the rule. Raises: ModelError."""
        self._count += 1
        request = Request(
            role="tester",
            step=f"test/{self._attempt}/{self._count}",
            messages=(self._system, *conversation),
            max_output_tokens=MAX_OUTPUT_TOKENS,
        )
        return self._model.ask(request)


class Refiner:
    """Judges the log without the code, then finds the place in the code."""

    def __init__(self, model: ChatModel, brief: Brief) -> None:
        self._model, self._brief = model, brief
        self._prompt = load_prompt("agents/refiner")

    def judge(self, attempt: int, claims: Sequence[str], log: Sequence[str], objections: Sequence[str]) -> Verdict:
        """Return the verdict on an interaction log. Raises: ModelError."""
        told = self._prompt.render("objections", objections=_listed(objections)) + "\n" if objections else ""
        text = self._prompt.render(
            "judge",
            id=self._brief.description.id,
            description=self._brief.text,
            claims=numbered(claims),
            log="\n".join(log),
            objections=told,
        )
        request = _request("refiner", f"judge/{attempt}", ("user", text))
        verdict, _ = ask_structured(self._model, request, _verdict_on(len(claims), len(log)), words=_words())
        return verdict

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
        request = _request("refiner", f"locate/{attempt}", ("user", text))
        diagnosis, _ = ask_structured(self._model, request, Diagnosis, words=_words())
        return diagnosis


def _verdict_on(claims: int, lines: int) -> type[Verdict]:
    class BoundVerdict(Verdict):
        """A verdict that judges these claims and cites lines of this log."""

        @model_validator(mode="after")
        def _fits(self) -> BoundVerdict:
            faults = self.faults(claims, lines)
            if faults:
                raise ValueError("; ".join(faults))
            return self

    return BoundVerdict
