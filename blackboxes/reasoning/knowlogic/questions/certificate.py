"""The certificate of a question: all worlds that the clues allow give the same letters, and nothing else does.

Worlds are counted on what is asked: a question is determined if no two worlds differ on any option, whatever else they
differ in; the search stops at two different answers. In an open world an option is right if it holds in all worlds that
the clues allow, and what these leave open is not right. Refuted as well: that an option is decided before any clue is
read, and that the letters can be guessed from the options.

Worlds are listed where they are few; above, the same sets are gates of a circuit, and SAT finds two that differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LETTERS, Puzzle, Question
from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Meanings
from boxwright.blackboxes.reasoning.knowlogic.worlds.sets import Worlds

GUESSABLE = 0.5
"""The share of all worlds, before any clue, in which one set of letters may be right."""


@dataclass(frozen=True)
class Certificate:
    """What counting the worlds showed."""

    worlds: int
    """All arrangements of the scene."""
    left: int | None
    """Those that the clues allow; None if they are too many to list, and SAT found some."""
    answers: tuple[str, ...]
    """The sets of letters that they give; the search stops at two."""
    decided_before: str
    """Letters that are decided without any clue."""
    guess: float
    """The share of all worlds in which the likeliest set of letters is right; estimated where they are not listed."""

    def faults(self, answer: str) -> list[str]:
        """Return why this certifies nothing, one sentence each."""
        found: list[str] = []
        if not self.answers:
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


def option_masks(meanings: Meanings, question: Question) -> list[Worlds]:
    """Return for each option the worlds in which its letter is right, the last for `none of the above`."""
    masks = [meanings.mask(option.atom) for option in question.options]
    everything: Worlds = meanings.space.everything
    if question.type == "statement wrong":
        masks = [everything & ~mask for mask in masks]
    if question.none:
        none = everything
        for mask in masks:
            none &= ~mask
        masks.append(none)
    return masks


def letters_in(masks: Sequence[Worlds], world: Worlds) -> str:
    """Return the letters that are right in a world, given as a set of one."""
    return "".join(letter for letter, mask in zip(LETTERS, masks, strict=False) if mask & world)


def decides(masks: Sequence[Worlds], left: Worlds) -> bool:
    """Whether all worlds that are left agree on every option."""
    return all(not left & mask or not left & ~mask for mask in masks)


def follow(masks: Sequence[Worlds], left: Worlds) -> str:
    """Return the letters that are right in all worlds that are left."""
    return "".join(letter for letter, mask in zip(LETTERS, masks, strict=False) if not left & ~mask)


def answers(meanings: Meanings, question: Question, left: Worlds) -> tuple[str, ...]:
    """Return the sets of letters that the worlds left give, at most two of them; in an open world what follows."""
    if not left:
        return ()
    masks = option_masks(meanings, question)
    if meanings.scenario.world == "open":
        return (follow(masks, left),)
    first = letters_in(masks, meanings.space.first(left))
    for letter, mask in zip(LETTERS, masks, strict=False):
        other = left & ~mask if letter in first else left & mask
        if other:
            return first, letters_in(masks, meanings.space.first(other))
    return (first,)


def to_decide(meanings: Meanings, question: Question, answer: str) -> list[Worlds]:
    """Return what the clues must decide: every option; in an open world those that follow."""
    masks = option_masks(meanings, question)
    if meanings.scenario.world == "open":
        return [mask for letter, mask in zip(LETTERS, masks, strict=False) if letter in answer]
    return masks


def likeliest(meanings: Meanings, question: Question) -> float:
    """Return the share of worlds of the likeliest set of letters, among those in which an option is right.

    How often `none` (the last option) is right is decided by the generator, not by the worlds, so it is left out. Where
    worlds are not listed, the share is that of arrangements drawn once and for all.
    """
    counts = _counted(meanings, question) if meanings.space.listed else _sampled(meanings, question)
    return max(counts) / sum(counts) if counts else 1.0


def _counted(meanings: Meanings, question: Question) -> list[int]:
    masks: list[int] = [meanings.mask(option.atom) for option in question.options]  # type: ignore[misc]
    parts: list[int] = [meanings.space.everything]
    for mask in masks:
        parts = [half for part in parts for half in (part & ~mask, part & mask) if half]
    wrong = question.type == "statement wrong"
    nothing: int = meanings.space.everything
    for mask in masks:
        nothing &= mask if wrong else ~mask
    return [part.bit_count() for part in parts if part != nothing]


def _sampled(meanings: Meanings, question: Question) -> list[int]:
    wrong = question.type == "statement wrong"
    drawn = (
        tuple(meanings.holds(option.atom, world) != wrong for option in question.options)
        for world in meanings.space.sample()
    )
    return list(Counter(right for right in drawn if any(right)).values())


def certificate(puzzle: Puzzle) -> Certificate:
    """Count the worlds of a question. Raises: BadMeaning."""
    meanings = puzzle.scene.meanings
    space = meanings.space
    left = meanings.all_of(clue.atom for clue in puzzle.clues)
    masks = option_masks(meanings, puzzle.question)
    before = "".join(x for x, mask in zip(LETTERS, masks, strict=False) if given_away(meanings, mask))
    return Certificate(
        worlds=space.count,
        left=left.bit_count() if isinstance(left, int) else None if left else 0,
        answers=answers(meanings, puzzle.question, left),
        decided_before=before,
        guess=likeliest(meanings, puzzle.question),
    )


def given_away(meanings: Meanings, mask: Worlds) -> bool:
    """Whether an option is decided before any clue is read."""
    return not mask or not meanings.space.everything & ~mask


def smallest_core(clue_masks: Sequence[Worlds], masks: Sequence[Worlds], everything: Worlds) -> tuple[int, ...]:
    """Return the numbers of a smallest set of clues that decides every option, the first in order of numbers."""
    for size in range(len(clue_masks) + 1):
        for chosen in combinations(range(len(clue_masks)), size):
            left = everything
            for number in chosen:
                left &= clue_masks[number]
            if decides(masks, left):
                return chosen
    return tuple(range(len(clue_masks)))
