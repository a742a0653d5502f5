"""The environment `kumo`: elimination games drawn from an accepted domain. Boxes are data; nothing is executed."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, cast

from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environment import BadOptions, Entry, Opened, Table
from boxwright.blackboxes.manifest import Manifest
from boxwright.blackboxes.reasoning.kumo.books.given import GIVEN
from boxwright.blackboxes.reasoning.kumo.books.shelf import books_hash, fitting, games, instances
from boxwright.blackboxes.reasoning.kumo.books.stored import BOOKS, book_faults
from boxwright.blackboxes.reasoning.kumo.books.writer import WRITTEN, FaultyBook
from boxwright.blackboxes.reasoning.kumo.domain.brief import Brief, read_brief
from boxwright.blackboxes.reasoning.kumo.domain.judged import JUDGED, remark_of
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, parse_domain
from boxwright.blackboxes.reasoning.kumo.domain.requirements import domain_faults
from boxwright.blackboxes.reasoning.kumo.instances.certify import check_instance
from boxwright.blackboxes.reasoning.kumo.instances.game import mask_of, members
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, game_of
from boxwright.blackboxes.reasoning.kumo.instances.partners import BOOK, NAMES, OUTCOMES, enough_names
from boxwright.blackboxes.reasoning.kumo.instances.sampling import check_sizes
from boxwright.blackboxes.reasoning.kumo.play.conversation import KumoConversation
from boxwright.blackboxes.reasoning.kumo.play.information import gains
from boxwright.blackboxes.reasoning.kumo.play.moves import ACTION, PREDICT
from boxwright.blackboxes.reasoning.kumo.play.players import PLAYERS
from boxwright.blackboxes.reasoning.kumo.play.prediction_verdict import judge
from boxwright.blackboxes.reasoning.kumo.play.probabilistic import ProbableConversation
from boxwright.blackboxes.reasoning.kumo.play.protocols import check_protocol, conversation_of, with_promise
from boxwright.blackboxes.reasoning.kumo.play.settings import PlaySettings, play_settings, read_settings
from boxwright.blackboxes.reasoning.kumo.play.table import kumo_rows, kumo_tables
from boxwright.blackboxes.reasoning_game import ReasoningGame
from boxwright.blackboxes.records import PlayedEpisode, SampleRecord, TurnRecord
from boxwright.blackboxes.registry import Accepted, BuiltEnvironment
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Conversation, Gain, Kind, Options, Plan, Setting
from boxwright.blackboxes.workspace import Workspace
from boxwright.sandbox import Launcher, Limits

MOST_INDEX = 10_000
"""The highest instance number for direct access, which draws instances in order."""
TRIED = 20
"""Instances per domain drawn as a check before anything is played."""
_NO_SETTING = "it has settings of its own"
_FIELDS = {"seed", "instance", "play", "action", "predict"}


@lru_cache(maxsize=64)
def _domain(source: str, identifier: str) -> Domain:
    return parse_domain(json.loads(source), identifier)


def domain_of(entry: Entry) -> Domain:
    """Return an accepted box's domain. Raises: FaultyDomain."""
    return _domain(cast(Accepted, entry).source, entry.id)


