"""The shortest derivation: from the clues to every option, each step with its rule and its premises.

A fact says which slots an entity can be in, or which pairs of slots two entities can be in. The rules:

- `read`: a clue says it;
- `carry`: where one can be, and how another stands to it, limits where the other can be;
- `compose`: how a stands to b and b to c (at least that they differ) limits how a stands to c;
- `narrow`: where two can be limits how they stand to each other;
- `taken`: a slot with somebody in it is not free for anybody else;
- `only place`: a slot that nobody else can have (where there are as many entities as slots);
- `decide`: a fact makes an option's statement true, or false;
- `exhaust`: no rule got so far, and all arrangements that the clues allow agree on the option;
- `open`: of an open world, two arrangements that the clues allow disagree on the option.

Facts are derived in rounds: in each, every rule is applied to everything known before it, until nothing is new. So the
round of a fact is the smallest number of successive steps in which these rules can reach it, whatever clues and facts
are used: that is what is called its length, and no derivation is shorter. (How many separate steps are shown is not
claimed to be the fewest.) What no option needs is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product
from typing import Generic, TypeVar

from boxwright.blackboxes.reasoning.knowlogic.questions.certificate import smallest_core
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LETTERS, Puzzle
from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Atom, Meanings, Scene, whoever
from boxwright.blackboxes.reasoning.knowlogic.worlds.sets import Worlds

ROUNDS = 64
"""More rounds than any scene needs: each takes slots from some entity, or pairs from two."""
OF_CLUES = ("read", "exhaust")
"""Rules whose premises are clues."""
T = TypeVar("T")
Rows = tuple[int, ...]
"""For two entities: the slots of the second, as bits, for each slot of the first."""


@dataclass(frozen=True)
class Step:
    """One step. `allowed` are the slots, or pairs of slots, that its entities can be in; of an option, its verdict."""

    rule: str
    premises: tuple[int, ...]
    """Numbers of earlier steps; for `read` and `exhaust` numbers of clues."""
    about: tuple[int, ...]
    allowed: tuple[tuple[int, ...], ...]
    """Of `open`: the two arrangements, the first one with the statement true."""
    letter: str = ""
    holds: bool = False
    """Of an option: whether its statement is true; of `open`, that it is not known to be."""
    length: int = 1
    """Successive steps up to this one; for `exhaust` and `open` all rounds of rules, and one for each clue counted on
    or arrangement shown."""


@dataclass(frozen=True)
class Derivation:
    """The steps, in an order in which each uses earlier ones only."""

    steps: tuple[Step, ...]

    @property
    def length(self) -> int:
        """The successive steps that the options take, added up over the options."""
        return sum(step.length for step in self.steps if step.letter)


@dataclass(frozen=True)
class _Known(Generic[T]):
    """A fact: what is allowed, and the steps that say so together."""

    allowed: T
    sources: tuple[int, ...]


class _Reasoner:
    """Facts as bit sets: `slots[a]` of an entity, `pairs[a, b]` the slots of b for each slot of a, for a < b and b < a.

    `old` facts are those of earlier rounds: the premises of this round's steps. `fresh` are the entities, and the
    pairs, about which the last round brought news.
    """

    def __init__(self, meanings: Meanings, entities: Sequence[int]) -> None:
        self.meanings, self.entities = meanings, entities
        self.size = meanings.size
        self.full = (1 << self.size) - 1
        self._anywhere: _Known[int] = _Known(self.full, ())
        self._apart: _Known[Rows] = _Known(tuple(self.full & ~(1 << s) for s in range(self.size)), ())
        self.slots: dict[int, _Known[int]] = {}
        self.pairs: dict[tuple[int, int], _Known[Rows]] = {}
        self.steps: list[tuple[Step, int | Rows]] = []
        """Each step, still without what it allows, and that as bits."""
        self.rounds = 1
        self._old_slots: dict[int, _Known[int]] = {}
        self._old_pairs: dict[tuple[int, int], _Known[Rows]] = {}
        self._fresh: set[int | tuple[int, int]] = set()
        self._news: set[int | tuple[int, int]] = set()

    def _step(self, rule: str, premises: Sequence[int], about: tuple[int, ...], allowed: int | Rows) -> int:
        step = Step(rule, tuple(dict.fromkeys(premises)), about, (), length=self.rounds)
        self.steps.append((step, allowed))
        return len(self.steps) - 1

    def shown(self, number: int) -> Step:
        """Return a step with what it allows."""
        step, allowed = self.steps[number]
        return replace(step, allowed=_shown(allowed, self.size))

    def _limit(self, entity: int, slots: int, rule: str, premises: tuple[int, ...]) -> None:
        """Take note of where an entity can be, if it is news; the step concludes it together with what was known."""
        now = self.slots.get(entity, self._anywhere)
        if not now.allowed & ~slots:
            return
        old = self._old_slots.get(entity, self._anywhere)
        said, new = old.allowed & slots, now.allowed & slots
        step = self._step(rule, (*premises, *old.sources), (entity,), said)
        self.slots[entity] = _Known(new, (step,) if said == new else (*now.sources, step))
        self._news.add(entity)

    def _relate(self, a: int, b: int, rows: Rows, rule: str, premises: tuple[int, ...]) -> None:
        """Take note of how two entities can stand to each other, if it is news."""
        now = self.pairs.get((a, b), self._apart)
        if not any(x & ~y for x, y in zip(now.allowed, rows, strict=True)):
            return
        old = self._old_pairs.get((a, b), self._apart)
        said, new = _met(old.allowed, rows), _met(now.allowed, rows)
        step = self._step(rule, (*premises, *old.sources), (a, b), said)
        sources = (step,) if said == new else (*now.sources, step)
        self.pairs[a, b] = _Known(new, sources)
        self.pairs[b, a] = _Known(_transposed(new), sources)
        self._news.add((a, b) if a < b else (b, a))

    def read(self, number: int, atom: Atom) -> None:
        """Take in a clue."""
        allowed = self.meanings.extension(atom.relation, atom.entities)
        if len(atom.entities) == 1:
            slots = sum(1 << s for (s,) in allowed)
            self._limit(atom.entities[0], slots if atom.positive else self.full & ~slots, "read", (number,))
            return
        if not atom.positive and len(atom.entities) > 2:
            return
        for i, j in ((0, 1), (0, 2), (1, 2))[: 1 if len(atom.entities) == 2 else 3]:
            rows = [0] * self.size
            for slots_of in allowed:
                rows[slots_of[i]] |= 1 << slots_of[j]
            made = tuple(rows) if atom.positive else tuple(self.full & ~row for row in rows)
            self._relate(atom.entities[i], atom.entities[j], made, "read", (number,))

    def round(self) -> bool:
        """Apply every rule to what was known before; whether anything is new."""
        self._fresh, self._news = self._news, set()
        self._old_slots, self._old_pairs = dict(self.slots), dict(self.pairs)
        if not self._fresh:
            return False
        self.rounds += 1
        self._carry()
        self._taken()
        if len(self.entities) == self.size:
            self._only_place()
        self._narrow()
        self._compose()
        return bool(self._news)

    def _is_fresh(self, a: int, b: int) -> bool:
        return ((a, b) if a < b else (b, a)) in self._fresh

    def _carry(self) -> None:
        for (a, b), known in self._old_pairs.items():
            if a in self._fresh or self._is_fresh(a, b):
                at = self._old_slots.get(a, self._anywhere)
                self._limit(b, _reached(at.allowed, known.allowed), "carry", (*at.sources, *known.sources))

    def _taken(self) -> None:
        for a, at in self._old_slots.items():
            if a in self._fresh and at.allowed.bit_count() == 1:
                for b in self.entities:
                    if b != a:
                        self._limit(b, self.full & ~at.allowed, "taken", at.sources)

    def _only_place(self) -> None:
        known = self._old_slots
        for slot in range(self.size):
            here = [a for a in self.entities if known.get(a, self._anywhere).allowed >> slot & 1]
            if len(here) == 1:
                sources = tuple(s for b in self.entities if b != here[0] for s in known[b].sources)
                self._limit(here[0], 1 << slot, "only place", sources)

    def _narrow(self) -> None:
        for a, b in combinations(self.entities, 2):
            if a in self._fresh or b in self._fresh or (a, b) in self._fresh:
                one, other = (self._old_slots.get(e, self._anywhere) for e in (a, b))
                rows = tuple(other.allowed if one.allowed >> s & 1 else 0 for s in range(self.size))
                self._relate(a, b, rows, "narrow", (*one.sources, *other.sources))

    def _compose(self) -> None:
        known = self._old_pairs
        for a, c in combinations(self.entities, 2):
            for b in self.entities:
                if b not in (a, c) and (self._is_fresh(a, b) or self._is_fresh(b, c)):
                    one, other = known.get((a, b), self._apart), known.get((b, c), self._apart)
                    made = _composed(one.allowed, other.allowed)
                    self._relate(a, c, made, "compose", (*one.sources, *other.sources))

    def verdict(self, atom: Atom) -> tuple[bool, tuple[int, ...]] | None:
        """Return whether a statement is true, and the steps that decide it; None if nothing known decides it."""
        allowed = self.meanings.extension(atom.relation, atom.entities)
        if len(atom.entities) == 2 and (found := self.pairs.get((atom.entities[0], atom.entities[1]))):
            there = {(s, t) for s in range(self.size) for t in _bits(found.allowed[s])}
            if there <= allowed or not there & allowed:
                return ((there <= allowed) == atom.positive, found.sources)
        sides = [self.slots.get(e, self._anywhere) if e >= 0 else _Known(1 << whoever(e), ()) for e in atom.entities]
        combined = product(*(list(_bits(side.allowed)) for side in sides))
        anybody = min(atom.entities) < 0  # whoever is in a slot may be one of the others
        possible = {slots for slots in combined if anybody or len(set(slots)) == len(slots)}
        if possible <= allowed or not possible & allowed:
            return ((possible <= allowed) == atom.positive, tuple(s for side in sides for s in side.sources))
        return None


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _shown(allowed: int | Rows, size: int) -> tuple[tuple[int, ...], ...]:
    if isinstance(allowed, int):
        return tuple((s,) for s in _bits(allowed))
    return tuple((s, t) for s in range(size) for t in _bits(allowed[s]))


@lru_cache(maxsize=1 << 17)
def _met(one: Rows, other: Rows) -> Rows:
    return tuple(x & y for x, y in zip(one, other, strict=True))


@lru_cache(maxsize=1 << 17)
def _transposed(rows: Rows) -> Rows:
    size = len(rows)
    return tuple(sum((rows[s] >> t & 1) << s for s in range(size)) for t in range(size))


@lru_cache(maxsize=1 << 17)
def _reached(slots: int, rows: Rows) -> int:
    reached = 0
    for s in _bits(slots):
        reached |= rows[s]
    return reached


@lru_cache(maxsize=1 << 17)
def _composed(one: Rows, other: Rows) -> Rows:
    return tuple(_reached(row, other) for row in one)


def derive(puzzle: Puzzle) -> Derivation:
    """Derive every option from the clues by the shortest way. Raises: BadMeaning."""
    clues, options = puzzle.clues, puzzle.question.options
    return _derived(puzzle.scene, tuple(clue.atom for clue in clues), tuple(option.atom for option in options))


@lru_cache(maxsize=256)
def _derived(scene: Scene, clues: tuple[Atom, ...], atoms: tuple[Atom, ...]) -> Derivation:
    meanings = scene.meanings
    named = {e for atom in (*clues, *atoms) for e in atom.entities if e >= 0}
    whole = range(meanings.entities) if meanings.entities == meanings.size else sorted(named)
    reasoner = _Reasoner(meanings, list(whole))
    for number, atom in enumerate(clues):
        reasoner.read(number, atom)
    unsettled = dict(zip(LETTERS, atoms, strict=False))
    verdicts: list[Step] = []

    def settle() -> None:
        for letter, atom in list(unsettled.items()):
            found = reasoner.verdict(atom)
            if found is not None:
                premises = tuple(dict.fromkeys(found[1]))
                verdicts.append(Step("decide", premises, atom.entities, (), letter, found[0], reasoner.rounds + 1))
                del unsettled[letter]

    settle()
    while unsettled and reasoner.rounds < ROUNDS and reasoner.round():
        settle()
    verdicts += [_counted(meanings, clues, letter, atom, reasoner.rounds) for letter, atom in unsettled.items()]
    return _used(reasoner, verdicts)


def _counted(meanings: Meanings, clues: Sequence[Atom], letter: str, atom: Atom, rounds: int) -> Step:
    """Return the last step of an option that no rule decides: the clues' arrangements agree on it, or do not."""
    masks = [meanings.mask(clue) for clue in clues]
    truth = meanings.mask(atom)
    left: Worlds = meanings.all_of(clues)
    if meanings.scenario.world == "open" and left & truth and left & ~truth:
        pair = tuple(meanings.space.worlds_of(side, 1)[0] for side in (left & truth, left & ~truth))
        return Step("open", (), tuple(range(meanings.entities)), pair, letter, False, rounds + len(pair))
    core = smallest_core(masks, [truth], meanings.space.everything)
    return Step("exhaust", core, atom.entities, (), letter, bool(left & truth), rounds + len(core))


