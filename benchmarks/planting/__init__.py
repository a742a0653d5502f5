"""Planting faults into accepted black-boxes, for `benchmarks/acceptance.py` to run the gates on."""

from __future__ import annotations

from benchmarks.planting.edits import tree_mutants
from benchmarks.planting.mutant import Mutant
from benchmarks.planting.wrappers import untuned_mutants, wrapped_mutants

__all__ = ["Mutant", "all_mutants", "untuned_mutants"]


def all_mutants(source: str, functions: tuple[str, ...], longest: int) -> list[Mutant]:
    """Return every mutant of a module, each text once.

    `functions` are those that the family calls; `longest` is the length of the domain's longest input.
    """
    found = [*tree_mutants(source), *wrapped_mutants(source, functions, longest)]
    return list({mutant.source: mutant for mutant in found}.values())
