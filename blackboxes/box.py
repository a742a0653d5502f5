"""A black-box family, and a box of it: generated code that runs only inside the sandbox.

The family is the trusted side: what players read, which inputs are valid, how replies are read, outputs checked and
answers scored. Generated code only computes. The two are understood together: a box plays by its family's rules.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import Any, ClassVar, Generic, TypeVar

from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environment import Opened, Study
from boxwright.blackboxes.environments import boundary, get_environment
from boxwright.blackboxes.exam import Exam, read_exam
from boxwright.blackboxes.faults import BadOutput, BoxwrightError, DescriptionFault
from boxwright.blackboxes.manifest import Manifest
from boxwright.blackboxes.prompts import Prompt, load_prompt
from boxwright.blackboxes.records import TurnRecord
from boxwright.blackboxes.registry import Accepted, BuiltEnvironment
from boxwright.blackboxes.rule_parameters import with_values
from boxwright.blackboxes.seeds import derive, digest
from boxwright.blackboxes.types import Call, Conversation, Example, Gain, Plan
from boxwright.blackboxes.witness import Witness, spread
from boxwright.blackboxes.workspace import Workspace
from boxwright.sandbox import Conditions, Launcher, Limits, Module, Reply, SandboxError, Session, values

Rules = TypeVar("Rules")
"""What a family reads from a description."""
OTHER_HASH_SEED = 4_099
"""The hash seed of sessions that ask again; of the gates' second process, too."""
INPUTS_AT_ONCE = 240
"""Inputs of the module's own that one call draws: so many fit in one reply, of a hundred numbers each."""
FEW = 3


