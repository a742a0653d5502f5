"""Books of a deliberately weak writer: the template's, with some rules wrong, to see what a book's faults cost."""

from __future__ import annotations

from boxwright.blackboxes.reasoning.kumo.books.writer import FaultyBook, Statement, book_text, statements_of
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.seeds import stream

KINDS = ("missing", "exchanged", "invented")
"""What is done to a rule: left out, said of another truth, or added where there is none."""


def weak_book(instance: Instance, faults: int, seed: int, language: str = "en") -> str:
    """Return the template's book with so many wrong rules, drawn from the seed and the instance.

    Raises: FaultyBook for more faults than the table has places for.
    """
    draw = stream("kumo/weak book", seed, instance.content_hash())
    stated = set(statements_of(instance))
    places = [
        Statement(a, o, t)
        for a, action in enumerate(instance.actions)
        for o in range(len((instance.outcomes or {})[action].states))
        for t in range(len(instance.truths))
    ]
    right, wrong = sorted(stated), [place for place in places if place not in stated]
    if faults > min(len(right), len(wrong)):
        raise FaultyBook(f"{faults} faults are too many for a table of {len(right)} rules; ask for fewer")
    for lost, added in zip(draw.sample(right, faults), draw.sample(wrong, faults), strict=True):
        kind = draw.choice(KINDS)
        if kind != "invented":
            stated.discard(lost)
        if kind == "exchanged":
            others = [p for p in wrong if (p.action, p.outcome) == (lost.action, lost.outcome) and p not in stated]
            stated.add(draw.choice(others) if others else added)
        elif kind == "invented":
            stated.add(added)
    return book_text(_with(instance, stated), "template", language)


def _with(instance: Instance, stated: set[Statement]) -> Instance:
    """Return an instance whose table holds these rules."""
    table = {}
    for a, action in enumerate(instance.actions):
        outcomes = (instance.outcomes or {})[action]
        states = [
            state.model_copy(
                update={"rules_out": [t for i, t in enumerate(instance.truths) if Statement(a, o, i) in stated]}
            )
            for o, state in enumerate(outcomes.states)
        ]
        table[action] = outcomes.model_copy(update={"states": states})
    return instance.model_copy(update={"outcomes": table})
