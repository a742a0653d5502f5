"""A KUMO instance: some truths and actions of a domain, the outcome that each action will show, and its proof."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, Observed, Outcomes, canonical_json
from boxwright.blackboxes.reasoning.kumo.domain.reading import Unreadable
from boxwright.blackboxes.reasoning.kumo.instances.game import FaultyGame, Game
from boxwright.blackboxes.reasoning.kumo.instances.rows import renamed_row
from boxwright.blackboxes.seeds import digest

CHANGED = "its hash is not that of its content; it was changed after it was made"
FORMAT = 1
"""The version of the stored form."""


class FaultyInstance(BoxwrightError):
    """An instance cannot be read, or does not fit its domain."""


class Instance(BaseModel):
    """One line of an instance file. Published lines have no `outcomes`: they need their domain."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    truths: list[str]
    """The truths in play, in the order shown."""
    actions: list[str]
    """The actions in play, in the order shown."""
    observations: dict[str, Observed] | None = None
    """Per action what it will show."""
    valid_truth: str | list[str] | None = None
    """The truth to find (a list where there are several)."""
    outcomes: dict[str, Outcomes] | None = None
    """The exclusion table: the domain's outcomes of these actions, restricted to these truths."""
    strength: float | None = Field(default=None, gt=0.5, lt=1.0)
    """The probability with which an outcome rules out (`probabilistic.py`); None: with certainty."""
    against: float | None = Field(default=None, ge=0, le=1)
    """With `strength`: the share of outcomes that speak against the valid truth in certified games of its kind."""
    knowledge_book: str | None = None
    """The book that comes with it, e.g. the published one."""
    seed: int | None = None
    """The seed that it was drawn with, or its place in a published file."""
    format: int | None = None
    domain: str | None = None
    domain_hash: str | None = None
    versions: dict[str, str] | None = None
    """Versions of the package and solver that drew it."""
    hash: str | None = None
    """The SHA-256 of the canonical JSON of everything else except `versions`."""

    @property
    def valid(self) -> list[str]:
        """The truths to find."""
        return [self.valid_truth] if isinstance(self.valid_truth, str) else list(self.valid_truth or [])

    @property
    def size(self) -> str:
        """Truths and actions, as `4/6`."""
        return f"{len(self.truths)}/{len(self.actions)}"

    def content_hash(self) -> str:
        """Return what `hash` should be."""
        return digest(canonical_json(self.model_dump(mode="json", exclude={"hash", "versions"}, exclude_none=True)))

    def sealed(self) -> Instance:
        """Return the instance with the hash of its content."""
        return self.model_copy(update={"hash": self.content_hash()})

    @property
    def changed(self) -> str:
        """Why its hash is wrong; empty if it is right."""
        return "" if self.hash in (None, self.content_hash()) else CHANGED

    def with_outcomes(self, domain: Domain | None) -> Instance:
        """Return the instance with an exclusion table, taken from the domain if it has none of its own.

        Raises: FaultyInstance for an action or truth that the domain does not know, or where there is no domain.
        """
        if self.outcomes is not None:
            return self
        if domain is None:
            raise FaultyInstance("the instance carries no `outcomes`; name its domain with --domain FILE")
        for kind, names, known in (
            ("truth", self.truths, set(domain.truths)),
            ("action", self.actions, set(domain.outcomes)),
        ):
            missing = [name for name in names if name not in known]
            if missing:
                raise FaultyInstance(
                    f"{kind} {missing[0]!r} is not in domain {domain.domain!r}; is it the right domain?"
                )
        kept = set(self.truths)
        table = {
            action: Outcomes(
                type=domain.outcomes[action].type,
                states=[
                    state.model_copy(update={"rules_out": [t for t in state.rules_out if t in kept]})
                    for state in domain.outcomes[action].states
                ],
            )
            for action in self.actions
        }
        return self.model_copy(update={"outcomes": table})


def game_of(instance: Instance, first_only: bool = False) -> Game:
    """Return the game of an instance that includes its outcomes.

    A revealed outcome rules out what all matching states rule out; with `first_only` what the first one does, as in the
    published search. Raises: FaultyInstance for missing or duplicate names, FaultyGame for what cannot be played.
    """
    table = instance.outcomes
    if table is None:
        raise FaultyInstance("the instance carries no `outcomes`; name its domain with --domain FILE")
    for kind, names in (("truth", instance.truths), ("action", instance.actions)):
        if len(set(names)) != len(names):
            raise FaultyInstance(f"a {kind} is listed twice in the instance; keep one")
    missing = [action for action in instance.actions if action not in table]
    if missing:
        raise FaultyInstance(f"action {missing[0]!r} has no entry in `outcomes`; add it")
    place = {truth: i for i, truth in enumerate(instance.truths)}

    def mask(names: list[str]) -> int:
        return sum({1 << place[name] for name in names if name in place})

    states = tuple(tuple(mask(state.rules_out) for state in table[action].states) for action in instance.actions)
    revealed = None
    if instance.observations is not None:
        revealed = tuple(
            _revealed(instance, table[action], states[a], action, first_only)
            for a, action in enumerate(instance.actions)
        )
    unknown = [name for name in instance.valid if name not in place]
    if unknown:
        raise FaultyInstance(f"the valid truth {unknown[0]!r} is not among the instance's truths; correct it")
    return Game(tuple(instance.truths), tuple(instance.actions), states, revealed, mask(instance.valid))


def _revealed(instance: Instance, outcomes: Outcomes, states: tuple[int, ...], action: str, first_only: bool) -> int:
    """Return what an action's revealed outcome rules out; 0 if no state matches (a fault that `certify` reports)."""
    observations = instance.observations or {}
    if action not in observations:
        raise FaultyInstance(f"action {action!r} has no observation; add what it shows")
    hits = [mask for state, mask in zip(outcomes.states, states, strict=True) if state.matches(observations[action])]
    ruled_out = 0
    for mask in hits[:1] if first_only else hits:
        ruled_out |= mask
    return ruled_out


def parse_instance(data: Any, where: str) -> Instance:
    """Turn JSON data into an instance, also a row of a published data set.

    Raises: FaultyInstance naming the fields that do not fit.
    """
    if not isinstance(data, dict):
        raise FaultyInstance(f"{where}: not an instance: a line is a JSON object with `truths`, `actions` and the like")
    try:
        return Instance.model_validate(renamed_row(data))
    except Unreadable as error:
        raise FaultyInstance(f"{where}: {error}") from error
    except ValidationError as error:
        faults = error.errors()[:4]
        said = "; ".join(f"{'.'.join(map(str, fault['loc'][:2])) or 'the line'}: {fault['msg']}" for fault in faults)
        raise FaultyInstance(f"{where}: not an instance: {said}") from error


def playable(instance: Instance, domain: Domain | None, where: str, first_only: bool = False) -> Game:
    """Return an instance's game. Raises: FaultyInstance, with the place in the file."""
    try:
        return game_of(instance.with_outcomes(domain), first_only)
    except (FaultyInstance, FaultyGame) as error:
        raise FaultyInstance(f"{where}: {error}") from error
