"""A domain, accepted or not, played on the instances of a file, e.g. published ones."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pydantic import ValidationError

from boxwright.blackboxes.environment import Entry, Environment, Opened
from boxwright.blackboxes.environments import get_environment
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.kumo.books.given import GIVEN
from boxwright.blackboxes.reasoning.kumo.books.writer import WRITTEN, FaultyBook, book_text
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.domain.validator import name_faults
from boxwright.blackboxes.reasoning.kumo.instances.certify import AMBIGUOUS, CLEAR, check_instance
from boxwright.blackboxes.reasoning.kumo.instances.instance import FaultyInstance, Instance
from boxwright.blackboxes.reasoning.kumo.instances.probabilistic import NO_OPTIMUM, uncertain
from boxwright.blackboxes.reasoning.kumo.play.conversation import KumoConversation
from boxwright.blackboxes.reasoning.kumo.play.players import check_certain
from boxwright.blackboxes.reasoning.kumo.play.protocols import check_protocol, conversation_of
from boxwright.blackboxes.reasoning.kumo.play.settings import PlaySettings, play_settings
from boxwright.blackboxes.records import Record
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.types import Conversation, Options, Plan
from boxwright.sandbox import Launcher, Limits

MOST = 1_000
"""Maximum instances of a file, equal to the maximum number of test samples."""


class KeptGames(Record):
    """The games of a file as results hold them."""

    domain: Domain
    instances: tuple[Instance, ...]
    places: tuple[str, ...]


@dataclass(frozen=True)
class GivenDomain(Entry):
    """A domain played on given instances; its id is the name under which results are stored."""

    id: str
    environment: Environment
    domain: Domain
    instances: tuple[Instance, ...]
    places: tuple[str, ...]
    """The place of each in its file."""

    @property
    def given(self) -> str:
        """The hash of all instances, in order."""
        return digest("\n".join(instance.content_hash() for instance in self.instances))

    def facts(self, options: Options) -> Mapping[str, Any]:
        """Return the hashes of the domain and of the instances."""
        return {"code": self.domain.hash, "instances": self.given}

    def kept(self) -> str:
        """Return the domain and the instances, with lists and books as they are played."""
        return KeptGames(domain=self.domain, instances=self.instances, places=self.places).model_dump_json()

    def check(self, plan: Plan, players: Collection[str]) -> None:
        """Check that instances have a book, and names that replies can express. Raises: BoxwrightError."""
        settings = play_settings(plan.options)
        unsure = any(instance.strength is not None for instance in self.instances)
        several = [w for w, i in zip(self.places, self.instances, strict=True) if len(i.valid) > 1]
        remedy = f"{several[0]} has several: take such lines out, or play our own protocol" if several else ""
        check_protocol(plan, settings, several=remedy, unsure=unsure)
        if unsure and settings.regret != "none":
            raise BoxwrightError(f"--kumo regret={settings.regret}: {NO_OPTIMUM}; leave it out")
        for where, instance in zip(self.places, self.instances, strict=True):
            try:
                name = conversation_on(instance, plan).unwritable()
            except BoxwrightError as error:
                raise FaultyInstance(f"{where}: {error}") from error
            if name:
                raise FaultyInstance(
                    f"{where}: {name[:80]!r} cannot be distinguished from the other names in a reply; rename it"
                )
        if unsure:
            check_certain(players)

    def open(self, launcher: Launcher, limits: Limits | None = None) -> GivenGames:
        """Open it; no sandbox is launched."""
        return GivenGames(self)


class GivenGames(Opened):
    """The given instances, opened for playing."""

    apart = True

    def __init__(self, entry: GivenDomain) -> None:
        self.id, self.environment = entry.id, entry.environment
        self._instances = entry.instances

    def conversations(self, plan: Plan) -> Iterator[Conversation]:
        """One per instance; size and number of valid truths come from the instance. Raises: BoxwrightError."""
        for number, instance in enumerate(islice(self._instances, plan.samples), start=1):
            yield conversation_on(instance, plan, number)

    def chance_level(self, seed: int) -> float:
        """Return the mean chance of a blind prediction."""
        return sum(1 / len(instance.truths) for instance in self._instances) / len(self._instances)

    def answer(self, value: Any) -> Any:
        """Refuse: direct access draws instances, and here they are given. Raises: ValueError."""
        raise ValueError(f"{self.id} plays the instances of a file; there is no direct access to them")


def conversation_on(instance: Instance, plan: Plan, number: int = 1) -> KumoConversation:
    """Return the conversation on one instance. Raises: BoxwrightError where it has no book."""
    settings = sized(play_settings(plan.options), instance)
    return conversation_of(plan, settings, instance, number, _book(instance, settings))


def sized(settings: PlaySettings, instance: Instance) -> PlaySettings:
    """Return the settings with an instance's size and its number of valid truths."""
    return settings.model_copy(update={"size": instance.size, "valid": len(instance.valid)})


def _book(instance: Instance, settings: PlaySettings) -> str:
    """Return the book that the player reads. Raises: FaultyBook."""
    if settings.book not in (*GIVEN, WRITTEN):
        return book_text(instance, settings.book, settings.language)
    if instance.knowledge_book is None:
        raise FaultyBook("the instance comes without a book; choose another one")
    return instance.knowledge_book


def given_domain(domain: Domain, instances: Sequence[tuple[str, Instance]]) -> GivenDomain:
    """Return a domain played on the instances of a file. Raises: FaultyInstance naming one that cannot be played."""
    if len(instances) > MOST:
        raise FaultyInstance(f"{len(instances):,} instances; at most {MOST:,} are played at once: split the file")
    for where, instance in instances:
        if not instance.valid or instance.observations is None:
            lacking = "observations" if instance.valid else "valid_truth"
            raise FaultyInstance(f"{where}: has no `{lacking}`; without it the instance cannot be played")
        wrong = _unsound(instance)
        if wrong:
            raise FaultyInstance(f"{where}: {wrong}")
    sealed, places = tuple(i.sealed() for _, i in instances), tuple(where for where, _ in instances)
    kumo = get_environment("kumo")
    return GivenDomain(f"{kumo.name}/{domain.domain}", kumo, domain, sealed, places)


def restored_domain(environment: Environment, identifier: str, kept: str) -> GivenDomain:
    """Return a domain and its instances as results hold them. Raises: FaultyInstance."""
    try:
        games = KeptGames.model_validate_json(kept)
    except ValidationError as error:
        raise FaultyInstance(f"{identifier}: the results hold games that cannot be read; restore the file") from error
    return GivenDomain(identifier, environment, games.domain, games.instances, games.places)


def _unsound(instance: Instance) -> str:
    """Return why the introduction to an instance would be false, or why its moves could not be named."""
    named = [f for f in name_faults(instance.truths, instance.actions) if f.blocking and f.kind != "name_clash"]
    if named:
        return str(named[0])
    wrong = [fault for fault in check_instance(instance) if fault != CLEAR]
    if instance.strength is None:
        return f"{wrong[0]}; `boxwright kumo import` leaves such instances out" if wrong else ""
    ambiguous = [fault for fault in wrong if fault.startswith(AMBIGUOUS)]  # players are promised nothing else here
    return ambiguous[0] if ambiguous else uncertain(instance)
