"""How a reference answers in each family's own form: the questions of an exam, and what an example may tell.

An example is a *question* and what is *told* about it: `{input, output}`, `{inputs, checkpoint, variables}`,
`{hidden, query, turn, feedback}`, `{state, action, reply, reward, next}` and so on (docs/descriptions.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from boxwright.blackboxes.families.freeform.family import FreeformFamily

Question = Mapping[str, Any]
Visits = Iterator[tuple[int, dict[str, Any]]]
"""The checkpoints of a run in order, each with its variables."""

TOLD = {"output", "variables", "visits", "feedback", "solution", "questions"}
TOLD |= {"actions", "opponent", "view", "reward", "next"}
"""The fields of an example that tell something; so does `state` beside `settings` or a seed, and `hidden` beside it."""
RUNS = 80
HIDDEN_PARTS = 40
QUERIES_EACH = 6
SESSIONS = 20
STEPS_EACH = 12
ASKED_EACH = 3
"""Questions that end a session."""
GAMES_EACH = 8
"""Games per setting."""


@dataclass(frozen=True)
class Reference:
    """An independent implementation, and where it stands."""

    tells: Callable[[Question], dict[str, Any]]
    """Everything that an example may tell about a question."""
    source: str
    questions: Callable[[Any, Random], Iterable[Question]] | None = None
    """Questions for given rules (of the family), where the domain alone does not give them."""

    def examples(self, question: Question) -> Iterator[dict[str, Any]]:
        """Return the question as examples: one, or one for each function of a game's state."""
        told = self.tells(question)
        parts = [{name: value} for name, value in told.items()] if set(question) == {"state"} else [told]
        yield from ({**question, **part} for part in parts)

    def reply(self, question: Question, function: str) -> Any:
        """Return what a right box's function gives for the question."""
        told = self.tells(question)
        if function == "play":
            return {"state": told["next"], "reward": told["reward"]}
        if function == "explore":
            return {"state": told["next"], "feedback": told["output"]}
        if function == "boxwright_visit":
            return told
        fields = {"blackbox": "output", "start": "state", "open": "state", "new_hidden": "hidden"}
        return told[fields.get(function, function)]


def question_of(example: Mapping[str, Any]) -> dict[str, Any]:
    """Return an example without what it tells."""
    told = TOLD | ({"state"} if "settings" in example or set(example) == {"seed", "state"} else set())
    told |= {"hidden"} if "seed" in example else set()
    return {name: value for name, value in example.items() if name not in told}


def source_of(rule: Any) -> str:
    """Say where a rule stands."""
    return f"{rule.__module__.replace('.', '/')}.py, {rule.__name__}"


def of_function(rule: Callable[[Any], Any]) -> Reference:
    """Families with one function: an input in, an output out."""
    return Reference(lambda question: {"output": rule(question["input"])}, source_of(rule))


def of_runs(run: Callable[..., Visits]) -> Reference:
    """The `code` family: `run(**inputs)` gives the checkpoints that it passes; it may change its inputs."""

    def tells(question: Question) -> dict[str, Any]:
        index, wanted = question["checkpoint"]
        visits = 0
        for number, variables in run(**deepcopy(question["inputs"])):
            visits += number == index
            if number == index and visits == wanted:
                return {"variables": deepcopy(variables)}
        return {"visits": visits}

    def questions(rules: Any, rng: Random) -> Iterator[Question]:
        """Every run: one visit of each checkpoint that it passes, how many there are, and one that is not there."""
        drawn = [rules.inputs.draw(rng) for _ in range(RUNS)]
        for inputs in [*rules.inputs.corners(), *drawn]:
            passed = [number for number, _ in run(**deepcopy(inputs))]
            for index in sorted(set(passed)):
                last = min(passed.count(index), rules.questions.max_visit)
                yield {"inputs": inputs, "checkpoint": [index, rng.randint(1, last)]}
            index = rng.choice(sorted(set(passed))) if passed else 1
            yield {"inputs": inputs, "checkpoint": [index, passed.count(index) + 1]}

    return Reference(tells, source_of(run), questions)


