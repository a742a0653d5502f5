"""The `kumo` family: elimination games drawn from an accepted domain. A box is data; nothing generated is executed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environment import Call, Chapter, Example, Plan
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.prompts import Prompt, load_prompt
from boxwright.blackboxes.reasoning.kumo.books.shelf import games
from boxwright.blackboxes.reasoning.kumo.domain.brief import Brief, read_brief
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, parse_domain
from boxwright.blackboxes.reasoning.kumo.instances.game import mask_of
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, game_of
from boxwright.blackboxes.reasoning.kumo.play.conversation import KumoChapter
from boxwright.blackboxes.reasoning.kumo.play.prediction_verdict import judge
from boxwright.blackboxes.reasoning.kumo.play.settings import PlaySettings, read_settings

MOST_INDEX = 10_000
"""Raw access draws instances in order; further ones are refused."""


@lru_cache(maxsize=64)
def _domain(source: str, identifier: str) -> Domain:
    return parse_domain(json.loads(source), identifier)


class KumoFamily:
    """The one environment of all domains: K instances per episode, actions and then a prediction for each."""

    name = "kumo"
    revision = 1
    plans_queries = True
    functions: tuple[str, ...] = ()
    shim = ""

    @cached_property
    def prompt(self) -> Prompt:
        """The family's texts for players."""
        return load_prompt("players/kumo")

    def read(self, description: Description) -> Brief:
        """Read goal, truths and actions. Raises: DescriptionFault."""
        return read_brief(description)

    def domain(self, box: Box) -> Domain:
        """Return the domain that the box is. Raises: FaultyDomain."""
        return _domain(box.source, box.id)

    def chapters(self, box: Box, plan: Plan) -> Iterator[Chapter]:
        """K chapters, an instance each. Raises: FaultyDomain, CannotBeMade, BoxwrightError for unknown settings."""
        settings = read_settings(plan.kumo)
        drawn = games(self.domain(box), settings, plan.seed, plan.samples, box.books)
        for number, (instance, book) in enumerate(drawn, start=1):
            yield KumoChapter(self.prompt, plan, settings, instance, number, book)

    def answer(self, box: Box, value: Any) -> Any:
        """Answer raw access: an instance, an action's outcome, or a prediction. Raises: ValueError, BoxwrightError."""
        if not isinstance(value, dict) or not {"seed"} <= set(value) <= {
            "seed",
            "instance",
            "play",
            "action",
            "predict",
        }:
            raise ValueError(
                'the input must be {"seed": n, "instance": i, "play": {"size": ...}}, with "action": name '
                'or "predict": [name, ...] beside it'
            )
        play, index = value.get("play", {}), value.get("instance", 0)
        if type(value["seed"]) is not int or type(index) is not int or not 0 <= index < MOST_INDEX:
            raise ValueError(f"`seed` and `instance` must be whole numbers, `instance` from 0 to {MOST_INDEX - 1}")
        if not isinstance(play, Mapping):
            raise ValueError('`play` must be like {"size": "hard"}')
        settings = read_settings(play)
        drawn = games(self.domain(box), settings, value["seed"], index + 1, box.books)
        found = next(islice(drawn, index, None), None)
        if found is None:
            raise ValueError(f"there are fewer than {index + 1} instances with a stored book")
        instance, book = found
        if "action" in value:
            return self._outcome(instance, value["action"])
        if "predict" in value:
            return self._predicted(instance, value["predict"])
        return {"truths": instance.truths, "actions": instance.actions, "valid": settings.valid, "book": book}

    def _outcome(self, instance: Instance, action: Any) -> Any:
        if action not in instance.actions:
            raise ValueError(f"the action {action!r} is not in this game; it has {', '.join(instance.actions)}")
        return (instance.observations or {})[action]

    def _predicted(self, instance: Instance, names: Any) -> Any:
        names = [names] if isinstance(names, str) else names
        if not isinstance(names, list) or any(name not in instance.truths for name in names):
            raise ValueError(f"`predict` must name truths of this game: {', '.join(instance.truths)}")
        game = game_of(instance)
        named = mask_of([instance.truths.index(name) for name in set(names)])
        return {
            "right": named == game.valid,
            "with no action": judge(game, game.everything, game.all_actions, named).value,
        }

    def measure(self, box: Box, turns: int, seed: int) -> Mapping[str, Any]:
        """Return how large the domain is."""
        domain = self.domain(box)
        return {"truths": len(domain.truths), "actions": len(domain.actions)}

    def floor(self, box: Box, seed: int) -> float:
        """Return the chance of a blind prediction at the easy size."""
        return 1.0 / PlaySettings().sizes.truths

    # A domain has no functions: what the gates ask of code is empty here, its own check stands in `kumo`'s commands.

    def examples(self, rules: Brief) -> Sequence[Example]:
        """None: a domain is checked as a whole."""
        return ()

    def edges(self, rules: Brief) -> Sequence[Call]:
        """None."""
        return ()

    def probes(self, box: Box, seed: int, count: int) -> Sequence[Call]:
        """None."""
        return ()

    def check(self, box: Box, call: Call, value: Any) -> None:
        """Nothing is called."""
        raise BoxwrightError(f"{box.id} is data; it has no function {call.function!r}")

    def outside(self, rules: Brief) -> Sequence[str]:
        """Replies that name nothing."""
        return ["", "hello", "ACTION:", "PREDICT:", "ACTION: no such action at all", "PREDICT: |"]

    def domain_size(self, rules: Brief) -> int | None:
        """Every test is a new instance."""
        return None

    def raw_call(self, box: Box, value: Any) -> Call:
        """A domain has no functions; raw access goes through `answer`. Raises: ValueError."""
        raise ValueError(f"{box.id} is data; it has no function to call")
