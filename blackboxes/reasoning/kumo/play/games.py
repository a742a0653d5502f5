"""KUMO games before they are played: a domain with the instances of a file, and whether all games can be played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.description import Description, FrontMatter
from boxwright.blackboxes.environment import Plan
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, parse_domain
from boxwright.blackboxes.reasoning.kumo.domain.validator import name_faults
from boxwright.blackboxes.reasoning.kumo.instances.certify import AMBIGUOUS, CLEAR, check_instance
from boxwright.blackboxes.reasoning.kumo.instances.instance import FaultyInstance, Instance
from boxwright.blackboxes.reasoning.kumo.instances.probabilistic import NO_OPTIMUM, uncertain
from boxwright.blackboxes.reasoning.kumo.instances.sampling import generate
from boxwright.blackboxes.reasoning.kumo.play.given import GivenKumo
from boxwright.blackboxes.reasoning.kumo.play.settings import read_settings
from boxwright.blackboxes.seeds import digest
from boxwright.sandbox import Launcher, Limits

MOST = 1_000
"""Instances of a file that are played, as many as an evaluation's test samples may be."""
TRIED = 20
"""Instances per domain that are drawn before anything is played."""


class Played(Protocol):
    """What an evaluation needs of a box."""

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def description(self) -> Description: ...  # noqa: D102
    @property
    def source(self) -> str: ...  # noqa: D102
    @property
    def given(self) -> str:
        """The hash of the instances that it plays; empty where they are drawn."""
        ...

    def open(self, launcher: Launcher, limits: Limits | None = None) -> Box: ...  # noqa: D102


@dataclass(frozen=True)
class GivenDomain:
    """A domain, accepted or not, that plays given instances."""

    domain: Domain
    instances: tuple[Instance, ...]
    places: tuple[str, ...]
    """Where each stands."""

    @property
    def id(self) -> str:
        """The name under which results are kept."""
        return f"kumo/{self.domain.domain}"

    @property
    def description(self) -> Description:
        """A description that says nothing: players read the instance's book."""
        front = FrontMatter(difficulty="by size")
        return Description(self.id, front, hidden="", public="", canary="", text="", line_of=lambda *path: 1)

    @property
    def source(self) -> str:
        """The domain as JSON."""
        return json.dumps(self.domain.model_dump(mode="json"), ensure_ascii=False)

    @property
    def given(self) -> str:
        """The hash of all instances, in order."""
        return digest("\n".join(instance.content_hash() for instance in self.instances))

    def open(self, launcher: Launcher, limits: Limits | None = None) -> Box:
        """Return the box; nothing is ever executed in it."""
        return Box(self.description, GivenKumo(self.instances), self.source, launcher, limits=limits)


def given_domain(domain: Domain, instances: Sequence[tuple[str, Instance]]) -> GivenDomain:
    """Return a domain that plays the instances of a file. Raises: FaultyInstance naming one that cannot be played."""
    if len(instances) > MOST:
        raise FaultyInstance(f"{len(instances):,} instances; at most {MOST:,} are played at once: split the file")
    for where, instance in instances:
        if not instance.valid or instance.observations is None:
            lacking = "observations" if instance.valid else "valid_truth"
            raise FaultyInstance(f"{where}: has no `{lacking}`; without it the instance cannot be played")
        wrong = _unsound(instance)
        if wrong:
            raise FaultyInstance(f"{where}: {wrong}")
    return GivenDomain(domain, tuple(i.sealed() for _, i in instances), tuple(where for where, _ in instances))


def _unsound(instance: Instance) -> str:
    """Return why what players are told of an instance would not be true, or why they could not name a move."""
    named = [f for f in name_faults(instance.truths, instance.actions) if f.blocking and f.kind != "name_clash"]
    if named:
        return str(named[0])
    wrong = [fault for fault in check_instance(instance) if fault != CLEAR]
    if instance.strength is None:
        return f"{wrong[0]}; `boxwright kumo import` leaves such instances out" if wrong else ""
    ambiguous = [fault for fault in wrong if fault.startswith(AMBIGUOUS)]  # all else is promised by nobody here
    return ambiguous[0] if ambiguous else uncertain(instance)


def _check_given(box: GivenDomain, plan: Plan) -> None:
    """Check that instances have a book, and names that replies can tell. Raises: FaultyInstance."""
    family = GivenKumo(box.instances)
    for where, instance in zip(box.places, box.instances, strict=True):
        try:
            name = family.chapter(instance, plan).unwritable()
        except BoxwrightError as error:
            raise FaultyInstance(f"{where}: {error}") from error
        if name:
            raise FaultyInstance(f"{where}: {name[:80]!r} cannot be told in a reply from the other names; rename it")


def check_games(boxes: Iterable[Played], players: Iterable[str], plan_of: Callable[[str], Plan]) -> None:
    """Check that KUMO games can be drawn, and be played by the builtin players. Raises: BoxwrightError.

    Of the games to be drawn the first are drawn: sizes that no instance has are found so.
    """
    domains = [box for box in boxes if box.description.family == "kumo"]
    several = unsure = False
    for box in domains:
        plan = plan_of(box.id)
        settings = read_settings(plan.kumo)
        if isinstance(box, GivenDomain):
            several = several or any(len(instance.valid) > 1 for instance in box.instances)
            unsure = unsure or any(instance.strength is not None for instance in box.instances)
            if unsure and settings.regret != "none":
                raise BoxwrightError(f"--kumo regret={settings.regret}: {NO_OPTIMUM}; leave it out")
            _check_given(box, plan)
            continue
        several = several or settings.valid > 1
        if settings.book != "written":
            drawn = generate(parse_domain(json.loads(box.source), box.id), settings.sizes, plan.seed)
            for _ in islice(drawn, min(plan.samples, TRIED)):
                pass
    needing = [name for name in players if name.partition("-")[0] == "builtin/optimal"]
    if unsure and needing:
        raise BoxwrightError(f"{needing[0]}: {NO_OPTIMUM}; leave it out")
    if several and needing:
        raise BoxwrightError(
            f"{needing[0]}: optimal play is defined for one valid truth, and games here have several; leave it out"
        )