def _used(reasoner: _Reasoner, verdicts: Sequence[Step]) -> Derivation:
    """Leave out the steps that no verdict uses, and number the others anew."""
    needed: set[int] = set()
    rest = [p for verdict in verdicts if verdict.rule == "decide" for p in verdict.premises]
    while rest:
        number = rest.pop()
        if number not in needed:
            needed.add(number)
            step, _ = reasoner.steps[number]
            rest += () if step.rule == "read" else step.premises
    new = {old: number for number, old in enumerate(sorted(needed))}

    def moved(step: Step) -> Step:
        if step.rule in OF_CLUES:
            return step
        return replace(step, premises=tuple(new[p] for p in step.premises))

    kept = [moved(reasoner.shown(old)) for old in sorted(needed)]
    return Derivation((*kept, *(moved(v) for v in sorted(verdicts, key=lambda v: v.letter))))


def check(puzzle: Puzzle, derivation: Derivation) -> list[str]:
    """Return the steps that do not follow from their premises, one sentence each: checked on all worlds."""
    meanings = puzzle.scene.meanings
    everything: Worlds = meanings.space.everything
    said: list[Worlds] = []
    found: list[str] = []
    for number, step in enumerate(derivation.steps):
        if step.rule == "open":
            said.append(everything)
            found += [] if _shows_open(puzzle, step) else [f"step {number + 1} does not show that option open"]
            continue
        given = everything
        for premise in step.premises:
            if step.rule in OF_CLUES:
                given &= meanings.mask(puzzle.clues[premise].atom)
            elif premise >= number:
                found.append(f"step {number + 1} uses step {premise + 1}, which comes later")
            else:
                given &= said[premise]
        says = _says(puzzle, step)
        said.append(says)
        if given & ~says:
            found.append(f"step {number + 1} ({step.rule}) does not follow from its premises")
    return found


def _says(puzzle: Puzzle, step: Step) -> Worlds:
    """Return the worlds in which what a step concludes holds."""
    meanings = puzzle.scene.meanings
    everything: Worlds = meanings.space.everything
    if step.letter:
        truth = meanings.mask(puzzle.question.options[LETTERS.index(step.letter)].atom)
        return truth if step.holds else everything & ~truth
    says = everything & ~everything
    for slots in step.allowed:
        mask = everything
        for entity, slot in zip(step.about, slots, strict=True):
            mask &= meanings.space.at[entity][slot]
        says |= mask
    return says


def _shows_open(puzzle: Puzzle, step: Step) -> bool:
    """Whether both arrangements fit all clues, and the option is true in the first of them only."""
    meanings = puzzle.scene.meanings
    atom = puzzle.question.options[LETTERS.index(step.letter)].atom
    fit = all(meanings.holds(clue.atom, world) for world in step.allowed for clue in puzzle.clues)
    return fit and [meanings.holds(atom, world) for world in step.allowed] == [True, False]
