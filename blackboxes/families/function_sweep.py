"""Sweeps of the families with one function: the whole domain again and again, or structured and drawn inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.function import FunctionFamily
from boxwright.blackboxes.sweep import BATCH, SMALL, Steps
from boxwright.blackboxes.types import Call


def of_whole_domain(box: Box[Any], inputs: Iterable[Any], rng: Random) -> Steps:
    """Ask every input in a drawn order, then again in others: an input may come twice in a row, or after any other."""
    order = list(inputs)
    while True:
        rng.shuffle(order)
        for start in range(0, len(order), BATCH):
            yield [Call("blackbox", (value,)) for value in order[start : start + BATCH]]
        order += rng.sample(order, len(order) // 4) if len(order) < SMALL // 2 else []


def of_inputs(box: Box[Any], known: Iterable[Any], structured: Callable[[], Any], rng: Random) -> Steps:
    """Ask in each batch some inputs of a list that ends, structured ones, and some that are drawn as in play."""
    family, rules = box.family, box.rules
    assert isinstance(family, FunctionFamily)
    listed: Iterator[Any] = iter(known)
    while True:
        batch = list(islice(listed, BATCH // 5))
        batch += [structured() for _ in range(BATCH - BATCH // 5 - len(batch))]
        batch += [family.draw(rules, rng) for _ in range(BATCH // 5)]
        rng.shuffle(batch)
        yield [Call("blackbox", (value,)) for value in batch if family.in_domain(rules, value)]
