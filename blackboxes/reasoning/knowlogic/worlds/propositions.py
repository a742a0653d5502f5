"""How two statements stand to each other: computed from the worlds in which they hold, never listed."""

from __future__ import annotations

from typing import Literal

from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Atom, Meanings
from boxwright.blackboxes.reasoning.knowlogic.worlds.sets import same

Standing = Literal[
    "equivalence",
    "inclusion",
    "implication",
    "implied",
    "contradiction",
    "contrariety",
    "subcontrariety",
    "independence",
]


def standing(meanings: Meanings, one: Atom, other: Atom) -> Standing:
    """Return how `one` stands to `other`.

    equivalence: they hold in the same worlds; implication: wherever `one` holds, `other` does (inclusion if both are
    about the same entities, so that the vague one includes the precise one); implied: the other way round;
    contradiction: exactly one of them holds; contrariety: never both; subcontrariety: never neither;
    independence: nothing of these.
    """
    p, q, everything = meanings.mask(one), meanings.mask(other), meanings.space.everything
    all_said = not everything & ~(p | q)
    if same(meanings.space, p, q):
        return "equivalence"
    if not p & q:
        return "contradiction" if all_said else "contrariety"
    if not p & ~q:
        return "inclusion" if set(one.entities) == set(other.entities) else "implication"
    if not q & ~p:
        return "implied"
    return "subcontrariety" if all_said else "independence"


def is_precise(meanings: Meanings, atom: Atom) -> bool:
    """Whether a statement leaves its first entity one slot once the others' are known; else it is vague."""
    return atom.positive and not meanings.is_vague(atom.relation)
