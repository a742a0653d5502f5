"""What an evaluation plays: models x boxes x runs, each an episode with its own budget and seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from boxwright.blackboxes.entries import open_entry
from boxwright.blackboxes.environment import Entry
from boxwright.blackboxes.environments import boundary, get_environment
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.registry import Accepted
from boxwright.blackboxes.seeds import derive, derive_sealed
from boxwright.blackboxes.types import Options, Plan
from boxwright.harness.chat.api import ChatModel
from boxwright.harness.chat.budget import BudgetedModel
from boxwright.harness.evaluation.budgets import FamilyBudget, budget_for
from boxwright.harness.evaluation.explorations import Explorations
from boxwright.harness.evaluation.pairs import base_and_kind
from boxwright.harness.evaluation.specs import stored_spec
from boxwright.harness.evaluation.store import Key
from boxwright.harness.players.builtin import PREFIX, SOLVER
from boxwright.harness.players.glance import GLANCES, glances_at
from boxwright.harness.players.plugin import Plugin
from boxwright.harness.players.solvers.solver import is_solved, tries
from boxwright.harness.programs import REVISION as PROGRAMS
from boxwright.harness.settings import check_plan, check_player
from boxwright.sandbox import Launcher

SAMPLER = "v1"
"""Names the derivation of seeds: another name gives other test samples."""


class EvalSettings(BaseModel):
    """What is measured; equal settings and deterministic players give equal results."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    models: tuple[str, ...]
    """Names, in the order of the report."""
    boxes: tuple[str, ...]
    """Ids of accepted boxes."""
    turns: int = Field(10, ge=0, le=1_000)
    """T: answered queries of the exploration; 0 asks the test samples at once."""
    shots: int = Field(1, ge=1, le=20)
    """S: answers per test sample."""
    samples: int = Field(8, ge=1, le=1_000)
    """K: test samples."""
    runs: int = Field(1, ge=1, le=1_000)
    """Episodes per model and box."""
    budgets: dict[str, FamilyBudget] = Field(default_factory=dict)
    """Turns, shots, samples and the form of answers of a family or a box, where they differ."""
    options: dict[str, dict[str, str]] = Field(default_factory=dict)
    """Each environment's own options, as given."""
    seed: int = 1
    """Seeds the test samples (unless the sample set is fixed) and the builtin players."""
    sample_set: Literal["v6"] | None = None
    """A fixed sample set: the same test samples for a box everywhere, whatever the seed and run."""
    sealed: str | None = None
    """The commitment to the key under which the tests are drawn (`sealing.py`)."""
    secret: str | None = Field(default=None, exclude=True, repr=False)
    """The key itself; not stored with these settings: `reveal` publishes it beside them."""
    telling: bool = True
    """Whether tests may ask the telling questions of the boxes' manifests; not where tests are sealed."""
    answers: Literal["direct", "code"] = "direct"
    """One answer to each test sample, or a program that is run on all of them."""
    adaptive: bool = True
    """Whether results are read at once, or all after the last turn."""
    may_stop: bool = False
    """Whether the player may end the exploration early."""
    learning: bool = True
    """Whether the player is told whether its shots were right, and sees the earlier ones."""

    confidence: bool = False
    """Whether a probability is asked for with each answer."""

    change: bool = False
    """Whether tests ask if what is shown is the box's or its sibling's (`changes.py`)."""

    def asks_for_programs(self) -> bool:
        """Whether some box is answered by programs."""
        return any((budget_for(self.budgets, box).answers or self.answers) == "code" for box in self.boxes)

    def usual(self) -> set[str]:
        """Return the names of the settings that are left at their defaults; results do not mention them."""
        special = (
            "budgets",
            "options",
            "sample_set",
            "sealed",
            "telling",
            "answers",
            "adaptive",
            "may_stop",
            "learning",
            "confidence",
            "change",
        )
        fields = type(self).model_fields
        return {name for name in special if getattr(self, name) == fields[name].get_default(call_default_factory=True)}