class Family(BuiltEnvironment, Generic[Rules]):
    """The trusted side of one kind of black-box."""

    executes = True
    texts: ClassVar[Mapping[str, Sequence[str]]] = {**BuiltEnvironment.texts, "contract": ("contract",)}
    functions: ClassVar[tuple[str, ...]]
    """What generated code must define, in the order in which the gates ask for it."""
    slowest_call: ClassVar[float | None] = None
    """Maximum seconds per call; None for no limit."""
    built_with: ClassVar[Mapping[str, Any]] = {}
    """The options under which a build's test agent plays, where they are not the default ones."""
    plans_queries: ClassVar[bool] = True
    """Whether a tester can plan several queries ahead; in a game it cannot, because moves follow one another."""
    chooses_questions: ClassVar[bool] = False
    """Whether an episode may choose what it asks: in a puzzle or a game what is hidden, or its score, is the test."""
    told_words: ClassVar[int] = 4
    """So many of the rule's words in a row in the public part give it away; where players must be told how it is
    played, some of them cannot be avoided."""
    luck: ClassVar[str] = "One output is common on the sampled inputs."
    """Why a player that learns nothing can score: a sentence for the collection's page."""
    unsolved: ClassVar[str] = ""
    """Why `builtin/solver` does not solve most of its boxes, where it does not: a sentence for that page."""

    @property
    def shim(self) -> str:
        """Source that is sent into the sandbox with the module."""
        return ""

    @cached_property
    def contract(self) -> Prompt:
        """What coders are told to define (section `contract`)."""
        return load_prompt(self.contract_name)

    @property
    def contract_name(self) -> str:
        """The name of its contract in manifests and recordings."""
        return f"contracts/{self.name}"

    @abstractmethod
    def read(self, description: Description) -> Rules:
        """Read domain, parameters and examples into the family's own rules. Raises: DescriptionFault."""

    @abstractmethod
    def conversations(self, box: Box[Rules], plan: Plan) -> Iterator[Conversation]:
        """Return the conversations of one episode. Raises: BadOutput, SandboxError."""

    @abstractmethod
    def chance_level(self, box: Box[Rules], seed: int) -> float:
        """Return the expected score of a player who learns nothing, in [0, 1]. Raises: as conversations."""

    def habit_level(self, box: Box[Rules], seed: int) -> float | None:
        """Return the share of inputs, drawn as they come, that one habit answers rightly, in [0, 1].

        Tests hold different answers as far as there are any, and do not show that nearly all inputs have the same.
        None where the chance level says it. Raises: as conversations.
        """
        return None

    # The code contract, used by the gates and the build loop.

    @abstractmethod
    def examples(self, rules: Rules) -> Sequence[Example]:
        """Return the description's worked examples."""

    @abstractmethod
    def edges(self, rules: Rules) -> Sequence[Call]:
        """Return calls at the edges of the domain, which a box must answer."""

    @abstractmethod
    def probes(self, box: Box[Rules], seed: int, count: int) -> Sequence[Call]:
        """Return calls drawn from the domain, the module's own additions included."""

    @abstractmethod
    def check(self, box: Box[Rules], call: Call, value: Any) -> None:
        """Check one reply's type and shape. Raises: BadOutput."""

    @abstractmethod
    def outside(self, rules: Rules) -> Sequence[str]:
        """Return replies that are not valid queries: each must be refused."""

    @abstractmethod
    def direct_call(self, box: Box[Rules], value: Any) -> Call:
        """Return the call that direct access makes for one input. Raises: ValueError saying what is wrong."""

    def question_call(self, box: Box[Rules], question: Any) -> Call:
        """Return the call whose value answers a test question. Raises: ValueError where no single call does."""
        return self.direct_call(box, question)

    def behind(self, conversation: Conversation) -> Mapping[str, Any]:
        """Return what the judge of a conversation may know and its player did not, by name: what was hidden."""
        return {}

    def takes_and_returns(self, rules: Rules) -> str:
        """Return what goes in and what comes out, to be read after `This box`, e.g. `takes a text and returns one`."""
        return "takes what its domain allows and returns what its rule says"

    def told_by_examples(self, rules: Rules) -> Mapping[str, Any]:
        """Return fields of `parameters` that say what worked examples told: a sibling has none of these."""
        return {}

    def domain_size(self, rules: Rules) -> int | None:
        """Return how many different inputs there are; None for too many to count."""
        return None

    def gains(self, box: Box[Rules], turns: Sequence[TurnRecord]) -> Sequence[Gain] | None:
        """Return what each query of a conversation told, where a family's hypotheses can be counted; else None."""
        return None

    def calls(self, box: Box[Rules], plan: Plan) -> Sequence[int] | None:
        """Return how many replies each conversation asks for, where it is not one of a reply per turn and shot."""
        return None

    def alike(self, rules: Rules, one: Any, other: Any) -> bool:
        """Return whether two outputs of a box are indistinguishable to a player."""
        return values.equal(one, other)

    def portable(self, call: Call) -> bool:
        """Whether any right module of a description must answer a call alike: not where it holds another's state."""
        return True

    measure_refuses: ClassVar[bool] = False
    """Whether `measure` raises for a box that is wrong; else what it finds is only noted, and may be left out."""

    def measure(self, box: Box[Rules], turns: int, seed: int) -> Mapping[str, Any]:
        """Return the computed facts about a box that go into its manifest. Raises: BadOutput, SandboxError."""
        return {}

    def study(self, box: Box[Rules], manifest: Manifest, reached: str) -> Study | None:
        """Return the box's part of the collection page beyond its scores. Raises: BadOutput, SandboxError.

        `reached` states the score of `builtin/solver`.
        """
        return None

    def notes(self, manifest: Manifest) -> Sequence[str]:
        """Return what author and readers should know of a box: that its domain is small, what its tests do not tell."""
        small_domain = [
            f"small domain: {small['size']} inputs, fewer than the {small['wanted']} that the turns and samples of an "
            "evaluation ask for; tests may repeat explored inputs"
            for gate in manifest.gates
            if (small := gate.get("notes", {}).get("small"))
        ]
        no_telling = [
            f"its tests do not tell {len(near['untold'])} of {near['tried']} near misses from the rule within three "
            f"episodes: {'; '.join(near['untold'])}"
            for gate in manifest.gates
            if (near := gate.get("notes", {}).get("near_misses")) and near["untold"]
        ]
        return [*small_domain, *no_telling, *super().notes(manifest)]

    def subject(self, call: Call) -> Any:
        """Return a property's `input` for this call; None where properties do not apply."""
        return call.args[0] if len(call.args) == 1 else None

    def stated(self, call: Call, value: Any) -> Any:
        """Return a property's `output` for what such a call returned, or what an example says of it."""
        return value

    # Used by the registry.

    def exam(self, workspace: Workspace, identifier: str, describe: Callable[[], Description]) -> Exam | None:
        """Return the held-back examples of a description, if there are any. Raises: FaultyFile."""
        path = workspace.exam_file(identifier)
        return read_exam(path, describe, self.worked) if path else None

    def worked(self, description: Description) -> Sequence[Example]:
        """Read a description's worked examples. Raises: DescriptionFault."""
        return self.examples(self.read(description))

    def open_accepted(self, accepted: Accepted, launcher: Launcher, limits: Limits | None) -> Box[Rules]:
        """Return the box, whose functions are called in the sandbox."""
        return Box(
            accepted.description,
            self,
            accepted.source,
            launcher,
            limits=limits,
            exam=accepted.exam,
            telling=telling_in(accepted.manifest.gates),
        )


