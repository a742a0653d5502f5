"""Which models there are: `models.yaml`, the names people type, and the way from a name to a model that answers."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator, model_validator

from boxwright.harness.chat.api import ChatModel, MissingKey, ModelError, UnknownModel
from boxwright.harness.chat.relay import RelayModel
from boxwright.harness.chat.retry import Retry

Provider = Literal["openai", "anthropic", "relay"]
KEY_VARIABLES = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}
URL_VARIABLES = {"openai": "OPENAI_BASE_URL", "anthropic": "ANTHROPIC_BASE_URL"}
OutputLimit = Literal["max_tokens", "max_completion_tokens"]
OURS = {
    **dict.fromkeys(("model", "messages", "system", "stream", "n"), "every request says it itself"),
    **dict.fromkeys((*get_args(OutputLimit), "max_output_tokens"), "set `max_output_tokens` of the model instead"),
}
"""What a request says itself and `parameters` may not, and what to do instead."""
PROVIDER_TIMEOUT_SECONDS = 600.0

Dollars = Annotated[Decimal, Field(ge=0, allow_inf_nan=False)]


class BadModelsFile(ModelError):
    """A models file cannot be used; the message names the file, the line and what to write instead."""


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


def load_models(path: Path) -> dict[str, ModelSpec]:
    """The models of a `models.yaml`, by name. Raises: BadModelsFile."""
    from boxwright.blackboxes.yaml_lines import BadYaml, load_with_lines

    try:
        data, line_of = load_with_lines(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadModelsFile(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError:
        raise BadModelsFile(f"{path}: is not UTF-8 text; save it as UTF-8") from None
    except BadYaml as error:
        raise BadModelsFile(f"{path}:{error.line}: {error}") from None
    if not isinstance(data, dict) or set(data) != {"models"} or not isinstance(data["models"], list):
        raise BadModelsFile(f"{path}:1: write one key `models:` with a list below it, one `- name: ...` for each")
    specs: dict[str, ModelSpec] = {}
    for number, entry in enumerate(data["models"]):
        spec = _spec(path, number, entry, line_of)
        if spec.name in specs:
            line = line_of("models", number, "name")
            raise BadModelsFile(f"{path}:{line}: the name {spec.name!r} is there twice; choose another")
        specs[spec.name] = spec
    return specs


def resolve(name: str, models: Mapping[str, ModelSpec]) -> ModelSpec:
    """The model of a name: from the models file, else `openai/NAME`, `anthropic/NAME` or `relay/NAME`.

    `OPENAI_BASE_URL` and `ANTHROPIC_BASE_URL` count for the latter, as with the providers' own tools, and stand
    in the result. Raises: UnknownModel, naming what is known.
    """
    if name in models:
        return models[name]
    provider, _, own = name.partition("/")
    if own:
        for known in get_args(Provider):
            if provider == known:
                return _spec_from_name(name, known)
    near = difflib.get_close_matches(name, models, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    listed = f"models.yaml has {', '.join(sorted(models))}" if models else "models.yaml has none"
    raise UnknownModel(f"unknown model {name!r}{hint} ({listed}; else write openai/NAME, anthropic/NAME or relay/NAME)")


def open_model(spec: ModelSpec, *, relay_root: Path, retry: Retry | None = None) -> ChatModel:
    """The model of a spec, ready to be asked; `retry` says how failed attempts are repeated.

    Raises: MissingKey, naming the variable to set; UnknownModel for a relay name that cannot be a folder.
    """
    if spec.provider == "relay":
        return _open_relay(spec, relay_root, retry or Retry())
    key = _key(spec)
    from boxwright.harness.chat.provider import ProviderModel

    if spec.provider == "openai":
        from boxwright.harness.chat.openai_model import OpenAIClient

        return ProviderModel(spec, OpenAIClient(spec, key), retry or Retry(), key=key)
    from boxwright.harness.chat.anthropic_model import AnthropicClient

    return ProviderModel(spec, AnthropicClient(spec, key), retry or Retry(), key=key)


def _open_relay(spec: ModelSpec, relay_root: Path, retry: Retry) -> RelayModel:
    answerer = spec.own_name
    if answerer.startswith(".") or "\\" in answerer:
        raise UnknownModel(f"{spec.name!r} cannot be a folder's name; write relay/NAME with a plain word as NAME")
    folder = spec.folder or relay_root / answerer.replace("/", "-")
    return RelayModel(
        spec.name,
        answerer,
        folder,
        timeout_seconds=spec.timeout_seconds,
        context_tokens=spec.context_tokens,
        sleep=retry.sleep,
    )


def _key(spec: ModelSpec) -> str | None:
    variable = spec.key_variable
    if variable is None:
        return None
    key = os.environ.get(variable, "").strip()
    if not key:
        raise MissingKey(f"{spec.name} needs a key: set the environment variable {variable}")
    return key


def _spec_from_name(name: str, provider: Provider) -> ModelSpec:
    base_url = os.environ.get(URL_VARIABLES.get(provider, "")) or None
    key_env = KEY_VARIABLES.get(provider)
    try:
        return ModelSpec(name=name, provider=provider, base_url=base_url, key_env=key_env)
    except ValidationError as error:
        item = error.errors(include_url=False)[0]
        raise UnknownModel(f"model {name!r}: {item['loc'][-1]}: {item['msg']}") from None


def _spec(path: Path, number: int, entry: object, line_of: Any) -> ModelSpec:
    try:
        spec = ModelSpec.model_validate(entry)
    except ValidationError as error:
        item = error.errors(include_url=False)[0]
        line = line_of("models", number, *item["loc"])
        raise BadModelsFile(f"{path}:{line}: {_remedy(item['loc'], item['type'], item['msg'])}") from None
    if spec.folder is not None and not spec.folder.is_absolute():
        spec = spec.model_copy(update={"folder": path.parent / spec.folder})
    return spec


def _remedy(loc: tuple[int | str, ...], kind: str, said: str) -> str:
    where = ".".join(str(part) for part in loc)
    if kind == "missing":
        return f"{where} is missing; add `{loc[-1]}:`"
    if kind == "extra_forbidden":
        fields = Prices.model_fields if "prices" in loc[:-1] else ModelSpec.model_fields
        near = difflib.get_close_matches(str(loc[-1]), fields, n=1)
        return f"unknown setting {where!r}; " + (
            f"did you mean {near[0]!r}?" if near else f"known: {', '.join(fields)}"
        )
    return f"{where}: {said.removeprefix('Value error, ')}" if where else said.removeprefix("Value error, ")