def untold_if_sealed(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a new run: sealed tests ask no telling questions, which whoever has the boxes has read.

    Unless `telling` is given. Stored runs say themselves what they asked.
    """
    return {"telling": False, **given} if given.get("sealed") else dict(given)


def read_settings(given: Mapping[str, Any], models: Sequence[str], boxes: Sequence[str], call: str) -> EvalSettings:
    """Read settings given by name; `call` is what a fault names. Raises: BoxwrightError naming what may be given."""
    known = [name for name in EvalSettings.model_fields if name not in ("models", "boxes")]
    for name in given:
        if name not in known:
            raise BoxwrightError(f"{call}({name}=...): no such setting; there are: {', '.join(known)}")
    try:
        chosen = EvalSettings(models=tuple(models), boxes=tuple(boxes), **untold_if_sealed(given))
    except ValidationError as error:
        fault = error.errors()[0]
        name = ".".join(map(str, fault["loc"]))
        raise BoxwrightError(f"{call}({name}={fault['input']!r}): {fault['msg'].lower()}") from error
    for name, options in chosen.options.items():
        get_environment(name).read_options(options)
    return chosen


@dataclass(frozen=True)
class Evaluation:
    """An evaluation with everything needed to play it."""

    settings: EvalSettings
    boxes: Mapping[str, Entry]
    models: Mapping[str, ChatModel | Plugin | None]
    """None for a builtin player."""
    launcher: Launcher
    explorations: Explorations | None = None
    """Given to the players instead of exploring themselves; the models are its columns."""

    def player(self, model: str) -> str:
        """Return the name of the player in a column of the results."""
        return self.explorations.columns[model][0] if self.explorations else model

    def provenance(self) -> dict[str, Any]:
        """What the results depend on besides the settings; stored with them."""
        facts = {}
        for name, box in self.boxes.items():
            with boundary(box.environment.name, f"facts() of {name}"):
                facts[name] = dict(box.facts(self.options(box)))
        return {
            **self.settings.model_dump(mode="json", exclude=self.settings.usual()),
            "sampler": SAMPLER,
            **({"explorations": self.explorations.stored()} if self.explorations else {}),
            **({"specs": specs} if (specs := self.specs()) else {}),
            **({"small": small} if (small := self.small()) else {}),
            **({"programs": PROGRAMS} if self.settings.asks_for_programs() else {}),
            "level": self.launcher.level,
            "boxwright": version("boxwright"),
            "facts": facts,
            "revisions": {name: box.environment.revisions.model_dump() for name, box in self.boxes.items()},
        }

    def specs(self) -> dict[str, dict[str, Any]]:
        """Return how each model is asked, and its prices."""
        asked = {name: model.spec for name, model in self.models.items() if isinstance(model, BudgetedModel)}
        return {name: stored_spec(spec) for name, spec in asked.items() if spec is not None}

    def options(self, box: Entry) -> Options:
        """Return the options of a box's environment. Raises: BadOptions."""
        return options_of(self.settings, box.environment.name)

    def episodes(self) -> list[Key]:
        """All episodes, in the order in which they are started."""
        s = self.settings
        return [Key(m, b, r) for r in range(1, s.runs + 1) for b in s.boxes for m in s.models]

    def plan(self, key: Key) -> Plan:
        """Return one episode's budget. Raises: BadOptions."""
        return plan_of(self.settings, key)

    def luck(self, key: Key) -> int:
        """Return the seed of a builtin player's own draws, different for each run."""
        s = self.settings
        own = s.sample_set or base_and_kind(key.box)[1]
        return derive(s.seed, key.box, "player", key.run) if own else self.plan(key).seed

    def check(self) -> None:
        """Check that every box and player supports the settings. Raises: BoxwrightError."""
        players = {self.player(name): model for name, model in self.models.items()}
        for name, box in self.boxes.items():
            plan = self.plan(Key("", name, 1))
            check_plan(box.environment, plan)
            family = box.environment.name
            if SOLVER in players and "solver" not in box.environment.players:
                _check_solver(box)
            for glance in GLANCES:
                if glance in players and not glances_at(family):
                    raise BoxwrightError(f"{glance} does not try {family} boxes ({box.id}); leave out one of them")
            for player, model in players.items():
                if model is None:
                    check_player(player.removeprefix(PREFIX), plan, name)
            with boundary(family, f"check() of {name}"):
                box.check(plan, players)

    def calls(self) -> dict[str, Sequence[int]]:
        """Return how many replies each conversation of an episode asks for, if none is refused and no shot is right.

        An exploration that is given is not asked for.
        """
        found: dict[str, Sequence[int]] = {}
        for name, entry in self.boxes.items():
            plan = self.plan(Key("", name, 1))
            plan = replace(plan, turns=0) if self.explorations else plan
            with open_entry(entry, self.launcher) as box, boundary(entry.environment.name, f"calls() of {name}"):
                found[name] = box.calls(plan)
        return found

    def small(self) -> dict[str, dict[str, int]]:
        """Return the boxes whose domain has fewer inputs than are explored and tested, with both numbers."""
        found = {}
        for name, entry in self.boxes.items():
            plan = self.plan(Key("", name, 1))
            wanted = plan.turns + (plan.samples if plan.answers == "direct" else 1)
            with open_entry(entry, self.launcher) as box, boundary(entry.environment.name, f"domain_size() of {name}"):
                size = box.domain_size()
            if size is not None and size < wanted:
                found[name] = {"size": size, "wanted": wanted}
        return found


def _check_solver(box: Entry) -> None:
    """Check that `builtin/solver` has a plan for a box. Raises: BoxwrightError."""
    family = box.environment.name
    if not is_solved(family):
        raise BoxwrightError(f"{SOLVER} does not try {family} boxes ({box.id}); leave out one of them")
    if isinstance(box, Accepted) and not tries(box.description):
        raise BoxwrightError(
            f"{SOLVER} does not try {box.id}: it cannot read the rules in its public part; leave out one of them"
        )


def options_of(settings: EvalSettings, environment: str) -> Options:
    """Return the options that an environment is played with. Raises: BadOptions."""
    return get_environment(environment).read_options(settings.options.get(environment, {}))


def plan_of(settings: EvalSettings, key: Key) -> Plan:
    """Return one episode's budget; the seed is the same for all models, so they get the same tests.

    A partner of an id has the seed of that id.

    It decides the box's side only: what is tested, what is hidden, what chance and opponents draw. Raises: BadOptions.
    """
    s, (base, _) = settings, base_and_kind(key.box)
    environment = get_environment(base.split("/")[0])
    fixed = derive("sample set", s.sample_set, base) if s.sample_set else None
    own = budget_for(s.budgets, base)
    if s.sealed:
        if s.secret is None:
            raise BoxwrightError(
                "the tests of this run are sealed; publish the key first: boxwright reveal RUN KEYFILE"
            )
        seed = derive_sealed(s.secret, s.seed, base, SAMPLER, key.run)
    else:
        seed = derive(s.seed, base, SAMPLER, key.run) if fixed is None else fixed
    return Plan(
        turns=environment.turns(base, s.turns if own.turns is None else own.turns),
        shots=own.shots or s.shots,
        samples=own.samples or s.samples,
        seed=seed,
        reveal="adaptive" if s.adaptive else "non-adaptive",
        stop_early=s.may_stop,
        history=s.learning,
        answers=own.answers or s.answers,
        confidence=s.confidence,
        telling=s.telling,
        options=options_of(s, environment.name),
    )


def plans_of(stored: Mapping[str, Any]) -> Callable[[Key], Plan]:
    """Return a function that restores the budget of each stored episode. Raises: BoxwrightError."""
    if stored.get("change"):
        raise BoxwrightError("the tests of this run ask for changes (--change); such episodes cannot be stepped again")
    known = {name: value for name, value in stored.items() if name in EvalSettings.model_fields}
    settings = EvalSettings.model_validate({**known, "secret": stored.get("revealed", {}).get(stored.get("sealed"))})
    return lambda key: plan_of(settings, key)
