"""Whole builds at a misbehaving server: real loop, SDKs and sandbox; only the replies over HTTP are scripted."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.box.roles import ROLES
from boxwright.agents.runs.journal import read_recording
from boxwright.agents.runs.options import BuildOptions, BuildResult
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat import (
    Budget,
    BudgetedModel,
    BudgetSpent,
    ChatModel,
    ModelSpec,
    Prices,
    ProviderFailed,
    Reply,
    Request,
    Retry,
    open_model,
)
from boxwright.sandbox import Launcher
from tests.agents.script import ScriptedModel
from tests.conftest import CAESAR_FRONT, CAESAR_RULE, describe, write_description
from tests.harness.chat.provider_server import Answer, ProviderServer
from tests.harness.chat.wire import KEY, WIRES, Wire

ID = "encryption/caesar"
PASSING: tuple[Callable[[Any], Answer], ...] = (
    lambda wire: wire.error(429, "Slow.", retry_after="1"),
    lambda wire: wire.error(500, "Down."),
    lambda wire: dataclasses.replace(wire.reply("Half of it"), cut_after=60),
    lambda wire: Answer(body=b"<html>busy</html>"),
    lambda wire: wire.empty(),
)
"""Faults that pass; one of them meets every request of a build in turn."""


class OverHttp:
    """A model whose words are a script's, and come over HTTP: before each of them, something may go wrong."""

    def __init__(
        self, spec: ModelSpec, wire: Wire, server: ProviderServer, faults: Iterator[list[Callable[[Any], Answer]]]
    ) -> None:
        self.name = spec.name
        self.asked: list[str] = []
        self._script, self._wire, self._server, self._faults = ScriptedModel(), wire, server, faults
        retry = Retry(sleep=lambda seconds: None, random=lambda: 0.5)
        self._model: Any = open_model(spec, relay_root=Path("nowhere"), retry=retry)

    def ask(self, request: Request) -> Reply:
        self.asked.append(request.step)
        self._server.forget()
        self._server.will(*[fault(self._wire) for fault in next(self._faults)])
        self._server.will(self._wire.reply(self._script.ask(request).text))
        reply: Reply = self._model.ask(request)
        return reply

    def close(self) -> None:
        self._model.close()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ProviderServer]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    server = ProviderServer()
    yield server
    server.close()


@pytest.fixture
def caesar(place: Workspace) -> Workspace:
    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE))
    return place


def run(place: Workspace, launcher: Launcher, model: ChatModel, **given: Any) -> BuildResult:
    return build(place, ID, launcher, BuildOptions(models=dict.fromkeys(ROLES, (model,)), **given))


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
def test_a_build_gets_through_whatever_passes(
    caesar: Workspace, launcher: Launcher, server: ProviderServer, wire: Wire
) -> None:
    model = OverHttp(wire.spec(server), wire, server, ([fault] for fault in itertools.cycle(PASSING)))
    try:
        result = run(caesar, launcher, model)
    finally:
        model.close()
    assert (result.ending, result.attempts) == ("accepted", 1)
    assert len(server.received) == 2 * len(model.asked)
    assert result.usage.calls > len(model.asked), "the empty replies were billed"
    _, entries = read_recording(result.run / "recording.jsonl")
    assert [entry.step for entry in entries] == list(dict.fromkeys(model.asked))


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
def test_a_build_stops_with_the_reason_and_goes_on_where_it_was(
    caesar: Workspace, launcher: Launcher, server: ProviderServer, wire: Wire
) -> None:
    faults = itertools.chain(itertools.repeat([], 3), itertools.repeat([lambda w: w.error(401, "Not you.")]))
    first = OverHttp(wire.spec(server), wire, server, faults)
    with pytest.raises(ProviderFailed, match=r"\(HTTP 401\), after 1 attempt: Not you"):
        run(caesar, launcher, first)
    first.close()
    again = OverHttp(wire.spec(server), wire, server, itertools.repeat([]))
    result = run(caesar, launcher, again, resume=True)
    again.close()
    assert result.ending == "accepted"
    assert not set(first.asked[:3]) & set(again.asked)
    assert again.asked[0] == first.asked[3]


def test_a_build_stops_before_its_budget_is_overdrawn_and_goes_on_with_a_larger_one(
    caesar: Workspace, launcher: Launcher, server: ProviderServer
) -> None:
    wire = WIRES[0]
    spec = wire.spec(server, prices=Prices(input=Decimal(1), output=Decimal(1)), max_output_tokens=500)
    model = OverHttp(spec, wire, server, itertools.repeat([]))
    small = Budget(money=Decimal("0.0021"))
    with pytest.raises(BudgetSpent, match=r"the budget of \$0.0021 does not allow (coder|tester|refiner) "):
        run(caesar, launcher, BudgetedModel(model, spec, small))
    assert small.spent.money is not None
    assert small.spent.money <= Decimal("0.0021")
    before = list(model.asked)
    large = Budget(money=Decimal(1))
    result = run(caesar, launcher, BudgetedModel(model, spec, large), resume=True)
    model.close()
    assert result.ending == "accepted"
    assert not set(before) & set(model.asked[len(before) :])
    assert {*small.ledger, *large.ledger} == {"coder", "tester", "refiner"}
