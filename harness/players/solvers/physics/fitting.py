"""Unknown numbers of a simulation from what it leaves unexplained: SciPy's least squares, wrapped once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

Left = Callable[[Sequence[float], int], "NDArray[Any]"]
"""What unknown numbers leave unexplained of the first so many places."""


def refined(left: Left, unknown: Sequence[float], count: int, scale: Sequence[float], step: float) -> list[float]:
    """Return better numbers; `scale` is the size of a change that matters, `step` the relative one that is tried."""
    import numpy as np
    from scipy.optimize import least_squares

    def off(numbers: NDArray[Any]) -> NDArray[Any]:
        return left(numbers.tolist(), count)

    steps = np.full(len(unknown), step)
    found = least_squares(off, np.array(unknown), x_scale=np.array(scale), diff_step=steps, max_nfev=25)
    return [float(value) for value in found.x]


def worst(left: Left, unknown: Sequence[float], count: int) -> float:
    """Return the largest length that is left."""
    return max(abs(float(one)) for one in left(unknown, count))
