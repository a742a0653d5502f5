"""A box at hand: a description, its family, and generated code that runs only inside the sandbox."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environment import Call, Family
from boxwright.blackboxes.exam import Exam
from boxwright.blackboxes.faults import BadOutput, DescriptionFault
from boxwright.blackboxes.seeds import digest
from boxwright.sandbox import Conditions, Launcher, Limits, Module, Reply, SandboxError, Session


class Box:
    """Generated code with its description. Opens a session when first called, and a new one after each death.

    Not safe for use by several threads at once: each episode opens a Box of its own.
    """

    def __init__(
        self,
        description: Description,
        family: Family,
        source: str,
        launcher: Launcher,
        *,
        limits: Limits | None = None,
        conditions: Conditions | None = None,
        exam: Exam | None = None,
        books: Path | None = None,
    ) -> None:
        self.description = description
        self.family = family
        self.source = source
        self.launcher = launcher
        self.limits = limits or Limits()
        self.conditions = conditions or Conditions()
        self.exam = exam
        self.books = books
        self._session: Session | None = None

    @cached_property
    def rules(self) -> Any:
        """What the family read from the description. Raises: FaultyFile."""
        try:
            return self.family.read(self.description)
        except DescriptionFault as fault:
            raise self.description.located(fault) from fault

    @property
    def id(self) -> str:
        """The description's id."""
        return self.description.id

    @property
    def code_hash(self) -> str:
        """Hex SHA-256 of the generated code."""
        return digest(self.source)

    def under(self, conditions: Conditions) -> Box:
        """Return the same box for fresh sessions under other conditions."""
        return Box(
            self.description,
            self.family,
            self.source,
            self.launcher,
            limits=self.limits,
            conditions=conditions,
            exam=self.exam,
            books=self.books,
        )

    def session(self) -> Session:
        """Return a live session, opened if need be. Raises: SandboxError, SandboxUnavailable."""
        if self._session is None or not self._session.alive:
            self.close()
            module = Module(self.source, self.family.shim)
            self._session = self.launcher.open(module, self.limits, self.conditions)
        return self._session

    def call(self, function: str, *args: Any) -> Any:
        """Call a function of the box. Raises: SandboxError, SandboxUnavailable."""
        return self.session().call(function, *args)

    def call_many(
        self, function: str, rows: Iterable[Sequence[Any]], *, check_arguments: bool = False
    ) -> Iterator[Reply]:
        """Call once per row, in order; a row that kills the session costs only itself.

        Raises: SandboxError when a fresh session cannot be had, SandboxUnavailable.
        """
        rest = list(rows)
        while rest:
            session = self.session()
            done = 0
            for reply in session.call_many(function, rest, check_arguments=check_arguments):
                yield reply
                done += 1
                if not session.alive:
                    break
            if done == 0:
                raise SandboxError("protocol", "the session ended without a reply to the next row")
            rest = rest[done:]

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

        Raises: BadOutput when it gives no list, SandboxError.
        """
        if "sample_inputs" not in self.session().functions:
            return []
        values = self.call("sample_inputs", seed, count)
        if not isinstance(values, list):
            raise BadOutput(f"sample_inputs must return a list, not {type(values).__name__}")
        return values[:count]

    def close(self) -> None:
        """End the session, if one is open."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def __enter__(self) -> Box:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
