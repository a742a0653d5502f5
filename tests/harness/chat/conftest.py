from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from boxwright.harness.chat import ChatModel, Message, ModelSpec, Request, Retry, open_model

from .provider_server import ProviderServer
from .wire import KEY, WIRES, Wire

Open = Callable[..., ChatModel]


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    """The stand-in for a provider's server; a test must ask for everything that it scripted."""
    server = ProviderServer()
    yield server
    server.close()
    assert server.left == 0, f"{server.left} scripted answers were never asked for"


@pytest.fixture(params=WIRES, ids=lambda wire: wire.name)
def wire(request: pytest.FixtureRequest) -> Wire:
    """Each provider's wire format in turn."""
    found: Wire = request.param
    return found


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys that belong to nobody, no proxies, and no addresses from outside."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "OPENAI_BASE_URL", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture
def slept() -> list[float]:
    """The pauses between attempts, which nobody really makes."""
    return []


@pytest.fixture
def opened(slept: list[float], tmp_path: Path) -> Iterator[Open]:
    """Opens models through the public door, and closes them."""
    models: list[Any] = []

    def open_(spec: ModelSpec, **changes: Any) -> ChatModel:
        retry = Retry(**{"sleep": slept.append, "random": lambda: 0.5, **changes})
        models.append(open_model(spec, relay_root=tmp_path / "relay", retry=retry))
        model: ChatModel = models[-1]
        return model

    yield open_
    for model in models:
        if hasattr(model, "close"):
            model.close()


@pytest.fixture
def question() -> Request:
    return ask("What is it?")


def ask(*texts: str, role: str = "coder", step: str = "write/1", limit: int = 900) -> Request:
    """A request whose messages are, in turn, of the user and of the model, after one of the system."""
    spoken = [Message(role=("user", "assistant")[n % 2], content=text) for n, text in enumerate(texts)]
    messages = (Message(role="system", content="Be brief."), *spoken)
    return Request(role=role, step=step, messages=messages, max_output_tokens=limit)
