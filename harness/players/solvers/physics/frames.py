"""Axes for systems that are known with y upwards and nothing along z: a box may have them along others, or reversed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

System = Callable[[float], "NDArray[Any]"]
"""All places, [body, axis], at a time."""
Fit = Callable[[Sequence[float], "NDArray[Any]"], System | None]
"""What explains all places, [time, body, axis], if anything does."""


def in_some_frame(fit: Fit) -> Fit:
    """Return a fit that also tries the places along other axes."""

    def found(times: Sequence[float], places: NDArray[Any]) -> System | None:
        for axes, signs in _frames(places):
            system = fit(times, places[:, :, axes] * signs)
            if system is not None:
                return _back(system, axes, signs)
        return None

    return found


def _frames(places: NDArray[Any]) -> Iterator[tuple[list[int], list[int]]]:
    """Yield orders of the axes, the stillest last, and their directions; as they are first if z is the stillest."""
    import numpy as np

    still = 2 - int(np.ptp(places, axis=(0, 1))[::-1].argmin())
    one, two = (axis for axis in range(3) if axis != still)
    for axes in ([one, two, still], [two, one, still]):
        for up in (1, -1):
            yield axes, [1, up, 1]


def _back(system: System, axes: Sequence[int], signs: Sequence[int]) -> System:
    def at(time: float) -> NDArray[Any]:
        import numpy as np

        there = system(time) * signs
        return there[:, np.argsort(axes)]

    return at
