"""The one conversation of a `freeform` episode: a session of T texts in and out, then K questions about it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, cycle
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.form_atoms import visible
from boxwright.blackboxes.families.freeform.comparators import NotOfKind, agrees, read_answer
from boxwright.blackboxes.families.freeform.first_sight import answers
from boxwright.blackboxes.families.freeform.misreadings import Misreading, misreadings
from boxwright.blackboxes.families.freeform.rules import ASKED_AT_ONCE, SessionRules, checked_questions, checked_turn
from boxwright.blackboxes.families.telling import groups_asked, telling_questions
from boxwright.blackboxes.faults import BadOutput, InvalidReply
from boxwright.blackboxes.prompts import Prompt
from boxwright.blackboxes.replies import read_reply
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Ask, Call, Feedback, Plan, Refusal, Sample, Score, Shot, Turn
from boxwright.sandbox import Reply, SandboxError

A_FEW = 3
"""Questions of one session among plain ones."""
SESSIONS = (0, 6, 12)
"""The turns of sessions without a plan; a telling question tells a near miss in most of three such sessions."""
TURNS_OF_A_SESSION = 6
"""Queries of one session among explorations."""
SEEDS = 2**31
"""Seeds of sessions and questions lie below this number."""
WORDS = 3
"""Feedbacks that somebody may expect of other texts, too: so many, words of which players are told, and ..."""
OFTEN = 0.2
"""... one that came back for so many of all texts."""
MORE_QUESTIONS = 5
"""How often a session is asked for further questions in place of explored ones."""
GUESSABLE = 8
"""Of so many tests one may be what anybody guesses."""


def asks_for(prompt: str, query: str, alphabet: str) -> bool:
    """Whether a question is about an explored query: it ends with it, or holds nothing else of the texts' alphabet.

    Whole words count; at the end marks of punctuation may follow.
    """
    words = " ".join(query.split())
    head, found, tail = " ".join(prompt.split()).rpartition(words) if words else ("", "", "")
    if not found or head[-1:].isalnum():
        return False
    return not tail.strip("\"'`.?! ") or (not tail[:1].isalnum() and set(head + tail).isdisjoint(set(alphabet) - {" "}))


def _is_text(question: Mapping[str, Any]) -> bool:
    """Whether a telling question asks for the feedback on a text."""
    return "text" in question


def as_written(answer: Any) -> str:
    """Write an answer as a player would."""
    listed = isinstance(answer, (list, tuple, set, frozenset))
    return ", ".join(map(str, answer)) if listed else str(answer)


class FreeformConversation:
    """One session: T texts in and out, then K questions."""

    def __init__(self, prompt: Prompt, box: Box[SessionRules], plan: Plan) -> None:
        self.prompt, self.box, self.plan = prompt, box, plan
        self._queries: list[str] = []
        self._skips: list[str] = []
        self.opening = self.state = box.call("open", derive(plan.seed, "open") % SEEDS)
        self.introduction = prompt.render(
            "introduction",
            turns=plan.turns,
            shots=plan.shots,
            samples=plan.samples,
            max_length=box.rules.domain.max_length,
            alphabet=visible(box.rules.domain.alphabet),
            blanks=" " in box.rules.domain.alphabet,
            public=box.description.told,
            texts=any(map(_is_text, chain.from_iterable(groups_asked(box, plan)))),
        ).strip()

    def turn(self, number: int) -> Turn:
        """One text, and the feedback on it."""
        prompt, rules = self.prompt, self.box.rules
        text = prompt.render("query", number=number, turns=self.plan.turns)
        reply = yield Ask(text, "query", FreeformBaseline(self, None))
        domain = rules.domain
        reason = prompt.render("refuse_query", max_length=domain.max_length, alphabet=visible(domain.alphabet))

        def parse(text: str) -> str:
            if not rules.valid(text):
                raise InvalidReply(reason)
            return text

        while True:
            try:
                query = read_reply(reply, "QUERY", parse, reason)
                break
            except InvalidReply as fault:
                reply = yield Refusal(str(fault))
        feedback = self._sent(query)
        return Feedback(query, feedback, prompt.render("feedback", feedback=feedback))

    def _sent(self, query: str) -> str:
        """Send a query; return the feedback."""
        _, result = self._explored(self.state, query)
        self.state = result["state"]
        self._queries.append(query)
        return str(result["feedback"])

    def wander(self, rng: random.Random, number: int) -> None:
        """Send drawn queries, as many as a session without a plan has: none, some or more in the sessions in turn."""
        for _ in range(SESSIONS[number % len(SESSIONS)]):
            self._sent(self.box.rules.draw(rng))

    def samples(self) -> Iterator[Sample]:
        """Telling questions and others of this session; an explored one is replaced where another exists.

        Two of GUESSABLE tests at most are telling questions that anybody guesses.
        """
        told: dict[int, FreeformSample] = {}
        for number, question in telling_questions(self.box, self.plan, self._is_fresh, _is_text).items():
            sample = FreeformSample(self, number, *self._asked(self.state, question))
            if all(sample.question != other.question for other in told.values()):
                told[number] = sample
        guessable = [number for number in sorted(told) if told[number].guessable]
        for number in guessable[max(1, 2 * self.plan.samples // GUESSABLE) :]:
            del told[number]
        others = self._drawn(list(told.values()))
        for number in range(1, self.plan.samples + 1):
            yield told[number] if number in told else FreeformSample(self, number, *next(others))

    def _drawn(self, told: Sequence[FreeformSample]) -> Iterator[tuple[Call, dict[str, Any]]]:
        """Yield questions that this session draws, explored ones last; told ones only where there are no others.

        Of GUESSABLE tests one may be what anybody guesses, told ones among them; further ones stand behind the others.
        """
        taken = {sample.question for sample in told}
        guessable = self.plan.samples // GUESSABLE - sum(sample.guessable for sample in told)
        fresh: dict[str, tuple[Call, dict[str, Any]]] = {}
        guessed: dict[str, tuple[Call, dict[str, Any]]] = {}
        known: dict[str, tuple[Call, dict[str, Any]]] = {}
        at_once = min(self.plan.samples, ASKED_AT_ONCE)
        for more in range(MORE_QUESTIONS * -(-self.plan.samples // at_once)):
            seed = derive(self.plan.seed, "tests", more) if more else derive(self.plan.seed, "tests")
            call, asked = self._questions(self.state, seed % SEEDS, at_once)
            for question in asked:
                prompt = question["prompt"]
                if prompt in taken or prompt in fresh or prompt in guessed:
                    continue
                if self._was_sent(prompt):
                    known.setdefault(prompt, (call, question))
                elif (is_guessed := FreeformSample(self, 0, call, question).guessable) and guessable <= 0:
                    guessed[prompt] = call, question
                else:
                    guessable -= is_guessed
                    fresh[prompt] = call, question
            if len(fresh) >= self.plan.samples - len(taken):
                break
        self._skips += known
        every = {**fresh, **guessed, **known}
        yield from cycle(list(every.values()) or [(sample.call, sample.entry) for sample in told])

    def _asked(self, state: Any, question: Mapping[str, Any]) -> tuple[Call, dict[str, Any]]:
        """Return what asks a telling question in a state, and the question."""
        if _is_text(question):
            return self._feedback_asked(state, question["text"])
        call, asked = self._questions(state, question["seed"], question["count"])
        return call, asked[question["index"]]

    def _feedback_asked(self, state: Any, text: str) -> tuple[Call, dict[str, Any]]:
        """Return what asks for the feedback on a text in a state, which a box need not ask itself, and the question."""
        call, result = self._explored(state, text)
        prompt = self.prompt.render("text", text=text)
        return call, {"prompt": prompt, "answer": result["feedback"], "comparator": "text"}

    def _is_fresh(self, question: Mapping[str, Any]) -> bool:
        """Whether a telling question does not end with an explored query; one that does is skipped.

        Where there are hardly any texts, what a box remembers decides what comes back: there each is asked for again.
        """
        if _is_text(question) and self.box.rules.few_texts:
            return True
        prompt = self._asked(self.state, question)[1]["prompt"]
        explored = self._was_sent(prompt)
        if explored and prompt not in self._skips:
            self._skips.append(prompt)
        return not explored

    def _was_sent(self, prompt: str) -> bool:
        alphabet = self.box.rules.domain.alphabet
        return any(asks_for(prompt, query, alphabet) for query in self._queries)

    def plain_samples(self, rng: random.Random, count: int) -> Iterator[FreeformSample]:
        """Questions of many sessions without a plan, a few of each."""
        for number in range(count):
            if number % A_FEW == 0:
                state = self._session(rng, rng.choice(SESSIONS))
                call, asked = self._questions(state, rng.randrange(SEEDS), A_FEW)
            yield FreeformSample(self, number + 1, call, asked[number % A_FEW])

    def explorations(self, rng: random.Random, count: int) -> Iterator[FreeformTurn]:
        """Feedback on drawn queries, some in each of many sessions."""
        for number in range(count):
            if number % TURNS_OF_A_SESSION == 0:
                state = self.box.call("open", rng.randrange(SEEDS))
            call, result = self._explored(state, self.box.rules.draw(rng))
            yield FreeformTurn(call, result["feedback"])
            state = result["state"]

    def candidates(self, rng: random.Random, count: int) -> Iterator[tuple[dict[str, int], list[FreeformSample]]]:
        """Yield what a telling question may be, as several sessions ask it; none that reads otherwise in one."""
        states = [self._session(rng, turns) for turns in SESSIONS]
        for number in range(count):
            if number % A_FEW == 0:
                seed = rng.randrange(SEEDS)
                asked = [self._questions(state, seed, A_FEW) for state in states]
            index = number % A_FEW
            if len({entries[index]["prompt"] for _, entries in asked}) == 1:
                samples = [FreeformSample(self, number + 1, call, entries[index]) for call, entries in asked]
                yield {"seed": seed, "count": A_FEW, "index": index}, samples

    def texts(self, rng: random.Random, count: int) -> Iterator[tuple[dict[str, str], list[FreeformSample]]]:
        """Yield drawn texts, each with questions for the feedback on it in several sessions."""
        states = [self._session(rng, turns) for turns in SESSIONS]
        for number, text in enumerate(dict.fromkeys(self.box.rules.draw(rng) for _ in range(count))):
            asked = [self._feedback_asked(state, text) for state in states]
            if all(len(entry["answer"].splitlines()) == 1 for _, entry in asked):
                yield {"text": text}, [FreeformSample(self, number + 1, call, entry) for call, entry in asked]

    def misreadings(self, samples: Sequence[FreeformTurn]) -> Iterator[Sequence[Misreading]]:
        """Yield what may be believed of texts, by who knows these feedbacks, each as it may be planted."""
        told = Counter(sample.feedback for sample in samples)
        often = [word for word, times in told.most_common(1) if times >= len(samples) * OFTEN]
        heard = [*told, *(example.expected for example in self.box.rules.examples)]
        words = [word for word in heard if isinstance(word, str) and self.is_told_of(word)]
        words = [word for word in words if len(word) > 1 and word.replace(" ", "").isalpha()]
        yield from misreadings(self.box.source, self.box.rules.domain, list(dict.fromkeys([*often, *words]))[:WORDS])

    def is_told_of(self, said: str) -> bool:
        """Whether players are told that this may come back."""
        quoted = rf"[`\"]{re.escape(said)}[`\"]|\bword {re.escape(said)}\b"
        return bool(re.search(quoted, self.box.description.public))

    def _session(self, rng: random.Random, turns: int) -> Any:
        """Return the state of another session after so many drawn texts."""
        state = self.box.call("open", rng.randrange(SEEDS))
        for _ in range(turns):
            state = self._explored(state, self.box.rules.draw(rng))[1]["state"]
        return state

    def _explored(self, state: Any, query: str) -> tuple[Call, dict[str, Any]]:
        """Return what sends a query in a state, and what comes of it."""
        call = Call("explore", (state, query))
        return call, checked_turn(self.box.call(call.function, *call.args))

    def _questions(self, state: Any, seed: int, count: int) -> tuple[Call, list[dict[str, Any]]]:
        """Return what asks for questions, and the questions."""
        call = Call("questions", (state, seed, count))
        return call, checked_questions(self.box.call(call.function, *call.args), count)

    def skips(self) -> Sequence[Any]:
        """Questions that ended with a query that the player had made."""
        return self._skips


class FreeformSample:
    """One question, and the call that asked for it."""

    def __init__(self, conversation: FreeformConversation, number: int, call: Call, entry: dict[str, Any]) -> None:
        self.conversation, self.number, self.call, self.entry = conversation, number, call, entry
        self.question, self.truth = entry["prompt"], entry["answer"]

    def is_answered(self, reply: Reply) -> bool | None:
        """Whether another box answers the question alike in the same state; None where it asks something else."""
        try:
            if self.call.function == "explore":
                return agrees(self.entry["comparator"], self.truth, checked_turn(reply.unwrap())["feedback"])
            asked = checked_questions(reply.unwrap(), self.call.args[2])
        except (BadOutput, SandboxError):
            return None
        answers = [entry["answer"] for entry in asked if entry["prompt"] == self.question]
        return agrees(self.entry["comparator"], self.truth, as_written(answers[0])) if answers else None

    @cached_property
    def guessable(self) -> bool:
        """Whether somebody who knows nothing would say it: what players are told may come back, or a first sight."""
        told = self.conversation.box.description.told
        return self.conversation.is_told_of(as_written(self.truth)) or any(
            map(self._is_said, answers(told, self.question))
        )

    def _is_said(self, answer: str) -> bool:
        """Whether an answer is the right one."""
        try:
            return agrees(
                self.entry["comparator"], self.truth, read_answer(self.entry["comparator"], self.truth, answer)
            )
        except InvalidReply:
            return False

    def as_feedback(self) -> FreeformTurn | None:
        """The query on which the feedback is what the question asks for; None where it asks for something else."""
        head, _, behind = self.question.rpartition("?")
        text = behind.strip() or head.rpartition(" ")[2]
        alphabet = set(self.conversation.box.rules.domain.alphabet)
        if self.call.function == "explore" or not text or not set(text) <= alphabet:
            return None
        call = Call("explore", (self.call.args[0], text))
        try:
            feedback = checked_turn(self.conversation.box.call(call.function, *call.args))["feedback"]
        except (BadOutput, SandboxError):  # a text longer than a query can be, which the box does not take
            return None
        return FreeformTurn(call, feedback) if agrees(self.entry["comparator"], self.truth, feedback) else None

    def shot(self, number: int) -> Shot:
        """One answer, compared by the question's comparator."""
        conversation = self.conversation
        prompt = conversation.prompt
        text = prompt.render(
            "answer",
            number=self.number,
            samples=conversation.plan.samples,
            shot=number,
            shots=conversation.plan.shots,
            question=self.question,
        )
        reply = yield Ask(text, "answer", FreeformBaseline(conversation, self.entry))
        comparator, truth = self.entry["comparator"], self.entry["answer"]
        known = conversation.box.rules.written.of_question(self.question, conversation.box.description.public)

        told = f"{conversation.introduction}\n{self.question}"

        def parse(text: str) -> str | list[str]:
            try:
                return read_answer(comparator, truth, text, known)
            except NotOfKind as fault:
                raise InvalidReply(prompt.render(f"refuse_{fault.why}", found=fault.found)) from fault

        while True:
            try:
                answer = read_reply(reply, "ANSWER", parse, prompt.render("refuse_answer"), told)
                break
            except InvalidReply as fault:
                reply = yield Refusal(str(fault))
        right = agrees(comparator, truth, answer)
        return Score(answer, right, float(right))


