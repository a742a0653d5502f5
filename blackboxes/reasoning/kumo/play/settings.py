"""How KUMO games are played: size, number of valid truths, whether the promise is told, which book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, ValidationError

from boxwright.blackboxes.environment import BadOptions
from boxwright.blackboxes.reasoning.kumo.books.given import GIVEN
from boxwright.blackboxes.reasoning.kumo.books.writer import KINDS, LANGUAGES, WRITTEN
from boxwright.blackboxes.reasoning.kumo.domain.requirements import SIZES
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes
from boxwright.blackboxes.types import Options


class PlaySettings(Options):
    """One evaluation's settings for KUMO boxes; the command line spells them `--kumo name=value`."""

    size: str = Field(default="easy", pattern=r"^(easy|hard|[1-9]\d{0,2}/[1-9]\d{0,2})$")
    """easy (4/6), hard (12/16), or truths/actions."""
    valid: int = Field(default=1, ge=1, le=20)
    """How many truths are valid."""
    keep: Literal["even", "all"] = "even"
    """even: the truth that fewest outcomes rule out is valid as often as by chance; all: as drawn, which is usual with
    several valid truths."""
    predict: Literal["all", "one"] = "all"
    """With several valid truths: name all, or the one that was drawn as the answer, which nobody can know."""
    promise: Literal["told", "untold"] = "told"
    """Whether the player is told that the outcomes together rule out every invalid truth."""
    protocol: Literal["own", "published"] = "own"
    """How moves are asked for: ours, or the paper's (`<ANSWER>`, no repairs)."""
    order: Literal["shuffled", "published"] = "shuffled"
    """For the instances of a file that were not drawn here: their lists shuffled, or as they stand."""
    book: str = KINDS[0]
    """What kind of knowledge book the player reads."""
    language: str = LANGUAGES[0]
    """The book's language."""
    regret: Literal["none", "paper", "elimination", "informed"] = "none"
    """The semantics under which each action's regret is computed."""
    states: int = Field(default=2_000_000, ge=1_000)
    """States that a search may expand before it is abandoned (not seconds, so that equal runs give equal results)."""

    def as_played(self) -> dict[str, Any]:
        """Return the settings as JSON values for the record; what is usual goes without saying."""
        usual = {"protocol": "own", "predict": "all", "order": "shuffled"}
        silent = {name for name, value in usual.items() if getattr(self, name) == value}
        return self.model_dump(mode="json", exclude=silent)

    @property
    def sizes(self) -> Sizes:
        """The size in numbers."""
        if self.size in SIZES:
            return Sizes(SIZES[self.size].truths, SIZES[self.size].actions, self.valid)
        truths, actions = map(int, self.size.split("/"))
        return Sizes(truths, actions, self.valid)


def read_settings(given: Mapping[str, Any]) -> PlaySettings:
    """Parse settings by name. Raises: BadOptions naming the setting and its allowed values."""
    try:
        settings = PlaySettings.model_validate(dict(given))
    except ValidationError as error:
        fault = error.errors()[0]
        name = ".".join(map(str, fault["loc"]))
        if fault["type"] == "extra_forbidden":
            raise BadOptions(f"--kumo {name}: no such setting; there are {_names()}") from error
        shown = "write size=easy, size=hard or e.g. size=8/10" if name == "size" else fault["msg"].lower()
        raise BadOptions(f"--kumo {name}={fault['input']}: {shown}") from error
    for name, value, known in (("book", settings.book, (*KINDS, *GIVEN)), ("language", settings.language, LANGUAGES)):
        if value not in known:
            raise BadOptions(f"--kumo {name}={value}: not known; use one of {', '.join(known)}")
    if settings.book == WRITTEN and "keep" in given:
        raise BadOptions(f"--kumo keep={settings.keep}: stored books are of the games that they are of; leave it out")
    if settings.book in GIVEN and "language" in given:
        raise BadOptions(
            f"--kumo language={settings.language}: books from elsewhere are read as they are; leave it out"
        )
    if settings.book == WRITTEN and settings.valid > 1:
        raise BadOptions("--kumo book=written: stored books have one valid truth; leave out `valid`")
    if settings.predict == "one" and settings.valid == 1:
        raise BadOptions("--kumo predict=one: with one valid truth there is nothing to draw; add e.g. valid=2")
    if settings.protocol == "published" and given.get("promise") == "told":
        raise BadOptions("--kumo promise=told: the published protocol does not tell the promise; leave one of them out")
    return settings


def play_settings(options: Options) -> PlaySettings:
    """Return a plan's options with their type; the defaults where a plan has none."""
    return options if isinstance(options, PlaySettings) else PlaySettings()


def _names() -> str:
    return ", ".join(PlaySettings.model_fields)
