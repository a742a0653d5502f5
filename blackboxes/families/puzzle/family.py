"""The `puzzle` family: something is hidden per conversation; each query brings feedback; then the player answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.contracts import functions_of
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environment import Call, Chapter, Example, Plan
from boxwright.blackboxes.families.fields import example_fields
from boxwright.blackboxes.families.forms import Form
from boxwright.blackboxes.families.function import read_domain
from boxwright.blackboxes.families.literals import plain, write_literal
from boxwright.blackboxes.families.puzzle import identify
from boxwright.blackboxes.families.puzzle.conversation import PuzzleChapter
from boxwright.blackboxes.faults import BadOutput, DescriptionFault
from boxwright.blackboxes.prompts import Prompt, load_prompt
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.words import common_words
from boxwright.sandbox import values

MAX_FEEDBACK = 2_000
"""Characters."""
MAX_HIDDEN = 20_000
"""Characters of a hidden part in the encoding."""
SEEDS = 2**31
FLOOR_DRAWS = 64
REDRAWS = 60
"""How many hidden parts may be drawn until one with a new answer is found."""


class PuzzleDomain(BaseModel):
    """The field `domain`: the forms of queries and answers (`forms.py`)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    query: Form
    """What a player may ask."""
    answer: Form
    """What a player answers in the end."""


@dataclass(frozen=True)
class PuzzleRules:
    """What the family read from a description."""

    query: Form
    answer: Form
    examples: tuple[Example, ...] = ()


