"""Every fault of a domain, described for people and for the model that repairs it."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, Outcomes, OutcomeState, number_text

THOUGHT_MARK = re.compile(r"</?think>", re.IGNORECASE)
"""Text between such marks is not part of a player's reply."""


@dataclass(frozen=True)
class Fault:
    """One fault: its kind, where it is, what to do; `blocking` if games of the domain would be meaningless."""

    kind: str
    where: str
    message: str
    blocking: bool = True

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


def find_faults(domain: Domain) -> list[Fault]:
    """Return all faults of a domain: of its names, then of each action, then of the whole."""
    faults = [*name_faults(domain.truths, domain.actions)]
    for action in dict.fromkeys(domain.actions):
        if action not in domain.outcomes:
            faults.append(Fault("no_outcomes", _at(action), "has no outcomes; give it at least two"))
        else:
            faults += _action(domain, action, domain.outcomes[action])
    for action in domain.outcomes:
        if action not in domain.actions:
            faults.append(Fault("unlisted_action", _at(action), "has outcomes but is not in `actions`; list it"))
    return [*faults, *_whole(domain)]


def _at(action: str) -> str:
    return f"action {action!r}"


def name_faults(truths: list[str], actions: list[str]) -> Iterator[Fault]:
    """Yield the faults of the names of a domain, or of an instance."""
    for what, names in (("truth", truths), ("action", actions)):
        least = 2 if what == "truth" else 1
        if len(set(names)) < least:
            yield Fault("too_few", f"{what}s", f"there are {len(set(names))}; list at least {least}")
        for name, often in Counter(names).items():
            if often > 1:
                yield Fault(f"duplicate_{what}", f"{what} {name!r}", f"is listed {often} times; keep one")
            if not name.strip():
                yield Fault(f"empty_{what}", f"{what}s", "an empty name; name it or remove it")
            elif len(name.splitlines()) > 1 or THOUGHT_MARK.search(name) or not plain_name(name):
                yield Fault("unwritable", f"{what} {name!r}", "cannot be told in a reply; write one line, with letters")
        for group in _alike(names):
            yield Fault(
                "names_alike",
                f"{what}s",
                f"{_list(group)} differ only in case, blanks or signs; rename",
                blocking=False,
            )
    for name in sorted(set(truths) & set(actions)):
        yield Fault("name_clash", f"{name!r}", "is both a truth and an action; rename one")


