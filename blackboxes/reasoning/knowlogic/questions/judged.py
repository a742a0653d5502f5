"""What the certificate finds about questions written by hand: arrangements left, letters, how many clues it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boxwright.blackboxes.reasoning.knowlogic.language.words import listed
from boxwright.blackboxes.reasoning.knowlogic.language.written import Written
from boxwright.blackboxes.reasoning.knowlogic.questions.certificate import (
    follow,
    letters_in,
    option_masks,
    smallest_core,
)
from boxwright.blackboxes.reasoning.knowlogic.questions.draw import world_of
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LETTERS
from boxwright.blackboxes.reasoning.knowlogic.worlds.sets import Worlds

UNCOUNTED = 2
"""Arrangements that are looked for where they are too many to list."""


@dataclass(frozen=True)
class Finding:
    """One question in one reading, and what counting its worlds showed."""

    written: Written
    left: int
    """Arrangements that the clues allow; `2` means two or more if `listed` is false."""
    listed: bool
    letters: tuple[str, ...]
    """The sets of letters that they give: none if the clues contradict each other, two if nothing is determined."""
    examples: tuple[str, ...]
    """Where two sets of letters are possible: an arrangement for each, in words."""
    fixes_all: int | None
    """The size of a smallest set of clues that leaves one arrangement; None if all clues leave several."""
    fixes_answer: int | None
    """The size of a smallest set of clues that gives the letters; None if they are not determined."""

    @property
    def verdict(self) -> str:
        """What was found, in few words."""
        if not self.letters:
            return "clues contradict each other"
        if len(self.letters) > 1:
            return "not determined"
        if not self.written.printed:
            return "determined"
        return "as printed" if self.letters[0] == self.written.printed else "other than printed"

    @property
    def sound(self) -> bool:
        """Whether the letters are determined, and those that the source gives."""
        return self.verdict in ("determined", "as printed")


def judge(written: Written) -> Finding:
    """Count the worlds of a question in one reading. Raises: BadMeaning."""
    meanings = written.scene.meanings
    space = meanings.space
    before = meanings.all_of(written.fixed)
    clues = [meanings.mask(atom) for atom in written.clues]
    left = before & meanings.all_of(written.clues)
    letters, examples, goal = _answers(written, left)
    number = left.bit_count() if isinstance(left, int) else len(space.worlds_of(left, UNCOUNTED))
    everywhere = [mask for of_entity in space.at for mask in of_entity]
    return Finding(
        written=written,
        left=number,
        listed=space.listed,
        letters=letters,
        examples=examples,
        fixes_all=len(smallest_core(clues, everywhere, before)) if number == 1 else None,
        fixes_answer=len(smallest_core(clues, goal, before)) if len(letters) == 1 else None,
    )


def _answers(written: Written, left: Worlds) -> tuple[tuple[str, ...], tuple[str, ...], Sequence[Worlds]]:
    """Return the sets of letters, arrangements for two of them, and what clues must decide to give the same letters."""
    meanings, question = written.scene.meanings, written.question
    masks = option_masks(meanings, question)
    if not left:
        return (), (), ()
    if written.untold == "open":
        right = follow(masks, left)
        return (right,), (), [mask for letter, mask in zip(LETTERS, masks, strict=False) if letter in right]
    if written.untold == "false":
        statements = [meanings.mask(option.atom) for option in question.options]
        told = follow(statements, left)
        wrong = question.type == "statement wrong"
        right = "".join(x for x in LETTERS[: len(statements)] if (x in told) != wrong)
        nothing = LETTERS[len(statements)] if question.none else ""
        return (right or nothing,), (), [mask for x, mask in zip(LETTERS, statements, strict=False) if x in told]
    for mask in masks:
        if left & mask and left & ~mask:
            worlds = [meanings.space.worlds_of(part, 1)[0] for part in (left & mask, left & ~mask)]
            letters = tuple(letters_in(masks, world_of(meanings, world)) for world in worlds)
            return letters, tuple(_told(written, world) for world in worlds), ()
    return (letters_in(masks, meanings.space.first(left)),), (), masks


def _told(written: Written, world: Sequence[int]) -> str:
    scene = written.scene
    parts = [f"{e.of('en')}: {scene.slots[slot].of('en')}" for e, slot in zip(scene.entities, world, strict=True)]
    return listed(parts, "en")
