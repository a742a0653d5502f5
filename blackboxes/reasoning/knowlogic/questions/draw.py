"""Drawing questions: a hidden arrangement, what is asked about it, and clues that determine the answer.

Clues are added until every option is determined, then dropped while it still is; a few that could be left out are put
back for redundancy. No clue says a right option by itself. Each purpose (scene, question, clues, order, wording) has a
random stream of its own, so that changing one changes nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.knowlogic.knowledge.reading import Domain
from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import PLACED, Scenario
from boxwright.blackboxes.reasoning.knowlogic.language.describe import descriptions
from boxwright.blackboxes.reasoning.knowlogic.questions.certificate import (
    GUESSABLE,
    certificate,
    decides,
    follow,
    given_away,
    letters_in,
    likeliest,
    option_masks,
    to_decide,
)
from boxwright.blackboxes.reasoning.knowlogic.questions.levels import cuts, cuts_of, level_of, measured, score
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import (
    LETTERS,
    TYPES,
    Level,
    Puzzle,
    Question,
    Saying,
    identifier,
)
from boxwright.blackboxes.reasoning.knowlogic.questions.scenes import draw_scene
from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Atom, Meanings, Scene, whoever
from boxwright.blackboxes.reasoning.knowlogic.worlds.sets import Worlds, same
from boxwright.blackboxes.seeds import derive, stream

DESCRIBED = 0.5
"""How often an entity is described where it can be."""
NONE_RIGHT = 0.3
"""How often no option is right where one could be; it is asked less often where none can be."""
WORDINGS = 60
"""Wordings are drawn from so many numbers: a multiple of every number of forms up to six."""
MEASURED = 180
"""Questions on which the levels of a domain without stored cuts are measured."""
PER_RELATION = 3
"""Statements of one relation that are considered as clues."""
PLACEMENTS = 2
DENIALS = 4
FAITHFUL = 60
"""Attempts at a question of the drawn scenario and type before others are drawn."""
TRIES = 400
"""Attempts at one question before the generator gives up."""


class CannotBeDrawn(BoxwrightError):
    """No question of the wanted kind was found in bounded time."""


@dataclass(frozen=True)
class Wanted:
    """What is drawn; None leaves it open."""

    type: str | None = None
    level: Level | None = None
    redundancy: int | None = None
    """Clues that could be left out; None draws 0 to 2."""


def identity(puzzle: Puzzle) -> object:
    """Return what two questions must not share: scene, clues and what is asked, in whatever order and words."""
    scene, question = puzzle.scene, puzzle.question
    clues = tuple(sorted(clue.atom for clue in puzzle.clues))
    options = tuple(sorted(option.atom for option in question.options))
    named = (tuple(entity.key for entity in scene.entities), tuple(slot.key for slot in scene.slots))
    return (scene.scenario.id, named, clues, question.type, options)


def draw(domain: Domain, seed: int, wanted: Wanted | None = None) -> Iterator[Puzzle]:
    """Yield a seed's questions, certified and different, always the same. Raises: CannotBeDrawn, BadMeaning."""
    seen: set[object] = set()
    for number in count():
        puzzle = fresh(domain, seed, number, wanted or Wanted(), seen)
        seen.add(identity(puzzle))
        yield puzzle


def fresh(domain: Domain, seed: int, number: int, wanted: Wanted, seen: Collection[object]) -> Puzzle:
    """Return the question of a number, or a later attempt at it if it was seen. Raises: as draw."""
    for puzzle in attempts(domain, seed, number, wanted):
        if identity(puzzle) not in seen:
            return puzzle
    what = " ".join(str(part) for part in (wanted.level, wanted.type) if part) or "further"
    raise CannotBeDrawn(
        f"{domain.key}: no {what} question was found in {TRIES} attempts after {number:,}; "
        "ask for fewer, or for another kind"
    )


def attempts(domain: Domain, seed: int, number: int, wanted: Wanted) -> Iterator[Puzzle]:
    """Yield the questions of a number of the wanted kind, in bounded time; the first counts."""
    ends = ends_of(domain)
    yield from _attempts(domain, seed, number, wanted, ends)


