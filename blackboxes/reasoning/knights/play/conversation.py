"""The conversations: one puzzle that is asked at once, or an island that is explored by questions."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from boxwright.blackboxes.clear import two_answers
from boxwright.blackboxes.prompts import Prompt, load_prompt
from boxwright.blackboxes.reasoning.knights.language.surface import answer_line, answer_text, parse, reasoning_text
from boxwright.blackboxes.reasoning.knights.language.tongue import Misread
from boxwright.blackboxes.reasoning.knights.play.answers import Reading, is_denied, read_answer
from boxwright.blackboxes.reasoning.knights.play.puzzle import Puzzle
from boxwright.blackboxes.reasoning.knights.play.questions import best_question, roles_in
from boxwright.blackboxes.reasoning.knights.play.settings import KnightsSettings
from boxwright.blackboxes.reasoning.knights.puzzles.solver import solutions
from boxwright.blackboxes.reasoning.knights.puzzles.statements import (
    AND,
    IMPLIES,
    LIE,
    NOT,
    OR,
    SAME,
    TRUTH,
    Statement,
    World,
    as_json,
    holds,
)
from boxwright.blackboxes.reasoning.knights.puzzles.steps import TooLong, reason
from boxwright.blackboxes.reasoning.knights.puzzles.tables import table_of
from boxwright.blackboxes.stated import MAX_REPLY, final_line
from boxwright.blackboxes.types import Ask, Feedback, Plan, Refusal, Sample, Score, Shot, Turn

ASK = "ASK"
MOST_TOLD = 2_000
"""Steps that the builtin solver tells, if they fit into a reply; else it only answers."""
SHOWN = 60
"""Characters of a player's text that a refusal repeats."""


class Asked:
    """One puzzle: everything that is said to the player about it, and the reading of its answers."""

    def __init__(self, prompt: Prompt, plan: Plan, settings: KnightsSettings, puzzle: Puzzle) -> None:
        self._prompt, self.plan, self.settings, self.puzzle = prompt, plan, settings, puzzle
        roles = puzzle.surface.roles
        either = f"<{roles.knight.one}/{roles.knave.one}>"
        self.form = puzzle.surface.tongue.answer(puzzle.surface.people, [either] * self.people)
        """The form of an answer, with a gap for every role."""

    @property
    def people(self) -> int:
        """N."""
        return len(self.puzzle.statements)

    def say(self, section: str, **values: object) -> str:
        """Return a text of the prompt in the puzzle's language."""
        return self._prompt.render(f"{section}_{self.settings.language}", form=self.form, **values).strip()

    def read(self, reply: str) -> Reading | Refusal:
        """Read an answer that gives everybody a role, or says why it cannot be used."""
        people, roles = self.puzzle.surface.people, self.puzzle.surface.roles
        reading = read_answer(reply, people, roles)
        if reading is None:
            denied = load_prompt("players/engine").render("denied")
            return Refusal(denied if is_denied(reply) else self.say("refuse_answer"))
        if reading.missing:
            names = [self.puzzle.surface.people[who] for who in reading.missing]
            return Refusal(self.say("refuse_missing", names=", ".join(names)))
        if reading.says_both:
            return Refusal(str(two_answers()))
        if reading.doubtful:
            names = [self.puzzle.surface.people[who] for who in sorted(reading.doubtful)]
            return Refusal(self.say("refuse_open", names=", ".join(names)))
        return reading

    def score(self, reading: Reading, detail: dict[str, Any]) -> Score:
        """Score a reading: right if everybody has his role; the share of people beside it."""
        truth = self.puzzle.answer
        right = tuple(reading.roles) == truth
        counted = sum(role is known for role, known in zip(reading.roles, truth, strict=True))
        detail = {"people": self.people, "people_right": counted, **detail}
        return Score(list(reading.roles), right, float(right), detail)

    def written(self, world: World) -> str:
        """Return an answer in the marked form."""
        return answer_line(world, self.puzzle.surface)


class PuzzleConversation:
    """One puzzle, asked at once (T = 0)."""

    def __init__(
        self, prompt: Prompt, plan: Plan, settings: KnightsSettings, puzzle: Puzzle, example: Puzzle | None
    ) -> None:
        self.asked = Asked(prompt, plan, settings, puzzle)
        say, several = self.asked.say, len(puzzle.solutions) > 1
        shown = [say("example", **_example(example, settings))] if example else []
        promise = say("promise_several" if several else "promise_one")
        shown.append(say("puzzle", puzzle=puzzle.text, promise=promise, prompt=settings.prompt))
        self.introduction = "\n\n".join(shown)

    def turn(self, number: int) -> Turn:
        """There is nothing to explore."""
        raise NotImplementedError("a puzzle is played with T = 0")

    def samples(self) -> Iterator[Sample]:
        """The one question."""
        yield PuzzleSample(self.asked)

    def skips(self) -> Sequence[Any]:
        """None are."""
        return ()


