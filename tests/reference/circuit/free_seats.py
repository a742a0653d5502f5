"""Nine seats in a row; a lamp above a free one shines between taken ones, at the ends beside one."""

from __future__ import annotations


def blackbox(x: list[int]) -> list[int]:
    """A seat beyond the ends counts as taken."""
    row = [1, *x, 1]
    return [int(row[i - 1 : i + 2] == [1, 0, 1]) for i in range(1, 10)]
