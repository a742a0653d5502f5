"""An environment is what an episode plays: named, versioned, with its own options, scores and baseline players.

Two kinds exist. A black-box *family* (`box.py`) is the trusted side of generated code. A *reasoning game*
(`reasoning_game.py`) generates and certifies its puzzles itself. The harness knows neither kind by name: it lists what
an environment registers, opens it, and plays its conversations.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from pydantic import ValidationError

from boxwright.blackboxes.description import Description
from boxwright.blackboxes.faults import BoxwrightError, DescriptionFault
from boxwright.blackboxes.records import PlayedEpisode, SampleRecord, TurnRecord
from boxwright.blackboxes.revisions import Revisions
from boxwright.blackboxes.types import Conversation, Gain, Kind, Options, Plan, Setting
from boxwright.blackboxes.workspace import Workspace
from boxwright.sandbox import Launcher, Limits

BASELINES = ("oracle", "random", "constant", "echo")
"""Builtin players of every environment: one that knows the truth, three that learn nothing."""

RIGHT = "_right"
"""Suffix of the counter of right parts (`gates_right` of `gates`)."""


class BadOptions(BoxwrightError):
    """An option that the environment does not have, or a value that it cannot take."""


class Environment(ABC):
    """One kind of thing to play; `name` is the first part of its ids. Register it as `boxwright.environments`."""

    name: ClassVar[str]
    revision: ClassVar[int]
    """Incremented when what players read, or how they are scored, changes (`revisions.py`)."""
    options: ClassVar[type[Options]] = Options
    """Its own options; on the command line `--option NAME.FIELD=VALUE`."""
    refuses: ClassVar[Mapping[Setting, str]] = {}
    """Unsupported settings, each with the reason."""
    players: ClassVar[Sequence[str]] = ()
    """Builtin players of its own, besides BASELINES; its baselines are a `SkilledBaseline`."""
    markers: ClassVar[Mapping[Kind, str]] = {"query": "QUERY", "answer": "ANSWER", "move": "MOVE"}
    """What marks the line of a reply that counts, by the kind of reply."""
    reads_unmarked: ClassVar[bool] = False
    """Whether it reads a reply of one line without a marker: what a person types is then left as it is."""
    boxes_given: ClassVar[bool] = False
    """Whether the mean over several boxes speaks of these alone: their instances are drawn, and are its units."""
    executes: ClassVar[bool] = False
    """Whether playing it runs generated code, and so needs a sandbox."""
    explores: ClassVar[bool] = True
    """Whether there is anything to explore; if not, T is always 0."""
    texts: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Attributes that are its texts, and sections they must have; another package's are read when it is loaded."""
    part: ClassVar[str] = ""
    """The parts that a score's detail counts besides right and wrong, e.g. `gates` (`gates_right` of `gates`)."""

    @abstractmethod
    def ids(self, workspace: Workspace) -> Sequence[str]:
        """Return the ids that can be played here, `name/...`, sorted."""

    @abstractmethod
    def load(self, workspace: Workspace, identifier: str) -> Entry:
        """Return what is registered under an id. Raises: UnknownBox, Tampered, FaultyFile."""

    def restored(self, identifier: str, kept: str) -> Entry:
        """Return what was played under an id from what its `Entry.kept` returned. Raises: BoxwrightError."""
        raise BoxwrightError(f"{identifier}: {self.name} plays nothing but what is registered")

    def read(self, description: Description) -> Any:
        """Read what it needs from a description. Raises: DescriptionFault."""
        raise DescriptionFault(f"{self.name} is not described in files", "remove the file")

    def turns(self, identifier: str, asked: int) -> int:
        """Return T for an id when an evaluation asks for so many turns; 0 where nothing is explored."""
        return asked if self.explores else 0

    def read_options(self, given: Mapping[str, Any]) -> Options:
        """Parse options by name. Raises: BadOptions naming the option and its allowed values."""
        try:
            return self.options.model_validate(dict(given))
        except ValidationError as error:
            fault = error.errors()[0]
            name = ".".join(map(str, fault["loc"]))
            if fault["type"] == "extra_forbidden":
                known = ", ".join(self.options.model_fields) or "none"
                raise BadOptions(f"--option {self.name}.{name}: no such option; there are: {known}") from error
            raise BadOptions(f"--option {self.name}.{name}={fault['input']}: {fault['msg'].lower()}") from error

    def tables(self, episodes: Sequence[tuple[str, str, PlayedEpisode]]) -> Sequence[Table]:
        """Return tables of its own for a report; `episodes` are (model, id, record) of its ids, in report order."""
        return ()

    def rows(self, episodes: Sequence[tuple[str, str, PlayedEpisode]]) -> Sequence[Mapping[str, Any]]:
        """Return the same figures in machine-readable form; `episodes` come in the order of the store."""
        return ()

    def lost_detail(self, sample: SampleRecord, options: Options, restored: Entry | None) -> Mapping[str, Any]:
        """Return what `tables` and `rows` read in the detail of a test sample of which no answer could be read.

        `restored` is what was played where results hold it; None where it is registered.
        """
        return {}

    @property
    def reports(self) -> bool:
        """Whether it reports figures of its own: only then are its episodes read for `tables` and `rows`."""
        return type(self).tables is not Environment.tables or type(self).rows is not Environment.rows

    @property
    def revisions(self) -> Revisions:
        """The current revisions of everything that plays and scores it."""
        return Revisions(environment=self.revision)


