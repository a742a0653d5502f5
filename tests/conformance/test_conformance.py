"""The same replies give the same messages and the same score in every interface."""

from __future__ import annotations

import pytest

from boxwright.sandbox import Launcher
from tests.conformance import document
from tests.conformance.drivers import DRIVERS
from tests.conformance.played import IDS, SCRIPTS, leaked, scripted

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


def test_the_page_has_the_table_of_now() -> None:
    assert document.PAGE.read_text(encoding="utf-8") == document.page()
