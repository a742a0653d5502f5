"""Keeps docs/knowlogic-reference.md: scenarios, meanings, samples with derivations, all from the shipped knowledge.

`python -m tests.blackboxes.reasoning.knowlogic.reference_page` writes it; a test fails when it is out of date.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from boxwright.blackboxes.reasoning.knowlogic.domains import shipped_keys
from boxwright.blackboxes.reasoning.knowlogic.knowledge.confirming import things
from boxwright.blackboxes.reasoning.knowlogic.knowledge.counting import COUNTED, count_all
from boxwright.blackboxes.reasoning.knowlogic.knowledge.reading import Domain, shipped
from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import Scenario
from boxwright.blackboxes.reasoning.knowlogic.language.explain import explained
from boxwright.blackboxes.reasoning.knowlogic.language.render import question_text
from boxwright.blackboxes.reasoning.knowlogic.questions.draw import Wanted, draw
from boxwright.blackboxes.reasoning.knowlogic.questions.levels import WEIGHTS, cuts, measured
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LEVELS, TYPES, Puzzle

PAGE = Path(__file__).resolve().parents[4] / "docs" / "knowlogic-reference.md"
TRIED = 10
"""Questions of a kind among which the one with the fewest steps to read is shown."""


def page() -> str:
    """Return the whole page."""
    return "\n".join([*_head(), *_counts(), *_levels(), *_properties(), *_domains(), *_samples()]) + "\n"


def _head() -> Iterator[str]:
    yield "# KnowLogic: reference"
    yield ""
    yield "Written by `python -m tests.blackboxes.reasoning.knowlogic.reference_page` from the shipped knowledge;"
    yield "do not edit it by hand."
    yield "What it is for is told in [KnowLogic](knowlogic.md)."
    yield ""


def _counts() -> Iterator[str]:
    yield from ("## Sizes", "", f"| domain | {' | '.join(COUNTED)} |", f"|---{'|---:' * len(COUNTED)}|")
    for domain, row in count_all().items():
        yield f"| {domain} | {' | '.join(f'{row[name]:,}' for name in COUNTED)} |"
    yield ""
    yield "What is known about things was asserted by a model, and counts where a second reading says the same"
    yield "(`boxwright knowlogic confirm`)."
    yield "Rules are computed from the meanings: equivalences, implications, exclusions, compositions."
    yield ""


def _levels() -> Iterator[str]:
    weights = ", ".join(f"{name} {weight}" for name, weight in WEIGHTS.items())
    yield from ("## Levels", "", f"The score is the sum of features times weights: {weights}.", "")
    yield from ("| domain | easy up to | medium up to |", "|---|---:|---:|")
    for domain, (low, high) in cuts().items():
        yield f"| {domain} | {low} | {high} |"
    yield ""


def _properties() -> Iterator[str]:
    yield from ("## Properties of things", "", "| property | meaning | | said |", "|---|---|---|---|")
    for key, given in things().file.properties.items():
        yield f"| `{key}` | {given.says.en} | {given.says.zh} | {given.en}; {given.zh} |"
    for key, number in things().file.numbers.items():
        yield f"| `{key}` | {number.note.en} | {number.note.zh} | {number.en}; {number.zh} |"
    yield ""


def _domains() -> Iterator[str]:
    for key in shipped_keys():
        domain: Domain = shipped(key)
        yield from (f"## {domain.file.title.en} ({domain.file.title.zh})", "")
        yield from _anchors(domain)
        for scenario in domain.scenarios.values():
            yield from _scenario(scenario)


def _anchors(domain: Domain) -> Iterator[str]:
    if domain.file.anchors:
        yield from ("| historical anchor | | year | source |", "|---|---|---|---|")
        for anchor in domain.file.anchors.values():
            yield f"| {anchor.en} | {anchor.zh} | {anchor.year} | {' '.join(anchor.sources)} |"
        yield ""


def _scenario(scenario: Scenario) -> Iterator[str]:
    yield from (f"### `{scenario.id}`: {scenario.title['en']} ({scenario.title['zh']})", "")
    if scenario.picture:
        yield from ("```text", scenario.picture.rstrip("\n"), "```", "")
    yield f"World: {scenario.world}. {scenario.world_says['en']} {scenario.world_says['zh']}"
    yield ""
    if scenario.drawn:
        yield f"{scenario.count} people, {scenario.drawn} of {len(scenario.things)} things."
        yield "The relations are the properties above."
        yield ""
        return
    yield "Slots: " + "; ".join(f"{slot.of('en')} ({slot.of('zh')})" for slot in scenario.slots) + "."
    yield from ("", "| relation | meaning | | said |", "|---|---|---|---|")
    named: dict[str, list[str]] = {}
    for relation in scenario.relations.values():
        named.setdefault(relation.name, []).append("" if relation.k is None else str(relation.k))
    shown: set[str] = set()
    for relation in scenario.relations.values():
        if relation.name in shown:
            continue
        shown.add(relation.name)
        numbers = f" (k = {', '.join(named[relation.name])})" if relation.k is not None else ""
        said = f"{relation.forms['en'][0]} {relation.forms['zh'][0]}"
        yield f"| `{relation.name}`{numbers} | {relation.says['en']} | {relation.says['zh']} | {said} |"
    yield ""


def _samples() -> Iterator[str]:
    yield from (
        "## Samples",
        "",
        "One question of each type and level, and one of an open world, in both languages, with the derivation.",
        "",
    )
    keys = shipped_keys()
    for number, (kind, level) in enumerate((kind, level) for kind in TYPES for level in LEVELS):
        domain = shipped(keys[number % len(keys)])
        found = islice(draw(domain, 17, Wanted(type=kind, level=level)), TRIED)
        puzzle = min(found, key=_steps)
        yield from _sample(puzzle)
    opened = (p for p in draw(shipped("space"), 17) if p.scene.scenario.world == "open")
    undecided = (p for p in opened if any(step.rule == "open" for step in measured(p)[1].steps))
    yield from _sample(min(islice(undecided, TRIED), key=_steps))


def _steps(puzzle: Puzzle) -> int:
    """Return how many steps are shown of a question's derivation."""
    return len(measured(puzzle)[1].steps)


def _sample(puzzle: Puzzle) -> Iterator[str]:
    features, derivation = measured(puzzle)
    yield from (f"### {puzzle.question.type}, {puzzle.level}: `{puzzle.scene.scenario.id}`", "")
    yield f"Answer: {puzzle.answer}. Features: {', '.join(f'{name} {value}' for name, value in features.items())}."
    for language in ("en", "zh"):
        yield from ("", "```text", question_text(puzzle, language), "", *explained(puzzle, derivation, language), "```")
    yield ""


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
