"""The test agent: a model that knows the rule and plays against the box, or a prober that needs no model.

Both are players of the episode engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from boxwright.agents.box.replies import Queries
from boxwright.agents.box.roles import Brief, numbered, repair_words
from boxwright.agents.runs.asking import MAX_OUTPUT_TOKENS
from boxwright.blackboxes.box import Family
from boxwright.blackboxes.families.function import FunctionFamily
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Baseline
from boxwright.harness.chat.api import ChatModel, Message, Reply, Request
from boxwright.harness.chat.structured import ask_structured
from boxwright.harness.players.player import Observation

Rules = TypeVar("Rules")
PROBER = "builtin/prober"


class Tester:
    """Plays against the box, knowing the rule and the claims; with a batch, plans several queries per request."""

    def __init__(self, model: ChatModel, brief: Brief, claims: Sequence[str], attempt: int, batch: int = 1) -> None:
        self.name = model.name
        self._model, self._attempt, self._count, self._batch = model, attempt, 0, batch
        self._planned: list[str] = []
        text = load_prompt("agents/tester").render(
            "system", id=brief.description.id, description=brief.text, claims=numbered(claims)
        )
        self._system = Message(role="system", content=text)

    def reply(self, observation: Observation) -> Reply:
        """Reply as a player who knows the rule. Raises: ModelError."""
        if observation.kind != "query" or self._batch == 1 or observation.refusals:
            return self._model.ask(self._request(observation.conversation))
        if not self._planned:
            return self._plan(observation.conversation)
        return Reply(text=f"QUERY: {self._planned.pop(0)}", model=self.name)

    def _plan(self, conversation: Sequence[Message]) -> Reply:
        words = load_prompt("agents/batch").render("plan", count=self._batch)
        last = conversation[-1]
        asked = Message(role=last.role, content=f"{last.content}\n\n{words}")
        request = self._request([*conversation[:-1], asked])
        queries, replies = ask_structured(self._model, request, Queries, words=repair_words())
        self._planned = list(queries.queries[1 : self._batch])
        usage = sum((r.usage for r in replies[1:]), replies[0].usage)
        return Reply(text=f"QUERY: {queries.queries[0]}", model=self.name, usage=usage)

    def _request(self, conversation: Sequence[Message]) -> Request:
        self._count += 1
        return Request(
            role="tester",
            step=f"test/{self._attempt}/{self._count}",
            messages=(self._system, *conversation),
            max_output_tokens=MAX_OUTPUT_TOKENS,
        )


class Prober:
    """Queries the domain's edges, then random inputs; knows no rule, and plays no test samples."""

    name = PROBER

    def __init__(self, family: Family[Rules], rules: Rules, seed: int) -> None:
        self._rng = stream(seed, "prober")
        self._edges: list[str] = []
        if isinstance(family, FunctionFamily):
            self._edges = [f"QUERY: {family.render(rules, call.args[0])}" for call in family.edges(rules)]

    def reply_inside(self, observation: Observation, baseline: Baseline) -> Reply:
        """Reply with the next edge, or a random valid reply once there is none left."""
        if observation.kind == "query" and self._edges:
            return Reply(text=self._edges.pop(0), model=self.name)
        return Reply(text=baseline.guess(self._rng), model=self.name)
