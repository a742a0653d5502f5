"""The author of a domain: what the model is asked, from which prompt, and how its replies become data."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from boxwright.agents.runs.asking import Manner, ask_readable, json_is_cut, request_of
from boxwright.blackboxes.prompts import load_prompt, prompt_versions
from boxwright.blackboxes.reasoning.kumo.domain import requirements
from boxwright.blackboxes.reasoning.kumo.domain.authoring import Patch, Written, apply_patch, parse_patch, parse_written
from boxwright.blackboxes.reasoning.kumo.domain.brief import Brief, Parameters
from boxwright.blackboxes.reasoning.kumo.domain.model import canonical_json
from boxwright.blackboxes.reasoning.kumo.domain.reading import parse_json
from boxwright.harness.chat.api import ChatModel, Request
from boxwright.harness.chat.structured import ask_structured, find_json

ROLE = "coder"
"""The author's role, as in `build --coder`."""
PROMPTS = ("kumo/domain",)
SHOWN_FAULTS = 60
NAME = r"[a-z][a-z0-9_]{2,40}"


def prompts_of() -> dict[str, int]:
    """Return the version of every prompt that is used to write a domain."""
    return prompt_versions(PROMPTS)


class Idea(BaseModel):
    """A proposed domain."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str = Field(pattern=f"^{NAME}$")
    goal: str = Field(min_length=10, max_length=400)
    truths: str = Field(min_length=10, max_length=400)
    actions: str = Field(min_length=10, max_length=400)


class Ideas(BaseModel):
    """What `propose` asks for."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    domains: tuple[Idea, ...] = Field(min_length=1, max_length=100)


class Author:
    """Writes the instructions, then the table, and repairs it."""

    def __init__(self, model: ChatModel, brief: Brief) -> None:
        self._model, self._brief = model, brief
        self._prompt = load_prompt("kumo/domain")

    def instructions(self) -> str:
        """Return the configuration prompt. Raises: BadReply, ModelError."""
        text = self._prompt.render(
            "prompt",
            **self._idea(),
            truth_count=self._brief.size.truths,
            action_count=self._brief.size.actions,
        )
        how = Manner(lambda text: False, self._prompt)
        return ask_readable(self._model, self._request("prompt/1", text), _said, how)

    def configure(self, attempt: int, instructions: str, faults: Sequence[str] = ()) -> Written:
        """Return a whole table; `faults` are those of a table that was given up. Raises: BadReply, ModelError."""
        size = self._brief.size
        text = self._prompt.render(
            "configure",
            **self._idea(),
            instructions=instructions,
            truth_count=size.truths,
            action_count=size.actions,
            least_truths=-(-9 * size.truths // 10),
            least_actions=-(-9 * size.actions // 10),
            kind=requirements.LEAST_OF_A_KIND,
            touched=requirements.LEAST_TOUCHED,
            longest=requirements.LONGEST_NAME,
        )
        if faults:
            text += "\n" + self._prompt.render("again", faults=listed(faults))
        request = self._request(f"configure/{attempt}", text)
        return ask_readable(self._model, request, lambda said: parse_written(_json_in(said)), self._manner())

    def repair(self, attempt: int, written: Written, faults: Sequence[str]) -> Written:
        """Return the table with a patch applied. Raises: BadReply, ModelError."""
        text = self._prompt.render(
            "repair",
            name=self._brief.name,
            table=table_text(written),
            faults=listed(faults),
            touched=requirements.LEAST_TOUCHED,
        )

        def patched(said: str) -> Written:
            patch: Patch = parse_patch(_json_in(said))
            return apply_patch(written, patch)

        return ask_readable(self._model, self._request(f"repair/{attempt}", text), patched, self._manner())

    def _idea(self) -> dict[str, object]:
        brief = self._brief
        return {"name": brief.name, "goal": brief.goal, "truths": brief.truths, "actions": brief.actions}

    def _request(self, step: str, text: str) -> Request:
        return request_of(ROLE, step, ("system", self._prompt.render("system")), ("user", text))

    def _manner(self) -> Manner:
        return Manner(json_is_cut, self._prompt)


def propose(model: ChatModel, count: int, known: Sequence[str]) -> tuple[Idea, ...]:
    """Return ideas for new domains, none of them known. Raises: BadReply, ModelError."""
    prompt = load_prompt("kumo/domain")
    size = Parameters()
    text = prompt.render(
        "propose",
        count=count,
        truth_count=size.truths,
        action_count=size.actions,
        known=", ".join(known) or "(none yet)",
    )
    request = request_of(ROLE, "propose/1", ("system", prompt.render("system")), ("user", text))
    ideas, _ = ask_structured(model, request, Ideas)
    new = {idea.name: idea for idea in ideas.domains if idea.name not in known}
    return tuple(new.values())[:count]


def table_text(written: Written) -> str:
    """Return a table as a model reads it: one action per line."""
    truths = canonical_json(written.truths)
    rows = [f"  {json.dumps(a, ensure_ascii=False)}: {_flat(table)}" for a, table in written.actions.items()]
    return '{"truths": ' + truths + ',\n "actions": {\n' + ",\n".join(rows) + "}}"


def _flat(table: dict[str, list[str]]) -> str:
    return json.dumps(table, ensure_ascii=False)


def listed(faults: Sequence[str]) -> str:
    """Return faults as a list, shortened to what one repair can handle."""
    lines = [f"- {fault}" for fault in faults[:SHOWN_FAULTS]]
    if len(faults) > SHOWN_FAULTS:
        lines.append(f"- and {len(faults) - SHOWN_FAULTS} more, which you will be told next")
    return "\n".join(lines)


def _json_in(text: str) -> str:
    """Return the JSON in a reply, if files can hold what it says. Raises: ValueError."""
    found = find_json(text)
    parse_json(found)
    return found


def _said(text: str) -> str:
    if not text.strip():
        raise ValueError("it is empty")
    return text.strip()