@cache
def ends_of(domain: Domain) -> tuple[int, int]:
    """Return where a domain's levels end: stored for the shipped ones, measured on some questions for others."""
    if domain.shipped and domain.key in cuts():
        return cuts()[domain.key]
    return cuts_of([score(puzzle.features) for puzzle in drawn_at_any_level(domain, sampled(domain, MEASURED))] or [0])


def sampled(domain: Domain, count: int) -> int:
    """Return how many questions are enough for an estimate: a quarter where SAT makes each of them dear."""
    listed = all(draw_scene(s, stream("sampled", s.id)).meanings.space.listed for s in domain.scenarios.values())
    return count if listed else count // 4


def drawn_at_any_level(domain: Domain, count: int) -> list[Puzzle]:
    """Return the questions that the first numbers give, as many as there are; levels are not measured for it."""
    found = (next(_attempts(domain, MEASURED, number, Wanted(), (0, 0)), None) for number in range(count))
    return [puzzle for puzzle in found if puzzle is not None]


def _attempts(domain: Domain, seed: int, number: int, wanted: Wanted, ends: tuple[int, int]) -> Iterator[Puzzle]:
    rng = stream("knowlogic", domain.key, seed, number, "kind")
    scenario, kind = _kind(domain, wanted, rng)
    for attempt in range(TRIES):
        root = derive("knowlogic", domain.key, seed, number, attempt)
        puzzle = attempt_at(scenario, root, kind, wanted.redundancy, ends)
        if puzzle is not None and wanted.level in (None, puzzle.level):
            yield puzzle
        if attempt >= FAITHFUL:
            scenario, kind = _kind(domain, wanted, rng)


def _kind(domain: Domain, wanted: Wanted, rng: random.Random) -> tuple[Scenario, str]:
    """Draw a scenario and a type that is asked there. Raises: CannotBeDrawn where the wanted type is asked nowhere."""
    fitting = [s for s in domain.scenarios.values() if wanted.type in (None, *types_of(s))]
    if not fitting:
        raise CannotBeDrawn(f"{domain.key}: its scenarios have no {wanted.type} questions")
    scenario = rng.choice(fitting)
    return scenario, wanted.type or rng.choice(types_of(scenario))


def types_of(scenario: Scenario) -> Sequence[str]:
    """Return the types that are asked in a scenario: where the world is open, whole statements only."""
    return [kind for kind in TYPES if scenario.world == "closed" or kind.startswith("statement")]


def attempt_at(scenario: Scenario, root: int, kind: str, redundant: int | None, ends: tuple[int, int]) -> Puzzle | None:
    """Try to draw one question; None where the clues cannot determine it or it would be given away."""
    rng = stream(root, "scene")
    scene = draw_scene(scenario, rng)
    meanings = scene.meanings
    hidden = tuple(rng.sample(range(meanings.size), meanings.entities))
    rng = stream(root, "question")
    question = _question(scene, meanings, hidden, kind, rng)
    if question is None:
        return None
    if _trivial(meanings, question):
        return None
    rng = stream(root, "clues")
    redundancy = rng.choice((0, 0, 1, 2)) if redundant is None else redundant
    told = _clues(meanings, hidden, question, rng, redundancy)
    if told is None:
        return None
    clues, answer = told
    rng = stream(root, "wording")
    worded = tuple(_described(scene, Saying(atom, rng.randrange(WORDINGS)), rng) for atom in clues)
    question = _question_described(scene, question, rng)
    wording = stream(root, "introduction").randrange(WORDINGS)
    puzzle = Puzzle("", scene, hidden, worded, question, answer, wording)
    puzzle = replace(puzzle, id=identifier(puzzle), features=measured(puzzle)[0])
    puzzle = replace(puzzle, level=level_of(ends, puzzle.features))
    faults = certificate(puzzle).faults(puzzle.answer)
    assert not faults, faults
    return puzzle


def _trivial(meanings: Meanings, question: Question) -> bool:
    """Whether two options say the same, one is decided without clues, or the letters can be guessed."""
    masks = option_masks(meanings, question)
    if any(given_away(meanings, mask) for mask in masks):
        return True
    if any(same(meanings.space, one, other) for number, one in enumerate(masks) for other in masks[:number]):
        return True
    return likeliest(meanings, question) > GUESSABLE


