"""The `kumo` family playing the instances of a file, e.g. published ones, in the file's order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environment import Chapter, Plan
from boxwright.blackboxes.reasoning.kumo.books.writer import book_text
from boxwright.blackboxes.reasoning.kumo.domain.brief import Brief, Parameters
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.play.conversation import KumoChapter
from boxwright.blackboxes.reasoning.kumo.play.environment import KumoFamily
from boxwright.blackboxes.reasoning.kumo.play.probabilistic import ProbableChapter
from boxwright.blackboxes.reasoning.kumo.play.settings import read_settings


class GivenKumo(KumoFamily):
    """Environments of a domain that has no author: nothing is drawn."""

    def __init__(self, instances: Sequence[Instance]) -> None:
        self._instances = instances

    def read(self, description: Description) -> Brief:
        """Nothing is written about the domain but its name."""
        return Brief(description.id.split("/", 1)[1], "", "", "", Parameters())

    def chapters(self, box: Box, plan: Plan) -> Iterator[Chapter]:
        """An instance each; size and number of valid truths are the instance's own. Raises: BoxwrightError."""
        for number, instance in enumerate(islice(self._instances, plan.samples), start=1):
            yield self.chapter(instance, plan, number)

    def chapter(self, instance: Instance, plan: Plan, number: int = 1) -> KumoChapter:
        """Return the conversation on one instance. Raises: BoxwrightError where it has no book."""
        size = f"{len(instance.truths)}/{len(instance.actions)}"
        settings = read_settings(plan.kumo).model_copy(update={"size": size, "valid": len(instance.valid)})
        book = book_text(instance, settings.book, settings.language)
        kind = KumoChapter if instance.strength is None else ProbableChapter
        return kind(self.prompt, plan, settings, instance, number, book)

    def answer(self, box: Box, value: Any) -> Any:
        """Raw access draws; here is nothing to draw. Raises: ValueError."""
        raise ValueError(f"{box.id} plays the instances of a file; there is no raw access to them")