class KumoGame(BuiltEnvironment, ReasoningGame[Instance]):
    """The one environment of all domains: K instances per episode, actions and then a prediction for each."""

    name = "kumo"
    revision = 7
    options = PlaySettings
    players = PLAYERS
    no_siblings = "new instances are drawn from the domain instead"
    markers: ClassVar[Mapping[Kind, str]] = {"query": ACTION, "answer": PREDICT}
    reads_unmarked = True
    boxes_given = True
    refuses: ClassVar[Mapping[Setting, str]] = {
        "code": "its black-boxes are not functions that a program could replace",
        "non-adaptive": _NO_SETTING,
        "stop": "a prediction ends the actions anyway",
        "no learning": _NO_SETTING,
        "confidence": "a prediction may take the place of an action",
    }
    content = "domain.json"
    language = "json"
    keeps = (BOOKS, JUDGED)

    def remark(self, manifest: Manifest) -> str:
        """Return how plausible a judge found the domain's rules; empty if none was asked."""
        return remark_of(manifest.gates)

    def read(self, description: Description) -> Brief:
        """Read goal, truths and actions. Raises: DescriptionFault."""
        return read_brief(description)

    def read_options(self, given: Mapping[str, Any]) -> PlaySettings:
        """Parse settings by name. Raises: BadOptions naming the setting and its allowed values."""
        return read_settings(given)

    def accepted_facts(self, accepted: Accepted, options: Options) -> Mapping[str, Any]:
        """Return the hash of the stored books, if these are played."""
        settings = play_settings(options)
        if settings.book != WRITTEN:
            return {}
        return {"books": books_hash(fitting(accepted.id, settings, accepted.folder / BOOKS))}

    def check_accepted(self, accepted: Accepted, plan: Plan, players: Collection[str]) -> None:
        """Check that games can be drawn, and that these players can play them. Raises: BoxwrightError.

        Drawing the first games reveals sizes that no instance can have.
        """
        settings, domain = play_settings(plan.options), domain_of(accepted)
        check_sizes(domain, settings.sizes)
        check_protocol(plan, settings, several="leave `valid` out" if settings.valid > 1 else "", unsure=False)
        if settings.order != "shuffled":
            raise BadOptions("--kumo order: games that are drawn here have no other order; leave it out")
        if settings.book in GIVEN:
            raise FaultyBook(f"--kumo book={settings.book}: such books come with a file: boxwright kumo play --books")
        if settings.book == WRITTEN:
            fitting(accepted.id, settings, accepted.folder / BOOKS)
        else:
            for _ in islice(instances(domain, settings, plan.seed), min(plan.samples, TRIED)):
                pass

    def partners_of(self, accepted: Accepted, workspace: Workspace, options: Options) -> Mapping[str, Entry]:
        """Return the partners of a domain's instances; games with a stored book have none. Raises: as `load`."""
        from boxwright.blackboxes.reasoning.kumo.play.partners import PartnerDomain

        settings, domain = play_settings(options), domain_of(accepted)
        if settings.book == WRITTEN:
            return {}
        found: dict[str, Entry] = {kind: PartnerDomain(accepted, domain, kind) for kind in (BOOK, OUTCOMES)}
        others = [identifier for identifier in self.ids(workspace) if identifier != accepted.id]
        stream("partner names", accepted.id).shuffle(others)
        for identifier in others:
            other = domain_of(self.load(workspace, identifier))
            if enough_names(settings.sizes.truths, settings.sizes.actions, other):
                return {**found, NAMES: PartnerDomain(accepted, domain, NAMES, other)}
        return found

    def open_accepted(self, accepted: Accepted, launcher: Launcher, limits: Limits | None) -> OpenDomain:
        """Open a domain; no sandbox is launched."""
        return OpenDomain(self, accepted.id, domain_of(accepted), accepted.folder / BOOKS)

    def restored(self, identifier: str, kept: str) -> Entry:
        """Return a domain that was played on the instances of a file. Raises: FaultyInstance."""
        from boxwright.blackboxes.reasoning.kumo.play.given import restored_domain

        return restored_domain(self, identifier, kept)

    def generate(self, entry: Entry, options: Options, seed: int) -> Iterator[Instance]:
        """Yield the instances of a seed. Raises: FaultyDomain, CannotBeMade."""
        return instances(domain_of(entry), play_settings(options), seed)

    def certify(self, puzzle: Instance) -> Sequence[str]:
        """Return what is wrong with an instance; empty if it is certified."""
        return [str(fault) for fault in check_instance(puzzle)]

    def solve(self, puzzle: Instance) -> list[str]:
        """Return the truths that survive all actions' outcomes: computed from the rules, not copied from the draw."""
        game = game_of(puzzle)
        assert game.revealed is not None
        alive = game.everything
        for ruled_out in game.revealed:
            alive &= ~ruled_out
        return [game.truths[t] for t in members(alive)]

    def faults(self, entry: Entry) -> Sequence[str]:
        """Return what is wrong with a domain and its stored books."""
        accepted = cast(Accepted, entry)
        found = domain_faults(accepted.source, accepted.description)
        return found or book_faults(accepted.folder, domain_of(accepted))

    def lost_detail(self, sample: SampleRecord, options: Options, restored: Entry | None) -> Mapping[str, Any]:
        """Return how a game was played in which no prediction could be read."""
        from boxwright.blackboxes.reasoning.kumo.play.given import GivenDomain, sized

        settings, unsure = play_settings(options), False
        if isinstance(restored, GivenDomain):
            instance = restored.instances[sample.question["instance"] - 1]
            settings, unsure = sized(settings, instance), instance.strength is not None
        return {"play": with_promise(settings, unsure).as_played()}

    def rows(self, episodes: Sequence[tuple[str, str, PlayedEpisode]]) -> Sequence[Mapping[str, Any]]:
        """Return success, action counts and prediction verdicts, per model and domain."""
        return [row.model_dump(mode="json") for row in kumo_rows(episodes)]

    def tables(self, episodes: Sequence[tuple[str, str, PlayedEpisode]]) -> Sequence[Table]:
        """Return the same as two tables."""
        models = list(dict.fromkeys(model for model, _, _ in episodes))
        return kumo_tables(kumo_rows(episodes), models)


