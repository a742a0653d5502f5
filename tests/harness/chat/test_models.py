"""models.yaml, names, keys, prices; and that none of it imports an SDK."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest
from pydantic import ValidationError

from boxwright.harness.chat import (
    BadModelsFile,
    MissingKey,
    ModelSpec,
    Prices,
    UnknownModel,
    UnknownPrice,
    Usage,
    cost,
    load_models,
    open_model,
    prices_of,
    resolve,
)
from boxwright.harness.chat.prices import kept_list
from boxwright.harness.chat.provider import ProviderModel

from .conftest import Open

GOOD = """\
models:
  - name: fast
    provider: openai
    model: gpt-fast-1
    parameters: {reasoning_effort: low, temperature: 0.5}
    max_output_tokens: 4000
    context_tokens: 128000
    prices: {input: 0.25, cached: 0.025, output: 2}
    headers: {X-Lab: seven}
    timeout_seconds: 90
    concurrency: 4
  - name: here
    provider: openai
    base_url: http://127.0.0.1:8000/v1
  - {name: anthropic/claude-5, provider: anthropic}
  - name: desk
    provider: relay
    folder: letters
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "models.yaml"


def test_a_models_file_is_read(path: Path) -> None:
    path.write_text(GOOD)
    models = load_models(path)
    assert list(models) == ["fast", "here", "anthropic/claude-5", "desk"]
    fast = models["fast"]
    assert fast.own_name == "gpt-fast-1"
    assert fast.parameters == {"reasoning_effort": "low", "temperature": 0.5}
    assert fast.prices == Prices(input=Decimal("0.25"), cached=Decimal("0.025"), output=Decimal(2))
    assert models["here"].own_name == "here"
    assert models["anthropic/claude-5"].own_name == "claude-5"
    assert models["desk"].folder == path.parent / "letters"


