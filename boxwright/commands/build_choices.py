"""Who plays which part in a `build`, and what of its options would have no effect: an error, never silence."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from boxwright.blackboxes.faults import BoxwrightError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boxwright.harness.chat import ModelSpec

Given = dict[str, Any]
RECORDED = ("max_revisions", "restart_after", "consensus", "test_turns", "test_samples", "test_batch", "planted")
"""Options that a replay takes from its recording."""
FOR_CODE = ("tester", "refiner", "restart_after", "consensus", "test_turns", "test_samples", "test_batch")
"""Options that say nothing to the author of a KUMO domain."""


def is_replay(given: Given) -> bool:
    """Whether a recording plays all parts."""
    return bool(given["model"] == "replay")


def check_options(given: Given, typed: Collection[str]) -> None:
    """Check that every option that was `typed` has an effect. Raises: BoxwrightError naming the one that has none."""
    from boxwright.agents.box.roles import ROLES

    if given["accept_changes"] and given["only_compare"]:
        raise BoxwrightError("--only-compare replaces nothing; leave --accept-changes out")
    if is_replay(given):
        if any(given[role] for role in ROLES):
            raise BoxwrightError("`replay` plays all roles; leave --coder, --tester and --refiner out")
        recorded = [_flag(name) for name in RECORDED if name in typed]
        if recorded:
            raise BoxwrightError(f"a replay takes {', '.join(recorded)} from its recording; leave it out")
        return
    for name in ("strict", "recordings"):
        if given[name]:
            raise BoxwrightError(f"{_flag(name)} is for `--model replay`, which is not asked for")
    if given["model"] and all(given[role] for role in ROLES):
        raise BoxwrightError("--model plays no part: --coder, --tester and --refiner are all given; leave it out")
    if given["restart_after"] >= max(1, given["max_revisions"]):
        raise BoxwrightError(
            f"--restart-after {given['restart_after']} never comes about with --max-revisions "
            f"{given['max_revisions']}; take a smaller number, or allow more revisions"
        )


def check_domain_options(typed: Collection[str]) -> None:
    """Check options where only KUMO domains are named: their author alone is asked. Raises: BoxwrightError."""
    idle = [_flag(name) for name in FOR_CODE if name in typed]
    if idle:
        raise BoxwrightError(f"KUMO domains have an author only, and nothing is run; leave {', '.join(idle)} out")


def players(given: Given, typed: Collection[str]) -> dict[str, list[str]]:
    """Return role to the names of its models; a tester that needs no model is left out, and nothing for a replay.

    Raises: BoxwrightError for a role without a model, or with models that would never be asked.
    """
    from boxwright.agents.box.roles import ROLES
    from boxwright.agents.box.testers import PROBER

    if is_replay(given):
        return {}
    names = {role: [n for n in (given[role] or given["model"] or "").split(",") if n] for role in ROLES}
    missing = [role for role, named in names.items() if not named]
    if missing:
        raise BoxwrightError(
            f"no model for {', '.join(missing)}; give --model NAME (see models.yaml), or --model replay"
        )
    several = [role for role in ("tester", "refiner") if len(names[role]) > 1]
    if several:
        raise BoxwrightError(f"several models for {several[0]}: only the coder may have a list")
    unasked = names["coder"][given["consensus"] :]
    if unasked and not given["restart_after"]:
        raise BoxwrightError(
            f"{', '.join(unasked)} would never be asked: a list for --coder needs --consensus or --restart-after"
        )
    if names["tester"] == [PROBER]:
        idle = [_flag(name) for name in ("test_samples", "test_batch") if name in typed]
        if idle:
            raise BoxwrightError(f"{PROBER} plans nothing and works no samples out; leave {', '.join(idle)} out")
        del names["tester"]
    return names


def check_planted(given: Given, names: Mapping[str, list[str]], specs: Mapping[str, ModelSpec]) -> None:
    """Check that `--planted` speaks of replies that people write. Raises: BoxwrightError."""
    everyone = [name for named in names.values() for name in named]
    if given["planted"] and not all(n.startswith("relay/") or _is_relay(specs, n) for n in everyone):
        raise BoxwrightError("--planted is only for relay: nobody plants a fault into a real model's reply")


def _is_relay(specs: Mapping[str, ModelSpec], name: str) -> bool:
    return name in specs and specs[name].provider == "relay"


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"
