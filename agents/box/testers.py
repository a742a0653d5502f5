"""The test agent: a model that knows the rule and plays against the box, or a prober that needs no model.

Both are players of the episode engine, and keep what they said: an episode can be played again from it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pydantic import model_validator

from boxwright.agents.box.examples import read_example, unreadable, worked_out_for
from boxwright.agents.box.replies import Probes, Queries
from boxwright.agents.box.roles import Brief, ask_module, numbered, repair_words
from boxwright.agents.runs.asking import MAX_OUTPUT_TOKENS, request_of
from boxwright.blackboxes.box import Family
from boxwright.blackboxes.examiner import Blank
from boxwright.blackboxes.families.function import FunctionFamily
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.stated import final_line
from boxwright.blackboxes.types import Baseline, Example
from boxwright.harness.chat.api import ChatModel, Message, Reply, Request
from boxwright.harness.chat.structured import ask_structured
from boxwright.harness.players.player import Observation
from boxwright.sandbox import values

Rules = TypeVar("Rules")
PROBER = "builtin/prober"
OWN = 8
"""Inputs of its own that the tester may add to those that it is asked to work out."""


@dataclass(frozen=True)
class Asked:
    """A worked example that the tester made for a claim."""

    claim: int
    example: Example


class Tester:
    """Plays against the box, knowing the rule and the claims; with a batch, plans several queries per request."""

    def __init__(
        self,
        model: ChatModel,
        brief: Brief,
        claims: Sequence[str],
        attempt: int,
        *,
        batch: int = 1,
        asks_back: bool = True,
        corrected: str = "",
    ) -> None:
        """`asks_back`: a query that was sent before is asked for once more. `corrected`: what a revision changed."""
        self.name = model.name
        self.said: list[Reply] = []
        self._model, self._attempt, self._count, self._batch = model, attempt, 0, batch
        self._brief, self._claims, self._asks_back = brief, claims, asks_back
        self._planned: list[str] = []
        self._prompt = load_prompt("agents/tester")
        text = self._prompt.render(
            "system",
            id=brief.description.id,
            description=brief.text,
            claims=numbered(claims),
            corrected=corrected,
        )
        self._system = Message(role="system", content=text)

    def reply(self, observation: Observation) -> Reply:
        """Reply as a player who knows the rule. Raises: ModelError."""
        self.said.append(self._reply(observation))
        return self.said[-1]

    def _reply(self, observation: Observation) -> Reply:
        if observation.kind == "query" and self._batch > 1 and not observation.refusals:
            return self._planned_reply(observation.conversation)
        reply = self._model.ask(self._request(observation.conversation))
        query = final_line(reply.text, "QUERY")
        if observation.kind != "query" or query not in _sent(observation.conversation) or not self._asks_back:
            return reply
        again = self._prompt.render("repeated", query=query)
        said = (Message(role="assistant", content=reply.text), Message(role="user", content=again))
        other = self._model.ask(self._request([*observation.conversation, *said]))
        return other.model_copy(update={"usage": reply.usage + other.usage})

    def _planned_reply(self, conversation: Sequence[Message]) -> Reply:
        if self._planned:
            return Reply(text=f"QUERY: {self._planned.pop(0)}", model=self.name)
        prompt = load_prompt("agents/batch")
        last = conversation[-1]
        asked = Message(role=last.role, content=f"{last.content}\n\n{prompt.render('plan', count=self._batch)}")
        request = self._request([*conversation[:-1], asked])
        queries, replies = ask_structured(self._model, request, Queries, words=repair_words())
        twice = _twice(queries.queries, _sent(conversation)) if self._asks_back else []
        if twice:
            again = prompt.render("repeated", queries="\n".join(f"- {query}" for query in twice))
            said = (Message(role="assistant", content=replies[-1].text), Message(role="user", content=again))
            request = self._request([*conversation[:-1], asked, *said])
            queries, more = ask_structured(self._model, request, Queries, words=repair_words())
            replies += more
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

    def probe(
        self, family: Family[Rules], log: str, open_claims: Mapping[int, str], idle: Sequence[int]
    ) -> list[Asked]:
        """Return worked examples for the claims that the log left open; none for those that no call settles.

        `idle`: the log lines whose queries settled nothing. Raises: ModelError.
        """
        text = self._prompt.render(
            "probe",
            log=log,
            open="\n".join(f"{number}. {claim}" for number, claim in open_claims.items()),
            idle=", ".join(map(str, idle)),
        )
        request = request_of("tester", f"probe/{self._attempt}", ("system", self._system.content), ("user", text))
        shape = _probes_for(family, self._brief, open_claims)
        found, _ = ask_structured(self._model, request, shape, words=repair_words())
        return [
            Asked(probe.claim, read_example(family, self._brief.description, probe.example)) for probe in found.examples
        ]

    def work_out(self, family: Family[Rules], blanks: Sequence[Blank]) -> list[Example]:
        """Return the worked examples that the tester made of blank ones, without those that it left out, and its own.

        Raises: ModelError.
        """
        rows = [{**blank.question, **dict.fromkeys(blank.wanted, "?")} for blank in blanks]
        shown = "\n".join(values.dumps(row) for row in rows)
        text = load_prompt("agents/work_out").render("work_out", blanks=shown, own=OWN)
        request = request_of("tester", f"work_out/{self._attempt}", ("system", self._system.content), ("user", text))
        found, _ = ask_structured(
            self._model, request, worked_out_for(family, self._brief.description), words=repair_words()
        )
        return [read_example(family, self._brief.description, example) for example in found.examples]

    def draw(self, functions: Sequence[str]) -> str:
        """Return a module with the functions that draw, written from the description alone. Raises: ModelError."""
        text = load_prompt("agents/work_out").render(
            "draw", functions=", ".join(f"`{name}`" for name in functions), contract=self._brief.contract
        )
        return ask_module(
            self._model, request_of("tester", f"draw/{self._attempt}", ("system", self._system.content), ("user", text))
        )


def _sent(conversation: Sequence[Message]) -> set[str]:
    """Return the queries that the conversation's replies have sent."""
    found = {final_line(message.content, "QUERY") for message in conversation if message.role == "assistant"}
    return {query for query in found if query is not None}


