"""The ids of the game, and what is played under each."""

from __future__ import annotations

from collections.abc import Mapping

PUZZLES, UNDECIDED, QUESTIONS = "knights/puzzles", "knights/undecided", "knights/questions"
SAYS: Mapping[str, str] = {
    PUZZLES: "one puzzle per question, with one solution",
    UNDECIDED: "puzzles with several solutions, of which one was drawn: a player above the ceiling has seen it",
    QUESTIONS: "an island that is explored by yes/no questions",
}
"""The ids, and what is played under each."""