class Box(Opened, Generic[Rules]):
    """Generated code with its description. The first call opens a session; a new one replaces a session that died.

    Not thread-safe: each episode opens its own Box.
    """

    def __init__(
        self,
        description: Description,
        family: Family[Rules],
        source: str,
        launcher: Launcher,
        *,
        limits: Limits | None = None,
        conditions: Conditions | None = None,
        exam: Exam | None = None,
        telling: Sequence[Sequence[Any]] | None = None,
    ) -> None:
        self.id = description.id
        self.description = description
        self.environment = self.family = family
        self.source = source
        self.launcher = launcher
        self.limits = limits or Limits()
        self.conditions = conditions or Conditions()
        self.exam = exam
        self.telling = telling
        """Groups of test questions; one of each group tells a near miss that tests drawn otherwise seldom tell.

        None while a box is built: what its test agent is asked is not chosen, and recordings are replayed as they were.
        """
        self._session: Session | None = None
        self._outputs: tuple[str, Sequence[Sequence[Any]], list[Any]] | None = None
        self._witnesses: list[Witness] = []
        """One for each episode that is played now."""

    @cached_property
    def rules(self) -> Rules:
        """What the family read from the description. Raises: FaultyFile."""
        try:
            with boundary(self.family.name, f"read() of {self.id}"):
                return self.family.read(self.description)
        except DescriptionFault as fault:
            raise self.description.located(fault) from fault

    @property
    def code_hash(self) -> str:
        """Hex SHA-256 of the generated code."""
        return digest(self.source)

    def under(self, conditions: Conditions) -> Box[Rules]:
        """Return the same box with new sessions under other conditions."""
        return self._with(conditions, self.telling, self.source)

    def asking(self, telling: Sequence[Sequence[Any]]) -> Box[Rules]:
        """Return the same box with new sessions and other telling questions."""
        return self._with(self.conditions, telling, self.source)

    def varied(self, parameters: Mapping[str, int]) -> Box[Rules]:
        """Return the box with other parameters of its rule. Raises: ValueError where its code has no such constant."""
        return self._with(self.conditions, self.telling, with_values(self.source, parameters))

    def _with(self, conditions: Conditions, telling: Sequence[Sequence[Any]] | None, source: str) -> Box[Rules]:
        return Box(
            self.description,
            self.family,
            source,
            self.launcher,
            limits=self.limits,
            conditions=conditions,
            exam=self.exam,
            telling=telling,
        )

    def session(self) -> Session:
        """Return a live session, opening one if necessary. Raises: SandboxError, SandboxUnavailable."""
        if self._session is None or not self._session.alive:
            self.close()
            module = Module(self.source, self.family.shim)
            self._session = self.launcher.open(module, self.limits, self.conditions)
        return self._session

    def call(self, function: str, *args: Any) -> Any:
        """Call a function of the box. Raises: SandboxError, SandboxUnavailable."""
        value = self.session().call(function, *args)
        self._hear(function, args, Reply(value))
        return value

    def call_many(
        self, function: str, rows: Iterable[Sequence[Any]], *, check_arguments: bool = False
    ) -> Iterator[Reply]:
        """Call once per row, in order; a row that kills the session costs only itself.

        Raises: SandboxError when no new session can be opened, SandboxUnavailable.
        """
        rest = list(rows)
        every = spread(len(rest))
        while rest:
            session = self.session()
            done = 0
            for reply in session.call_many(function, rest, check_arguments=check_arguments):
                if done % every == 0:
                    self._hear(function, rest[done], reply)
                yield reply
                done += 1
                if not session.alive:
                    break
            if done == 0:
                raise SandboxError("protocol", "the session ended without a reply to the next row")
            rest = rest[done:]

    def outputs(self, function: str, rows: Sequence[Sequence[Any]]) -> list[Any]:
        """Return what a function gives for each row; asked once, however often the same rows are wanted in a row.

        Raises: as call.
        """
        if self._outputs is None or self._outputs[:2] != (function, rows):
            self._outputs = function, rows, [reply.unwrap() for reply in self.call_many(function, rows)]
        return self._outputs[2]

    def recall(self, answers: Iterable[tuple[Call, Reply]]) -> None:
        """Use answers that this box's code gave earlier: an episode asks them again as it does its own."""
        for call, reply in answers:
            self._hear(call.function, call.args, reply)

    def _hear(self, function: str, args: Sequence[Any], reply: Reply) -> None:
        for witness in tuple(self._witnesses):
            witness.hear(function, args, reply)

    def replies(self, calls: Sequence[Call], *, check_arguments: bool = False) -> Iterator[Reply]:
        """Make the calls in order, one reply each; a run of calls of one function goes through one `call_many`.

        Raises: as call_many.
        """
        for function, run in groupby(calls, key=lambda call: call.function):
            yield from self.call_many(function, [call.args for call in run], check_arguments=check_arguments)

    def describe(self) -> Any:
        """Return the module's own `describe()`. Raises: as call."""
        return self.call("describe")

    def extra_inputs(self, seed: int, count: int) -> list[Any]:
        """Return what the module's optional `sample_inputs` adds, or nothing.

        It is asked for so many at once that one reply can hold them. Raises: BadOutput when it gives no list,
        SandboxError.
        """
        if "sample_inputs" not in self.session().functions:
            return []
        inputs: list[Any] = []
        for at in range(0, count, INPUTS_AT_ONCE):
            most = min(INPUTS_AT_ONCE, count - at)
            values = self.call("sample_inputs", derive(seed, at) if at else seed, most)
            if not isinstance(values, list):
                raise BadOutput(f"sample_inputs must return a list, not {type(values).__name__}")
            inputs += values[:most]
        return inputs

    def conversations(self, plan: Plan) -> Iterator[Conversation]:
        """Return the conversations of one episode. Raises: BadOutput, SandboxError."""
        return self.family.conversations(self, plan)

    def chance_level(self, seed: int) -> float:
        """Return the expected score of a player who learns nothing, in [0, 1]. Raises: BadOutput, SandboxError."""
        return self.family.chance_level(self, seed)

    def calls(self, plan: Plan) -> Sequence[int]:
        """Return how many replies each conversation asks for, refusals aside. Raises: BadOutput, SandboxError."""
        own = self.family.calls(self, plan)
        return super().calls(plan) if own is None else own

    def gains(self, conversation: Conversation, turns: Sequence[TurnRecord]) -> Sequence[Gain] | None:
        """Return what each query of a conversation told; None where the hypotheses cannot be counted."""
        return self.family.gains(self, turns)

    def domain_size(self) -> int | None:
        """Return how many different inputs there are; None for too many to count."""
        return self.family.domain_size(self.rules)

    def answer(self, value: Any) -> Any:
        """Answer direct access with a checked output. Raises: ValueError, BadOutput, SandboxError."""
        call = self.family.direct_call(self, values.decode(value))
        output = self.call(call.function, *call.args)
        self.family.check(self, call, output)
        return values.encode(output)

    @contextmanager
    def witnessed(self, seed: int) -> Iterator[Callable[[], None]]:
        """Remember what is answered meanwhile, and give the function that asks it again in another fresh session."""
        witness = Witness(self.id, seed, self._again)
        self._witnesses.append(witness)
        try:
            yield witness.confirm
        finally:
            self._witnesses.remove(witness)

    def _again(self, conditions: Conditions, calls: Sequence[Call]) -> Iterator[Reply]:
        # Sessions of one hash seed are forked from one process, in which everything has the same address.
        with self.under(replace(conditions, hash_seed=OTHER_HASH_SEED - self.conditions.hash_seed)) as other:
            other.extra_inputs(conditions.random_seed, FEW)  # which play itself does not ask
            yield from other.replies(calls)

    def close(self) -> None:
        """End the session, if one is open."""
        if self._session is not None:
            self._session.close()
            self._session = None


def telling_in(gates: Sequence[Mapping[str, Any]]) -> list[list[Any]]:
    """Return the telling questions that a manifest's gates noted."""
    notes = [gate.get("notes", {}).get("near_misses", {}) for gate in gates]
    return [list(map(values.loads, group)) for near in notes for group in near.get("telling", [])]


def get_family(name: str) -> Family[Any]:
    """Return a family by name. Raises: UnknownEnvironment, BoxwrightError for a reasoning game."""
    environment = get_environment(name)
    if not isinstance(environment, Family):
        raise BoxwrightError(f"{name}: a reasoning game; it has no generated code")
    return environment


def open_box(accepted: Accepted, launcher: Launcher, limits: Limits | None = None) -> Box[Any]:
    """Open an accepted black-box. Raises: BoxwrightError for a box of a reasoning game."""
    return get_family(accepted.environment.name).open_accepted(accepted, launcher, limits)
