"""One conversation of a `puzzle` episode: something is hidden, T queries, one answer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.form_atoms import NotInForm
from boxwright.blackboxes.families.forms import Form
from boxwright.blackboxes.families.function import commonest
from boxwright.blackboxes.families.puzzle.rules import SEEDS, PuzzleRules, feedback_on, habits, hidden_for, show
from boxwright.blackboxes.faults import InvalidReply
from boxwright.blackboxes.prompts import Prompt
from boxwright.blackboxes.replies import read_reply
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Ask, Call, Feedback, Plan, Refusal, Sample, Score, Shot, Turn
from boxwright.sandbox import Reply, values

BELIEVED_TURNS = 20
"""Queries after which somebody answers who believes in another rule."""
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
            query_example=box.rules.query.write(box.rules.shown_query),
            answer_example=box.rules.answer.write(box.rules.shown_answer),
            public=box.description.told,
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
            return read_reply(reply, marker, parse, missing, self.introduction)
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

    def plain_samples(self, rng: random.Random, count: int) -> Iterator[PuzzleFeedback]:
        """Drawn queries about parts hidden anew, and the feedback on them."""
        for _ in range(count):
            hidden, query = hidden_for(self.box, rng.randrange(SEEDS)), self.box.rules.query.draw(rng)
            call = Call("feedback", (hidden, query, rng.randint(1, BELIEVED_TURNS)))
            yield PuzzleFeedback(call, self.box.call(call.function, *call.args))


def commonest_answer(box: Box[PuzzleRules], plan: Plan) -> Any:
    """Return the commonest answer of newly drawn hidden parts. Raises: BadOutput, SandboxError."""
    return commonest(habits(box, derive(plan.seed, "habits")))


@dataclass(frozen=True)
class PuzzleFeedback:
    """A query about a hidden part, as a question to another box."""

    call: Call
    truth: Any

    @property
    def question(self) -> Any:
        """The query."""
        return self.call.args[1]

    def is_answered(self, reply: Reply) -> bool:
        """Whether another box tells the same."""
        return values.equal(self.truth, reply.unwrap())


class PuzzleSample:
    """The hidden answer."""

    work = BELIEVED_TURNS + 1
    exact = False

    def __init__(self, conversation: PuzzleConversation) -> None:
        self.conversation = conversation
        self.question, self.truth = {"puzzle": conversation.number}, conversation.solution

    def believed(self, other: Box[PuzzleRules]) -> float:
        """Return 1 for a player who takes another box's rule for this one's and is told nothing that speaks against it.

        A feedback that is otherwise under that rule rules out what is hidden. Asked are queries that are drawn.
        Raises: SandboxError.
        """
        conversation = self.conversation
        rng, form = stream(conversation.plan.seed, "believed", conversation.number), conversation.box.rules.query
        calls = [Call("feedback", (conversation.hidden, form.draw(rng), turn)) for turn in range(1, BELIEVED_TURNS + 1)]
        calls.append(Call("solution", (conversation.hidden,)))
        pairs = zip(conversation.box.replies(calls), other.replies(calls), strict=True)
        return float(all(values.equal(one.unwrap(), another.unwrap()) for one, another in pairs))

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