def _example(example: Puzzle, settings: KnightsSettings) -> dict[str, str]:
    steps = reason(example.statements) if settings.prompt == "steps" else []
    return {
        "puzzle": example.text,
        "reasoning": reasoning_text(example.statements, steps, example.surface),
        "answer": answer_text(example.answer, example.surface),
    }


class PuzzleSample:
    """The question of one puzzle."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        puzzle = asked.puzzle
        self.question: dict[str, Any] = {"puzzle": puzzle.id, "class": puzzle.shape, "people": asked.people}
        self.question |= {"base": puzzle.base} if puzzle.base else {}
        self.truth = list(puzzle.answer)

    def shot(self, number: int) -> Shot:
        """One answer."""
        asked = self.asked
        text = asked.say("ask", shot=number, shots=asked.plan.shots)
        reply = yield Ask(text, "answer", PuzzleBaseline(asked))
        reading = asked.read(reply)
        while isinstance(reading, Refusal):
            reply = yield reading
            reading = asked.read(reply)
        return asked.score(reading, {"solutions": len(asked.puzzle.solutions)})


@dataclass
class PuzzleBaseline:
    """Replies of players that need no model."""

    asked: Asked

    def truth(self) -> str:
        """The answer."""
        return self.asked.written(self.asked.puzzle.answer)

    def guess(self, rng: random.Random) -> str:
        """Any roles, all with the same probability."""
        return self.asked.written(tuple(rng.random() < 0.5 for _ in range(self.asked.people)))

    def constant(self) -> str:
        """Everybody tells the truth, which is the most frequent answer."""
        return self.asked.written((True,) * self.asked.people)

    def echo(self) -> str:
        """Every second person tells the truth."""
        return self.asked.written(tuple(who % 2 == 0 for who in range(self.asked.people)))

    def play(self, player: str) -> str:
        """Read the puzzle as it is worded and reason: `solver`, the only player of the game's own."""
        surface = self.asked.puzzle.surface
        read = parse(self.asked.puzzle.text, surface)
        answer = self.asked.written(solutions(read)[0])
        try:
            told = reasoning_text(read, reason(read, most=MOST_TOLD), surface)
        except TooLong:
            return answer
        return f"{told}\n{answer}" if len(told) + len(answer) < MAX_REPLY else answer


class IslandConversation:
    """An island that is explored by questions: T at most, then the answer."""

    def __init__(self, prompt: Prompt, plan: Plan, settings: KnightsSettings, puzzle: Puzzle) -> None:
        self.asked = Asked(prompt, plan, settings, puzzle)
        self.worlds: list[World] = list(puzzle.solutions)
        """The assignments that are still possible."""
        self.first = len(self.worlds)
        self.questions: list[dict[str, Any]] = []
        self.given: Reading | None = None
        """The answer, if it was given in place of a question."""
        tongue, surface = puzzle.surface.tongue, puzzle.surface
        say, told = self.asked.say, settings.told == "claims"
        island = puzzle.text if told else "\n".join(tongue.head(surface.people, surface.roles))
        self.examples = [tongue.clause(claim, surface.people, surface.roles) for claim in _examples()]
        known = say("known_claims", worlds=self.first) if told else say("known_nothing")
        self.introduction = say(
            "questions", island=island, known=known, turns=plan.turns, shots=plan.shots, examples=self.examples
        )

    def turn(self, number: int) -> Turn:
        """One question and its answer, or the answer that ends the questions."""
        asked = self.asked
        text = asked.say("question", number=number, turns=asked.plan.turns)
        reply = yield Ask(text, "query", IslandBaseline(self, asking=True))
        move = self._read(reply)
        while isinstance(move, Refusal):
            reply = yield move
            move = self._read(reply)
        if isinstance(move, Reading):
            self.given = move
            return Feedback({"answer": move.roles}, None, "", last=True)
        return self._answered(*move)

    def _read(self, reply: str) -> tuple[int, Statement] | Reading | Refusal:
        """Read a question or an answer; a question counts if no answer is marked behind it."""
        asked, surface = self.asked, self.asked.puzzle.surface
        text = final_line(reply, ASK)
        if text is None or _answered_later(reply):
            reading = asked.read(reply)
            asks = isinstance(reading, Refusal) and text is None and "answer" not in reply.casefold()
            return Refusal(asked.say("refuse_question")) if asks else reading
        name, _, claim = text.partition("|")
        known = {person.casefold(): who for who, person in enumerate(surface.people)}
        who = known.get(name.strip(" \"'`*,:").casefold())
        if who is None:
            listed = ", ".join(surface.people)
            return Refusal(asked.say("refuse_name", name=name.strip()[:SHOWN], names=listed))
        try:
            cleaned = claim.strip(" \"'`*“”").rstrip(" .?。？\"'`*“”")
            return who, surface.tongue.read_clause(cleaned, surface.people, surface.roles)
        except Misread as error:
            return Refusal(asked.say("refuse_claim", why=str(error), example=self.examples[1]))

    def _answered(self, who: int, claim: Statement) -> Feedback:
        surface, truth = self.asked.puzzle.surface, self.asked.puzzle.answer
        yes = holds(claim, truth) == truth[who]
        before = len(self.worlds)
        roles, full = roles_in(self.worlds), (1 << before) - 1
        told = full ^ roles[who] ^ table_of(claim, roles, full)
        kept = reversed(f"{told if yes else full ^ told:0{before}b}")
        self.worlds = [world for world, bit in zip(self.worlds, kept, strict=True) if bit == "1"]
        query = {"person": who, "claim": as_json(claim)}
        self.questions.append({**query, "yes": yes, "before": before, "after": len(self.worlds)})
        return Feedback(query, yes, self.asked.say("said", name=surface.people[who], yes=yes))

    def samples(self) -> Iterator[Sample]:
        """The one question: who is what?"""
        yield IslandSample(self)

    def skips(self) -> Sequence[Any]:
        """None are."""
        return ()

    def played(self) -> dict[str, Any]:
        """Return the number of questions against the optimum, and the bits that they gained."""
        best = fewest_expected(self.first)
        return {
            "questions": len(self.questions),
            "optimum": best,
            "relative": len(self.questions) / best if best else None,
            "bits": math.log2(self.first) - math.log2(len(self.worlds)),
            "worlds": self.first,
            "left": len(self.worlds),
        }


