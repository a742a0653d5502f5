"""A scripted player's conversations: one per environment, box and setting, with what was scored.

The player's replies follow fixed lists: right, wrong, unreadable, cut off, too long. Nothing else is left to chance.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from boxwright.blackboxes.entries import load_entry
from boxwright.blackboxes.environment import Entry, Environment
from boxwright.blackboxes.environments import get_environment
from boxwright.blackboxes.registry import Accepted
from boxwright.blackboxes.seeds import digest, stream
from boxwright.blackboxes.stated import MAX_REPLY
from boxwright.blackboxes.types import Kind, Plan
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.chat.api import Reply
from boxwright.harness.episode import Episode
from boxwright.harness.programs import REVISION as PROGRAMS
from boxwright.harness.records import EpisodeRecord
from boxwright.harness.settings import SettingRefused, check_plan
from boxwright.sandbox import Launcher

COLLECTION = Workspace(SHIPPED, True, None)
BOXES: Mapping[str, tuple[str, ...]] = {
    "circuit": ("and_tree", "count"),
    "code": ("num_exchange", "quicksort_recursion"),
    "encryption": ("char_to_num", "zigzag_cipher"),
    "freeform": ("cellular_automaton", "hidden_order"),
    "game": ("anti_rps_random",),
    "knights": ("puzzles", "questions", "undecided"),
    "knowlogic": ("mixed", "nature", "space"),
    "kumo": ("bread", "chemistry"),
    "physics": ("uniform_motion", "three_balls_collision"),
    "puzzle": ("number_guessing", "wordle"),
}
"""By environment, one to three small boxes that between them show what it tells players."""
PLAN: Mapping[str, Any] = {"turns": 3, "shots": 2, "samples": 2, "seed": 11}
SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "default": {},
    "non-adaptive": {"reveal": "non-adaptive"},
    "may-stop": {"stop_early": True},
    "no-learning": {"history": False},
    "code": {"answers": "code", "shots": 5, "samples": 6},
    "no-turns": {"turns": 0},
}
OF_EXPLORING = ("non-adaptive", "may-stop", "no-turns")
"""Settings that say nothing where there is nothing to explore: T is 0 by default there."""
OPTIONS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "knights": {
        "chinese": {"language": "zh", "examples": "1"},
        "direct": {"prompt": "direct", "examples": "1", "people": "2-3"},
        "deep": {"depth": "4", "width": "3", "distribution": "strict"},
    },
    "kumo": {
        "untold": {"promise": "untold"},
        "several": {"valid": "2"},
        "chinese": {"language": "zh"},
        "written": {"book": "written"},
        "published": {"protocol": "published"},
    },
    "knowlogic": {"chinese": {"language": "zh", "examples": "1"}},
}
"""By environment, further settings: options of its own."""
PLANS: Mapping[str, Mapping[str, Any]] = {"published": {"shots": 1}}
"""What else such a setting changes."""
SCRIPT = 2
"""Raised when the scripted player changes, or what is recorded of its episodes: transcripts are then made anew."""
REPLIES: Mapping[Kind, tuple[str, ...]] = {
    "query": ("dressed truth", "unreadable", "guess", "cut", "too long", "empty", "constant"),
    "answer": ("guess", "unreadable", "truth", "cut", "refused", "too long", "echo", "dressed truth"),
    "move": (*("truth", "guess", "unreadable", "constant") * 9, "cut", "unreadable", "empty"),
    "program": ("unreadable", "guess", "broken", "echo", "constant", "truth"),
}
"""By what is asked, what the player replies, one after the other and then over again."""
OTHER_REPLIES: Mapping[str, Mapping[Kind, tuple[str, ...]]] = {
    # The truth would be a prediction, which ends the exploration.
    "kumo": {"query": ("guess", "unreadable", "constant", "cut", "too long", "empty", "guess", "dressed truth")},
    "knights": {"query": ("guess", "unreadable", "echo", "cut", "too long", "empty", "guess", "dressed truth")},
    # An answer is the first move of a scored game.
    "game": {"answer": ("guess", "unreadable", "truth", "constant", "cut", "refused", "too long")},
}
"""By environment, lists that differ."""
STOPPING = ("truth", "stop", "guess", "unreadable", "stop")
"""What it replies to queries where it may stop."""
FIXED: Mapping[str, Reply] = {
    "unreadable": Reply(text="I cannot tell yet; let me think about it."),
    "empty": Reply(text=" \n"),
    "cut": Reply(text="Let me think this through step by step. First,", finish="length"),
    "refused": Reply(text="", finish="refused"),
    "too long": Reply(text="=" * (MAX_REPLY + 1)),
    "stop": Reply(text="I have seen enough.\n\n**Stop**"),
    "broken": Reply(text="```python\ndef blackbox(*given):\n    return [][1]\n```"),
}
LONG_RUN = re.compile(r"(=)\1{80,}")


@dataclass(frozen=True)
class Case:
    """One transcript."""

    identifier: str
    setting: str

    @property
    def environment(self) -> Environment:
        """What plays it."""
        return get_environment(self.identifier.split("/")[0])

    @property
    def path(self) -> str:
        """Where it is kept, below tests/golden."""
        environment, _, box = self.identifier.partition("/")
        return f"{environment}/{box}__{self.setting}.txt"


class ScriptedPlayer:
    """Replies by the lists; it never looks at what it reads."""

    def __init__(self, environment: str, plan: Plan) -> None:
        self._plan = plan
        self._replies = {**REPLIES, **OTHER_REPLIES.get(environment, {})}
        if plan.stop_early:
            self._replies["query"] = STOPPING
        self._asked: Counter[Kind] = Counter()
        self.labels: list[str] = []

    def reply(self, episode: Episode) -> Reply:
        """Return the next reply to what is asked."""
        assert episode.kind is not None
        replies = self._replies[episode.kind]
        label = replies[self._asked[episode.kind] % len(replies)]
        self._asked[episode.kind] += 1
        self.labels.append(label)
        return FIXED[label] if label in FIXED else Reply(text=self._of_baseline(label, episode))

    def _of_baseline(self, label: str, episode: Episode) -> str:
        if label == "guess":
            return episode.baseline.guess(stream(self._plan.seed, "golden", len(self.labels)))
        if label == "dressed truth":
            return f"Let me see.\n\n**{episode.baseline.truth()}**\n"
        given: str = getattr(episode.baseline, label)()
        return given


def cases() -> list[Case]:
    """Return all transcripts: each box in each setting that its environment takes, its options with the first box."""
    found = []
    for environment, names in BOXES.items():
        for name in names:
            options = OPTIONS.get(environment, {}) if name == names[0] else {}
            for setting in (*SETTINGS, *options):
                case = Case(f"{environment}/{name}", setting)
                if _is_played(case):
                    found.append(case)
    return found


def _is_played(case: Case) -> bool:
    if case.setting in OF_EXPLORING and not case.environment.turns(case.identifier, 1):
        return False
    try:
        check_plan(case.environment, plan_of(case))
    except SettingRefused:
        return False
    return True


@cache
def _entry(identifier: str) -> Entry:
    return load_entry(COLLECTION, identifier)


def entry_of(case: Case) -> Entry:
    """Return what is played."""
    return _entry(case.identifier)


def plan_of(case: Case) -> Plan:
    """Return the budget and the settings."""
    environment = case.environment
    options = OPTIONS.get(environment.name, {}).get(case.setting, {})
    changed = {**PLAN, **SETTINGS.get(case.setting, {}), **PLANS.get(case.setting, {})}
    changed["turns"] = environment.turns(case.identifier, changed["turns"])
    return Plan(**changed, options=environment.read_options(options))


def head_of(case: Case) -> str:
    """Return the two lines that say under which revisions, and with what, a transcript was made."""
    entry, plan = entry_of(case), plan_of(case)
    revisions = dict(entry.environment.revisions.model_dump())
    if plan.answers == "code":
        revisions["programs"] = PROGRAMS
    shown = ", ".join(f"{name} {number}" for name, number in revisions.items())
    return f"revisions: {shown}\nscript {SCRIPT}, {_content(entry, plan)}\n"


def _content(entry: Entry, plan: Plan) -> str:
    """Return the hashes of what is played; a game that makes its own ids has neither content nor description."""
    played: dict[str, Any] = {"facts": dict(entry.facts(plan.options))}
    if not isinstance(entry, Accepted):
        return f"facts {_hash(played)}"
    return f"box {_hash({'content': entry.source, **played})}, description {entry.description.hash[:16]}"


def _hash(played: Mapping[str, Any]) -> str:
    return digest(json.dumps(played, sort_keys=True))[:16]


def body_of(case: Case, launcher: Launcher) -> str:
    """Play the conversation and write it down."""
    plan = plan_of(case)
    player = ScriptedPlayer(case.environment.name, plan)
    with entry_of(case).open(launcher) as opened:
        episode = Episode(opened, plan)
        while not episode.done:
            episode.step(player.reply(episode))
    return "\n".join(_written(episode.record, player.labels)) + "\n"


def _written(record: EpisodeRecord, labels: list[str]) -> Iterator[str]:
    left = iter(labels)
    for number, conversation in enumerate(record.conversations, start=1):
        yield f"\n##### conversation {number}"
        for message in conversation:
            yield "\n>>>>> reads" if message.role == "user" else f"\n<<<<< replies: {next(left)}"
            yield LONG_RUN.sub(lambda run: f"={{{len(run[0])}}}", message.content)
    yield "\n##### record"
    dumped = record.model_dump(mode="json", exclude={"conversations", "usage"})
    for name, value in dumped.items():
        yield f"{name}:"
        for item in value if isinstance(value, list) else [value]:
            yield "  " + json.dumps(_rounded(item), ensure_ascii=False, sort_keys=True)


def _rounded(value: Any) -> Any:
    """Round floats to ten digits: the last ones may differ between machines."""
    if isinstance(value, float):
        return float(f"{value:.10g}")
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list) else value
