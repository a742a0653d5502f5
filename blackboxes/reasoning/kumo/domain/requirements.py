"""What an accepted domain needs beyond being playable: size, both kinds of outcomes, readable names, instances."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from boxwright.blackboxes.description import Description
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.reasoning.kumo.books.writer import LANGUAGES, template_book
from boxwright.blackboxes.reasoning.kumo.domain.brief import Parameters, read_brief
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, parse_domain
from boxwright.blackboxes.reasoning.kumo.domain.validator import Fault, find_faults
from boxwright.blackboxes.reasoning.kumo.instances.certify import check_instance
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.instances.sampling import CannotBeMade, Sizes, generate

SIZES = {"easy": Sizes(4, 6), "hard": Sizes(12, 16)}
"""The paper's settings: truths and actions."""
LEAST_OF_A_KIND = 4
"""Minimum number of actions with words, and of actions with numbers."""
LEAST_TOUCHED = 2
"""Minimum number of actions that can rule out each truth."""
LONGEST_NAME = 70
UNREADABLE = '"“”«»「」‹›|{}[]<>*_`#\\'
"""Characters that a knowledge book cannot show, or uses as markup."""
DRAWN = 3
"""Instances drawn and certified per size."""


def find_unmet(domain: Domain, size: Parameters) -> list[Fault]:
    """Return every fault, weakness and unmet requirement of a domain; empty if it can be accepted."""
    faults = [*find_faults(domain), *_counts(domain, size), *_readable(domain), *_touched(domain)]
    return faults or [*_instances(domain)]


def domain_faults(source: str, description: Description) -> list[str]:
    """Recheck an accepted domain; return its faults as sentences."""
    try:
        domain = parse_domain(json.loads(source), "domain.json")
        size = read_brief(description).size
    except (json.JSONDecodeError, BoxwrightError) as error:
        return [str(error)]
    return [str(fault) for fault in find_unmet(domain, size)]


def _counts(domain: Domain, size: Parameters) -> Iterator[Fault]:
    for what, there, wanted in (
        ("truths", len(set(domain.truths)), size.truths),
        ("actions", len(set(domain.actions)), size.actions),
    ):
        least = -(-9 * wanted // 10)
        if there < least:
            yield Fault("too_few", what, f"there are {there}; write about {wanted}, at least {least}")
    kinds = Counter(table.type for table in domain.outcomes.values())
    for kind, words in (("str", "words"), ("float", "ranges of numbers")):
        if kinds[kind] < LEAST_OF_A_KIND:
            yield Fault(
                "one_sided", "actions", f"{kinds[kind]} have {words} as outcomes; at least {LEAST_OF_A_KIND} must"
            )


def _readable(domain: Domain) -> Iterator[Fault]:
    labels = [(f"action {a!r}", s.label) for a, table in domain.outcomes.items() for s in table.states]
    for where, name in [("truths", t) for t in domain.truths] + [("actions", a) for a in domain.actions] + labels:
        if name != name.strip() or "  " in name or not name.isprintable() or len(name) > LONGEST_NAME:
            yield Fault(
                "name_form", where, f"{name!r}: write one line of at most {LONGEST_NAME} signs, no blanks around"
            )
        elif any(sign in UNREADABLE for sign in name):
            yield Fault(
                "name_form", where, f"{name!r}: write it without quotation marks, brackets [] and * _ ` # | < >"
            )


def _touched(domain: Domain) -> Iterator[Fault]:
    often: Counter[str] = Counter()
    for table in domain.outcomes.values():
        often.update({truth for state in table.states for truth in state.rules_out})
    for truth in domain.truths:
        if often[truth] < LEAST_TOUCHED:
            yield Fault(
                "seldom_ruled_out",
                f"truth {truth!r}",
                f"{plural(often[truth], 'action')} can rule it out; let at least {LEAST_TOUCHED} do so",
            )


def sample_instances(domain: Domain) -> Iterator[tuple[str, Instance]]:
    """Yield a few fresh instances per size, as (size, instance). Raises: CannotBeMade."""
    for name, sizes in SIZES.items():
        for instance in islice(generate(domain, sizes, seed=1), DRAWN):
            yield name, instance


def _instances(domain: Domain) -> Iterator[Fault]:
    from boxwright.blackboxes.reasoning.kumo.books.reader import check_book  # its patterns take a while to compile

    try:
        for name, instance in sample_instances(domain):
            where = f"{name} instance {instance.seed}"
            for fault in check_instance(instance):
                yield Fault("instance", where, fault)
            for language in LANGUAGES:
                for finding in check_book(instance, template_book(instance, language)):
                    yield Fault("book", f"{where}, template book ({language})", str(finding))
    except CannotBeMade as error:
        yield Fault("no_instances", "the whole", str(error))