def fewest_expected(worlds: int) -> float:
    """Return the least expected number of yes/no questions that identify one of so many equally likely worlds.

    It is the mean depth of the best binary tree (Huffman's), which is reached: any set of worlds can be asked for.
    """
    if worlds <= 1:
        return 0.0
    whole = worlds.bit_length() - 1
    return whole + 2 - (1 << whole + 1) / worlds


def _answered_later(reply: str) -> bool:
    folded = reply.casefold()
    return max(folded.rfind("answer:"), folded.rfind("答案")) > folded.rfind(ASK.casefold())


def _examples() -> list[Statement]:
    one, other = (TRUTH, 0), (LIE, 1)
    return [
        one,
        (NOT, other),
        (AND, one, other),
        (OR, one, other),
        (SAME, one, other),
        (IMPLIES, (AND, one, other), (NOT, (OR, one, other))),
    ]


class IslandSample:
    """The answer about an island; the first may have replaced a question."""

    def __init__(self, conversation: IslandConversation) -> None:
        self.conversation = conversation
        puzzle = conversation.asked.puzzle
        self.question = {"puzzle": puzzle.id, "people": conversation.asked.people, "worlds": conversation.first}
        self.truth = list(puzzle.answer)

    def shot(self, number: int) -> Shot:
        """One answer."""
        conversation, asked = self.conversation, self.conversation.asked
        given, conversation.given = conversation.given, None
        if given is not None:
            return asked.score(given, conversation.played())
        text = asked.say("ask", shot=number, shots=asked.plan.shots)
        reply = yield Ask(text, "answer", IslandBaseline(conversation, asking=False))
        reading = asked.read(reply)
        while isinstance(reading, Refusal):
            reply = yield reading
            reading = asked.read(reply)
        return asked.score(reading, conversation.played())


@dataclass
class IslandBaseline:
    """Replies of players that need no model."""

    conversation: IslandConversation
    asking: bool

    def truth(self) -> str:
        """The answer."""
        return PuzzleBaseline(self.conversation.asked).truth()

    def guess(self, rng: random.Random) -> str:
        """Ask somebody about somebody, or answer at random when the questions are over."""
        asked = self.conversation.asked
        if not self.asking:
            return PuzzleBaseline(asked).guess(rng)
        return self._ask(rng.randrange(asked.people), (TRUTH, rng.randrange(asked.people)))

    def constant(self) -> str:
        """Everybody tells the truth."""
        return PuzzleBaseline(self.conversation.asked).constant()

    def echo(self) -> str:
        """Ask the first person about himself; then the form of the answer."""
        return self._ask(0, (TRUTH, 0)) if self.asking else PuzzleBaseline(self.conversation.asked).echo()

    def play(self, player: str) -> str:
        """Ask what halves the assignments that are left; answer when one is left: `solver`."""
        worlds = self.conversation.worlds
        question = best_question(worlds) if self.asking else None
        return self.conversation.asked.written(worlds[0]) if question is None else self._ask(*question)

    def _ask(self, who: int, claim: Statement) -> str:
        surface = self.conversation.asked.puzzle.surface
        return f"{ASK}: {surface.people[who]} | {surface.tongue.clause(claim, surface.people, surface.roles)}"
