"""The same replies give the same messages and the same score in every interface."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from boxwright.blackboxes.records import OUTCOMES
from boxwright.harness.serve.hosted import FAILED
from boxwright.sandbox import Launcher
from tests.conformance import document
from tests.conformance.deadly import POISON, SECRET, DeadlyLauncher
from tests.conformance.drivers import DRIVERS
from tests.conformance.played import IDS, SCRIPTS, SETTINGS, leaked, scripted

CIPHER = "encryption/char_to_num"
ALL_FAILED = {name: SETTINGS["samples"] if name == "failed" else 0 for name in OUTCOMES}
FAILED_SAMPLES: Mapping[str, Mapping[str, int]] = {
    name: {} if name in ("inspect", "verifiers") else ALL_FAILED for name in DRIVERS
}
"""Inspect and verifiers have errors of their own for what failed, and no outcomes then."""
SAY_NOTHING = ("cmd:", "cmd: {mcp}")
"""Players of an evaluation: they are told that the episode is over, as models are told nothing."""
SILENT = ("wrong", "unreadable", "none")
"""Scripts in which no reply holds a truth: none may come back then."""


@pytest.mark.filterwarnings("ignore:The 'initial' parameter is deprecated")
@pytest.mark.filterwarnings(
    "ignore:Exception ignored in. <function MemoryObject:pytest.PytestUnraisableExceptionWarning"
)
@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("identifier", IDS)
@pytest.mark.parametrize("interface", DRIVERS)
def test_the_same_replies_give_the_same_episode(
    interface: str, identifier: str, script: str, launcher: Launcher
) -> None:
    given = scripted(identifier, script, launcher)
    played = DRIVERS[interface](identifier, given.replies, given.kinds, launcher)
    assert played == given.played
    assert len(played.raw) >= len(given.replies)
    if script in SILENT:
        assert not leaked(given, (), played.raw)


@pytest.mark.filterwarnings("ignore:The 'initial' parameter is deprecated")
@pytest.mark.filterwarnings(
    "ignore:Exception ignored in. <function MemoryObject:pytest.PytestUnraisableExceptionWarning"
)
@pytest.mark.parametrize("interface", DRIVERS)
def test_a_box_that_dies_is_a_failure_and_no_wrong_answer(
    interface: str, launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadly = DeadlyLauncher(launcher)
    monkeypatch.setattr("boxwright.harness.serve.host.open_or_absent", lambda **_: deadly)
    if interface == "verifiers":  # its host is the process's
        from boxwright.harness.export import verifiers_env

        monkeypatch.setattr(verifiers_env, "the_host", cache(verifiers_env.the_host.__wrapped__))
    played = DRIVERS[interface](CIPHER, ("QUERY: abc", f"QUERY: {POISON}"), ("query", "query"), deadly)
    assert played.score is None
    assert played.outcomes == FAILED_SAMPLES[interface]
    assert interface in SAY_NOTHING or FAILED in played.texts[-1]
    assert SECRET not in "".join([*played.texts, *played.raw])


def test_the_page_has_the_table_of_now() -> None:
    assert document.PAGE.read_text(encoding="utf-8") == document.page()
