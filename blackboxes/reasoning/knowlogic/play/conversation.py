"""One conversation of a `knowlogic` episode: one question, and the set of its right letters."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from typing import Any

from boxwright.blackboxes.faults import BadOutput, InvalidReply
from boxwright.blackboxes.prompts import Prompt, load_prompt
from boxwright.blackboxes.reasoning.knowlogic.language.parse import Unreadable
from boxwright.blackboxes.reasoning.knowlogic.language.render import (
    GAP,
    asking_form,
    forms_of,
    option_text,
    options_text,
    question_text,
    texts,
)
from boxwright.blackboxes.reasoning.knowlogic.language.words import listed
from boxwright.blackboxes.reasoning.knowlogic.play.asking import (
    Query,
    answer_of,
    answers_of,
    fewest,
    is_the_question,
    queries,
    query_text,
    read_query,
    told,
)
from boxwright.blackboxes.reasoning.knowlogic.play.letters import agreement, read_letters
from boxwright.blackboxes.reasoning.knowlogic.play.settings import PlaySettings
from boxwright.blackboxes.reasoning.knowlogic.play.solver import solve_text
from boxwright.blackboxes.reasoning.knowlogic.questions.certificate import decides, letters_in, option_masks
from boxwright.blackboxes.reasoning.knowlogic.questions.draw import world_of
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LETTERS, Puzzle
from boxwright.blackboxes.reasoning.knowlogic.worlds.sets import Worlds
from boxwright.blackboxes.replies import read_reply
from boxwright.blackboxes.types import Ask, Conversation, Feedback, Plan, Refusal, Sample, Score, Shot, Turn

EXAMPLE = "AC"
"""The letters in the instructions' example."""
SAMPLED = 60
OPENED = 60
"""Worlds and queries that the solver looks at when it chooses a query."""


class KnowLogicConversation(Conversation):
    """A question without an exploration."""

    def __init__(self, plan: Plan, settings: PlaySettings, puzzle: Puzzle, examples: Sequence[Puzzle]) -> None:
        self.plan, self.settings, self.puzzle = plan, settings, puzzle
        self.prompt: Prompt = load_prompt("players/knowlogic")
        parts = [self.say("introduction")] if not plan.turns else [self.say("introduction_asking", turns=plan.turns)]
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

    def question(self) -> str:
        """Return the text of the question."""
        return question_text(self.puzzle, self.settings.language)

    def asked(self) -> dict[str, Any]:
        """Return what the player asked, against the fewest queries; nothing without an exploration."""
        return {}

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


def asked_in_full(puzzle: Puzzle) -> Puzzle:
    """Return the question about the hidden arrangement itself: who may ask need not leave anything open."""
    scene = puzzle.scene
    if scene.scenario.world == "closed":
        return puzzle
    meanings = scene.meanings
    answer = letters_in(option_masks(meanings, puzzle.question), world_of(meanings, puzzle.hidden))
    return replace(puzzle, scene=replace(scene, scenario=replace(scene.scenario, world="closed")), answer=answer)


