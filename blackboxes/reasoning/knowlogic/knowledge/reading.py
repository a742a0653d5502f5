"""Reading knowledge files: each fault is one line that names the file, the line and the entry."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from boxwright.blackboxes.reasoning.knowlogic.domains import HERE, shipped_keys
from boxwright.blackboxes.reasoning.knowlogic.knowledge.confirming import bring
from boxwright.blackboxes.reasoning.knowlogic.knowledge.faults import Faults, load_yaml, note_schema
from boxwright.blackboxes.reasoning.knowlogic.knowledge.meaning import (
    BadMeaning,
    Definition,
    attributes_of,
    check_names,
    parse,
)
from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import Named, Relation, Scenario
from boxwright.blackboxes.reasoning.knowlogic.knowledge.schema import (
    LANGUAGES,
    DomainFile,
    Forms,
    RelationFile,
    ScenarioFile,
    Words,
)
from boxwright.blackboxes.reasoning.knowlogic.knowledge.things import Things, relations_of


def read_domain(path: Path) -> Domain:
    """Read and check one domain's file. Raises: FaultyKnowledge with all its faults."""
    value, faults = load_yaml(path)
    _fill_in(value, faults)
    try:
        file = DomainFile.model_validate(value)
    except ValidationError as error:
        note_schema(error, faults)
        faults.stop()
        raise AssertionError("unreachable") from error
    domain = Domain(path, file, faults)
    faults.stop()
    return domain


def _fill_in(value: Any, faults: Faults) -> None:
    """Give scenarios that are `like` a shipped one whatever they do not say themselves."""
    scenarios = value.get("scenarios") if isinstance(value, dict) else None
    if not isinstance(scenarios, dict):
        return
    for key, own in scenarios.items():
        if not isinstance(own, dict) or "like" not in own:
            continue
        domain, _, name = str(own.pop("like")).partition("/")
        base, _ = load_yaml(HERE / f"{domain}.yaml") if domain in shipped_keys() else ({"scenarios": {}}, None)
        if name not in base["scenarios"]:
            faults.add(("scenarios", key, "like"), f"there is no scenario {domain}/{name}")
            continue
        scenarios[key] = {**base["scenarios"][name], **own}
    faults.stop()


class Domain:
    """A domain: its file, its pools and its scenarios."""

    def __init__(self, path: Path, file: DomainFile, faults: Faults) -> None:
        self.path, self.file, self.key, self.line_of = path, file, file.domain, faults.line_of
        self.shipped = path.parent == HERE
        self.definitions = _definitions(file, faults)
        self._brought = bring(file.own_things, file.asserted_by, faults)
        self.things = self._brought.all
        """The shipped things, and its own."""
        self.facts = self._brought.facts
        """What is asserted about its own things, beside the second reading."""
        self.pools: dict[str, tuple[Named, ...]] = {}
        for name, members in file.pools.items():
            _check_twice((m.key for m in members), ("pools", name), "key", faults)
            for language in LANGUAGES:
                words = (m.en.casefold() if language == "en" else m.zh for m in members)
                _check_twice(words, ("pools", name), language, faults)
            self.pools[name] = tuple(
                Named(m.key, {"en": m.en, "zh": m.zh}, {} if m.lasts is None else {"lasts": m.lasts}) for m in members
            )
        made = ((name, _scenario(self, name, s, faults)) for name, s in file.scenarios.items())
        self.scenarios = {name: scenario for name, scenario in made if scenario is not None}


def _check_twice(values: Iterator[Any], where: Sequence[Any], what: str, faults: Faults) -> None:
    seen: set[Any] = set()
    for number, value in enumerate(values):
        if value in seen:
            faults.add((*where, number, what), f"{value!r} is there twice")
        seen.add(value)


def _definitions(file: DomainFile, faults: Faults) -> dict[str, Definition]:
    found = {key: Definition((), ast.Constant(anchor.year)) for key, anchor in file.anchors.items()}
    for head, text in file.definitions.items():
        name, _, rest = head.partition("(")
        parameters = tuple(part.strip() for part in rest.removesuffix(")").split(","))
        where = ("definitions", head)
        if not rest.endswith(")") or not all(p.isidentifier() for p in (name, *parameters)):
            faults.add(where, "write a definition as `name(x, y): expression`")
            continue
        try:
            body = parse(text)
            check_names(body, (*parameters, "k", "size"), found)
        except BadMeaning as error:
            faults.add(where, str(error))
            continue
        found[name] = Definition(parameters, body)
    return found


