"""The first search on a machine is compiled; whoever waits for that is told so, and how far it is."""

from __future__ import annotations

import pytest
from numba import njit
from numba.core import event

from boxwright.blackboxes.reasoning.kumo.optimal import compiling


def test_compiling_is_announced_once_and_what_is_compiled_already_is_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "QUICK_SECONDS", 0.0)

    @njit
    def inner(number: int) -> int:
        return number + 1

    @njit
    def outer(number: int) -> int:
        return int(inner(number)) * 2

    with event.install_listener("numba:compile", compiling.Announcement()):
        assert outer(3) == 8
        first, *rest = capsys.readouterr().err.splitlines()
        assert (
            first == compiling.COMPILING == "compiling a part of the optimal search for this machine, once: up to 20 s"
        )
        assert rest[-1].startswith("compiled ") and rest[-1].endswith(" s"), rest
        assert outer(4) == 10
        assert capsys.readouterr().err == ""
        assert outer(4.5) == 10  # another type: compiled, but announced before
        assert compiling.COMPILING not in capsys.readouterr().err
