"""What a models file says about one model: where it is, how it is asked, what it costs."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator

Provider = Literal["openai", "anthropic", "relay"]
KEY_VARIABLES = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}
OutputLimit = Literal["max_tokens", "max_completion_tokens"]
OURS = {
    **dict.fromkeys(("model", "messages", "system", "stream", "n"), "every request sets it"),
    **dict.fromkeys((*get_args(OutputLimit), "max_output_tokens"), "set `max_output_tokens` of the model instead"),
}
"""What every request sets itself and `parameters` may not, and what to do instead."""
PROVIDER_TIMEOUT_SECONDS = 600.0

Dollars = Annotated[Decimal, Field(ge=0, allow_inf_nan=False)]


class Prices(BaseModel):
    """What a model costs, in US dollars per million tokens."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: Dollars
    """Input tokens that were not read from a cache."""
    output: Dollars
    """Output tokens, reasoning included."""
    cached: Dollars | None = None
    """Input tokens read from a cache; by default the same as other input."""


class ModelSpec(BaseModel):
    """One model: where it is, how it is asked, what it costs."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(pattern=r"^[^\s,]+$")
    """The name to type, without spaces and commas."""
    provider: Provider
    """Which API is used: `openai` (also for compatible servers), `anthropic`, or `relay` (files)."""
    model: str = ""
    """The provider's name for it; by default `name` without a leading `provider/`."""
    base_url: str | None = Field(default=None, pattern=r"^https?://\S+$")
    """The server's address, e.g. `http://127.0.0.1:8000/v1`; by default the provider's."""
    key_env: str | None = Field(default=None, pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")
    """The environment variable that holds the key; an `openai` server with a `base_url` needs none."""
    parameters: dict[str, Any] = Field(default_factory=dict)
    """Sent unchanged with every request, e.g. `temperature`, `reasoning_effort`, `thinking`."""
    max_output_tokens: int | None = Field(default=None, gt=0)
    """Maximum output tokens; a request for more is sent with this limit."""
    output_limit_name: OutputLimit | None = None
    """`openai` only: the server's name for that limit; default `max_tokens`, at OpenAI `max_completion_tokens`."""
    context_tokens: int | None = Field(default=None, gt=0)
    """Maximum length of a conversation with its reply; a request that cannot fit is never sent."""
    prices: Prices | None = None
    """What it costs; default: the list of well-known models. For others the cost is unknown, not zero."""
    headers: dict[str, str] = Field(default_factory=dict)
    """HTTP headers to send with every request; keys belong in `key_env`, not here."""
    timeout_seconds: float | None = Field(default=None, gt=0)
    """Time limit of one attempt; default 600 for a provider, none for `relay`."""
    stream: bool | None = None
    """Whether replies are streamed; by default they are with `anthropic`, and not with `openai`."""
    concurrency: int = Field(default=8, gt=0)
    """Maximum concurrent requests to this server; the smallest number of its models counts."""
    requests_per_minute: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    """Maximum requests per minute to this server, evenly spaced; the smallest number of its models counts."""
    folder: Path | None = None
    """`relay` only: the folder of requests and replies; relative to the models file."""

    @field_validator("name")
    @classmethod
    def _name_is_free(cls, name: str) -> str:
        if name == "replay" or name.startswith("builtin/"):
            raise ValueError("is the name of a builtin player; choose another name")
        return name

    @field_validator("parameters")
    @classmethod
    def _parameters_leave_the_request_alone(cls, parameters: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        of = f" of {info.data['name']}" if "name" in info.data else ""
        for key in sorted(OURS.keys() & parameters.keys()):
            raise ValueError(f"{key} cannot be set among the parameters{of}: {OURS[key]}")
        try:
            json.dumps(parameters, allow_nan=False)
        except (TypeError, ValueError):
            raise ValueError(f"the parameters{of} must be JSON: texts, finite numbers, lists, objects") from None
        if parameters.get("stream_options") is not None:
            raise ValueError(f"stream_options cannot be set among the parameters{of}, only left out with `null`")
        return parameters

    @model_validator(mode="after")
    def _fits_the_provider(self) -> ModelSpec:
        if self.folder is not None and self.provider != "relay":
            raise ValueError(f"`folder` is for provider relay, not {self.provider}")
        if self.provider == "relay" and self.base_url is not None:
            raise ValueError("`base_url` is for a provider with a server; relay takes `folder`")
        if self.output_limit_name is not None and self.provider != "openai":
            raise ValueError(f"`output_limit_name` is for provider openai, not {self.provider}")
        return self

    @property
    def own_name(self) -> str:
        """The provider's name for the model."""
        return self.model or self.name.removeprefix(f"{self.provider}/")

    @property
    def key_variable(self) -> str | None:
        """The environment variable that must hold the key; None where no key is needed."""
        if self.key_env is not None or self.provider == "relay":
            return self.key_env
        if self.provider == "openai" and self.base_url is not None:
            return None
        return KEY_VARIABLES[self.provider]
