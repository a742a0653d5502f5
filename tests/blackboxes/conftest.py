"""Accepted boxes, opened by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from boxwright.blackboxes.box import Box, open_box
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.sandbox import Launcher


@pytest.fixture
def opened(launcher: Launcher) -> Iterator[Any]:
    """Opens shipped boxes by their id; they are closed when the test is over."""
    boxes: list[Box[Any]] = []

    def open_named(identifier: str) -> Box[Any]:
        boxes.append(open_box(load(Workspace(SHIPPED, True, None), identifier), launcher))
        return boxes[-1]

    yield open_named
    for box in boxes:
        box.close()