class PuzzleFamily:
    """Hidden answers drawn per seed; answers are compared after both were brought into their form's normal value."""

    name = "puzzle"
    revision = 1
    plans_queries = True
    functions = functions_of("puzzle")

    @cached_property
    def shim(self) -> str:
        """The text that travels into the sandbox, words included."""
        text = (Path(__file__).parent / "shim.py").read_text(encoding="utf-8")
        return text.replace('BOXWRIGHT_WORDS = ""', f'BOXWRIGHT_WORDS = "{" ".join(common_words())}"')

    @cached_property
    def prompt(self) -> Prompt:
        """The family's texts for players."""
        return load_prompt("players/puzzle")

    def read(self, description: Description) -> PuzzleRules:
        """Read domain and examples. Raises: DescriptionFault."""
        domain = read_domain(PuzzleDomain, description)
        if not description.public.strip():
            raise DescriptionFault(
                "players are told nothing about this puzzle",
                "write below `# Public` what is hidden, what a query is and what the feedback means",
            )
        rules = PuzzleRules(domain.query, domain.answer)
        return PuzzleRules(rules.query, rules.answer, tuple(self._read_examples(description, rules)))

    def _read_examples(self, description: Description, rules: PuzzleRules) -> Iterator[Example]:
        for index, entry in enumerate(description.front.examples):
            if "seed" in entry:
                yield _seed_example(entry, index)
                continue
            if "solution" in entry:
                example_fields(entry, {"hidden", "solution"}, "{hidden: ..., solution: ...}", index)
                if not rules.answer.holds(entry["solution"]):
                    fault = f"the example's solution {entry['solution']!r} is not {rules.answer.words()}"
                    raise DescriptionFault(fault, "mend it", ("examples", index, "solution"))
                yield Example(Call("solution", (entry["hidden"],)), entry["solution"])
                continue
            shown = "{hidden, query, turn: 1, feedback}, {hidden, solution} or {seed: 5, hidden}"
            example_fields(entry, {"hidden", "query", "turn", "feedback"}, shown, index)
            if not rules.query.holds(entry["query"]):
                fault = f"the example's query {entry['query']!r} is not {rules.query.words()}"
                raise DescriptionFault(fault, "mend the example or widen `domain`", ("examples", index, "query"))
            if type(entry["turn"]) is not int or entry["turn"] < 1:
                raise DescriptionFault(
                    "the example's turn is no number from 1", "write turn: 1", ("examples", index, "turn")
                )
            yield Example(Call("feedback", (entry["hidden"], entry["query"], entry["turn"])), entry["feedback"])

    def chapters(self, box: Box, plan: Plan) -> Iterator[Chapter]:
        """K chapters, each with something else hidden. Raises: BadOutput, SandboxError."""
        seen: set[str] = set()
        for number in range(1, plan.samples + 1):
            for attempt in range(REDRAWS):
                hidden = self.hidden(box, derive(plan.seed, "hidden", number, attempt))
                solution = self.solution(box, hidden)
                if values.dumps(solution) not in seen:
                    break
            seen.add(values.dumps(solution))
            yield PuzzleChapter(self, box, plan, number, hidden, solution)

    def hidden(self, box: Box, seed: int) -> Any:
        """Return the hidden part for a seed, checked. Raises: BadOutput, SandboxError."""
        hidden = box.call("new_hidden", seed % SEEDS)
        self.check(box, Call("new_hidden", ()), hidden)
        return hidden

    def solution(self, box: Box, hidden: Any) -> Any:
        """Return a hidden part's answer, checked. Raises: BadOutput, SandboxError."""
        solution = box.call("solution", hidden)
        self.check(box, Call("solution", ()), solution)
        return solution

    def feedback(self, box: Box, hidden: Any, query: Any, turn: int) -> Any:
        """Return the feedback on a query, checked. Raises: BadOutput, SandboxError."""
        told = box.call("feedback", hidden, query, turn)
        self.check(box, Call("feedback", ()), told)
        return told

    def show(self, feedback: Any) -> str:
        """Write feedback as players read it: a text as it is, another value as a Python literal."""
        return feedback if isinstance(feedback, str) else write_literal(feedback)

    def examples(self, rules: PuzzleRules) -> Sequence[Example]:
        """The worked examples: feedback on queries, and answers, for given hidden parts."""
        return rules.examples

    def edges(self, rules: PuzzleRules) -> Sequence[Call]:
        """The first and last seeds; queries need a hidden part and are made by `probes`."""
        return [Call("new_hidden", (seed,)) for seed in (0, 1, 2, SEEDS - 1)]

    def probes(self, box: Box, seed: int, count: int) -> Sequence[Call]:
        """Return calls for several hidden parts: queries at the edges of their form, and drawn ones."""
        rng, rules, calls = stream(seed, self.name, "probes"), box.rules, []
        corners = list(rules.query.corners())
        extra = [v for v in box.extra_inputs(derive(seed, "extra"), count) if rules.query.holds(v)]
        parts = max(4, count // 10)
        for part in range(parts):
            number = derive(seed, part) % SEEDS
            hidden = box.call("new_hidden", number)
            queries = [corners[part % len(corners)], *(rules.query.draw(rng) for _ in range(max(1, count // parts)))]
            queries += extra[part::parts]
            if part == 0:
                queries += corners
            calls += [Call("new_hidden", (number,)), Call("solution", (hidden,))]
            calls += [Call("feedback", (hidden, query, rng.randint(1, 20))) for query in queries]
        return calls

    def check(self, box: Box, call: Call, value: Any) -> None:
        """Check one reply. Raises: BadOutput."""
        if call.function == "new_hidden" and len(values.dumps(value)) > MAX_HIDDEN:
            raise BadOutput(f"new_hidden() gave a value of more than {MAX_HIDDEN} characters")
        if call.function == "solution" and not box.rules.answer.holds(value):
            raise BadOutput(f"solution() must give a normal value of the answer's form: {box.rules.answer.words()}")
        if call.function == "feedback":
            text = self.show(value) if plain(value) else ""
            if not text.strip() or len(text) > MAX_FEEDBACK or not text.replace("\n", "").isprintable():
                raise BadOutput(f"feedback() must give a plain value or printable text, 1 to {MAX_FEEDBACK} characters")

    def outside(self, rules: PuzzleRules) -> Sequence[str]:
        """Control characters, far too long, and no query at all."""
        good = rules.query.write(rules.query.corners()[0])
        texts = ["\x00", f"{good}\x00", "\x07" + good, good + "\u202e", "9" * 5_000, good * 5_000]
        return ["", "hello", good, "QUERY:", f"ANSWER: {good}", *(f"QUERY: {text}" for text in texts)]

    def domain_size(self, rules: PuzzleRules) -> int | None:
        """Queries may be repeated and every test hides something new: no size to run out of."""
        return None

    def raw_call(self, box: Box, value: Any) -> Call:
        """Return the call for {"seed": n}, or {"hidden": ..., "query": ..., "turn": n}. Raises: ValueError."""
        if isinstance(value, dict) and set(value) == {"seed"} and type(value["seed"]) is int:
            return Call("new_hidden", (value["seed"] % SEEDS,))
        if not isinstance(value, dict) or set(value) != {"hidden", "query", "turn"}:
            raise ValueError('the input must be {"seed": n} or {"hidden": ..., "query": ..., "turn": n}')
        if not box.rules.query.holds(value["query"]):
            raise ValueError(f"the query must be {box.rules.query.words()}")
        if type(value["turn"]) is not int or value["turn"] < 1:
            raise ValueError("the turn must be a number from 1")
        return Call("feedback", (value["hidden"], value["query"], value["turn"]))

    def subject(self, call: Call) -> Any:
        """Properties speak of feedback: `input` is {hidden, query, turn}, `output` the feedback."""
        if call.function != "feedback":
            return None
        return dict(zip(("hidden", "query", "turn"), call.args, strict=True))

    def habits(self, box: Box, seed: int) -> Counter[str]:
        """Count the answers of hidden parts drawn anew, by their text. Raises: BadOutput, SandboxError."""
        drawn = (self.hidden(box, derive(seed, "floor", number)) for number in range(FLOOR_DRAWS))
        return Counter(values.dumps(self.solution(box, hidden)) for hidden in drawn)

    def floor(self, box: Box, seed: int) -> float:
        """Return the share of hidden parts that the best constant answer gets right."""
        return max(self.habits(box, seed).values()) / FLOOR_DRAWS

    def measure(self, box: Box, turns: int, seed: int) -> Mapping[str, Any]:
        """Return how many answers there are, and the share that a careful player identifies within the turns."""
        return identify.measure(self, box, turns, seed)


def _seed_example(entry: Mapping[str, Any], index: int) -> Example:
    """Return the example of what a seed hides, where the rule fixes how it is drawn. Raises: DescriptionFault."""
    example_fields(entry, {"seed", "hidden"}, "{seed: 5, hidden: ...}", index)
    if type(entry["seed"]) is not int or not 0 <= entry["seed"] < SEEDS:
        fault = f"the example's seed is no number from 0 to {SEEDS - 1}"
        raise DescriptionFault(fault, "write seed: 5", ("examples", index, "seed"))
    return Example(Call("new_hidden", (entry["seed"],)), entry["hidden"])
