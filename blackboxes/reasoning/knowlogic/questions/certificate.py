"""The certificate of a question: all worlds that the clues allow give the same letters, and nothing else does.

Worlds are counted on what is asked: a question is determined if no two worlds differ on any option, whatever else they
differ in. Refuted as well: that an option is decided before any clue is read, and that the letters can be guessed from
the options.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LETTERS, Puzzle, Question
from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Meanings

GUESSABLE = 0.5
"""The share of all worlds, before any clue, in which one set of letters may be right."""


@dataclass(frozen=True)
class Certificate:
    """What counting the worlds showed."""

    worlds: int
    """All arrangements of the scene."""
    left: int
    """Those that the clues allow."""
    answers: tuple[str, ...]
    """The sets of letters that they give; counting stops at two."""
    decided_before: str
    """Letters that are decided without any clue."""
    guess: float
    """The share of all worlds in which the likeliest set of letters is right."""

    def faults(self, answer: str) -> list[str]:
        """Return why this certifies nothing, one sentence each."""
        found: list[str] = []
        if not self.left:
            found.append("the clues contradict each other: no arrangement is left")
        elif len(self.answers) > 1:
            one, other = (letters or "no letter" for letters in self.answers[:2])
            found.append(f"the answer is not determined: some arrangements give {one}, others {other}")
        elif self.answers[0] != answer:
            found.append(f"the clues give {self.answers[0] or 'no letter'}, but the answer is said to be {answer}")
        if self.decided_before:
            found.append(f"option {self.decided_before[0]} is decided before any clue is read")
        if self.guess > GUESSABLE:
            found.append(f"one set of letters is right in {self.guess:.0%} of all arrangements, whatever the clues say")
        return found


def option_masks(meanings: Meanings, question: Question) -> list[int]:
    """Return for each option the worlds in which its letter is right, the last for `none of the above`."""
    masks = [meanings.mask(option.atom) for option in question.options]
    everything = meanings.space.everything
    if question.type == "statement wrong":
        masks = [everything & ~mask for mask in masks]
    if question.none:
        some = 0
        for mask in masks:
            some |= mask
        masks.append(everything & ~some)
    return masks


def letters_in(masks: Sequence[int], world: int) -> str:
    """Return the letters that are right in a world, given as its bit."""
    return "".join(letter for letter, mask in zip(LETTERS, masks, strict=False) if mask & world)


def decides(masks: Sequence[int], left: int) -> bool:
    """Whether all worlds that are left agree on every option."""
    return all(not left & mask or not left & ~mask for mask in masks)


def two_answers(masks: Sequence[int], left: int) -> tuple[str, ...]:
    """Return the sets of letters that the worlds left give, at most two of them."""
    if not left:
        return ()
    first = letters_in(masks, left & -left)
    for letter, mask in zip(LETTERS, masks, strict=False):
        other = left & ~mask if letter in first else left & mask
        if other:
            return first, letters_in(masks, other & -other)
    return (first,)


def likeliest(masks: Sequence[int], everything: int, none: bool) -> float:
    """Return the share of worlds of the likeliest set of letters, among those in which an option is right.

    How often `none` (the last mask) is right is decided by the generator, not by the worlds, so it is left out.
    """
    masks = masks[:-1] if none else masks
    parts = [everything]
    for mask in masks:
        parts = [half for part in parts for half in (part & ~mask, part & mask) if half]
    none_right = everything
    for mask in masks:
        none_right &= ~mask
    counts = [part.bit_count() for part in parts if part != none_right]
    return max(counts) / sum(counts) if counts else 1.0


def certificate(puzzle: Puzzle) -> Certificate:
    """Count the worlds of a question. Raises: BadMeaning."""
    meanings = puzzle.scene.meanings
    masks = option_masks(meanings, puzzle.question)
    left = meanings.all_of([clue.atom for clue in puzzle.clues])
    everything = meanings.space.everything
    before = "".join(letter for letter, mask in zip(LETTERS, masks, strict=False) if mask in (0, everything))
    return Certificate(
        worlds=meanings.space.count,
        left=left.bit_count(),
        answers=two_answers(masks, left),
        decided_before=before,
        guess=likeliest(masks, everything, puzzle.question.none),
    )


def smallest_core(clue_masks: Sequence[int], masks: Sequence[int], everything: int) -> tuple[int, ...]:
    """Return the numbers of a smallest set of clues that decides every option, the first in order of numbers."""
    for size in range(len(clue_masks) + 1):
        for chosen in combinations(range(len(clue_masks)), size):
            left = everything
            for number in chosen:
                left &= clue_masks[number]
            if decides(masks, left):
                return chosen
    return tuple(range(len(clue_masks)))