class FreeformTurn:
    """One query in a session, and the feedback on it."""

    def __init__(self, call: Call, feedback: str) -> None:
        self.call, self.feedback = call, feedback
        self.question = call.args[1]

    def is_answered(self, reply: Reply) -> bool | None:
        """Whether another box gives the same feedback in the same state; None where it gives none."""
        try:
            return bool(checked_turn(reply.unwrap())["feedback"] == self.feedback)
        except (BadOutput, SandboxError):
            return None


class FreeformBaseline:
    """Replies for players that need no model."""

    def __init__(self, conversation: FreeformConversation, entry: dict[str, Any] | None) -> None:
        self._conversation, self._entry = conversation, entry

    def truth(self) -> str:
        """Give the right answer, or some valid query."""
        if self._entry is None:
            return self.guess(stream(self._conversation.plan.seed, "oracle"))
        text = as_written(self._entry["answer"])
        return f"ANSWER: `{text}`" if text.startswith("*") else f"ANSWER: {text}"

    def guess(self, rng: random.Random) -> str:
        """Give a random valid query; such a text is also the answer."""
        text = self._conversation.box.rules.draw(rng)
        return f"{'QUERY' if self._entry is None else 'ANSWER'}: {text}"

    def constant(self) -> str:
        """Give the alphabet's first character."""
        return f"{'QUERY' if self._entry is None else 'ANSWER'}: {self._conversation.box.rules.domain.alphabet[0]}"

    def echo(self) -> str:
        """Give the question back."""
        if self._entry is None:
            return self.constant()
        return f"ANSWER: {' '.join(str(self._entry['prompt']).split()) or '-'}"
