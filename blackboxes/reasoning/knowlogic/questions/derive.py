"""A derivation: from the clues to every option, each step with its rule and its premises, so that it can be checked.

A fact says which slots an entity can be in, or which pairs of slots two entities can be in. The rules:

- `read`: a clue says it;
- `carry`: where one can be, and how another stands to it, limits where the other can be;
- `compose`: how a stands to b and b to c (at least that they differ) limits how a stands to c;
- `narrow`: where two can be limits how they stand to each other;
- `taken`: a slot with somebody in it is not free for anybody else;
- `only place`: a slot that nobody else can have (where there are as many entities as slots);
- `decide`: a fact makes an option's statement true, or false;
- `exhaust`: no rule got so far, and all arrangements that the clues allow agree on the option.

Facts are derived in rounds to a fixpoint, those that need fewer rounds first; what no option needs is left out again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LETTERS, Puzzle
from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Atom, Meanings, whoever

ROUNDS = 16


@dataclass(frozen=True)
class Step:
    """One step. `allowed` are the slots, or pairs of slots, that its entities can be in; of an option, its verdict."""

    rule: str
    premises: tuple[int, ...]
    """Numbers of earlier steps; for `read` and `exhaust` numbers of clues."""
    about: tuple[int, ...]
    allowed: tuple[tuple[int, ...], ...]
    letter: str = ""
    holds: bool = False
    """Of an option: whether its statement is true."""


@dataclass(frozen=True)
class Derivation:
    """The steps, in an order in which each uses earlier ones only."""

    steps: tuple[Step, ...]

    @property
    def length(self) -> int:
        """The number of steps, an exhaustion counted as one for each clue that it uses."""
        return sum(len(s.premises) if s.rule == "exhaust" else 1 for s in self.steps)


class _Reasoner:
    """Facts as bit sets: `slots[a]` of an entity, `pairs[a, b][s]` the slots of b while a is in s."""

    def __init__(self, meanings: Meanings, entities: Sequence[int]) -> None:
        self.meanings, self.entities = meanings, entities
        self.size = meanings.size
        self.full = (1 << self.size) - 1
        self.slots: dict[int, tuple[int, int]] = {}
        """Entity to (slots, the step that says so)."""
        self.pairs: dict[tuple[int, int], tuple[tuple[int, ...], int]] = {}
        self.steps: list[Step] = []
        self._apart = tuple(self.full & ~(1 << s) for s in range(self.size))

    def _note(self, rule: str, premises: tuple[int, ...], about: tuple[int, ...], allowed: object) -> int:
        shown: tuple[tuple[int, ...], ...]
        if isinstance(allowed, int):
            shown = tuple((s,) for s in _bits(allowed))
        else:
            assert isinstance(allowed, tuple)
            shown = tuple((s, t) for s in range(self.size) for t in _bits(allowed[s]))
        self.steps.append(Step(rule, premises, about, shown))
        return len(self.steps) - 1

    def limit(self, entity: int, slots: int, rule: str, premises: tuple[int, ...]) -> bool:
        """Take note of where an entity can be; whether that is news."""
        old, source = self.slots.get(entity, (self.full, -1))
        new = old & slots
        if new == old:
            return False
        if source >= 0 and rule != "read":
            premises = (*premises, source)
        elif source >= 0:
            return self._merge(entity, slots, premises)
        self.slots[entity] = (new, self._note(rule, tuple(dict.fromkeys(premises)), (entity,), new))
        return True

    def _merge(self, entity: int, slots: int, premises: tuple[int, ...]) -> bool:
        """A clue about an entity of which something is known: two steps."""
        old, source = self.slots[entity]
        read = self._note("read", premises, (entity,), slots)
        self.slots[entity] = (old & slots, self._note("carry", (read, source), (entity,), old & slots))
        return True

    def relate(self, a: int, b: int, rows: tuple[int, ...], rule: str, premises: tuple[int, ...]) -> bool:
        """Take note of how two entities can stand to each other; whether that is news."""
        old, source = self.pairs.get((a, b), (self._apart, -1))
        new = tuple(x & y for x, y in zip(old, rows, strict=True))
        if new == old:
            return False
        if source >= 0 and rule == "read":
            read = self._note("read", premises, (a, b), rows)
            premises, rule = (read, source), "compose"
        elif source >= 0:
            premises = (*premises, source)
        step = self._note(rule, tuple(dict.fromkeys(premises)), (a, b), new)
        self.pairs[a, b] = (new, step)
        self.pairs[b, a] = (_transposed(new), step)
        return True

    def read(self, number: int, atom: Atom) -> None:
        """Take in a clue."""
        allowed = self.meanings.extension(atom.relation, atom.entities)
        if len(atom.entities) == 1:
            slots = sum(1 << s for (s,) in allowed)
            self.limit(atom.entities[0], slots if atom.positive else self.full & ~slots, "read", (number,))
            return
        for i, j in ((0, 1), (0, 2), (1, 2))[: 1 if len(atom.entities) == 2 else 3]:
            rows = [0] * self.size
            for slots_of in allowed:
                rows[slots_of[i]] |= 1 << slots_of[j]
            if not atom.positive and len(atom.entities) > 2:
                return
            made = tuple(rows) if atom.positive else tuple(self.full & ~row for row in rows)
            self.relate(atom.entities[i], atom.entities[j], made, "read", (number,))

    def round(self) -> bool:
        """Apply every rule once to what is known; whether anything is new."""
        news = False
        for (a, b), (rows, step) in list(self.pairs.items()):
            slots, source = self.slots.get(a, (self.full, -1))
            reached = 0
            for s in _bits(slots):
                reached |= rows[s]
            news |= self.limit(b, reached, "carry", (source, step) if source >= 0 else (step,))
        return (
            self._taken()
            or news
            or self._narrow()
            or self._compose()
            or (len(self.entities) == self.size and self._only_place())
        )

    def _narrow(self) -> bool:
        """Where both can be limits how they stand to each other."""
        news = False
        for a, b in list(self.pairs):
            if a < b and (a in self.slots or b in self.slots):
                sides = [self.slots.get(e, (self.full, -1)) for e in (a, b)]
                rows = tuple(sides[1][0] if sides[0][0] >> s & 1 else 0 for s in range(self.size))
                news |= self.relate(a, b, rows, "narrow", tuple(source for _, source in sides if source >= 0))
        return news

    def _taken(self) -> bool:
        news = False
        for a, (slots, source) in list(self.slots.items()):
            if slots.bit_count() == 1:
                for b in self.entities:
                    if b != a and b in self.slots:
                        news |= self.limit(b, self.full & ~slots, "taken", (source,))
        return news

    def _compose(self) -> bool:
        news = False
        known = list(self.pairs.items())
        for (a, b), (rows, step) in known:
            for c in self.entities:
                if c in (a, b):
                    continue
                second = self.pairs.get((b, c), (self._apart, -1))
                made = []
                for row in rows:
                    reached = 0
                    for t in _bits(row):
                        reached |= second[0][t]
                    made.append(reached)
                premises = (step, second[1]) if second[1] >= 0 else (step,)
                news |= self.relate(a, c, tuple(made), "compose", premises)
        return news

    def _only_place(self) -> bool:
        news = False
        for slot in range(self.size):
            here = [a for a in self.entities if self.slots.get(a, (self.full, -1))[0] >> slot & 1]
            if len(here) == 1 and self.slots.get(here[0], (self.full, -1))[0].bit_count() > 1:
                sources = tuple(self.slots[b][1] for b in self.entities if b != here[0])
                news |= self.limit(here[0], 1 << slot, "only place", sources)
        return news

    def verdict(self, atom: Atom) -> tuple[bool, tuple[int, ...]] | None:
        """Return whether a statement is true, and the steps that decide it; None if nothing known decides it."""
        allowed = self.meanings.extension(atom.relation, atom.entities)
        if len(atom.entities) == 2 and (found := self.pairs.get((atom.entities[0], atom.entities[1]))):
            there = {(s, t) for s in range(self.size) for t in _bits(found[0][s])}
            if there <= allowed or not there & allowed:
                return ((there <= allowed) == atom.positive, (found[1],))
        sides = [self.slots.get(e, (self.full, -1)) if e >= 0 else (1 << whoever(e), -1) for e in atom.entities]
        combined = product(*(list(_bits(slots)) for slots, _ in sides))
        anybody = min(atom.entities) < 0  # whoever is in a slot may be one of the others
        possible = {slots for slots in combined if anybody or len(set(slots)) == len(slots)}
        if possible <= allowed or not possible & allowed:
            return ((possible <= allowed) == atom.positive, tuple(source for _, source in sides if source >= 0))
        return None


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _transposed(rows: Sequence[int]) -> tuple[int, ...]:
    size = len(rows)
    return tuple(sum((rows[s] >> t & 1) << s for s in range(size)) for t in range(size))


def derive(puzzle: Puzzle, core: Sequence[int]) -> Derivation:
    """Derive every option from the clues with these numbers. Raises: BadMeaning."""
    meanings = puzzle.scene.meanings
    clues = [(number, puzzle.clues[number].atom) for number in core]
    atoms = [option.atom for option in puzzle.question.options]
    named = {e for atom in (*(a for _, a in clues), *atoms) for e in atom.entities if e >= 0}
    whole = range(meanings.entities) if meanings.entities == meanings.size else sorted(named)
    reasoner = _Reasoner(meanings, list(whole))
    for number, atom in clues:
        reasoner.read(number, atom)
    open_letters = dict(zip(LETTERS, atoms, strict=False))
    verdicts: list[Step] = []

    def settle() -> None:
        for letter, atom in list(open_letters.items()):
            found = reasoner.verdict(atom)
            if found is not None:
                verdicts.append(Step("decide", found[1], atom.entities, (), letter, found[0]))
                del open_letters[letter]

    settle()
    for _ in range(ROUNDS):
        if not open_letters or not reasoner.round():
            break
        settle()
    left = meanings.all_of([atom for _, atom in clues])
    for letter, atom in open_letters.items():
        verdicts.append(Step("exhaust", tuple(core), atom.entities, (), letter, bool(left & meanings.mask(atom))))
    return _used(reasoner.steps, verdicts)


def _used(steps: Sequence[Step], verdicts: Sequence[Step]) -> Derivation:
    """Leave out the steps that no verdict uses, and number the others anew."""
    needed: set[int] = set()
    rest = [p for verdict in verdicts if verdict.rule == "decide" for p in verdict.premises]
    while rest:
        number = rest.pop()
        if number not in needed:
            needed.add(number)
            if steps[number].rule != "read":
                rest += steps[number].premises
    new = {old: number for number, old in enumerate(sorted(needed))}

    def moved(step: Step) -> Step:
        if step.rule in ("read", "exhaust"):
            return step
        return Step(step.rule, tuple(new[p] for p in step.premises), step.about, step.allowed, step.letter, step.holds)

    kept = [moved(steps[old]) for old in sorted(needed)]
    return Derivation((*kept, *(moved(v) for v in sorted(verdicts, key=lambda v: v.letter))))


def check(puzzle: Puzzle, derivation: Derivation) -> list[str]:
    """Return the steps that do not follow from their premises, one sentence each: checked on all worlds."""
    meanings = puzzle.scene.meanings
    at, everything = meanings.space.at, meanings.space.everything
    masks: list[int] = []
    found: list[str] = []
    for number, step in enumerate(derivation.steps):
        given = everything
        for premise in step.premises:
            if step.rule in ("read", "exhaust"):
                given &= meanings.mask(puzzle.clues[premise].atom)
            elif premise >= number:
                found.append(f"step {number + 1} uses step {premise + 1}, which comes later")
            else:
                given &= masks[premise]
        if step.letter:
            truth = meanings.mask(puzzle.question.options[LETTERS.index(step.letter)].atom)
            says = truth if step.holds else everything & ~truth
        else:
            says = 0
            for slots in step.allowed:
                mask = everything
                for entity, slot in zip(step.about, slots, strict=True):
                    mask &= at[entity][slot]
                says |= mask
        masks.append(says)
        if given & ~says:
            found.append(f"step {number + 1} ({step.rule}) does not follow from its premises")
    return found
