"""What a models file says about one model: where it is, how it is asked, what it costs."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator

Provider = Literal["openai", "anthropic", "relay"]
KEY_VARIABLES = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}
OutputLimit = Literal["max_tokens", "max_completion_tokens"]
OURS = {
    **dict.fromkeys(("model", "messages", "system", "stream", "n"), "every request says it itself"),
    **dict.fromkeys((*get_args(OutputLimit), "max_output_tokens"), "set `max_output_tokens` of the model instead"),
}
"""What a request says itself and `parameters` may not, and what to do instead."""
PROVIDER_TIMEOUT_SECONDS = 600.0

Dollars = Annotated[Decimal, Field(ge=0, allow_inf_nan=False)]


class Prices(BaseModel):
    """What a model costs, in US dollars for a million tokens."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: Dollars
    """Input tokens that were not read from a cache."""
    output: Dollars
    """Output tokens, reasoning included."""
    cached: Dollars | None = None
    """Input tokens read from a cache; without it they cost as much as other input."""


class ModelSpec(BaseModel):
    """One model: where it is, how it is asked, what it costs."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(pattern=r"^[^\s,]+$")
    """What to type: a word without spaces and commas."""
    provider: Provider
    """Who is spoken to: `openai` (also every server that speaks like it), `anthropic`, or `relay` (files)."""
    model: str = ""
    """The provider's own name; without it, `name` without a leading `provider/`."""
    base_url: str | None = Field(default=None, pattern=r"^https?://\S+$")
    """The server's address, e.g. `http://127.0.0.1:8000/v1`; without it, the provider's own."""
    key_env: str | None = Field(default=None, pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")
    """The environment variable that holds the key; an `openai` server with a `base_url` needs none."""
    parameters: dict[str, Any] = Field(default_factory=dict)
    """Sent with every request as it stands, e.g. `temperature`, `reasoning_effort`, `thinking`."""
    max_output_tokens: int | None = Field(default=None, gt=0)
    """The most tokens the model can put out; a request for more is sent with this number."""
    output_limit_name: OutputLimit | None = None
    """`openai` only: how the server calls the limit; without it `max_tokens`, OpenAI itself `max_completion_tokens`."""
    context_tokens: int | None = Field(default=None, gt=0)
    """How long a conversation with its reply may be; a request that cannot fit is never sent."""
    prices: Prices | None = None
    """What it costs; without it the kept list of prices counts, else the cost is unknown, not zero."""
    headers: dict[str, str] = Field(default_factory=dict)
    """Sent with every request as HTTP headers; keys belong into `key_env`, not here."""
    timeout_seconds: float | None = Field(default=None, gt=0)
    """The limit of one attempt; without it 600 for a provider, and none for `relay`."""
    stream: bool | None = None
    """Whether replies come bit by bit; without it `anthropic` streams and `openai` does not."""
    concurrency: int = Field(default=8, gt=0)
    """How many requests may be under way at once at this server; of its models the smallest number counts."""
    requests_per_minute: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    """How many requests this server gets in a minute, evenly spaced; of its models the smallest number counts."""
    folder: Path | None = None
    """`relay` only: where requests and replies lie; relative to the models file."""

    @field_validator("name")
    @classmethod
    def _name_is_free(cls, name: str) -> str:
        if name == "replay" or name.startswith("builtin/"):
            raise ValueError("names a player that is there already; choose another name")
        return name

    @field_validator("parameters")
    @classmethod
    def _parameters_leave_the_request_alone(cls, parameters: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        of = f" of {info.data['name']}" if "name" in info.data else ""
        for key in sorted(OURS.keys() & parameters.keys()):
            raise ValueError(f"{key} cannot be set among the parameters{of}: {OURS[key]}")
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
        """The name under which the provider knows the model."""
        return self.model or self.name.removeprefix(f"{self.provider}/")

    @property
    def key_variable(self) -> str | None:
        """The environment variable that must hold the key; None where no key is needed."""
        if self.key_env is not None or self.provider == "relay":
            return self.key_env
        if self.provider == "openai" and self.base_url is not None:
            return None
        return KEY_VARIABLES[self.provider]
