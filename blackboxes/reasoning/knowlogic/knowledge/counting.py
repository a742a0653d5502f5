"""Counting the knowledge base: what the files hold, and the rules that follow from the meanings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from boxwright.blackboxes.reasoning.knowlogic.domains import shipped_keys
from boxwright.blackboxes.reasoning.knowlogic.knowledge.reading import Domain, shipped
from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import PLACED, Scenario
from boxwright.blackboxes.reasoning.knowlogic.questions.scenes import draw_scene
from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Meanings
from boxwright.blackboxes.seeds import stream

COUNTED = ("scenarios", "entities", "properties", "relations", "with numbers", "rules", "forms")
"""What is counted. relations: by name; `with numbers`: each number of a relation for itself. In the sum over domains, a
name counts once, except that each scenario has rules and forms of its own."""


def rules_of(scenario: Scenario) -> dict[str, int]:
    """Return how many rules a scenario's meanings give, by kind.

    equivalence: two relations hold of the same slots, in the same or the opposite order; implication: one holds
    wherever the other does; exclusion: never both; composition: R(a, b) and S(b, c) imply T(a, c), with the narrowest
    such T.
    """
    scene = draw_scene(scenario, stream("rules", scenario.id))
    meanings = scene.meanings
    binary = {key: meanings.extension(key, (0, 1)) for key, r in meanings.relations.items() if r.arity == 2}
    unary = {key: meanings.extension(key, (0,)) for key, r in meanings.relations.items() if r.arity == 1}
    unary |= {f"{PLACED}:{slot}": frozenset({(slot,)}) for slot in range(meanings.size)}
    found = {"equivalence": 0, "implication": 0, "exclusion": 0, "composition": 0}
    both = [(key, ext) for key, ext in binary.items()]
    turned = [(key, frozenset((t, s) for s, t in ext)) for key, ext in binary.items()]
    for number, (key, ext) in enumerate(both):
        for other_number, (other, meaning) in enumerate((*both, *turned)):
            if other == key and other_number == number:
                continue
            first = number <= other_number % len(both)
            if ext == meaning:
                found["equivalence"] += first
            elif ext < meaning:
                found["implication"] += 1
            elif not ext & meaning:
                found["exclusion"] += first
    for key, ext in unary.items():
        for other, meaning in unary.items():
            if key < other and ext == meaning:
                found["equivalence"] += 1
            elif ext < meaning:
                found["implication"] += 1
            elif key < other and not ext & meaning:
                found["exclusion"] += 1
    found["composition"] = _compositions(meanings, binary, unary)
    return found


Extensions = Mapping[str, frozenset[tuple[int, ...]]]


def _compositions(meanings: Meanings, binary: Extensions, unary: Extensions) -> int:
    """Count R(a, b) and S(b, c) imply T(a, c), and R(a, b) and U(b) imply V(a): narrowest conclusions only."""
    found = 0
    everything = frozenset((s, t) for s in range(meanings.size) for t in range(meanings.size) if s != t)
    for first in binary.values():
        for second in binary.values():
            reached = frozenset((s, u) for s, t in first for t2, u in second if t == t2 and s != u)
            found += _narrowest(reached, everything, binary)
        for second in unary.values():
            reached_one = frozenset((s,) for s, t in first if (t,) in second)
            found += _narrowest(reached_one, frozenset((s,) for s in range(meanings.size)), unary)
    return found


def _narrowest(reached: frozenset[tuple[int, ...]], everything: frozenset[tuple[int, ...]], named: Extensions) -> int:
    if not reached or reached == everything:
        return 0
    above = {ext for ext in named.values() if reached <= ext}
    return sum(not any(other < ext for other in above) for ext in above)


def count_domain(domain: Domain) -> dict[str, int]:
    """Count one domain."""
    scenarios = domain.scenarios.values()
    relations = [r for s in scenarios for r in s.relations.values()]
    return {
        "scenarios": len(domain.scenarios),
        "entities": len(_members(domain)),
        "properties": len(_attributes(domain)),
        "relations": len(_names(domain)),
        "with numbers": len({r.key for r in relations}),
        "rules": sum(sum(rules_of(s).values()) for s in scenarios),
        "forms": sum(len(f) for r in relations for w in (r.forms, r.denials) for f in w.values()),
    }


def _members(domain: Domain) -> set[str]:
    """Return who and what a domain is about; the same thing in two domains counts once."""
    return {one.key for s in domain.scenarios.values() for one in (*s.members, *s.things)}


def _attributes(domain: Domain) -> set[str]:
    """Return what is known about slots and entities; the same property in two scenarios counts once."""
    known = (thing for s in domain.scenarios.values() for thing in (*s.slots, *s.members, *s.things))
    return {attribute for thing in known for attribute in thing.attributes}


def _names(domain: Domain) -> set[str]:
    """Return the relations; the same name in two scenarios counts once."""
    return {relation.name for s in domain.scenarios.values() for relation in s.relations.values()}


@cache
def count_all() -> dict[str, dict[str, int]]:
    """Count all shipped domains, and their sum. Raises: FaultyKnowledge."""
    rows = {key: count_domain(shipped(key)) for key in shipped_keys()}
    rows["all"] = {name: sum(row[name] for row in rows.values()) for name in COUNTED}
    everything = [shipped(key) for key in shipped_keys()]
    for name, of in (("entities", _members), ("properties", _attributes), ("relations", _names)):
        rows["all"][name] = len({one for domain in everything for one in of(domain)})
    keys = {r.key for domain in everything for s in domain.scenarios.values() for r in s.relations.values()}
    rows["all"]["with numbers"] = len(keys)
    return rows


def asserters() -> dict[str, str]:
    """Return who asserts each shipped domain."""
    return {key: shipped(key).file.asserted_by for key in shipped_keys()}