def _twice(queries: Sequence[str], sent: Collection[str]) -> list[str]:
    """Return the planned queries that were sent before or stand twice in the plan."""
    bare = [query.strip() for query in queries]
    return list(dict.fromkeys(query for query in bare if query in sent or bare.count(query) > 1))


def _probes_for(family: Family[Rules], brief: Brief, open_claims: Mapping[int, str]) -> type[Probes]:
    class BoundProbes(Probes):
        """Examples that the family can read, for claims that are open."""

        @model_validator(mode="after")
        def _fits(self) -> BoundProbes:
            examples = ((f"claim {probe.claim}", probe.example) for probe in self.examples)
            faults = [*self.faults(open_claims), *unreadable(family, brief.description, examples)]
            if faults:
                raise ValueError("; ".join(faults))
            return self

    return BoundProbes


class Prober:
    """Queries the domain's edges, then random inputs; knows no rule, and plays no test samples."""

    name = PROBER

    def __init__(self, family: Family[Rules], rules: Rules, seed: int, attempt: int = 1) -> None:
        self.said: list[Reply] = []
        self._rng = stream(seed, "prober", attempt) if attempt > 1 else stream(seed, "prober")
        self._edges: list[str] = []
        if isinstance(family, FunctionFamily):
            self._edges = [f"QUERY: {family.render(rules, call.args[0])}" for call in family.edges(rules)]

    def reply_inside(self, observation: Observation, baseline: Baseline) -> Reply:
        """Reply with the next edge, or a random valid reply once there is none left."""
        edge = observation.kind == "query" and bool(self._edges)
        text = self._edges.pop(0) if edge else baseline.guess(self._rng)
        self.said.append(Reply(text=text, model=self.name))
        return self.said[-1]