class AskingConversation(KnowLogicConversation):
    """A question without clues: the player asks for facts first."""

    def __init__(self, plan: Plan, settings: PlaySettings, puzzle: Puzzle, examples: Sequence[Puzzle]) -> None:
        puzzle = replace(asked_in_full(puzzle), clues=())
        super().__init__(plan, settings, puzzle, ())
        language, scene = settings.language, puzzle.scene
        self.left: Worlds = scene.meanings.space.everything
        """The worlds that the answers so far leave."""
        self.queries: list[Query] = []
        forms = dict.fromkeys(
            form
            for key in scene.meanings.relations
            for form in (asking_form(scene, key, language), *forms_of(scene, key, True, language)[:1])
        )
        notes = dict.fromkeys(r.note[language] for r in scene.meanings.relations.values() if r.note)
        self.introduction += "\n\n" + self.say(
            "asking",
            question=question_text(self.puzzle, language),
            forms="\n".join(f"- {form}" for form in forms),
            notes=GAP[language].join(notes),
            who=scene.scenario.who[language],
            where=scene.scenario.where[language],
            example=query_text(next(queries(scene, puzzle.question)), scene, language),
        )

    def question(self) -> str:
        """Return what is asked: the scene was told before."""
        return options_text(self.puzzle.scene, self.puzzle.question, self.settings.language)

    def turn(self, number: int) -> Turn:
        """One query and its answer."""
        text = self.say("query", number=number, turns=self.plan.turns)
        reply = yield Ask(text, "query", KnowLogicBaseline(self, text, asks=True))
        query = self._query(reply)
        while isinstance(query, Refusal):
            reply = yield query
            query = self._query(reply)
        scene, language = self.puzzle.scene, self.settings.language
        answer = answer_of(query, scene.meanings, self.puzzle.hidden)
        self.left &= told(query, scene.meanings, answer)
        self.queries.append(query)
        shown = self._shown(query, answer)
        asked = query_text(query, scene, language)
        return Feedback(asked, shown, self.say("told", query=asked, answer=shown))

    def _query(self, reply: str) -> Query | Refusal:
        scene, language = self.puzzle.scene, self.settings.language

        def read(text: str) -> Query:
            try:
                query = read_query(text, scene, language)
            except Unreadable:
                raise InvalidReply(self.say("refuse_query", text=text[:120])) from None
            if is_the_question(query, self.puzzle.question):
                raise InvalidReply(self.say("refuse_question"))
            return query

        try:
            return read_reply(reply, "QUERY", read, self.say("refuse_query_marker"))
        except InvalidReply as error:
            return Refusal(str(error))

    def _shown(self, query: Query, answer: tuple[int, ...]) -> str:
        scene, language = self.puzzle.scene, self.settings.language
        if query.kind == "statement":
            return self.say("yes" if answer[0] else "no")
        if query.kind == "where":
            return scene.slots[answer[0]].of(language)
        names = [scene.entities[entity].of(language) for entity in answer]
        return listed(names, language) if names else self.say("nothing")

    def asked(self) -> dict[str, Any]:
        """Return the number of queries, the fewest that decide, and whether the answers decided the question."""
        best = fewest(self.puzzle)
        masks = option_masks(self.puzzle.scene.meanings, self.puzzle.question)
        return {
            "queries": len(self.queries),
            "fewest": best.at_most if best.at_most == best.at_least else None,
            "fewest_bounds": [best.at_least, best.at_most],
            "decided": decides(masks, self.left),
        }

    def some_left(self) -> Sequence[Sequence[int]]:
        """Return some of the worlds that the answers leave, about SAMPLED at most, spread evenly if listed."""
        space = self.puzzle.scene.meanings.space
        worlds = space.worlds_of(self.left, space.count if space.listed else SAMPLED)
        return worlds[:: max(1, len(worlds) // SAMPLED)]

    def next_query(self, rng: random.Random | None = None) -> Query:
        """Return a query: a random one, or the one whose answer leaves the fewest worlds in the mean."""
        puzzle = self.puzzle
        every = queries(puzzle.scene, puzzle.question)
        if rng is not None:
            return rng.choice(list(every))
        worlds, meanings = self.some_left(), puzzle.scene.meanings

        def unsure(query: Query) -> int:
            seen = Counter(answers_of(query, meanings, worlds))
            return sum(number * number for number in seen.values())

        opened = takewhile(lambda query: query.kind != "statement", every)  # those come last
        return min(islice(opened, OPENED), key=unsure)


class KnowLogicSample:
    """The question."""

    def __init__(self, conversation: KnowLogicConversation) -> None:
        self.conversation = conversation
        puzzle = conversation.puzzle
        self.truth = puzzle.answer
        self.question = {
            "puzzle": puzzle.id,
            "scenario": puzzle.scene.scenario.id,
            "type": puzzle.question.type,
            "level": puzzle.level,
            "base": puzzle.base or puzzle.id,
            "variant": puzzle.variant,
            "language": conversation.settings.language,
        }

    def shot(self, number: int) -> Shot:
        """One answer."""
        conversation = self.conversation
        puzzle, shots = conversation.puzzle, conversation.plan.shots
        counted = conversation.say("shot", shot=number, shots=shots) if shots > 1 else ""
        text = conversation.say("ask", question=conversation.question(), shot=counted, example=EXAMPLE)
        reply = yield Ask(text, "answer", KnowLogicBaseline(conversation, text))
        letters = conversation.read(reply)
        while isinstance(letters, Refusal):
            reply = yield letters
            letters = conversation.read(reply)
        right = letters == puzzle.answer
        detail = {"f1": agreement(letters, puzzle.answer), "features": dict(puzzle.features)}
        detail |= conversation.asked()
        return Score(letters, right, float(right), detail)


class KnowLogicBaseline:
    """Replies of players that need no model."""

    def __init__(self, conversation: KnowLogicConversation, text: str, asks: bool = False) -> None:
        self._conversation, self._text, self._asks = conversation, text, asks

    def _query(self, rng: random.Random | None) -> str | None:
        """Return a query where one is asked for; None where an answer is."""
        conversation = self._conversation
        if not isinstance(conversation, AskingConversation):
            return None
        query = conversation.next_query(rng)
        return f"QUERY: {query_text(query, conversation.puzzle.scene, conversation.settings.language)}"

    def _reasoned(self, conversation: AskingConversation) -> str:
        """Ask what tells most, and answer what most of the worlds left agree on."""
        query = self._query(None) if self._asks else None
        if query is not None:
            return query
        puzzle = conversation.puzzle
        meanings, worlds = puzzle.scene.meanings, conversation.some_left()
        masks = option_masks(meanings, puzzle.question)
        seen = Counter(letter for world in worlds for letter in letters_in(masks, world_of(meanings, world)))
        likely = [letter for letter in LETTERS if 2 * seen[letter] > len(worlds)]
        return f"ANSWER: {''.join(likely) or 'A'}"

    def truth(self) -> str:
        """The right letters; for a query, one that tells much."""
        if self._asks:
            return self._query(None) or ""
        return f"ANSWER: {self._conversation.puzzle.answer}"

    def guess(self, rng: random.Random) -> str:
        """A random set of letters, each of the non-empty ones with the same probability."""
        if self._asks:
            return self._query(rng) or ""
        letters = self._conversation.puzzle.question.letters
        chosen = rng.randrange(1, 1 << len(letters))
        return "ANSWER: " + "".join(letter for number, letter in enumerate(letters) if chosen >> number & 1)

    def constant(self) -> str:
        """Always A; for a query, always the first that is allowed."""
        if self._asks:
            puzzle = self._conversation.puzzle
            first = next(queries(puzzle.scene, puzzle.question))
            return f"QUERY: {query_text(first, puzzle.scene, self._conversation.settings.language)}"
        return "ANSWER: A"

    def echo(self) -> str:
        """The letters of the instructions' example; for a query, always the first that is allowed."""
        if self._asks:
            return self.constant()
        return f"ANSWER: {EXAMPLE}"

    def play(self, player: str) -> str:
        """Return the reply of `solver`, which has the text only. Raises: BadOutput where it cannot be read."""
        if isinstance(self._conversation, AskingConversation):
            return self._reasoned(self._conversation)
        language, scenario = self._conversation.settings.language, self._conversation.puzzle.scene.scenario
        question = self._text.rpartition("\n\n")[0]
        try:
            letters = solve_text(question, [scenario], language)
        except Unreadable as error:
            raise BadOutput(f"builtin/solver, question {self._conversation.puzzle.id}: {error}") from error
        if letters is None:
            raise BadOutput(f"builtin/solver, question {self._conversation.puzzle.id}: the text does not determine it")
        return f"ANSWER: {letters}"
