"""One conversation of a `puzzle` episode: something is hidden, T queries, one answer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.form_atoms import NotInForm
from boxwright.blackboxes.families.forms import Form
from boxwright.blackboxes.families.puzzle.rules import PuzzleRules, feedback_on, habits, show
from boxwright.blackboxes.prompts import Prompt
from boxwright.blackboxes.replies import InvalidReply, read_reply
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Ask, Feedback, Plan, Refusal, Sample, Score, Shot, Turn
from boxwright.sandbox import values

MAX_LINE = 10_000
"""Maximum characters read after a marker."""


class PuzzleConversation:
    """T queries about one hidden part, then its answer."""

    def __init__(
        self,
        prompt: Prompt,
        box: Box[PuzzleRules],
        plan: Plan,
        number: int,
        hidden: Any,
        solution: Any,
        commonest_answer: Callable[[], Any],
    ) -> None:
        self.prompt, self.box, self.plan, self.number = prompt, box, plan, number
        self.commonest_answer = commonest_answer
        self.hidden, self.solution = hidden, solution
        self.last_query: Any = None
        self.introduction = prompt.render(
            "introduction",
            turns=plan.turns,
            shots=plan.shots,
            query=box.rules.query.words(),
            answer=box.rules.answer.words(),
            query_example=box.rules.query.write(box.rules.query.draw(stream("example", "query"))),
            answer_example=box.rules.answer.write(box.rules.answer.draw(stream("example", "answer"))),
            public=box.description.public,
        ).strip()

    def read(self, reply: str, marker: str, form: Form) -> Any:
        """Return the value after the marker, or the Refusal of the reply."""
        missing, wrong = (
            self.prompt.render(f"refuse_{why}", marker=marker, form=form.words()) for why in ("marker", "form")
        )

        def parse(text: str) -> Any:
            if len(text) > MAX_LINE:
                raise InvalidReply(missing)
            try:
                return form.read(text)
            except NotInForm as error:
                raise InvalidReply(wrong) from error

        try:
            return read_reply(reply, marker, parse, missing)
        except InvalidReply as fault:
            return Refusal(str(fault))

    def turn(self, number: int) -> Turn:
        """One query, and the feedback on it."""
        prompt, form = self.prompt, self.box.rules.query
        reply = yield Ask(
            prompt.render("query", number=number, turns=self.plan.turns), "query", QueryBaseline(self, number)
        )
        query = self.read(reply, "QUERY", form)
        while isinstance(query, Refusal):
            reply = yield query
            query = self.read(reply, "QUERY", form)
        told = feedback_on(self.box, self.hidden, query, number)
        self.last_query = query
        text = prompt.render("feedback", query=form.write(query), feedback=show(told))
        return Feedback(query, told, text)

    def samples(self) -> Iterator[Sample]:
        """The one question: what is hidden?"""
        yield PuzzleSample(self)

    def skips(self) -> Sequence[Any]:
        """None are: what is hidden was drawn before the first query."""
        return ()


def commonest_answer(box: Box[PuzzleRules], plan: Plan) -> Any:
    """Return the commonest answer of newly drawn hidden parts. Raises: BadOutput, SandboxError."""
    counts = habits(box, derive(plan.seed, "habits"))
    return values.loads(min(counts, key=lambda text: (-counts[text], text)))


class PuzzleSample:
    """The hidden answer."""

    def __init__(self, conversation: PuzzleConversation) -> None:
        self.conversation = conversation
        self.question, self.truth = {"puzzle": conversation.number}, conversation.solution

    def shot(self, number: int) -> Shot:
        """One answer, compared after normalisation."""
        conversation, form = self.conversation, self.conversation.box.rules.answer
        text = conversation.prompt.render("answer", shot=number, shots=conversation.plan.shots)
        reply = yield Ask(text, "answer", AnswerBaseline(conversation))
        answer = conversation.read(reply, "ANSWER", form)
        while isinstance(answer, Refusal):
            reply = yield answer
            answer = conversation.read(reply, "ANSWER", form)
        right = values.equal(conversation.solution, answer)
        return Score(answer, right, float(right))


class QueryBaseline:
    """Replies to a query by players that need no model."""

    def __init__(self, conversation: PuzzleConversation, number: int) -> None:
        self._conversation, self._number = conversation, number

    def _reply(self, value: Any) -> str:
        return f"QUERY: {self._conversation.box.rules.query.write(value)}"

    def truth(self) -> str:
        """Return the next of a fixed series of valid queries."""
        return self.guess(stream(self._conversation.plan.seed, "oracle", self._conversation.number, self._number))

    def guess(self, rng: random.Random) -> str:
        """Draw a valid query."""
        return self._reply(self._conversation.box.rules.query.draw(rng))

    def constant(self) -> str:
        """Ask the first corner of the query's form."""
        return self._reply(self._conversation.box.rules.query.corners()[0])

    def echo(self) -> str:
        """Do the same: feedback need not be a valid query."""
        return self.constant()


class AnswerBaseline:
    """Answers of players that need no model."""

    def __init__(self, conversation: PuzzleConversation) -> None:
        self._conversation = conversation

    def _reply(self, value: Any) -> str:
        return f"ANSWER: {self._conversation.box.rules.answer.write(value)}"

    def truth(self) -> str:
        """Answer with what is hidden."""
        return self._reply(self._conversation.solution)

    def guess(self, rng: random.Random) -> str:
        """Draw an answer from its form."""
        return self._reply(self._conversation.box.rules.answer.draw(rng))

    def constant(self) -> str:
        """Answer with the commonest answer."""
        return self._reply(self._conversation.commonest_answer())

    def echo(self) -> str:
        """Answer with the last query, if it can be an answer."""
        conversation = self._conversation
        fits = conversation.box.rules.answer.holds(conversation.last_query)
        return self._reply(conversation.last_query) if fits else self.constant()
