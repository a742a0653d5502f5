"""How Knights and Knaves is played: people, width, depth, distribution, language, prompt."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from boxwright.blackboxes.environment import BadOptions
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.knights.language.words import MOST_PEOPLE
from boxwright.blackboxes.reasoning.knights.puzzles.grammar import speakers
from boxwright.blackboxes.reasoning.knights.puzzles.specification import Specification, read_specification
from boxwright.blackboxes.types import Options


class KnightsSettings(Options):
    """One evaluation's settings; the command line spells them `--knights name=value`."""

    people: str = Field(default="5", pattern=r"^[1-9]\d{0,2}(-[1-9]\d{0,2})?$")
    """N, or a range such as 2-8, whose numbers take turns."""
    width: int = 2
    """W: statements that `and` and `or` may join."""
    depth: int = 2
    """D: levels of a statement, including the leaf."""
    distribution: Literal["published", "strict"] = "published"
    """published: the published sampling. strict: no trivial claims."""
    reconsiders: int = 0
    """Reconsider steps that the reasoning needs at least."""
    language: Literal["en", "zh"] = "en"
    """The language of puzzle and prompt."""
    prompt: Literal["direct", "steps"] = "steps"
    """Whether the player is asked to answer at once, or to think step by step."""
    examples: int = Field(default=0, ge=0, le=1)
    """Worked examples before the question."""
    told: Literal["nothing", "claims"] = "nothing"
    """With questions: whether the islanders have said anything before."""

    @property
    def numbers(self) -> list[int]:
        """The numbers of people, which take turns."""
        first, _, last = self.people.partition("-")
        return list(range(int(first), int(last or first) + 1))

    def specification(self, people: int, solutions: str = "one") -> Specification:
        """Return what puzzles of so many people are like. Raises: CannotBeMade."""
        fields = self.model_dump(include={"width", "depth", "distribution", "reconsiders"})
        return read_specification({**fields, "people": people, "solutions": solutions})


def check_settings(settings: KnightsSettings) -> KnightsSettings:
    """Check that puzzles of these settings exist and can be worded. Raises: BadOptions."""
    numbers = settings.numbers
    if not numbers or numbers[-1] > MOST_PEOPLE:
        fault = "write a range upwards, e.g. 2-8" if not numbers else f"at most {MOST_PEOPLE} people have names"
        raise BadOptions(f"--knights people={settings.people}: {fault}")
    for people in numbers:
        try:
            speakers(settings.specification(people))
        except BoxwrightError as error:
            raise BadOptions(f"--knights {error}") from error
    return settings


def knights_settings(options: Options) -> KnightsSettings:
    """Return a plan's options with their type; the defaults where a plan has none."""
    return options if isinstance(options, KnightsSettings) else KnightsSettings()