def world_of(meanings: Meanings, hidden: Sequence[int]) -> Worlds:
    """Return one arrangement as a set."""
    world: Worlds = meanings.space.everything
    for entity, slot in enumerate(hidden):
        world &= meanings.space.at[entity][slot]
    return world


def _described(scene: Scene, saying: Saying, rng: random.Random, first: int = 0) -> Saying:
    """Return a statement in which some entities are described instead of named, where the scenario does so."""
    known = descriptions(scene)
    if not known:
        return saying
    keys = []
    for place, entity in enumerate(saying.atom.entities):
        fitting = [key for key, number in known.items() if number == entity]
        keys.append(rng.choice(fitting) if fitting and place >= first and rng.random() < DESCRIBED else "")
    return replace(saying, described=tuple(keys)) if any(keys) else saying


def _question_described(scene: Scene, question: Question, rng: random.Random) -> Question:
    """Return a question in which entities other than the options are described, the same way in each option."""
    if not descriptions(scene):
        return question
    if question.form == "statement":
        return replace(question, options=tuple(_described(scene, option, rng) for option in question.options))
    first = 0 if question.type == "slot precise" else 1
    keys = _described(scene, question.options[0], rng, first).described
    return replace(question, options=tuple(replace(option, described=keys) for option in question.options))


# What is asked.


def _question(
    scene: Scene, meanings: Meanings, hidden: tuple[int, ...], kind: str, rng: random.Random
) -> Question | None:
    form, _, how = kind.partition(" ")
    if form == "statement":
        return _statements(meanings, hidden, kind, rng)
    if form == "slot" and how == "precise":
        return _where(meanings, hidden, kind, rng)
    vague = how == "vague"
    keys = [
        key
        for key, relation in meanings.relations.items()
        if meanings.is_vague(key) == vague and (form == "entity" or relation.arity == 2)
    ]
    if not keys or (form == "slot" and meanings.entities < meanings.size):
        return None
    key = rng.choice(keys)
    arity = meanings.arity(key)
    others = tuple(rng.sample(range(meanings.entities), arity - 1))
    if form == "entity":
        given = [Atom(key, (entity, *others)) for entity in range(meanings.entities) if entity not in others]
    else:
        given = [Atom(key, (whoever(slot), *others)) for slot in range(meanings.size)]
    return _chosen(meanings, hidden, kind, given, rng)


def _where(meanings: Meanings, hidden: tuple[int, ...], kind: str, rng: random.Random) -> Question | None:
    entity = rng.randrange(meanings.entities)
    return _chosen(meanings, hidden, kind, [Atom(f"{PLACED}:{s}", (entity,)) for s in range(meanings.size)], rng)


def _chosen(
    meanings: Meanings, hidden: tuple[int, ...], kind: str, given: list[Atom], rng: random.Random
) -> Question | None:
    """Choose the options: all four, or three and that none of them is right."""
    right = [atom for atom in given if meanings.holds(atom, hidden)]
    wrong = [atom for atom in given if not meanings.holds(atom, hidden)]
    none = len(given) != len(LETTERS)
    if (kind.endswith("precise") and len(right) > 1) or (not right and rng.random() > NONE_RIGHT):
        return None
    if not none:
        options = given
    elif len(given) < 3:
        return None
    else:
        most = min(len(right), 1 if kind.endswith("precise") else 3)
        fewest = max(1, 3 - len(wrong))
        number = 0 if not most or rng.random() < NONE_RIGHT else rng.randint(min(fewest, most), most)
        if number + len(wrong) < 3:
            return None
        options = rng.sample(right, number) + rng.sample(wrong, 3 - number)
    rng.shuffle(options)
    wording = rng.randrange(WORDINGS)
    if not right and not none:
        return None
    return Question(kind, tuple(Saying(atom, wording) for atom in options), none)


