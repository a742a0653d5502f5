"""How a sibling's code is made from its original's: with other values in its constants, or in a wrapper of its family.

Where a description declares parameters of its rule, these are changed, and nothing is put around the code. Else the
reviewed wrapper of its family (`sibling.txt` beside the family) goes below it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from pprint import pformat
from random import Random
from types import ModuleType
from typing import Any, Protocol, cast

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environment import Entry
from boxwright.blackboxes.environments import get_environment, module_beside
from boxwright.blackboxes.faults import DescriptionFault
from boxwright.blackboxes.plural import listed
from boxwright.blackboxes.registry import Accepted, BuiltEnvironment
from boxwright.blackboxes.rule_parameters import other_values, rule_parameters, values_of, with_values
from boxwright.blackboxes.siblings import NoSibling, SiblingMaker


class Variation(Protocol):
    """What a box's siblings have otherwise, and how their code has it."""

    @property
    def telling(self) -> Collection[str] | None:
        """The functions whose replies are compared; None for all of them."""

    @property
    def unseen(self) -> Collection[str]:
        """What is drawn that players do not read."""

    def words(self, drawn: Mapping[str, Any]) -> str:
        """Return what stands above the original's rule in a sibling's description."""

    def draw(self, box: Box[Any], rng: Random) -> dict[str, Any]:
        """Draw a sibling's parameters, as JSON values. Raises: NoSibling, BadOutput, SandboxError."""

    def source(self, original: str, head: str, drawn: Mapping[str, Any]) -> str:
        """Return a sibling's code; `head` is a comment that says what it is."""

    def parameters(self, original: Mapping[str, Any], drawn: Mapping[str, Any]) -> dict[str, Any]:
        """Return the field `parameters` of a sibling's description."""


def variation_of(description: Description) -> Variation:
    """Return how a box's siblings are made. Raises: NoSibling where there are none, DescriptionFault."""
    if not rule_parameters(description):
        return _Wrapped(maker_of(description.id))
    return _Declared(description, _maker(description.id))


def has_siblings(entry: Entry) -> bool:
    """Whether an entry is a box that siblings are made of."""
    if not isinstance(entry, Accepted) or entry.manifest.sibling is not None:
        return False
    try:
        variation_of(entry.description)
    except (NoSibling, DescriptionFault):
        return False
    return True


def maker_of(identifier: str) -> SiblingMaker:
    """Return the module `siblings` of the package that a box's family is in. Raises: NoSibling where there is none."""
    if (maker := _maker(identifier)) is not None:
        return maker
    environment = get_environment(identifier.split("/")[0])
    why = environment.no_siblings if isinstance(environment, BuiltEnvironment) else ""
    raise NoSibling(
        f"{identifier}: {environment.name} has no siblings: {why or 'its package has no module `siblings`'} "
        "(docs/siblings.md)"
    )


def _maker(identifier: str) -> SiblingMaker | None:
    module = module_beside(get_environment(identifier.split("/")[0]), "siblings")
    return None if module is None else cast(SiblingMaker, module)


@dataclass(frozen=True)
class _Declared:
    """The parameters that the description declares have other values."""

    original: Description
    maker: SiblingMaker | None
    """What the family's own siblings are made by, if it has some."""
    unseen = ()

    @property
    def telling(self) -> Collection[str] | None:
        return None if self.maker is None else self.maker.TELLING

    def words(self, drawn: Mapping[str, Any]) -> str:
        own = values_of(self.original)
        others = listed([f"{name} is {value} (there {own[name]})" for name, value in drawn.items()])
        return f"A sibling: the rule below, where its parameters have other values: {others}."

    def draw(self, box: Box[Any], rng: Random) -> dict[str, Any]:
        return dict(other_values(box.description, rng))

    def source(self, original: str, head: str, drawn: Mapping[str, Any]) -> str:
        return f"{head}{with_values(original, drawn)}"

    def parameters(self, original: Mapping[str, Any], drawn: Mapping[str, Any]) -> dict[str, Any]:
        drops = () if self.maker is None else self.maker.DROPS
        kept = {name: value for name, value in original.items() if name not in drops}
        return kept | {name: {**original[name], "value": value} for name, value in drawn.items()}


@dataclass(frozen=True)
class _Wrapped:
    """The family's wrapper stands below the original's code, and reads what is drawn."""

    maker: SiblingMaker

    @property
    def telling(self) -> Collection[str]:
        return self.maker.TELLING

    @property
    def unseen(self) -> Collection[str]:
        return self.maker.UNSEEN

    def words(self, drawn: Mapping[str, Any]) -> str:
        said = " ".join(line.lstrip("# ") for line in self._template().splitlines() if line.startswith("#"))
        return f"{said} (Drawn: {dict(drawn)})"

    def draw(self, box: Box[Any], rng: Random) -> dict[str, Any]:
        return self.maker.draw(box, rng)

    def source(self, original: str, head: str, drawn: Mapping[str, Any]) -> str:
        told = f"_DRAWN = {pformat(dict(drawn), width=110, sort_dicts=True)}\n{self._template()}"
        return f"{original.rstrip()}\n\n\n{head}{told}"

    def parameters(self, original: Mapping[str, Any], drawn: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in original.items() if name not in self.maker.DROPS}

    def _template(self) -> str:
        file = cast(ModuleType, self.maker).__file__
        assert file is not None
        return Path(file).with_name("sibling.txt").read_text(encoding="utf-8")