class OpenDomain(Opened):
    """A domain, opened for playing."""

    apart = True

    def __init__(self, environment: KumoGame, identifier: str, domain: Domain, books: Path | None) -> None:
        self.environment, self.id = environment, identifier
        self.domain, self.books = domain, books

    def conversations(self, plan: Plan) -> Iterator[Conversation]:
        """K conversations, an instance each. Raises: FaultyDomain, CannotBeMade."""
        settings = play_settings(plan.options)
        drawn = games(self.domain, settings, plan.seed, plan.samples, self.books)
        for number, (instance, book) in enumerate(drawn, start=1):
            yield conversation_of(plan, settings, instance, number, book)

    def gains(self, conversation: Conversation, turns: Sequence[TurnRecord]) -> Sequence[Gain] | None:
        """Return what each action told, where one truth is valid and outcomes are certain; else None."""
        if not isinstance(conversation, KumoConversation) or isinstance(conversation, ProbableConversation):
            return None
        if conversation.settings.valid > 1 or conversation.game.revealed is None:
            return None
        return gains(conversation.game, conversation.taken)

    def chance_level(self, seed: int) -> float:
        """Return the chance of a blind prediction at the easy size."""
        return 1.0 / PlaySettings().sizes.truths

    def answer(self, value: Any) -> Any:
        """Answer with an instance, an action's outcome, or a prediction. Raises: ValueError, BoxwrightError."""
        if not isinstance(value, dict) or not {"seed"} <= set(value) <= _FIELDS:
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
        drawn = games(self.domain, settings, value["seed"], index + 1, self.books)
        found = next(islice(drawn, index, None), None)
        if found is None:
            raise ValueError(f"there are fewer than {index + 1} instances with a stored book")
        instance, book = found
        if "action" in value:
            return _outcome(instance, value["action"])
        if "predict" in value:
            return _predicted(instance, value["predict"])
        return {"truths": instance.truths, "actions": instance.actions, "valid": settings.valid, "book": book}


def _outcome(instance: Instance, action: Any) -> Any:
    if action not in instance.actions:
        raise ValueError(f"the action {action!r} is not in this game; it has {', '.join(instance.actions)}")
    return (instance.observations or {})[action]


def _predicted(instance: Instance, names: Any) -> Any:
    names = [names] if isinstance(names, str) else names
    if not isinstance(names, list) or any(name not in instance.truths for name in names):
        raise ValueError(f"`predict` must name truths of this game: {', '.join(instance.truths)}")
    game = game_of(instance)
    named = mask_of([instance.truths.index(name) for name in set(names)])
    return {
        "right": named == game.valid,
        "with no action": judge(game, game.everything, game.all_actions, named).value,
    }
