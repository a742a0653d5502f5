"""One conversation of a `knowlogic` episode: one question, and the set of its right letters."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.prompts import Prompt, load_prompt
from boxwright.blackboxes.reasoning.knowlogic.language.parse import Unreadable
from boxwright.blackboxes.reasoning.knowlogic.language.render import option_text, question_text, texts
from boxwright.blackboxes.reasoning.knowlogic.play.letters import agreement, read_letters
from boxwright.blackboxes.reasoning.knowlogic.play.settings import PlaySettings
from boxwright.blackboxes.reasoning.knowlogic.play.solver import solve_text
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LETTERS, Puzzle
from boxwright.blackboxes.replies import InvalidReply
from boxwright.blackboxes.types import Ask, Conversation, Plan, Refusal, Sample, Score, Shot, Turn

EXAMPLE = "AC"
"""The letters in the instructions' example."""


class KnowLogicConversation(Conversation):
    """A question without an exploration."""

    def __init__(self, plan: Plan, settings: PlaySettings, puzzle: Puzzle, examples: Sequence[Puzzle]) -> None:
        self.plan, self.settings, self.puzzle = plan, settings, puzzle
        self.prompt: Prompt = load_prompt("players/knowlogic")
        parts = [self.say("introduction")]
        if examples:
            parts.append(self.say("examples", count=len(examples)))
            parts += [f"{question_text(one, settings.language)}\n\nANSWER: {one.answer}" for one in examples]
        self.introduction = "\n\n".join(parts)

    def say(self, section: str, **values: object) -> str:
        """Return a text in the language that is played."""
        return self.prompt.render(f"{section}_{self.settings.language}", **values)

    def turn(self, number: int) -> Turn:
        """There are none."""
        raise NotImplementedError("there is nothing to explore")

    def samples(self) -> Iterator[Sample]:
        """The one question."""
        yield KnowLogicSample(self)

    def skips(self) -> Sequence[Any]:
        """None are."""
        return ()

    def options(self) -> dict[str, str]:
        """Return the letters with their texts."""
        puzzle, language = self.puzzle, self.settings.language
        shown = [option_text(puzzle.scene, puzzle.question, o, language) for o in puzzle.question.options]
        if puzzle.question.none:
            shown.append(texts().render(f"none_{language}"))
        return dict(zip(LETTERS, shown, strict=False))

    def read(self, reply: str) -> str | Refusal:
        """Return the letters of a reply, or why it cannot be read."""
        letters = ", ".join(self.puzzle.question.letters)
        refused = self.say("refuse_letters", letters=letters, example=EXAMPLE)
        try:
            return read_letters(reply, self.options(), self.say("refuse_marker"), refused)
        except InvalidReply as error:
            return Refusal(str(error))


class KnowLogicSample:
    """The question."""

    def __init__(self, conversation: KnowLogicConversation) -> None:
        self.conversation = conversation
        puzzle = conversation.puzzle
        self.question = {
            "id": puzzle.id,
            "scenario": puzzle.scene.scenario.id,
            "type": puzzle.question.type,
            "level": puzzle.level,
            "language": conversation.settings.language,
        }

    def shot(self, number: int) -> Shot:
        """One answer."""
        conversation = self.conversation
        puzzle, shots = conversation.puzzle, conversation.plan.shots
        counted = conversation.say("shot", shot=number, shots=shots) if shots > 1 else ""
        text = conversation.say(
            "ask", question=question_text(puzzle, conversation.settings.language), shot=counted, example=EXAMPLE
        )
        reply = yield Ask(text, "answer", KnowLogicBaseline(conversation, text))
        letters = conversation.read(reply)
        while isinstance(letters, Refusal):
            reply = yield letters
            letters = conversation.read(reply)
        right = letters == puzzle.answer
        detail = {"f1": agreement(letters, puzzle.answer), "features": dict(puzzle.features), **self.question}
        return Score(letters, puzzle.answer, right, float(right), detail)


class KnowLogicBaseline:
    """Replies of players that need no model."""

    def __init__(self, conversation: KnowLogicConversation, text: str) -> None:
        self._conversation, self._text = conversation, text

    def truth(self) -> str:
        """The right letters."""
        return f"ANSWER: {self._conversation.puzzle.answer}"

    def guess(self, rng: random.Random) -> str:
        """A random set of letters, each of the non-empty ones with the same probability."""
        letters = self._conversation.puzzle.question.letters
        chosen = rng.randrange(1, 1 << len(letters))
        return "ANSWER: " + "".join(letter for number, letter in enumerate(letters) if chosen >> number & 1)

    def constant(self) -> str:
        """Always A."""
        return "ANSWER: A"

    def echo(self) -> str:
        """The letters of the instructions' example."""
        return f"ANSWER: {EXAMPLE}"

    def play(self, player: str) -> str:
        """Return the reply of `solver`, which has the text only. Raises: BadOutput where it cannot be read."""
        language, scenario = self._conversation.settings.language, self._conversation.puzzle.scene.scenario
        question = self._text.rpartition("\n\n")[0]
        try:
            letters = solve_text(question, [scenario], language)
        except Unreadable as error:
            raise BadOutput(f"builtin/solver, question {self._conversation.puzzle.id}: {error}") from error
        if letters is None:
            raise BadOutput(f"builtin/solver, question {self._conversation.puzzle.id}: the text does not determine it")
        return f"ANSWER: {letters}"
