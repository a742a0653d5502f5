"""The two wire formats behind one interface, so that a test says once what both clients must do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from boxwright.harness.chat import ModelSpec
from boxwright.harness.chat.spec import Provider

from .provider_server import Answer, ProviderServer, as_chunks, as_events, as_json

KEY = "sk-test-0123456789"
"""No key of anybody: a word to look for where it must not be."""
Ending = Literal["stop", "length", "refused"]


@dataclass(frozen=True)
class Tokens:
    """What the provider bills, in our own convention."""

    input: int = 11
    cached: int = 0
    output: int = 7
    reasoning: int = 0


@dataclass(frozen=True)
class OpenAIWire:
    """Chat completions: one JSON object, or a stream of chunks."""

    provider: Provider = "openai"
    stream: bool = False

    @property
    def name(self) -> str:
        return "openai, streaming" if self.stream else "openai"

    def spec(self, server: ProviderServer, **changes: Any) -> ModelSpec:
        given: dict[str, Any] = {"base_url": f"{server.url}/v1", "key_env": "OPENAI_API_KEY", "model": "own-name"}
        given |= {"stream": True} if self.stream else {}
        return ModelSpec(name="a-model", provider="openai", **{**given, **changes})

    def reply(
        self, text: str | None, ending: Ending = "stop", reasoning: str = "", tokens: Tokens | None = None
    ) -> Answer:
        tokens = tokens or Tokens()
        message = {"role": "assistant", "content": text, **({"reasoning_content": reasoning} if reasoning else {})}
        reason = {"stop": "stop", "length": "length", "refused": "content_filter"}[ending]
        usage = {
            "prompt_tokens": tokens.input + tokens.cached,
            "completion_tokens": tokens.output + tokens.reasoning,
            "total_tokens": tokens.input + tokens.cached + tokens.output + tokens.reasoning,
            "prompt_tokens_details": {"cached_tokens": tokens.cached},
            "completion_tokens_details": {"reasoning_tokens": tokens.reasoning},
        }
        if self.stream:
            return as_chunks(*self.chunks(text, reason, reasoning, usage))
        choices = [{"index": 0, "message": message, "finish_reason": reason}]
        return as_json(self._completion(choices=choices, usage=usage))

    def empty(self) -> Answer:
        return self.reply(None)

    def call(self) -> Answer:
        """The call of a tool, and nothing else."""
        call = {"index": 0, "id": "t1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
        usage = {"prompt_tokens": 11, "completion_tokens": 7}
        if self.stream:
            chunks = self.chunks(None, "tool_calls", "", usage)
            chunks[1]["choices"][0]["delta"] = {"tool_calls": [call]}
            return as_chunks(*chunks)
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        choices = [{"index": 0, "message": message, "finish_reason": "tool_calls"}]
        return as_json(self._completion(choices=choices, usage=usage))

    def error(self, status: int, message: str, kind: str = "some_error", **headers: str) -> Answer:
        return as_json({"error": {"message": message, "type": kind, "code": kind}}, status, **headers)

    def too_long(self) -> Answer:
        message = "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens."
        body = {"message": message, "type": "invalid_request_error", "code": "context_length_exceeded"}
        return as_json({"error": body}, 400)

    def chunks(self, text: str | None, reason: str | None, reasoning: str, usage: object) -> list[dict[str, Any]]:
        """The parts of a stream: who speaks, the reply in two halves each, how it ended, and what it cost."""
        said = [("reasoning_content", part) for part in _halves(reasoning)]
        said += [("content", part) for part in _halves(text or "")]
        deltas: list[dict[str, Any]] = [{"role": "assistant", "content": None}, *({kind: part} for kind, part in said)]
        parts = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
        parts += [{"index": 0, "delta": {}, "finish_reason": reason}]
        chunks = [self._completion(choices=[part], usage=None) for part in parts]
        return [*chunks, self._completion(choices=[], usage=usage)]

    def _completion(self, **parts: Any) -> dict[str, Any]:
        return {"id": "c1", "object": "chat.completion", "created": 1, "model": "own-name-2026", **parts}


@dataclass(frozen=True)
class AnthropicWire:
    """Messages: a stream of server-sent events, or one JSON object."""

    provider: Provider = "anthropic"
    stream: bool = True

    @property
    def name(self) -> str:
        return "anthropic, streaming" if self.stream else "anthropic"

    def spec(self, server: ProviderServer, **changes: Any) -> ModelSpec:
        given: dict[str, Any] = {"base_url": server.url, "model": "own-name"}
        given |= {} if self.stream else {"stream": False}
        return ModelSpec(name="a-model", provider="anthropic", **{**given, **changes})

    def reply(
        self, text: str | None, ending: Ending = "stop", reasoning: str = "", tokens: Tokens | None = None
    ) -> Answer:
        reason = {"stop": "end_turn", "length": "max_tokens", "refused": "refusal"}[ending]
        events = self.events(text, reason, reasoning, tokens or Tokens())
        return as_events(*events) if self.stream else as_json(self._message(text, reasoning, events))

    def empty(self) -> Answer:
        return self.reply(None)

    def call(self) -> Answer:
        """The call of a tool, and nothing else."""
        block = {"type": "tool_use", "id": "t1", "name": "look", "input": {}}
        events = self.events(None, "tool_use", "", Tokens())
        if not self.stream:
            return as_json({**self._message(None, "", events), "content": [block]})
        start, *ending = events
        return as_events(start, {"type": "content_block_start", "index": 0, "content_block": block}, *ending)

    def error(self, status: int, message: str, kind: str = "some_error", **headers: str) -> Answer:
        return as_json({"type": "error", "error": {"type": kind, "message": message}}, status, **headers)

    def too_long(self) -> Answer:
        message = "prompt is too long: 210000 tokens > 200000 maximum"
        return self.error(400, message, "invalid_request_error")

    def _message(self, text: str | None, reasoning: str, events: list[dict[str, Any]]) -> dict[str, Any]:
        """The object that the events of a stream make together."""
        content = [{"type": "thinking", "thinking": reasoning, "signature": ""}] if reasoning else []
        content += [{"type": "text", "text": text}] if text is not None else []
        start, delta = events[0]["message"], events[-2]
        return {**start, **delta["delta"], "content": content, "usage": {**start["usage"], **delta["usage"]}}

    def events(self, text: str | None, reason: str, reasoning: str, tokens: Tokens) -> list[dict[str, Any]]:
        blocks = [("thinking", reasoning)] if reasoning else []
        blocks += [("text", text)] if text is not None else []
        start: dict[str, Any] = {
            "id": "m1",
            "type": "message",
            "role": "assistant",
            "model": "own-name-2026",
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {
                "input_tokens": tokens.input,
                "cache_read_input_tokens": tokens.cached,
                "cache_creation_input_tokens": 0,
                "output_tokens": 1,
            },
        }
        billed = {
            "output_tokens": tokens.output + tokens.reasoning,
            "output_tokens_details": {"thinking_tokens": tokens.reasoning},
        }
        delta = {"stop_reason": reason, "stop_sequence": None}
        return [
            {"type": "message_start", "message": start},
            *(event for number, (kind, said) in enumerate(blocks) for event in _block(number, kind, said)),
            {"type": "message_delta", "delta": delta, "usage": billed},
            {"type": "message_stop"},
        ]


def _block(number: int, kind: str, said: str) -> list[dict[str, Any]]:
    deltas = [{"type": f"{kind}_delta", kind: part} for part in _halves(said)]
    extra = {"signature": ""} if kind == "thinking" else {}
    return [
        {"type": "content_block_start", "index": number, "content_block": {"type": kind, kind: "", **extra}},
        {"type": "ping"},
        *({"type": "content_block_delta", "index": number, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": number},
    ]


def _halves(said: str) -> tuple[str, str]:
    return said[: len(said) // 2], said[len(said) // 2 :]


WIRES = (OpenAIWire(), OpenAIWire(stream=True), AnthropicWire(), AnthropicWire(stream=False))
Wire = OpenAIWire | AnthropicWire
