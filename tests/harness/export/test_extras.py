"""An interface whose package is missing, too old or too new says in one line what to install."""

from __future__ import annotations

import sys
from importlib import import_module, metadata
from pathlib import Path

import pytest

from boxwright.blackboxes.extras import MissingExtra
from boxwright.cli import run
from boxwright.commands.parquet import write_parquet

MODULES = {
    "boxwright.harness.export.inspect_task": ("inspect", "inspect-ai"),
    "boxwright.harness.export.verifiers_env": ("verifiers", "verifiers"),
    "boxwright.harness.export.verifiers_chat": ("verifiers", "verifiers"),
    "boxwright.harness.export.gym_env": ("gymnasium", "gymnasium"),
    "boxwright.harness.serve.mcp_server": ("mcp", "mcp"),
    "boxwright.harness.serve.openenv_app": ("openenv", "openenv"),
}
COMMANDS = {
    "mcp": ["mcp"],
    "openenv": ["serve", "--openenv"],
    "starlette": ["play", "encryption/char_to_num", "--invite", "Ann", "--out", "OUT"],
}


def found(monkeypatch: pytest.MonkeyPatch, package: str, its: str | None) -> None:
    """Let a package seem to be installed in a version, or not at all."""
    real = metadata.version

    def version(name: str) -> str:
        if name != package:
            return real(name)
        if its is None:
            raise metadata.PackageNotFoundError(name)
        return its

    monkeypatch.setattr("boxwright.blackboxes.extras.version", version)


@pytest.mark.parametrize("its", [None, "0.0.1", "1000.0"])
@pytest.mark.parametrize("module", MODULES)
def test_a_module_names_what_to_install(module: str, its: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    extra, package = MODULES[module]
    found(monkeypatch, package, its)
    monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(MissingExtra) as raised:
        import_module(module)
    state = "is not installed" if its is None else f"{its} is installed, but it must be"
    assert str(raised.value).startswith(f"{package} {state}")
    assert str(raised.value).endswith(f"install it with: pip install 'boxwright[{extra}]'")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("its", [None, "0.0.1"])
@pytest.mark.parametrize("package", COMMANDS)
def test_a_command_names_what_to_install(
    package: str,
    its: str | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    found(monkeypatch, package, its)
    assert run([str(tmp_path / "out") if word == "OUT" else word for word in COMMANDS[package]]) == 1
    said = capsys.readouterr()
    assert said.err.count("\n") == 1 and "pip install 'boxwright[" in said.err and package in said.err
    assert not said.out and not list(tmp_path.iterdir())


def test_a_player_over_mcp_names_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found(monkeypatch, "mcp", "1.30.0")
    words = ["eval", "--models", "cmd:./agent {mcp}", "--boxes", "encryption/char_to_num", "--out", str(tmp_path / "o")]
    assert run(words) == 1
    assert "mcp 1.30.0 is installed, but it must be" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_parquet_names_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found(monkeypatch, "pyarrow", "12.0")
    with pytest.raises(MissingExtra, match=r"pyarrow 12.0 is installed, but it must be .*boxwright\[parquet\]"):
        write_parquet(tmp_path / "rows.parquet", [{"a": 1}])
    assert not list(tmp_path.iterdir())