def of_puzzle(
    feedback: Callable[[Any, Any, int], Any], solution: Callable[[Any], Any], new_hidden: Callable[[int], Any]
) -> Reference:
    """The `puzzle` family, where the description fixes what a seed hides."""

    def tells(question: Question) -> dict[str, Any]:
        if "seed" in question:
            return {"hidden": new_hidden(question["seed"])}
        if "query" not in question:
            return {"solution": solution(question["hidden"])}
        return {"feedback": feedback(question["hidden"], question["query"], question["turn"])}

    def questions(rules: Any, rng: Random) -> Iterator[Question]:
        corners = list(rules.query.corners())
        for part in range(HIDDEN_PARTS):
            seed = rng.getrandbits(31)
            hidden = new_hidden(seed)
            yield from ({"seed": seed}, {"hidden": hidden})
            queries = [corners[part % len(corners)], *(rules.query.draw(rng) for _ in range(QUERIES_EACH))]
            for query in [*queries, *(corners if part < 2 else [])]:
                yield {"hidden": hidden, "query": query, "turn": rng.randint(1, 20)}

    return Reference(tells, source_of(feedback), questions)


def of_sessions(
    begin: Callable[[int], Any],
    explore: Callable[[Any, str], tuple[Any, str]],
    asks: Callable[[Any, int, int], list[dict[str, Any]]],
) -> Reference:
    """The `freeform` family, where the description fixes what a seed draws.

    `begin` gives a session's first state, `explore` the next state and the feedback, `asks` the questions.
    """

    def tells(question: Question) -> dict[str, Any]:
        if "input" in question:
            after, feedback = explore(question["state"], question["input"])
            return {"output": feedback, "next": after}
        if "count" in question:
            return {"questions": asks(question["state"], question["seed"], question["count"])}
        return {"state": begin(question["seed"])}

    def questions(rules: Any, rng: Random) -> Iterator[Question]:
        family = FreeformFamily()
        for _ in range(SESSIONS):
            seed = rng.getrandbits(31)
            yield {"seed": seed}
            state = begin(seed)
            for _ in range(STEPS_EACH):
                question = {"state": state, "input": family.draw(rules, rng)}
                yield question
                state = explore(question["state"], question["input"])[0]
            yield {"state": state, "seed": rng.getrandbits(31), "count": ASKED_EACH}

    return Reference(tells, source_of(explore), questions)


@dataclass(frozen=True)
class Game:
    """What a reference of the `game` family knows; a chance node offers the action None."""

    start: Callable[[Any], Any]
    actions: Callable[[Any], list[Any]]
    """Empty where the game is over."""
    opponent: Callable[[Any], dict[str, Any]]
    play: Callable[[Any, Any, Any], tuple[Any, Any]]
    """From state, action and reply to the reward and the next state."""
    view: Callable[[Any], str] | None = None


def of_game(game: Game) -> Reference:
    """The `game` family: starts, actions, the opponent's shares and single moves along random games."""

    def tells(question: Question) -> dict[str, Any]:
        if "settings" in question:
            return {"state": game.start(question["settings"])}
        state = question["state"]
        if "action" in question:
            reward, after = game.play(state, question["action"], question["reply"])
            return {"reward": reward, "next": after}
        told = {"actions": game.actions(state), "opponent": game.opponent(state)}
        return told | ({"view": game.view(state)} if game.view else {})

    def questions(rules: Any, rng: Random) -> Iterator[Question]:
        for settings in rules.settings:
            yield {"settings": dict(settings)}
            for _ in range(GAMES_EACH):
                state = game.start(dict(settings))
                while actions := game.actions(state):
                    move = {"state": state, "action": rng.choice(actions)}
                    move["reply"] = rng.choice(sorted(game.opponent(state)))
                    yield from ([{"state": state}] if move["action"] is not None else [])
                    yield move
                    state = game.play(state, move["action"], move["reply"])[1]

    return Reference(tells, source_of(game.play), questions)