def both(words: Words | Forms) -> dict[str, Any]:
    """Return words by language; several forms as a tuple."""
    got = {language: words.of(language) for language in LANGUAGES}
    return {language: tuple(value) if isinstance(value, list) else value for language, value in got.items()}


def _scenario(domain: Domain, key: str, file: ScenarioFile, faults: Faults) -> Scenario | None:
    where = ("scenarios", key)
    if (file.slots is None) == (file.nature_slots is None):
        faults.add(where, "needs either `slots` or `nature_slots`")
        return None
    slots = tuple(Named(s.key, {"en": s.en, "zh": s.zh}, s.attributes) for s in file.slots or ())
    _check_slots(slots, file, where, faults)
    size = len(slots) or (file.nature_slots.count if file.nature_slots else 0)
    if file.entities.count > size:
        faults.add((*where, "entities", "count"), f"{file.entities.count} entities do not fit into {size} slots")
    elif file.world == "open" and file.entities.count == size:
        room = f"an open world leaves room for others, and {size} entities fill all {size} slots"
        faults.add((*where, "entities", "count"), f"{room}; name fewer, or write `world: closed`")
    own = domain.pools.get(file.entities.pool)
    if own is not None and len(own) < file.entities.count:
        faults.add((*where, "entities"), f"the pool {file.entities.pool!r} has only {len(own)} members")
    if own is None and file.entities.pool not in SHARED_POOLS:
        known = ", ".join((*SHARED_POOLS, *domain.pools))
        faults.add((*where, "entities", "pool"), f"there is no pool {file.entities.pool!r}; there are {known}")
    brought = {name for member in own or () for name in member.attributes}
    relations: dict[str, Relation] = {}
    for name, relation in file.relations.items():
        for made in _relations(domain, name, relation, (*where, "relations", name), faults):
            relations[made.key] = made
            asked = attributes_of(made.body)
            known_attributes = {a for slot in slots for a in slot.attributes} | brought | set(file.links)
            if slots and asked - known_attributes:
                faults.add(
                    (*where, "relations", name, "means"),
                    f"no slot has the attribute {sorted(asked - known_attributes)[0]!r}",
                )
    drawn = _drawn(domain, file, where, faults)
    if file.nature_slots and file.frames:
        relations |= {r.key: r for r in relations_of(domain.things, file.frames)}
    members = own if own is not None else _nature(domain, file, where, faults) or shared_pool(file.entities.pool)
    return Scenario(
        key=key,
        domain=domain.key,
        title=both(file.title),
        picture=file.picture,
        world=file.world,
        world_says=both(file.world_says),
        cyclic=file.cyclic,
        members=members,
        count=file.entities.count,
        slots=slots,
        things=drawn,
        drawn=file.nature_slots.count if file.nature_slots else 0,
        described=both(file.described) if file.described else None,
        links=tuple(file.links),
        relations=relations,
        definitions=domain.definitions,
        intro=both(file.intro),
        who=both(file.who),
        whoever=both(file.whoever),
        where=both(file.where),
        placed=both(file.placed),
        placed_not=both(file.placed_not),
    )


def _drawn(domain: Domain, file: ScenarioFile, where: Sequence[Any], faults: Faults) -> tuple[Named, ...]:
    """Return the things that slots are drawn from."""
    if file.nature_slots is None:
        return ()
    if file.frames is None:
        faults.add(where, "needs `frames`: how a property of a thing is said")
    place = (*where, "nature_slots", "kinds")
    return _of_kinds(domain.things, file.nature_slots.kinds, file.nature_slots.count, place, faults)


def _nature(domain: Domain, file: ScenarioFile, where: Sequence[Any], faults: Faults) -> tuple[Named, ...]:
    """Return the things that fill slots, if things do."""
    if file.entities.pool != "nature":
        return ()
    return _of_kinds(domain.things, file.entities.kinds, file.entities.count, (*where, "entities", "kinds"), faults)