def plain_name(name: str) -> str:
    """Return the letters and digits of a name in lower case, for tolerant comparison."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _alike(names: list[str]) -> list[list[str]]:
    groups: dict[str, set[str]] = defaultdict(set)
    for name in names:
        groups[plain_name(name)].add(name)
    return [sorted(group) for plain, group in groups.items() if len(group) > 1 and plain]


def _action(domain: Domain, action: str, outcomes: Outcomes) -> Iterator[Fault]:
    where = _at(action)
    if outcomes.type not in ("str", "float"):
        yield Fault("unknown_type", where, f"type is {outcomes.type!r}; write 'str' (words) or 'float' (ranges)")
    if len(outcomes.states) < 2:
        yield Fault("too_few_outcomes", where, f"has {plural(len(outcomes.states), 'outcome')}; give it at least two")
    for state in outcomes.states:
        yield from _state(domain, where, outcomes.type, state)
    yield from _ranges(where, outcomes.states)
    for value, often in Counter(_value(state) for state in outcomes.states).items():
        if often > 1:
            label = next(state.label for state in outcomes.states if _value(state) == value)
            yield Fault("duplicate_outcome", where, f"outcome {label!r} stands {often} times; keep one")
    if outcomes.states:
        always = set.intersection(*(set(state.rules_out) for state in outcomes.states))
        for truth in sorted(always):
            yield Fault("always_ruled_out", where, f"every outcome rules out {truth!r}; leave it in one at least")
        if not any(state.rules_out for state in outcomes.states):
            yield Fault("idle_action", where, "no outcome rules out anything; say what it rules out", blocking=False)


def _state(domain: Domain, where: str, kind: str, state: OutcomeState) -> Iterator[Fault]:
    place = f"{where}, outcome {state.label!r}"
    for truth in state.rules_out:
        if truth not in domain.truths:
            yield Fault("unknown_truth", place, f"rules out {truth!r}, which is not in `truths`; list it or correct it")
    for truth, often in Counter(state.rules_out).items():
        if often > 1:
            yield Fault("repeated_rule_out", place, f"names {truth!r} {often} times; once is enough", blocking=False)
    if domain.truths and set(domain.truths) <= set(state.rules_out):
        yield Fault("rules_out_all", place, "rules out every truth; it could never come out")
    if isinstance(state.value, str):
        if kind == "float":
            yield Fault("wrong_value", place, "is a word in an action of type 'float'; write a range [low, high]")
        if not state.value.strip():
            yield Fault("empty_outcome", where, "an outcome has no name; name it")
        return
    if kind == "str" and state.value:
        yield Fault("wrong_value", place, "is a range in an action of type 'str'; write a word or set the type 'float'")
    yield from _range(place, state.value)


def _value(state: OutcomeState) -> str | tuple[float, ...]:
    return state.value if isinstance(state.value, str) else tuple(state.value)


def _range(place: str, ends: list[float]) -> Iterator[Fault]:
    if len(ends) != 2 or not all(map(math.isfinite, ends)):
        yield Fault("bad_range", place, "is not a range; write two finite numbers [low, high], or a word in quotes")
    elif ends[0] >= ends[1]:
        yield Fault("bad_range", place, "its low end is not below its high end; turn it round or widen it")
    elif not math.isfinite(ends[1] - ends[0]):
        yield Fault("bad_range", place, "is wider than numbers go; write ends that can occur")
    elif not math.nextafter(*ends) < ends[1]:
        yield Fault("bad_range", place, "has no number between its ends; widen it")


def _ranges(where: str, states: list[OutcomeState]) -> Iterator[Fault]:
    ranges = sorted(
        (low, high)
        for state in states
        if isinstance(state.value, list) and len(state.value) == 2
        for low, high in [state.value]
        if low < high
    )
    reach = ranges[0][1] if ranges else 0.0
    for low, high in ranges[1:]:
        if low < reach:
            shared = f"{number_text(low)} to {number_text(min(reach, high))}"
            yield Fault("overlap", where, f"ranges overlap from {shared}; let them only touch")
        elif low > reach:
            missing = f"{number_text(reach)} and {number_text(low)}"
            yield Fault("gap", where, f"no outcome between {missing}; close the gap", blocking=False)
        reach = max(reach, high)


def signatures(domain: Domain) -> dict[str, frozenset[tuple[str, int]]]:
    """Return, per truth, the outcomes (action, place) that rule it out."""
    found: dict[str, set[tuple[str, int]]] = {truth: set() for truth in domain.truths}
    for action, outcomes in domain.outcomes.items():
        for place, state in enumerate(outcomes.states):
            for truth in state.rules_out:
                if truth in found:
                    found[truth].add((action, place))
    return {truth: frozenset(rows) for truth, rows in found.items()}


def _whole(domain: Domain) -> Iterator[Fault]:
    groups: dict[frozenset[tuple[str, int]], list[str]] = defaultdict(list)
    for truth, rows in signatures(domain).items():
        groups[rows].append(truth)
        if not rows:
            yield Fault("never_ruled_out", f"truth {truth!r}", "no outcome rules it out; let one do so", blocking=False)
    for rows, group in groups.items():
        if rows and len(group) > 1:
            yield Fault(
                "not_told_apart",
                "truths",
                f"no action tells apart {_list(group)}; let an outcome do so",
                blocking=False,
            )


def _list(names: list[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:6])
    return shown + (f" and {len(names) - 6} more" if len(names) > 6 else "")
