"""A domain played on the changed partners of its instances, in the same places."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from boxwright.blackboxes.environment import Entry, Opened
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.reasoning.kumo.books.shelf import games
from boxwright.blackboxes.reasoning.kumo.books.writer import book_text
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.instances.partners import partner
from boxwright.blackboxes.reasoning.kumo.play.conversation import KumoConversation
from boxwright.blackboxes.reasoning.kumo.play.settings import play_settings
from boxwright.blackboxes.reasoning_game import NoPartner
from boxwright.blackboxes.registry import Accepted
from boxwright.blackboxes.types import Conversation, Options, Plan
from boxwright.sandbox import Launcher, Limits


class PartnerDomain(Entry):
    """An accepted domain whose instances are changed in one way before they are played.

    `other` is the domain that names come from, for the kind `names`.
    """

    def __init__(self, accepted: Accepted, domain: Domain, kind: str, other: Domain | None = None) -> None:
        self.id, self.environment = accepted.id, accepted.environment
        self.accepted, self.domain, self.kind, self.other = accepted, domain, kind, other

    def facts(self, options: Options) -> Mapping[str, Any]:
        """Return the domain's, and the hash of the domain whose names are used."""
        return {**self.accepted.facts(options), **({"names": self.other.hash} if self.other else {})}

    def check(self, plan: Plan, players: Collection[str]) -> None:
        """Check as for the domain itself. Raises: BoxwrightError."""
        self.accepted.check(plan, players)

    def open(self, launcher: Launcher, limits: Limits | None = None) -> PartnerGames:
        """Open it; no sandbox is launched."""
        return PartnerGames(self)


class PartnerGames(Opened):
    """The partners, opened for playing."""

    apart = True

    def __init__(self, entry: PartnerDomain) -> None:
        self.id, self.environment, self._entry = entry.id, entry.accepted.environment, entry

    def conversations(self, plan: Plan) -> Iterator[Conversation]:
        """K conversations, one per instance of the plan, whose partner it plays. Raises: FaultyDomain, CannotBeMade."""
        settings, entry = play_settings(plan.options), self._entry
        for number, (instance, _) in enumerate(games(entry.domain, settings, plan.seed, plan.samples, None), start=1):
            changed = partner(instance, entry.kind, plan.seed, entry.other)
            if changed is None:
                yield NoPartner(str(instance.hash), entry.kind, "no certified partner exists")
            else:
                book = book_text(changed, settings.book, settings.language)
                yield KumoConversation(load_prompt("players/kumo"), plan, settings, changed, number, book)

    def chance_level(self, seed: int) -> float:
        """Return the chance of a blind prediction at the easy size."""
        return 1.0 / play_settings(Options()).sizes.truths
