"""Names and role words. No name contains another, nor a role word, so that a text is read in one way only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

NameList = str
COMMON, UNCOMMON = "common", "uncommon"


def _listed() -> Iterator[tuple[tuple[str, NameList], Sequence[str]]]:
    text = Path(__file__).with_name("names.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        kind, _, names = line.partition(":")
        language, name_list = kind.split()
        yield (language, name_list), names.split()


NAMES: Mapping[tuple[str, NameList], Sequence[str]] = dict(_listed())
"""The names of a language and a list, from the file `names.txt`."""
MOST_PEOPLE = min(map(len, NAMES.values()))


@dataclass(frozen=True)
class Role:
    """A role's word."""

    one: str
    many: str
    article: str = ""
    """With the blank after it."""

    @property
    def a(self) -> str:
        """The word with its article."""
        return self.article + self.one


@dataclass(frozen=True)
class Roles:
    """The words of the two roles: who tells the truth, and who lies."""

    knight: Role
    knave: Role

    def of(self, knight: bool) -> Role:
        """Return one of them."""
        return self.knight if knight else self.knave


def _english(text: str) -> Role:
    article, one, many = text.split()
    return Role(one, many, f"{article} ")


def _pairs(*pairs: str) -> tuple[Roles, ...]:
    return tuple(Roles(*(_english(part.strip()) for part in pair.split("/"))) for pair in pairs)


ROLES: Mapping[str, Sequence[Roles]] = {
    "en": _pairs(
        "a knight knights / a knave knaves",
        "an owl owls / a magpie magpies",
        "an oak oaks / a willow willows",
        "a herald heralds / a trickster tricksters",
        "a monk monks / a smuggler smugglers",
        "an elf elves / an ogre ogres",
        "an astronomer astronomers / an alchemist alchemists",
        "a gardener gardeners / a gambler gamblers",
        "an archer archers / an urchin urchins",
    ),
    "zh": tuple(
        Roles(Role(one, one), Role(other, other))
        for one, other in (
            ("骑士", "无赖"),
            ("猫头鹰", "喜鹊"),
            ("橡树", "柳树"),
            ("传令官", "捣蛋鬼"),
            ("僧人", "走私者"),
            ("精灵", "食人魔"),
            ("天文学家", "炼金术士"),
            ("园丁", "赌徒"),
            ("弓箭手", "顽童"),
        )
    ),
}
"""Per language the role pairs; the first is the usual one, and a pair has the same place in every language."""
PAIRS = min(map(len, ROLES.values()))