class Opened(ABC):
    """One id, opened for playing. A context manager that releases its resources on exit."""

    id: str
    environment: Environment
    apart: bool = False
    """Whether each test sample has a conversation of its own, with its exploration."""
    on_exit: Callable[[], None] | None = None
    """Also called on exit, e.g. to close a launcher that was opened for it."""

    @abstractmethod
    def conversations(self, plan: Plan) -> Iterator[Conversation]:
        """Return the conversations of one episode. Raises: BadOutput, SandboxError, BoxwrightError."""

    @abstractmethod
    def chance_level(self, seed: int) -> float:
        """Return the expected score of a player who learns nothing, in [0, 1]. Raises: as conversations."""

    def calls(self, plan: Plan) -> Sequence[int]:
        """Return how many replies each conversation asks for at most, refusals aside. Raises: as conversations."""
        if self.apart:
            return [plan.turns + plan.shots] * plan.samples
        return [plan.turns + (plan.shots if plan.answers == "code" else plan.samples * plan.shots)]

    def gains(self, conversation: Conversation, turns: Sequence[TurnRecord]) -> Sequence[Gain] | None:
        """Return what each query of a conversation told; None where the hypotheses cannot be counted.

        `turns` are the answered turns of the conversation, which this one has made and which is over.
        """
        return None

    def domain_size(self) -> int | None:
        """Return how many different inputs there are; None for too many to count."""
        return None

    def answer(self, value: Any) -> Any:
        """Answer direct access (`boxwright call`). Raises: ValueError saying what is wrong with the input."""
        raise ValueError(f"{self.id} has no direct access")

    @contextmanager
    def witnessed(self, seed: int) -> Iterator[Callable[[], None]]:
        """While it is played, give a function that checks what was answered since it was last called.

        Only generated code needs it (`witness.py`). The function raises what the environment's code did: BadOutput,
        SandboxError, SandboxUnavailable.
        """
        yield lambda: None

    def close(self) -> None:
        """Release its resources."""
        return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
        if self.on_exit is not None:
            self.on_exit()


class Entry(ABC):
    """What is registered under an id."""

    id: str
    environment: Environment

    @property
    def difficulty(self) -> str:
        """`easy`, `hard`, or the environment's own word for it."""
        return ""

    @property
    def stale(self) -> str:
        """Why it should be rebuilt; empty if it is current."""
        return ""

    @property
    def remedy(self) -> str:
        """What to do about it if it is stale."""
        return "build it again"

    def facts(self, options: Options) -> Mapping[str, Any]:
        """Return what results depend on besides revisions and settings, as JSON values."""
        return {}

    def kept(self) -> str:
        """Return what results must hold so that `Environment.restored` can make it again; empty if it is registered."""
        return ""

    def partners(self, workspace: Workspace, options: Options) -> Mapping[str, Entry]:
        """Return what plays a changed partner of each of its instances with the same plan, by the kind of change.

        Kinds of one sort may be numbered: `sibling_1`, `sibling_2`. Where an instance has no partner, its place in the
        episode stays empty, so that places correspond.
        """
        return {}

    def check(self, plan: Plan, players: Collection[str]) -> None:
        """Check in advance that these players can play it with these settings. Raises: BoxwrightError."""
        return

    @abstractmethod
    def open(self, launcher: Launcher, limits: Limits | None = None) -> Opened:
        """Open it for playing."""


@dataclass(frozen=True)
class Table:
    """A table of a report, before anything prints it."""

    title: str
    columns: Sequence[str]
    """The first column is left-aligned."""
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Study:
    """What a family computed about a box beyond its scores, as a section of the collection page.

    Boxes whose studies have the same heading share a section; its introduction is the first one's.
    """

    heading: str
    lines: Sequence[str]
    """The text above the table."""
    columns: Sequence[str]
    numbers: Collection[str]
    """Right-aligned columns."""
    rows: Sequence[Sequence[str]]
    order: int = 0
    """Sections with a lower number come first."""