BAD = {
    "no YAML": ("models:\n  - name: [a\n", 3, "this is not YAML"),
    "a tab": ("models:\n\t- name: a\n", 2, "this is not YAML"),
    "an odd character": ("models: \x01\n", 1, "this is not YAML"),
    "a day that is none": ("models: 2026-13-45\n", 1, "a date or a number in it is impossible"),
    "an alias": ("models: &a [*a]\n", 1, "the alias *a is not allowed"),
    "a list as a key": ("models: []\n? [a]\n: 1\n", 2, "this is not YAML"),
    "nothing": ("", 1, "write one key `models:`"),
    "a list": ("- name: a\n", 1, "write one key `models:`"),
    "another key": ("models: []\nmodel: 3\n", 1, "write one key `models:`"),
    "no list": ("models: {name: a}\n", 1, "write one key `models:`"),
    "a word": ("models:\n  - fast\n", 2, "Input should be a valid dictionary"),
    "no provider": ("models:\n\n  - name: a\n", 3, "provider is missing; add `provider:`"),
    "another provider": ("models:\n  - name: a\n    provider: closed\n", 3, "provider: Input should be 'openai'"),
    "a typing error": (
        "models:\n  - name: a\n    provider: openai\n    base-url: http://x\n",
        4,
        "unknown setting 'base-url'; did you mean 'base_url'?",
    ),
    "an unknown price": (
        "models:\n  - name: a\n    provider: openai\n    prices:\n      input: 1\n      output: 2\n      bulk: 1\n",
        7,
        "unknown setting 'prices.bulk'; known: input, output, cached",
    ),
    "a price too few": (
        "models:\n  - name: a\n    provider: openai\n    prices:\n      input: 1\n",
        4,
        "prices.output is missing",
    ),
    "a price below zero": (
        "models:\n  - name: a\n    provider: openai\n    prices: {input: -1, output: 1}\n",
        4,
        "prices.input: Input should be greater than or equal to 0",
    ),
    "a price without end": (
        "models:\n  - name: a\n    provider: openai\n    prices: {input: .inf, output: 1}\n",
        4,
        "prices.input: Input should be a finite number",
    ),
    "a name with a space": ("models:\n  - name: a b\n    provider: openai\n", 2, "name: String should match"),
    "a name that is taken": (
        "models:\n  - name: builtin/x\n    provider: openai\n",
        2,
        "is the name of a builtin player",
    ),
    "our own parameter": (
        "models:\n  - name: a\n    provider: openai\n    parameters:\n      stream: true\n",
        4,
        "parameters: stream cannot be set among the parameters of a: every request sets it",
    ),
    "the limit as a parameter": (
        "models:\n  - name: a\n    provider: anthropic\n    parameters:\n      max_tokens: 5\n",
        4,
        "parameters: max_tokens cannot be set among the parameters of a: set `max_output_tokens` of the model instead",
    ),
    "several replies": (
        "models:\n  - name: a\n    provider: openai\n    parameters: {n: 2}\n",
        4,
        "n cannot be set among the parameters of a",
    ),
    "an option of the stream": (
        "models:\n  - name: a\n    provider: openai\n    parameters: {stream_options: {include_usage: false}}\n",
        4,
        "stream_options cannot be set among the parameters of a, only left out with `null`",
    ),
    "a parameter that is no JSON": (
        "models:\n  - name: a\n    provider: openai\n    parameters: {until: 2026-01-01}\n",
        4,
        "the parameters of a must be JSON: texts, finite numbers, lists, objects",
    ),
    "a limit that anthropic has no name for": (
        "models:\n  - name: a\n    provider: anthropic\n    output_limit_name: max_tokens\n",
        2,
        "`output_limit_name` is for provider openai",
    ),
    "a folder": (
        "models:\n  - name: a\n    provider: openai\n    folder: x\n",
        2,
        "`folder` is for provider relay, not openai",
    ),
    "an address": (
        "models:\n  - name: a\n    provider: relay\n    base_url: http://x\n",
        2,
        "`base_url` is for a provider with a server",
    ),
    "no address": ("models:\n  - name: a\n    provider: openai\n    base_url: x\n", 4, "base_url: String should match"),
    "a name twice": (
        "models:\n  - {name: a, provider: openai}\n  - provider: openai\n    name: a\n",
        4,
        "the name 'a' is used twice",
    ),
    "a key twice": ("models:\n  - name: a\n    provider: openai\n    name: b\n", 4, "the key 'name' is there twice"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_models_file_is_answered_with_file_line_and_remedy(path: Path, kind: str) -> None:
    text, line, remedy = BAD[kind]
    path.write_text(text)
    with pytest.raises(BadModelsFile) as caught:
        load_models(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert remedy in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_models_file_that_is_not_there_or_no_text_is_named(path: Path) -> None:
    with pytest.raises(BadModelsFile, match=r"models\.yaml: cannot be read: No such file"):
        load_models(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadModelsFile, match=r"models\.yaml: is not UTF-8 text"):
        load_models(path)


def test_a_name_in_the_file_goes_before_a_provider(path: Path) -> None:
    path.write_text(GOOD)
    models = load_models(path)
    assert resolve("anthropic/claude-5", models) is models["anthropic/claude-5"]
    assert resolve("anthropic/claude-6", models) == ModelSpec(
        name="anthropic/claude-6", provider="anthropic", key_env="ANTHROPIC_API_KEY"
    )


@pytest.mark.parametrize(
    ("name", "provider", "own"),
    [
        ("openai/gpt-7", "openai", "gpt-7"),
        ("anthropic/claude-6", "anthropic", "claude-6"),
        ("relay/claude-6@home", "relay", "claude-6@home"),
        ("openai/org/model", "openai", "org/model"),
    ],
)
def test_a_provider_and_a_name_make_a_model(name: str, provider: str, own: str) -> None:
    spec = resolve(name, {})
    assert (spec.name, spec.provider, spec.own_name) == (name, provider, own)


@pytest.mark.parametrize("name", ["fst", "openai/", "openai", "/x", "", "builtin/none", "google/gemini", "relay/"])
def test_an_unknown_name_is_answered_with_what_is_known(path: Path, name: str) -> None:
    path.write_text(GOOD)
    with pytest.raises(
        UnknownModel, match=r"models\.yaml has anthropic/claude-5, desk, fast, here; else write openai/"
    ):
        resolve(name, load_models(path))


def test_a_near_name_is_proposed(path: Path) -> None:
    path.write_text(GOOD)
    with pytest.raises(UnknownModel, match=r"unknown model 'fst'; did you mean 'fast'\?"):
        resolve("fst", load_models(path))


def test_the_address_from_the_environment_stands_in_the_spec(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    spec = resolve("openai/x", {})
    assert spec.base_url == "http://127.0.0.1:9/v1"
    assert spec.key_variable == "OPENAI_API_KEY"
    monkeypatch.setenv("OPENAI_BASE_URL", "nowhere")
    with pytest.raises(UnknownModel, match="model 'openai/x': base_url: "):
        resolve("openai/x", {})


@pytest.mark.parametrize("name", ["openai/x", "anthropic/x"])
@pytest.mark.parametrize("value", [None, "", " "])
def test_a_missing_key_is_named_before_anything_is_asked(
    name: str, value: str | None, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    variable = f"{name.split('/')[0].upper()}_API_KEY"
    monkeypatch.delenv(variable) if value is None else monkeypatch.setenv(variable, value)
    with pytest.raises(MissingKey, match=rf"^{name} needs a key: set the environment variable {variable}$"):
        opened(resolve(name, {}))


def test_a_key_may_have_a_variable_of_its_own(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = ModelSpec(name="here", provider="openai", base_url="http://127.0.0.1:9/v1", key_env="LAB_KEY")
    monkeypatch.delenv("LAB_KEY", raising=False)
    with pytest.raises(MissingKey, match="set the environment variable LAB_KEY"):
        opened(spec)
    monkeypatch.setenv("LAB_KEY", "x")
    assert isinstance(opened(spec), ProviderModel)


@pytest.mark.parametrize("name", ["relay/..", "relay/.hidden", "relay/a\\b"])
def test_a_relay_name_stays_in_its_folder(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnknownModel, match="cannot be a folder's name"):
        open_model(resolve(name, {}), relay_root=tmp_path)


USED = Usage(input=1_000_000, cached=2_000_000, output=300_000, reasoning=700_000, calls=3)


def test_a_cost_adds_up_in_exact_numbers() -> None:
    prices = Prices(input=Decimal("0.1"), cached=Decimal("0.01"), output=Decimal("0.7"))
    spec = ModelSpec(name="a", provider="openai", prices=prices)
    assert cost(USED, spec) == Decimal("0.1") + 2 * Decimal("0.01") + Decimal("0.7")
    assert cost(Usage(input=1), spec) == Decimal("0.0000001")


def test_without_a_price_of_its_own_cached_input_costs_as_much_as_other_input() -> None:
    spec = ModelSpec(name="a", provider="openai", prices=Prices(input=Decimal(1), output=Decimal(1)))
    assert cost(USED, spec) == 4


def test_an_unknown_price_is_an_error_and_never_zero() -> None:
    with pytest.raises(UnknownPrice, match=r"the price of a is unknown: add it to models\.yaml as `prices:"):
        cost(Usage(), ModelSpec(name="a", provider="openai"))


def test_what_no_provider_bills_costs_nothing() -> None:
    assert cost(USED, resolve("relay/me", {})) == 0
    assert cost(USED, None) == 0


def test_prices_from_a_file_are_exact(path: Path) -> None:
    path.write_text(GOOD)
    assert cost(Usage(cached=1_000_000), load_models(path)["fast"]) == Decimal("0.025")


KEPT = [(provider, name) for provider, models in kept_list().items() for name in models]


@pytest.mark.parametrize(("provider", "name"), KEPT)
def test_the_kept_prices_make_sense(provider: str, name: str) -> None:
    prices = prices_of(ModelSpec.model_validate({"name": "a", "provider": provider, "model": name}))
    assert 0 < prices.input < prices.output < 100
    assert prices.cached is None or 0 < prices.cached < prices.input


def test_the_kept_list_stands_in_for_prices_that_are_not_given() -> None:
    assert cost(USED, resolve("openai/gpt-5-mini", {})) == Decimal("0.25") + 2 * Decimal("0.025") + 2
    own = ModelSpec(name="a", provider="openai", model="gpt-5-mini", prices=Prices(input=Decimal(1), output=Decimal(1)))
    assert cost(Usage(input=1_000_000), own) == 1


def test_a_dated_name_costs_what_the_name_costs_unless_it_is_listed() -> None:
    assert prices_of(resolve("openai/gpt-5-2025-08-07", {})) == prices_of(resolve("openai/gpt-5", {}))
    assert prices_of(resolve("anthropic/claude-opus-4-5-20251101", {})).output == 25
    assert prices_of(resolve("openai/gpt-4o-2024-05-13", {})).output == 15


UNKNOWN: list[dict[str, object]] = [
    {"provider": "openai", "model": "gpt-99"},
    {"provider": "openai", "model": "gpt-5-mini-turbo"},
    {"provider": "anthropic", "model": "gpt-5"},
    {"provider": "openai", "model": "gpt-5", "base_url": "http://127.0.0.1:9/v1"},
    {"provider": "openai", "model": "gpt-5", "parameters": {"service_tier": "priority"}},
]


@pytest.mark.parametrize("given", UNKNOWN)
def test_no_kept_price_is_guessed(given: dict[str, object]) -> None:
    with pytest.raises(UnknownPrice):
        prices_of(ModelSpec.model_validate({"name": "a", **given}))


def test_a_spec_survives_json_and_names_its_fields() -> None:
    spec = ModelSpec(name="a", provider="openai", prices=Prices(input=Decimal("0.1"), output=Decimal(1)))
    assert ModelSpec.model_validate_json(spec.model_dump_json()) == spec
    with pytest.raises(ValidationError):
        ModelSpec.model_validate({"name": "a", "provider": "openai", "key": "sk-1"})


def test_importing_the_chat_models_and_opening_a_relay_imports_no_sdk() -> None:
    script = (
        "import json, sys, pathlib\n"
        "from boxwright.harness.chat import open_model, resolve\n"
        "open_model(resolve('relay/me', {}), relay_root=pathlib.Path('x'))\n"
        "print(json.dumps(sorted(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in json.loads(done.stdout)}
    assert "pydantic" in loaded
    assert not loaded & {"openai", "anthropic", "httpx2", "httpx", "yaml", "langgraph"}
