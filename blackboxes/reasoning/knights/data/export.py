"""Rows for fine-tuning: the question as a player reads it and the reply to learn, right or wrong on purpose.

The loss mask is exact: the characters of the reply, and within it those of the answer.
"""

from __future__ import annotations

from typing import Any, Literal

from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.reasoning.knights.data.chains import Chain, wrong_chain, wrong_world
from boxwright.blackboxes.reasoning.knights.language.surface import answer_line, draw_surface, reasoning_text
from boxwright.blackboxes.reasoning.knights.play.conversation import PuzzleConversation, PuzzleSample
from boxwright.blackboxes.reasoning.knights.play.puzzle import Puzzle
from boxwright.blackboxes.reasoning.knights.play.settings import KnightsSettings
from boxwright.blackboxes.reasoning.knights.puzzles.files import Line
from boxwright.blackboxes.reasoning.knights.puzzles.generating import puzzle_id
from boxwright.blackboxes.reasoning.knights.puzzles.solver import solutions
from boxwright.blackboxes.reasoning.knights.puzzles.steps import TooLong, reason
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Ask, Plan

Style = Literal["direct", "steps"]


def chat_row(
    line: Line, style: Style, answers: Literal["right", "wrong"], chain: Chain, language: str, seed: int
) -> dict[str, Any] | None:
    """Return one training example; None if the puzzle has no chain that is wrong in this way.

    `loss` has the spans to learn as [message, from, to] in characters; `answer_span` is where the answer stands.
    Raises: FaultyPuzzle for a puzzle without exactly one solution, CannotBeMade.
    """
    found = solutions(line.puzzle)
    if len(found) != 1:
        raise line.fault("a training example needs a puzzle with exactly one solution")
    identifier = puzzle_id(line.puzzle)
    surface = draw_surface(len(line.puzzle), language, seed, identifier)
    wanted = line.specification()
    puzzle = Puzzle(line.puzzle, tuple(found), found[0], wanted, surface)
    world = found[0] if answers == "right" else wrong_world(found[0], stream(seed, identifier, "wrong answer"))
    reasoning = ""
    if style == "steps":
        try:
            steps = reason(line.puzzle)
        except TooLong as error:
            raise line.fault("the reasoning is too long; add --style direct") from error
        if chain != "right":
            changed = wrong_chain(line.puzzle, steps, chain, stream(seed, identifier, "wrong chain", chain))
            if changed is None:
                return None
            steps = changed
        reasoning = reasoning_text(line.puzzle, steps, surface) + "\n"
    answer = answer_line(world, surface)
    reply = reasoning + answer
    return {
        "messages": [
            {"role": "user", "content": question_of(puzzle, style), "weight": 0},
            {"role": "assistant", "content": reply, "weight": 1},
        ],
        "loss": [[1, 0, len(reply)]],
        "answer_span": [1, len(reasoning), len(reply)],
        "id": identifier,
        "style": style,
        "answers": answers,
        "chain": chain if style == "steps" else "none",
        **{name: line.row[name] for name in ("class", "split") if name in line.row},
    }


def question_of(puzzle: Puzzle, style: Style) -> str:
    """Return what a player reads of a puzzle, up to its answer."""
    language: Any = puzzle.surface.language
    settings = KnightsSettings(people=str(len(puzzle.statements)), prompt=style, language=language)
    plan = Plan(turns=0, shots=1, samples=1, seed=0)
    conversation = PuzzleConversation(load_prompt("players/knights"), plan, settings, puzzle, None)
    asked = next(PuzzleSample(conversation.asked).shot(1))
    assert isinstance(asked, Ask)
    return f"{conversation.introduction}\n\n{asked.text}"
