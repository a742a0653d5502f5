"""The interactive form: a player without clues asks for facts, and is measured against the fewest that decide.

A query is one of the scenario's own sentences. `Who sits next to Ann?` is answered with names, `In which seat does Ann
sit?` with a slot, `Ann sits next to Ben.` with yes or no. The question itself and its options may not be asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations

from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import PLACED
from boxwright.blackboxes.reasoning.knowlogic.language.parse import Reader
from boxwright.blackboxes.reasoning.knowlogic.language.render import ASKS, STOP, blank_form, filled, said
from boxwright.blackboxes.reasoning.knowlogic.language.words import sentence
from boxwright.blackboxes.reasoning.knowlogic.questions.certificate import decides, option_masks
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import Puzzle, Question, Saying
from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Atom, Meanings, Scene
from boxwright.blackboxes.reasoning.knowlogic.worlds.sets import Worlds

DEEPEST = 3
WIDEST = 90
"""The search for the fewest queries looks at so many of the most telling ones, and at sets of so many of them."""


@dataclass(frozen=True)
class Query:
    """What is asked: a whole statement, or one with its first entity (`who`) or its slot (`where`) left open."""

    kind: str
    """`statement`, `who` or `where`."""
    relation: str
    entities: tuple[int, ...]
    """Of `who` without the first."""
    positive: bool = True


def read_query(text: str, scene: Scene, language: str) -> Query:
    """Read a query. Raises: Unreadable."""
    reader = Reader(scene, language)
    bare = text.strip().rstrip(".?。？ ")
    question = reader.blank(bare + ASKS[language])
    if question is not None:
        return Query(*question)
    atom = reader.statement(bare + STOP[language])
    return Query("statement", atom.relation, atom.entities, atom.positive)


def is_the_question(query: Query, question: Question) -> bool:
    """Whether a query is what is asked in the end, or one of its options."""
    if query.kind == "statement":
        return (query.relation, query.entities) in _stated(question)
    atoms = [option.atom for option in question.options]
    if query.kind == "where":
        return question.type == "slot precise" and atoms[0].entities == query.entities
    return (
        question.form != "statement" and atoms[0].relation == query.relation and atoms[0].entities[1:] == query.entities
    )


def _stated(question: Question) -> set[tuple[str, tuple[int, ...]]]:
    """What the options say, or say the opposite of."""
    return {(option.atom.relation, option.atom.entities) for option in question.options}


def answer_of(query: Query, meanings: Meanings, world: Sequence[int]) -> tuple[int, ...]:
    """Return the entities, the slot, or 1 for yes and 0 for no, that are the answer in a world."""
    return answers_of(query, meanings, [world])[0]


def answers_of(query: Query, meanings: Meanings, worlds: Iterable[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return the answer in each of some worlds: evaluated on their slots, without sets of worlds."""
    if query.kind == "where":
        return [(world[query.entities[0]],) for world in worlds]
    if query.kind == "statement":
        atom = Atom(query.relation, query.entities, query.positive)
        return [(int(meanings.holds(atom, world)),) for world in worlds]
    asked = [(e, (e, *query.entities)) for e in range(meanings.entities) if e not in query.entities]
    meant = [(e, entities, meanings.extension(query.relation, entities)) for e, entities in asked]
    return [
        tuple(e for e, entities, extension in meant if tuple(world[x] for x in entities) in extension)
        for world in worlds
    ]


def told(query: Query, meanings: Meanings, answer: tuple[int, ...]) -> Worlds:
    """Return the worlds that an answer leaves."""
    everything: Worlds = meanings.space.everything
    if query.kind == "where":
        return meanings.mask(Atom(f"{PLACED}:{answer[0]}", query.entities))
    if query.kind == "statement":
        mask = meanings.mask(Atom(query.relation, query.entities, query.positive))
        return mask if answer[0] else everything & ~mask
    left = everything
    for entity in range(meanings.entities):
        if entity not in query.entities:
            mask = meanings.mask(Atom(query.relation, (entity, *query.entities)))
            left &= mask if entity in answer else ~mask
    return left & everything