def _of_kinds(
    known: Things, kinds: Sequence[str], wanted: int, where: Sequence[Any], faults: Faults
) -> tuple[Named, ...]:
    for number, kind in enumerate(kinds):
        if kind not in known.by_kind:
            faults.add((*where, number), f"there is no kind {kind!r}")
            return ()
    found = known.of(tuple(kinds))
    if len(found) < wanted:
        faults.add(where, f"{wanted} things are drawn, and there are only {len(found)} of these kinds")
    return found


SHARED_POOLS = ("people", "neutral_people", "nature")


def _check_slots(slots: Sequence[Named], file: ScenarioFile, where: Sequence[Any], faults: Faults) -> None:
    _check_twice((s.key for s in slots), (*where, "slots"), "key", faults)
    for language in LANGUAGES:
        _check_twice((s.words[language].casefold() for s in slots), (*where, "slots"), language, faults)
    keys = {slot.key for slot in slots}
    for number, slot in enumerate(slots):
        for link in file.links:
            target = slot.attributes.get(link)
            if target is not None and target not in keys:
                faults.add((*where, "slots", number, link), f"there is no slot {target!r}")
        for name, value in slot.attributes.items():
            if not isinstance(value, (int, str)):
                faults.add((*where, "slots", number, name), f"{value!r} is neither a whole number nor a text")
    for link in ("father", "mother"):
        if link in file.links:
            _check_ancestry(slots, link, where, faults)


def _check_ancestry(slots: Sequence[Named], link: str, where: Sequence[Any], faults: Faults) -> None:
    parents = {s.key: [str(s.attributes[n]) for n in ("father", "mother") if n in s.attributes] for s in slots}
    for number, slot in enumerate(slots):
        seen: set[str] = set()
        rest = list(parents[slot.key])
        while rest:
            key = rest.pop()
            if key not in seen:
                seen.add(key)
                rest += parents.get(key, [])
        if slot.key in seen and link in slot.attributes:
            faults.add((*where, "slots", number, link), f"{slot.key!r} is its own ancestor")


def _relations(
    domain: Domain, name: str, file: RelationFile, where: Sequence[Any], faults: Faults
) -> Iterator[Relation]:
    try:
        body = parse(file.means)
        check_names(body, ("a", "b", "c", "k", "size"), domain.definitions)
    except BadMeaning as error:
        faults.add((*where, "means"), str(error))
        return
    first = file.forms.en[0]
    arity = 3 if "{c}" in first else 2 if "{b}" in first else 1
    _check_forms(file, arity, where, faults)
    for k in file.for_k or (None,):
        yield Relation(
            key=name if k is None else f"{name}:{k}",
            arity=arity,
            body=body,
            forms=both(file.forms),
            denials=both(file.denials) if file.denials else {},
            says=both(file.says),
            note=both(file.note) if file.note else {},
            k=k,
            knowledge=file.knowledge,
        )


def _check_forms(file: RelationFile, arity: int, where: Sequence[Any], faults: Faults) -> None:
    wanted = {"{a}", "{b}", "{c}"} - set(("{b}", "{c}")[arity - 1 :])
    for kind, forms in (("forms", file.forms), ("denials", file.denials)):
        if forms is None:
            continue
        for language in LANGUAGES:
            for number, form in enumerate(forms.of(language)):
                there = [mark for mark in ("{a}", "{b}", "{c}") for _ in range(form.count(mark))]
                if sorted(there) != sorted(wanted):
                    faults.add((*where, kind, language, number), f"must name {' '.join(sorted(wanted))}, each once")
                if file.for_k and "{k}" not in form and "{kth}" not in form:
                    faults.add((*where, kind, language, number), "does not say the number: write {k} or {kth}")
                if not form.endswith("." if language == "en" else "。"):
                    faults.add((*where, kind, language, number), "is not a sentence: it must end with a full stop")


@cache
def shipped(key: str) -> Domain:
    """Return a shipped domain. Raises: FaultyKnowledge."""
    return read_domain(HERE / f"{key}.yaml")


@cache
def shared_pool(name: str) -> tuple[Named, ...]:
    """Return people that fill slots; the pool `neutral_people` has only names that tell no gender."""
    if name not in ("people", "neutral_people"):
        return ()
    value, _ = load_yaml(HERE / "people.yaml")
    rows: Mapping[str, list[list[str]]] = value
    names = rows["neutral" if name == "neutral_people" else "people"]
    return tuple(Named(f"{name[0]}{number}", {"en": en, "zh": zh}) for number, (en, zh) in enumerate(names))
