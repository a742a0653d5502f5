"""Algorithms of the `code` family as the checkpoints they pass, written from their descriptions and textbooks.

Each gives (checkpoint, variables) in the order of the run. Sources: T. Cormen and others, Introduction to Algorithms
(heap sort, merge sort, Knuth-Morris-Pratt with the prefix function counted from 1), C. Hoare (1961, quicksort).
"""

from __future__ import annotations

from typing import Any

from tests.reference.forms import Visits


def num_exchange(a: int, b: int) -> Visits:
    """Exchange by adding and subtracting."""
    total = a + b
    yield 1, {"a": total, "b": b}
    yield 2, {"a": total, "b": total - b}
    yield 3, {"a": b, "b": a}


def kmp(text: str, pattern: str) -> Visits:
    """Knuth, Morris and Pratt (1977): first the prefix table, then the search, overlaps included."""
    lps, j = [0] * len(pattern), 0
    for i in range(1, len(pattern)):
        while j and pattern[j] != pattern[i]:
            j = lps[j - 1]
            yield 1, {"i": i, "j": j}
        j += int(pattern[j] == pattern[i])
        lps[i] = j
        yield 2, {"i": i, "j": j, "lps": lps}
    yield 3, {"lps": lps}
    found: list[int] = []
    i = j = 0
    while i < len(text):
        if text[i] == pattern[j]:
            i, j = i + 1, j + 1
            if j == len(pattern):
                found, j = [*found, i - j], lps[j - 1]
        elif j:
            j = lps[j - 1]
        else:
            i += 1
        yield 4, {"i": i, "j": j, "found": found}
    yield 5, {"found": found}


def quicksort_recursion(arr: list[int]) -> Visits:
    """Hoare's idea on new lists, the last item as pivot."""
    if len(arr) < 2:
        return
    *rest, p = arr
    yield 1, {"arr": arr, "p": p}
    left, right = [v for v in rest if not v > p], [v for v in rest if v > p]
    yield 2, {"p": p, "left": left, "right": right}
    yield from quicksort_recursion(left)
    yield from quicksort_recursion(right)
    yield 3, {"p": p, "result": sorted(arr)}


def mergesort_recursion(arr: list[int]) -> Visits:
    """Top-down merge sort; of two equal items the right one goes first."""
    if len(arr) < 2:
        yield 1, {"arr": arr}
        return
    m = len(arr) // 2
    yield 2, {"arr": arr, "m": m}
    yield from mergesort_recursion(arr[:m])
    yield from mergesort_recursion(arr[m:])
    left, right, t = sorted(arr[:m]), sorted(arr[m:]), [0] * len(arr)
    yield 3, {"left": left, "right": right}
    i = j = 0
    for k in range(len(arr)):
        both = i < len(left) and j < len(right)
        take_left = left[i] < right[j] if both else i < len(left)
        t[k] = left[i] if take_left else right[j]
        i, j = (i + 1, j) if take_left else (i, j + 1)
        if both:
            yield (4 if take_left else 5), {"i": i, "j": j, "k": k, "t": t}
        else:
            yield (6 if take_left else 7), {"i": i, "j": j, "k": k + 1, "t": t}
    yield 8, {"arr": t}


def heap_sort(arr: list[int]) -> Visits:
    """Williams' (1964) heap sort with a max-heap, as a textbook has it: sift down, then take the root away."""
    a, n = list(arr), len(arr)
    for i in reversed(range(n // 2)):
        for j in _sifted(a, i, n):
            yield 1, {"a": a, "i": i, "j": j}
        yield 2, {"a": a, "i": i}
    yield 3, {"a": a}
    for i in range(n - 1, 0, -1):
        a[0], a[i] = a[i], a[0]
        for j in _sifted(a, 0, i):
            yield 4, {"a": a, "i": i, "j": j}
        yield 5, {"a": a, "i": i}
    yield 6, {"a": a}


def _sifted(a: list[int], j: int, n: int) -> Any:
    """Sift the item at j down the heap a[:n]; yields its new place after every swap."""
    while 2 * j + 1 < n:
        child = max(range(2 * j + 1, min(2 * j + 3, n)), key=lambda place: (a[place], -place))
        if a[child] <= a[j]:
            return
        a[j], a[child] = a[child], a[j]
        j = child
        yield j


RUNS = {
    "code/heap_sort": heap_sort,
    "code/kmp": kmp,
    "code/mergesort_recursion": mergesort_recursion,
    "code/num_exchange": num_exchange,
    "code/quicksort_recursion": quicksort_recursion,
}