def _statements(meanings: Meanings, hidden: tuple[int, ...], kind: str, rng: random.Random) -> Question | None:
    """Choose four statements, one to four of which are asked for; each has a relation or entities of its own."""
    atoms = meanings.atoms()
    asked_true = kind == "statement right"
    number = rng.choice((1,) * 4 + (2,) * 6 + (3,) * 4 + (4,))  # as often as there are sets of so many letters
    wanted = [asked_true] * number + [not asked_true] * (len(LETTERS) - number)
    rng.shuffle(wanted)
    options: list[Atom] = []
    for truth in wanted:
        for _ in range(60):
            atom = rng.choice(atoms)
            if atom not in options and meanings.holds(atom, hidden) == truth:
                options.append(atom)
                break
        else:
            return None
    return Question(kind, tuple(Saying(atom, rng.randrange(WORDINGS)) for atom in options), False)


# What is told.


def _pool(meanings: Meanings, hidden: tuple[int, ...], rng: random.Random) -> list[Atom]:
    """Return statements that are true, in the order of trying: a few of each relation, placements last."""
    by_relation: dict[str, list[Atom]] = {}
    denied: list[Atom] = []
    for atom in meanings.atoms():
        name = atom.relation.partition(":")[0]
        if meanings.holds(atom, hidden):
            by_relation.setdefault(name, []).append(atom)
        elif name != PLACED and meanings.relations[atom.relation].denials:
            denied.append(atom)
    placed = by_relation.pop(PLACED, [])
    first: list[Atom] = []
    for found in by_relation.values():
        first += rng.sample(found, min(PER_RELATION, len(found)))
    first += [atom.denied() for atom in rng.sample(denied, min(DENIALS, len(denied)))]
    rng.shuffle(placed)
    first += placed[:PLACEMENTS]
    rng.shuffle(first)
    return first + placed[PLACEMENTS:]


def _clues(
    meanings: Meanings, hidden: tuple[int, ...], question: Question, rng: random.Random, redundancy: int
) -> tuple[list[Atom], str] | None:
    """Add clues until every option is determined, drop what is not needed, put some back; none is an option."""
    masks, world = option_masks(meanings, question), world_of(meanings, hidden)
    true = letters_in(masks, world)
    answer = "".join(sorted(rng.sample(true, rng.randint(1, len(true))))) if meanings.scenario.world == "open" else true
    goal = to_decide(meanings, question, answer)
    right = [mask for letter, mask in zip(LETTERS, masks, strict=False) if letter in true]
    asked = {option.atom for option in question.options}
    left: Worlds = meanings.space.everything
    kept: list[tuple[Atom, Worlds]] = []
    spare: list[tuple[Atom, Worlds]] = []
    settled = False
    for atom in _pool(meanings, hidden, rng):
        mask = meanings.mask(atom)
        if atom in asked or any(not mask & ~option for option in right):
            continue
        if settled or not left & ~mask:
            spare.append((atom, mask))
            if settled and len(spare) >= 6:
                break
            continue
        if _says_too_much(meanings, masks, left & mask, answer):
            continue
        kept.append((atom, mask))
        left &= mask
        settled = decides(goal, left)
    if not settled:
        return None
    kept, dropped = _irreducible(kept, goal, meanings.space.everything)
    if len(kept) < 2:
        return None
    clues = list(kept)
    left = meanings.all_of(atom for atom, _ in kept)
    for atom, mask in (*spare, *dropped):
        if len(clues) - len(kept) == redundancy:
            break
        news = meanings.space.everything & ~mask and not any(same(meanings.space, mask, told) for _, told in clues)
        if news and not _says_too_much(meanings, masks, left & mask, answer):
            clues.append((atom, mask))
            left &= mask
    rng.shuffle(clues)
    return [atom for atom, _ in clues], answer


def _says_too_much(meanings: Meanings, masks: Sequence[Worlds], left: Worlds, answer: str) -> bool:
    """Whether, in an open world, something would follow that is not to follow."""
    return meanings.scenario.world == "open" and any(letter not in answer for letter in follow(masks, left))


def _irreducible(
    clues: list[tuple[Atom, Worlds]], masks: Sequence[Worlds], everything: Worlds
) -> tuple[list[tuple[Atom, Worlds]], list[tuple[Atom, Worlds]]]:
    """Drop clues, the latest first, while the others still decide every option; return kept and dropped ones."""
    kept, dropped = list(clues), []
    for pair in reversed(clues):
        left = everything
        for other in kept:
            if other is not pair:
                left &= other[1]
        if decides(masks, left):
            kept.remove(pair)
            dropped.append(pair)
    return kept, dropped
