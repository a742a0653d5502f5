"""Finding models: `models.yaml`, the names that users type, and opening the model behind a name."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError

from boxwright.harness.chat.api import ChatModel, MissingKey, ModelError, Reply, Request, UnknownModel
from boxwright.harness.chat.relay import RelayModel
from boxwright.harness.chat.retry import Retry
from boxwright.harness.chat.spec import KEY_VARIABLES, ModelSpec, Prices, Provider

PREFIXES = (*get_args(Provider), "builtin")
"""What names of models that stand in no models file begin with."""
URL_VARIABLES = {"openai": "OPENAI_BASE_URL", "anthropic": "ANTHROPIC_BASE_URL"}


class BadModelsFile(ModelError):
    """A models file cannot be used; the message names the file, the line and what to write instead."""


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
            raise BadModelsFile(f"{path}:{line}: the name {spec.name!r} is used twice; choose another")
        specs[spec.name] = spec
    return specs


def resolve(name: str, models: Mapping[str, ModelSpec]) -> ModelSpec:
    """The model with a name: from the models file, or else `openai/NAME`, `anthropic/NAME` or `relay/NAME`.

    For the latter, `OPENAI_BASE_URL` and `ANTHROPIC_BASE_URL` are respected, as by the providers' own tools, and
    become part of the result. Raises: UnknownModel, naming what is known.
    """
    if name in models:
        return models[name]
    provider, _, own = name.partition("/")
    if own:
        for known in get_args(Provider):
            if provider == known:
                return _spec_from_name(name, known)
    near = difflib.get_close_matches(name, models, n=1)
    if own and provider not in PREFIXES:
        near += [f"{other}/{own}" for other in difflib.get_close_matches(provider, PREFIXES, n=1)]
    hint = f"; did you mean {near[0]!r}?" if near else ""
    listed = f"models.yaml has {', '.join(sorted(models))}" if models else "models.yaml has none"
    raise UnknownModel(f"unknown model {name!r}{hint} ({listed}; else write openai/NAME, anthropic/NAME or relay/NAME)")


class Keyless:
    """A model without its key: it can be planned with, and not asked."""

    def __init__(self, name: str, why: MissingKey) -> None:
        self.name, self._why = name, why

    def ask(self, request: Request) -> Reply:
        """Raises: MissingKey."""
        raise self._why


def open_model(spec: ModelSpec, *, relay_root: Path, retry: Retry | None = None) -> ChatModel:
    """Open the model of a spec; `retry` says how failed attempts are repeated.

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
