"""A game's short form `--NAME FIELD=VALUE` is there where it has options, and only there."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from boxwright.blackboxes import environments
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.commands.shared import environment_options, given_options


def test_only_a_game_with_options_has_a_short_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """`encryption` stands for a game of ours that has none."""
    environments.environment_names()  # found once, before the folders are said to be others
    monkeypatch.setattr(environments, "own_names", lambda kind: ["kumo", "encryption"])

    @click.command()
    @environment_options
    def asked(**given: object) -> None:
        click.echo(given_options(given))

    shown = CliRunner().invoke(asked, ["--help"]).output
    assert "--kumo NAME=VALUE" in shown
    assert "--encryption" not in shown
    done = CliRunner().invoke(asked, ["--kumo", "size=hard", "--option", "kumo.valid=2"])
    assert done.output == "{'kumo': {'size': 'hard', 'valid': '2'}}\n"
    refused = CliRunner().invoke(asked, ["--option", "encryption.foo=1"])
    assert isinstance(refused.exception, BoxwrightError)
    assert str(refused.exception) == "--option encryption.foo: no such option; there are: none"
