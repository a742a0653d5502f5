"""The form of a knowledge file: what a person may write in it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

LANGUAGES = ("en", "zh")
"""The languages of every text, English first."""
Key = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=60)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=600, strip_whitespace=True)]
Texts = Annotated[list[Text], Field(min_length=1, max_length=12)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Words(_Strict):
    """One text in both languages."""

    en: Text
    zh: Text

    def of(self, language: str) -> str:
        """Return the text of one language."""
        return self.en if language == "en" else self.zh


class Forms(_Strict):
    """Several surface forms of one meaning, in both languages."""

    en: Texts
    zh: Texts

    def of(self, language: str) -> list[str]:
        """Return the forms of one language."""
        return self.en if language == "en" else self.zh


class SlotFile(BaseModel):
    """A slot: its key, its words, and any attributes that relations ask for."""

    model_config = ConfigDict(extra="allow", frozen=True)

    key: Key
    en: Text
    zh: Text

    @property
    def attributes(self) -> dict[str, Any]:
        """What relations may ask of it."""
        return dict(self.model_extra or {})


class RelationFile(_Strict):
    """A relation: one meaning, and its words."""

    means: Text
    """An expression over a, b (and c, k, size)."""
    says: Words
    """The meaning in words, for the documentation."""
    forms: Forms
    """Sentences with {a}, {b}, {c}; {k} for a number, {kth} for its ordinal, {s} for the plural of what follows it."""
    denials: Forms | None = None
    """Sentences that deny it; without them it is never denied."""
    note: Words | None = None
    """What the question says about it, where a reader could take it otherwise."""
    for_k: Annotated[list[Annotated[int, Field(ge=1, le=120)]], Field(min_length=1, max_length=40)] | None = None
    """The numbers that k stands for; each gives a relation of its own."""
    knowledge: Annotated[int, Field(ge=0, le=5)] = 0
    """How rare the knowledge is that it takes to understand it (0: none)."""


class EntityFile(_Strict):
    """Something that fills a slot."""

    key: Key
    en: Text
    zh: Text
    lasts: Annotated[int, Field(ge=0, le=100)] | None = None


class Fillers(_Strict):
    """Who or what fills the slots."""

    pool: Key
    """`people`, `neutral_people`, a pool of this file, or `nature`."""
    count: Annotated[int, Field(ge=2, le=9)]
    kinds: list[Key] = []
    """Of the pool `nature`: the kinds of things."""


class NatureSlots(_Strict):
    """Slots that are things of the nature knowledge base, drawn anew for each question."""

    kinds: Annotated[list[Key], Field(min_length=1)]
    """Categories that things are drawn from."""
    count: Annotated[int, Field(ge=3, le=8)]


class Frames(_Strict):
    """How properties of what somebody has are said."""

    thing: Words
    """A sentence with {a} and {p}: `{a} photographed something that {p}.`"""
    other: Words
    """A noun phrase with {b}: `what {b} photographed`."""
    which: Words | None = None
    """A question with {p} that asks for a thing: `Which of these things {p}?`. Without it `whoever` has the thing."""


class ScenarioFile(_Strict):
    """A scenario: slots, who fills them, what may be said."""

    title: Words
    picture: Annotated[str, StringConstraints(max_length=1_500)] = ""
    """A drawing of the slots, for the documentation."""
    world: Literal["closed", "open"]
    """closed: nobody and nothing else is there, and the facts decide every option. open: others may be there too; an
    option is right if it follows from the facts, and what they leave open is not right."""
    world_says: Words
    """The same, as the question says it."""
    cyclic: bool = False
    entities: Fillers
    slots: Annotated[list[SlotFile], Field(min_length=2, max_length=16)] | None = None
    nature_slots: NatureSlots | None = None
    frames: Frames | None = None
    described: Words | None = None
    """How entities are also referred to, by what is known about them: `the one that {p}`."""
    links: list[Key] = []
    """Attributes whose value is the key of another slot."""
    intro: Forms
    """Sentences with {names} (and {things})."""
    who: Words
    """What stands for {a} in a question about entities."""
    whoever: Words
    """What stands for {a} in a question about slots."""
    where: Words
    """The question for {a}'s slot."""
    placed: Forms
    """Sentences that put {a} into {slot}."""
    placed_not: Forms
    relations: dict[Key, RelationFile]


class AnchorFile(_Strict):
    """A historical event with its year, which meanings use as `KEY()`."""

    en: Text
    zh: Text
    year: Annotated[int, Field(ge=-3000, le=2100)]
    sources: Texts
    """Where the year can be read; nobody's word is enough for it."""


class DomainFile(_Strict):
    """A knowledge file: one domain."""

    domain: Key
    title: Words
    asserted_by: Literal["model", "person", "source"]
    """Who says that it is so; what only a model asserted counts after a second, independent reading."""
    sources: list[Text] = []
    anchors: dict[Key, AnchorFile] = {}
    definitions: dict[Text, Text] = {}
    pools: dict[Key, list[EntityFile]] = {}
    own_things: dict[str, Any] | None = None
    """Kinds and things of its own beside the shipped ones, with a second reading of them (see OwnThings)."""
    scenarios: dict[Key, ScenarioFile]
