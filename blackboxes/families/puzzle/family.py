"""The `puzzle` family: something is hidden per conversation; each query brings feedback; then the player answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from operator import eq
from pathlib import Path
from typing import Any, ClassVar

from boxwright.blackboxes.box import Box, Family
from boxwright.blackboxes.contracts import functions_of
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environment import Study
from boxwright.blackboxes.families.chance import constant_level, played_tests, truths_of
from boxwright.blackboxes.families.fields import example_fields
from boxwright.blackboxes.families.function import no_parameters, read_domain
from boxwright.blackboxes.families.puzzle import identify
from boxwright.blackboxes.families.puzzle.contract import Puzzle
from boxwright.blackboxes.families.puzzle.conversation import PuzzleConversation, commonest_answer
from boxwright.blackboxes.families.puzzle.identifiability import Unmeasured, identifiability, study
from boxwright.blackboxes.families.puzzle.rules import (
    HABIT_DRAWS,
    SEEDS,
    PuzzleDomain,
    PuzzleRules,
    checked_feedback,
    checked_hidden,
    checked_solution,
    habits,
    hidden_for,
    solution_of,
)
from boxwright.blackboxes.faults import BadOutput, DescriptionFault
from boxwright.blackboxes.manifest import Manifest
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Call, Conversation, Example, Plan, Setting
from boxwright.blackboxes.words import common_words
from boxwright.sandbox import values

REDRAWS = 60
"""Maximum number of hidden parts drawn to find one with a new answer."""


class PuzzleFamily(Family[PuzzleRules]):
    """Hidden answers drawn per seed; answers are compared in their form's normal value."""

    name = "puzzle"
    revision = 4
    told_words = 16
    luck = "There are few answers, and a second shot may try another of them."
    functions = functions_of(Puzzle)
    no_siblings = "what is hidden is drawn anew in every episode, and its description declares no parameter of the rule"
    refuses: ClassVar[Mapping[Setting, str]] = {
        "code": "its black-boxes are not functions that a program could replace"
    }

    @cached_property
    def shim(self) -> str:
        """The text that is sent into the sandbox, words included."""
        text = (Path(__file__).parent / "shim.py").read_text(encoding="utf-8")
        return text.replace('BOXWRIGHT_WORDS = ""', f'BOXWRIGHT_WORDS = "{" ".join(common_words())}"')

    def takes_and_returns(self, rules: PuzzleRules) -> str:
        """As Family."""
        return (
            f"hides {rules.answer.words()}; it takes a query ({rules.query.words()}) and returns feedback on it, until "
            "the player says what is hidden"
        )

    def read(self, description: Description) -> PuzzleRules:
        """Read domain and examples. Raises: DescriptionFault."""
        no_parameters(description)
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
            if "hidden" in entry:
                _check_can_be(checked_hidden, entry["hidden"], ("examples", index, "hidden"))
            if "seed" in entry:
                yield _seed_example(entry, index)
                continue
            if "solution" in entry:
                example_fields(entry, {"hidden", "solution"}, "{hidden: ..., solution: ...}", index)
                if not rules.answer.holds(entry["solution"]):
                    fault = f"the example's solution {entry['solution']!r} is not {rules.answer.words()}"
                    raise DescriptionFault(fault, "fix it", ("examples", index, "solution"))
                yield Example(Call("solution", (entry["hidden"],)), entry["solution"])
                continue
            shown = "{hidden, query, turn: 1, feedback}, {hidden, solution} or {seed: 5, hidden}"
            example_fields(entry, {"hidden", "query", "turn", "feedback"}, shown, index)
            if not rules.query.holds(entry["query"]):
                fault = f"the example's query {entry['query']!r} is not {rules.query.words()}"
                raise DescriptionFault(fault, "fix the example or widen `domain`", ("examples", index, "query"))
            if type(entry["turn"]) is not int or entry["turn"] < 1:
                raise DescriptionFault(
                    "the example's turn is not a number from 1", "write turn: 1", ("examples", index, "turn")
                )
            _check_can_be(checked_feedback, entry["feedback"], ("examples", index, "feedback"))
            yield Example(Call("feedback", (entry["hidden"], entry["query"], entry["turn"])), entry["feedback"])

    def conversations(self, box: Box[PuzzleRules], plan: Plan) -> Iterator[Conversation]:
        """K conversations, each with something else hidden. Raises: BadOutput, SandboxError."""
        seen: set[str] = set()
        commonest = cache(lambda: commonest_answer(box, plan))  # the same for all of them
        for number in range(1, plan.samples + 1):
            for attempt in range(REDRAWS):
                hidden = hidden_for(box, derive(plan.seed, "hidden", number, attempt))
                solution = solution_of(box, hidden)
                if values.dumps(solution) not in seen:
                    break
            seen.add(values.dumps(solution))
            yield PuzzleConversation(self.prompt, box, plan, number, hidden, solution, commonest)

    def behind(self, conversation: Conversation) -> Mapping[str, Any]:
        """What was hidden."""
        assert isinstance(conversation, PuzzleConversation)
        return {"hidden": conversation.hidden}

    def calls(self, box: Box[PuzzleRules], plan: Plan) -> Sequence[int]:
        """Return the turns and shots of every hidden answer."""
        return [plan.turns + plan.shots] * plan.samples

    def examples(self, rules: PuzzleRules) -> Sequence[Example]:
        """The worked examples: feedback on queries, and answers, for given hidden parts."""
        return rules.examples

    def edges(self, rules: PuzzleRules) -> Sequence[Call]:
        """The first and last seeds; queries need a hidden part and are made by `probes`."""
        return [Call("new_hidden", (seed,)) for seed in (0, 1, 2, SEEDS - 1)]

    def probes(self, box: Box[PuzzleRules], seed: int, count: int) -> Sequence[Call]:
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

    def check(self, box: Box[PuzzleRules], call: Call, value: Any) -> None:
        """Check one reply. Raises: BadOutput."""
        if call.function == "new_hidden":
            checked_hidden(value)
        elif call.function == "solution":
            checked_solution(box.rules, value)
        elif call.function == "feedback":
            checked_feedback(value)

    def outside(self, rules: PuzzleRules) -> Sequence[str]:
        """Control characters, far too long, and no query at all."""
        good = rules.query.write(rules.query.corners()[0])
        texts = ["\x00", f"{good}\x00", "\x07" + good, good + "\u202e", "9" * 5_000, good * 5_000]
        return ["", "hello", good, "QUERY:", f"ANSWER: {good}", *(f"QUERY: {text}" for text in texts)]

    def direct_call(self, box: Box[PuzzleRules], value: Any) -> Call:
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
        """Properties are about feedback: `input` is {hidden, query, turn}, `output` the feedback."""
        if call.function != "feedback":
            return None
        return dict(zip(("hidden", "query", "turn"), call.args, strict=True))

    def chance_level(self, box: Box[PuzzleRules], seed: int) -> float:
        """Return the share of hidden parts that the commonest answer in other episodes gets right."""
        return constant_level(truths_of(played_tests(box, seed)), eq)

    def habit_level(self, box: Box[PuzzleRules], seed: int) -> float:
        """Return the share of hidden parts that the best constant answer gets right."""
        return max(habits(box, seed).values()) / HABIT_DRAWS

    def measure(self, box: Box[PuzzleRules], turns: int, seed: int) -> Mapping[str, Any]:
        """Return the number of answers, and the share that a Bayesian player identifies within the turns."""
        return identify.measure(box, turns, seed)

    def study(self, box: Box[PuzzleRules], manifest: Manifest, reached: str) -> Study:
        """Return the identifiability as measured when the box was accepted."""
        return study(manifest, reached)

    def notes(self, manifest: Manifest) -> Sequence[str]:
        """Return the identifiability as measured when the box was accepted, and that its domain is small."""
        found = identifiability(manifest)
        lines = [*super().notes(manifest), found.sentence()]
        if isinstance(found, Unmeasured):
            lines.append(f"   what builtin/solver reaches: boxwright collection {manifest.id}")
        return lines


def _check_can_be(checked: Callable[[Any], Any], value: Any, path: tuple[str | int, ...]) -> None:
    """Check that a module could give what an example says. Raises: DescriptionFault."""
    try:
        checked(value)
    except BadOutput as error:
        raise DescriptionFault(f"no black-box can give this: {error}", "fix the example", path) from error


def _seed_example(entry: Mapping[str, Any], index: int) -> Example:
    """Return the example of what a seed hides, where the rule specifies the draw. Raises: DescriptionFault."""
    example_fields(entry, {"seed", "hidden"}, "{seed: 5, hidden: ...}", index)
    if type(entry["seed"]) is not int or not 0 <= entry["seed"] < SEEDS:
        fault = f"the example's seed is not a number from 0 to {SEEDS - 1}"
        raise DescriptionFault(fault, "write seed: 5", ("examples", index, "seed"))
    return Example(Call("new_hidden", (entry["seed"],)), entry["hidden"])
