"""Which model plays which role in a `build`, and which options would have no effect: an error, never silence."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from boxwright.blackboxes.faults import BoxwrightError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boxwright.agents.builders import Builder
    from boxwright.harness.chat import ModelSpec

Given = dict[str, Any]
_LOOP = ("max_revisions", "restart_after", "consensus", "test_turns", "test_samples", "test_batch", "work_out")
RECORDED = (*_LOOP, "planted")
"""Options that a replay takes from its recording."""


def is_replay(given: Given) -> bool:
    """Whether a recording plays all roles."""
    return bool(given["model"] == "replay")


def check_options(given: Given, typed: Collection[str]) -> None:
    """Check that every option that was `typed` has an effect. Raises: BoxwrightError naming one without."""
    from boxwright.agents.box.roles import ROLES

    if given["accept_changes"] and given["only_compare"]:
        raise BoxwrightError("--only-compare never replaces a box; remove --accept-changes")
    if is_replay(given):
        if any(given[role] for role in ROLES):
            raise BoxwrightError("`replay` plays all roles; remove --coder, --tester and --refiner")
        recorded = [_flag(name) for name in RECORDED if name in typed]
        if recorded:
            raise BoxwrightError(f"a replay takes {', '.join(recorded)} from its recording; remove it")
        return
    for name in ("strict", "recordings"):
        if given[name]:
            raise BoxwrightError(f"{_flag(name)} only works with `--model replay`")
    if given["model"] and all(given[role] for role in ROLES):
        raise BoxwrightError("--model has no effect, because --coder, --tester and --refiner are all given; remove it")
    if given["restart_after"] >= max(1, given["max_revisions"]):
        raise BoxwrightError(
            f"--restart-after {given['restart_after']} has no effect with --max-revisions "
            f"{given['max_revisions']}; use a smaller number, or allow more revisions"
        )


def check_used(builders: Sequence[Builder], typed: Collection[str]) -> None:
    """Check that some builder uses every option that was `typed`. Raises: BoxwrightError naming those without use."""
    first, *others = builders
    idle = [name for name in first.idle if name in typed and all(name in other.idle for other in others)]
    if idle:
        why = "; ".join(dict.fromkeys(builder.why_idle for builder in builders))
        raise BoxwrightError(f"{why}; remove {', '.join(map(_flag, idle))}")


def roles_of(builders: Sequence[Builder]) -> list[str]:
    """Return the roles that any of the builders needs a model for."""
    return list(dict.fromkeys(role for builder in builders for role in builder.roles))


def players(given: Given, typed: Collection[str], roles: Sequence[str]) -> dict[str, list[str]]:
    """Return the names of each role's models; empty for a replay, and without a tester that needs none.

    Raises: BoxwrightError for a role without a model, or with models that would never be asked.
    """
    from boxwright.agents.box.testers import PROBER

    if is_replay(given):
        return {}
    names = {role: [n for n in (given[role] or given["model"] or "").split(",") if n] for role in roles}
    missing = [role for role, named in names.items() if not named]
    if missing:
        raise BoxwrightError(
            f"no model for {', '.join(missing)}; give --model NAME (see models.yaml), or --model replay"
        )
    several = [role for role, named in names.items() if role != "coder" and len(named) > 1]
    if several:
        raise BoxwrightError(f"several models for {several[0]}: only --coder takes a list")
    unasked = names.get("coder", [])[given["consensus"] :]
    if unasked and not given["restart_after"]:
        raise BoxwrightError(
            f"{', '.join(unasked)} would never be asked: a list for --coder needs --consensus or --restart-after"
        )
    if names.get("tester") == [PROBER]:
        idle = [_flag(name) for name in ("test_samples", "test_batch", "work_out") if name in typed]
        if idle:
            what = "plans no queries, answers no samples and works nothing out"
            raise BoxwrightError(f"{PROBER} {what}; remove {', '.join(idle)}")
        del names["tester"]
    return names


def check_planted(given: Given, names: Mapping[str, list[str]], specs: Mapping[str, ModelSpec]) -> None:
    """Check that `--planted` is only used with replies that people write. Raises: BoxwrightError."""
    everyone = [name for named in names.values() for name in named]
    if given["planted"] and not all(n.startswith("relay/") or _is_relay(specs, n) for n in everyone):
        raise BoxwrightError("--planted only works with relay: a fault cannot be planted into a real model's reply")


def _is_relay(specs: Mapping[str, ModelSpec], name: str) -> bool:
    return name in specs and specs[name].provider == "relay"


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"
