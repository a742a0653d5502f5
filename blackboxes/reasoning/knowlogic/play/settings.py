"""How KnowLogic is played: language, level, question type, examples before the question."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from boxwright.blackboxes.reasoning.knowlogic.questions.draw import Wanted
from boxwright.blackboxes.types import Options


class PlaySettings(Options):
    """One evaluation's settings; the command line spells them `--knowlogic name=value`."""

    language: Literal["en", "zh"] = "en"
    """The language of scene, clues, question and instructions."""
    level: Literal["any", "easy", "medium", "hard"] = "any"
    """The level of the questions."""
    type: Literal[
        "any", "entity precise", "entity vague", "slot precise", "slot vague", "statement right", "statement wrong"
    ] = "any"
    """What is asked."""
    examples: int = Field(default=0, ge=0, le=8)
    """Solved questions that are shown before the question."""
    redundancy: Literal["any", "0", "1", "2"] = "any"
    """Clues that could be left out."""

    @property
    def wanted(self) -> Wanted:
        """What is drawn."""
        return Wanted(
            None if self.type == "any" else self.type,
            None if self.level == "any" else self.level,
            None if self.redundancy == "any" else int(self.redundancy),
        )


def play_settings(options: Options) -> PlaySettings:
    """Return a plan's options with their type; the defaults where a plan has none."""
    return options if isinstance(options, PlaySettings) else PlaySettings()
