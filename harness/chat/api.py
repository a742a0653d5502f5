"""What a chat model is to the rest of the code: messages in, text and usage out.

This sub-package talks to models and knows nothing about black-boxes; it does not use the rest of `harness`.
"""

from __future__ import annotations

import hashlib
import json
from typing import Literal, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict, field_validator

Speaker = Literal["system", "user", "assistant"]
Finish = Literal["stop", "length", "refused"]


class Message(BaseModel):
    """One message of a conversation."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    role: Speaker
    content: str


class Request(BaseModel):
    """One request to a model: its role and step, and the whole conversation so far."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    role: str
    """The role that the model plays: `coder`, `tester`, `refiner`, `player` ..."""
    step: str
    """Which request of that role this is, e.g. `write/1`; unique within one recording."""
    messages: tuple[Message, ...]
    max_output_tokens: int = 8_000
    """Reasoning and visible text together; no more is generated."""

    @property
    def digest(self) -> str:
        """Hex SHA-256 of what is asked: role, step and messages."""
        asked = {"role": self.role, "step": self.step, "messages": [m.model_dump() for m in self.messages]}
        text = json.dumps(asked, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode("utf-8")).hexdigest()


class Usage(BaseModel):
    """Tokens of one or more calls, counted the same way for all providers: no token is counted twice."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: int = 0
    """Input tokens that were not read from a cache."""
    cached: int = 0
    """Input tokens read from a cache."""
    output: int = 0
    """Visible output tokens."""
    reasoning: int = 0
    """Output tokens spent on reasoning."""
    calls: int = 0
    """Attempts that may have been billed, failed ones included; an answer with an error status is not billed."""
    estimated: bool = False
    """Whether any of the figures is an estimate (four characters per token): the provider gave none, or the reply
    was lost."""

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            input=self.input + other.input,
            cached=self.cached + other.cached,
            output=self.output + other.output,
            reasoning=self.reasoning + other.reasoning,
            calls=self.calls + other.calls,
            estimated=self.estimated or other.estimated,
        )

    @property
    def total(self) -> int:
        """All tokens together."""
        return self.input + self.cached + self.output + self.reasoning


class Reply(BaseModel):
    """A model's reply. A refused or truncated reply is a reply too: never an exception, never an empty success."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    reasoning: str = ""
    finish: Finish = "stop"
    usage: Usage = Usage()
    model: str = ""
    """The model's name as the provider reports it."""

    @field_validator("text", "reasoning", "model", mode="before")
    @classmethod
    def _is_text(cls, value: object) -> object:
        return encodable(value) if isinstance(value, str) else value


def encodable(text: str) -> str:
    """Return a text without lone surrogates, which some servers send and UTF-8 cannot encode: each becomes a `?`."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


class ModelError(Exception):
    """A model is unavailable or did not answer; the message says what to do. Never the fault of a box."""


class UnknownModel(ModelError):
    """No model of that name: neither builtin, nor in models.yaml, nor `provider/name`."""


class MissingKey(ModelError):
    """The provider's key is not in the environment."""


class ProviderFailed(ModelError):
    """The provider did not answer in spite of retries, or refused the request."""

    usage: Usage = Usage()
    """What was billed for failed attempts."""
    passing: bool = False
    """Whether the same request may succeed later: the server was down or overloaded."""
    lasting: bool = False
    """Whether no request will succeed until a person does something: about the key, the quota, the model's name."""


class ContextOverflow(ProviderFailed):
    """The conversation is longer than the model's context."""


class ChatModel(Protocol):
    """A model that answers requests. Thread-safe."""

    name: str

    def ask(self, request: Request) -> Reply:
        """Answer one request. Raises: ModelError."""
        ...


@runtime_checkable
class KeepsReplies(Protocol):
    """A model that would give its earlier reply again to the same request."""

    def set_aside(self, digest: str) -> None:
        """Put the reply to the request of this digest aside, so that the request is asked anew. Raises: ModelError."""
        ...