def queries(scene: Scene, question: Question) -> Iterator[Query]:
    """Yield every query that may be asked, those with an open place first."""
    meanings = scene.meanings
    for entity in range(meanings.entities):
        yield from _allowed(Query("where", PLACED, (entity,)), question)
    for key, relation in meanings.relations.items():
        for others in permutations(range(meanings.entities), relation.arity - 1):
            yield from _allowed(Query("who", key, others), question)
    stated = _stated(question)
    for atom in meanings.atoms():
        if (atom.relation, atom.entities) not in stated:
            yield Query("statement", atom.relation, atom.entities)


def _allowed(query: Query, question: Question) -> Iterator[Query]:
    if not is_the_question(query, question):
        yield query


def query_text(query: Query, scene: Scene, language: str) -> str:
    """Return a query as a player writes it."""
    if query.kind == "statement":
        return said(scene, Saying(Atom(query.relation, query.entities, query.positive)), language)
    if query.kind == "where":
        name = scene.entities[query.entities[0]].of(language)
        return sentence(scene.scenario.where[language].replace("{a}", name), language)
    names = ["", *(scene.entities[e].of(language) for e in query.entities)]
    form = blank_form(scene, query.relation, "entity", language)
    return sentence(filled(form, scene, Atom(query.relation, (0, *query.entities)), names, language), language)


@dataclass(frozen=True)
class Fewest:
    """How many queries decide the question, whose answers are those of the hidden arrangement."""

    at_least: int
    at_most: int | None
    """Equal to `at_least` where the number is proved; None if no queries that may be asked decide it."""


@lru_cache(maxsize=256)  # a question is asked of many players
def fewest(puzzle: Puzzle) -> Fewest:
    """Return the fewest queries that decide a question, chosen with hindsight; bounds where the search is cut off."""
    scene = puzzle.scene
    meanings = scene.meanings
    masks = option_masks(meanings, puzzle.question)
    asked = queries(scene, puzzle.question)
    answered = [told(query, meanings, answer_of(query, meanings, puzzle.hidden)) for query in asked]
    if not meanings.space.listed:
        return _without_counting(answered, masks, meanings.space.everything)
    given: set[int] = set(answered)  # type: ignore[arg-type]
    telling = sorted(given, key=lambda mask: (mask.bit_count(), mask))
    kept: list[int] = []
    for mask in telling:
        if len(kept) < WIDEST and not any(other & ~mask == 0 for other in kept):
            kept.append(mask)
    whole = len(kept) < WIDEST
    for size in range(1, DEEPEST + 1):
        for chosen in combinations(kept, size):
            left: int = meanings.space.everything
            for mask in chosen:
                left &= mask
            if decides(masks, left):
                return Fewest(size if whole else min(size, 2), size)
    return Fewest(DEEPEST + 1 if whole else 2, _greedy(telling, masks, meanings.space.everything))


def _without_counting(answered: Sequence[Worlds], masks: Sequence[Worlds], left: Worlds) -> Fewest:
    """Return bounds where worlds are not listed: one, or as many answers as are needed of those that come first."""
    kept: list[Worlds] = []
    everything = left
    for mask in answered:
        if left & ~mask:
            kept.append(mask)
            left &= mask
            if decides(masks, left):
                break
    else:
        return Fewest(1, None)
    for mask in list(kept):
        left = everything
        for other in kept:
            left &= other if other is not mask else everything
        if decides(masks, left):
            kept = [other for other in kept if other is not mask]
    return Fewest(1, len(kept))


def _greedy(telling: Sequence[int], masks: Sequence[Worlds], left: int) -> int | None:
    """Return how many answers decide, each time the one that leaves the fewest worlds; None if all do not."""
    for number in range(1, len(telling) + 1):
        smaller = min((left & mask for mask in telling), key=int.bit_count)
        if decides(masks, smaller):
            return number
        if smaller == left:
            return None
        left = smaller
    return None
