"""Textbook algorithms, traced: each says what all of its variables are after each of its steps.

They are what a player knows before it asks. A checkpoint of a box is one of the steps, if the visits and every variable
that was seen at it agree. Where textbooks differ (which of two equal numbers goes first, which one is the pivot) there
are variants.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

Step = tuple[str, dict[str, Any]]
"""What was done, and the variables after it."""
Steps = Iterator[Step]


@dataclass(frozen=True)
class Algorithm:
    """One variant of an algorithm."""

    takes: tuple[type, ...]
    """The types of its inputs."""
    run: Callable[..., Steps]
    numbers: range = range(-(10**15), 10**15)
    """The whole numbers among its inputs are some of these."""


def _sift(a: list[int], j: int, size: int, right_first: bool) -> Iterator[int]:
    """Let a number sink in a heap with the greatest on top; say where it is after each exchange."""
    while (child := 2 * j + 1) < size:
        other = child + 1
        if other < size and (a[other] > a[child] or (right_first and a[other] == a[child])):
            child = other
        if a[child] <= a[j]:
            return
        a[j], a[child], j = a[child], a[j], child
        yield j


def heap_sort(arr: list[int], right_first: bool) -> Steps:
    """Build a heap from the last parent on; then the top goes to the end, again and again."""
    a, n = list(arr), len(arr)
    for i in range(n // 2 - 1, -1, -1):
        for j in _sift(a, i, n, right_first):
            yield "sunk in building", {"a": a, "i": i, "j": j, "n": n}
        yield "placed", {"a": a, "i": i, "n": n}
    yield "built", {"a": a, "n": n}
    for i in range(n - 1, 0, -1):
        a[0], a[i] = a[i], a[0]
        yield "taken", {"a": a, "i": i, "n": n}
        for j in _sift(a, 0, i, right_first):
            yield "sunk in sorting", {"a": a, "i": i, "j": j, "n": n}
        yield "sorted one", {"a": a, "i": i, "n": n}
        if i > 1:
            yield "sorted one, and not all", {"a": a, "i": i, "n": n}
    yield "sorted", {"a": a, "n": n}


def merge_sort(arr: list[int], left_first: bool, upper: bool) -> Steps:
    """Sort both halves, then merge them into a new list; `left_first` where numbers are equal."""
    if len(arr) <= 1:
        yield "single", {"arr": arr}
        return
    m = (len(arr) + upper) // 2
    yield "halved", {"arr": arr, "m": m}
    left, right = arr[:m], arr[m:]
    yield from merge_sort(left, left_first, upper)
    yield from merge_sort(right, left_first, upper)
    i = j = k = 0
    t = [0] * len(arr)
    yield "merging", {"arr": arr, "left": left, "right": right, "t": t}
    while i < len(left) and j < len(right):
        from_left = left[i] <= right[j] if left_first else left[i] < right[j]
        t[k] = left[i] if from_left else right[j]
        i, j = i + from_left, j + (not from_left)
        side = "left" if from_left else "right"
        yield f"took {side}", {"i": i, "j": j, "k": k, "t": t, "made": t[: k + 1]}
        k += 1
        yield f"took {side}, went on", {"i": i, "j": j, "k": k, "t": t}
    while i < len(left):
        t[k], i, k = left[i], i + 1, k + 1
        yield "left remained", {"i": i, "j": j, "k": k, "t": t, "made": t[:k]}
    while j < len(right):
        t[k], j, k = right[j], j + 1, k + 1
        yield "right remained", {"i": i, "j": j, "k": k, "t": t, "made": t[:k]}
    arr[:] = t
    yield "merged", {"arr": arr}


def quick_sort(arr: list[int], pivot: str, equal_left: bool) -> Steps:
    """Split the others at a pivot into new lists, sort these, join."""

    def sort(arr: list[int]) -> Generator[Step, None, list[int]]:
        if len(arr) <= 1:
            yield "single", {"arr": arr}
            return list(arr)
        at = {"first": 0, "last": len(arr) - 1, "middle": len(arr) // 2}[pivot]
        p, rest = arr[at], arr[:at] + arr[at + 1 :]
        yield "chosen", {"arr": arr, "p": p}
        left = [x for x in rest if x < p or (equal_left and x == p)]
        right = [x for x in rest if x > p or (not equal_left and x == p)]
        yield "split", {"arr": arr, "p": p, "left": left, "right": right}
        one = yield from sort(left)
        two = yield from sort(right)
        result = [*one, p, *two]
        yield "joined", {"p": p, "left": one, "right": two, "result": result}
        return result

    yield from sort(arr)


def bubble_sort(arr: list[int], early: bool, to_end: bool) -> Steps:
    """Exchange neighbours in the wrong order; `early`: a pass without an exchange is the last.

    `to_end`: there is a pass for the last place, too, which compares nothing.
    """
    a, n = list(arr), len(arr)
    yield "begun", {"n": n, "a": a}
    for i in range(n if to_end else n - 1):
        exchanges = 0
        for j in range(n - i - 1):
            if a[j] > a[j + 1]:
                a[j], a[j + 1], exchanges = a[j + 1], a[j], exchanges + 1
                yield "exchanged", {"i": i, "j": j, "a": a}
            yield "compared", {"i": i, "j": j, "a": a}
        yield "passed", {"i": i, "a": a, "exchanged": exchanges > 0, "exchanges": exchanges}
        if early and not exchanges:
            break
    yield "sorted", {"a": a, "n": n}


def insertion_sort(arr: list[int]) -> Steps:
    """Let each number move to the left past greater ones."""
    a = list(arr)
    for i in range(1, len(a)):
        key, j = a[i], i - 1
        while j >= 0 and a[j] > key:
            a[j + 1], j = a[j], j - 1
            yield "moved", {"i": i, "j": j, "key": key, "a": a}
        a[j + 1] = key
        yield "inserted", {"i": i, "j": j, "key": key, "a": a}
    yield "sorted", {"a": a}


def selection_sort(arr: list[int]) -> Steps:
    """Exchange each place's number with the least one from there on."""
    a = list(arr)
    for i in range(len(a) - 1):
        least = min(range(i, len(a)), key=lambda n: a[n])
        yield "found", {"i": i, "least": least, "a": a}
        a[i], a[least] = a[least], a[i]
        yield "exchanged", {"i": i, "least": least, "a": a}
    yield "sorted", {"a": a}


def factorial(n: int) -> Steps:
    """n times the factorial of n - 1."""

    def of(n: int) -> Generator[Step, None, int]:
        if n < 0:
            yield "negative", {"n": n}
            return 1
        if n <= 1:
            yield "base", {"n": n, "result": 1}
            return 1
        result = n * (yield from of(n - 1))
        yield "multiplied", {"n": n, "result": result, "before": result // n}
        return result

    yield from of(n)


def fibonacci(n: int) -> Steps:
    """The sum of the two numbers before, each worked out anew."""

    def of(n: int) -> Generator[Step, None, int]:
        if n <= 2:
            if n > 0:
                yield "base", {"n": n, "result": 1}
            return 1
        a = yield from of(n - 1)
        yield "half", {"n": n, "a": a}
        b = yield from of(n - 2)
        yield "added", {"n": n, "a": a, "b": b, "result": a + b}
        return a + b

    yield from of(n)


def extended_euclid(a: int, b: int) -> Steps:
    """Divide with remainder until nothing is left, and keep the factors."""
    x1, x2, y1, y2 = 1, 0, 0, 1
    yield "begun", {"a": a, "b": b, "x1": x1, "x2": x2, "y1": y1, "y2": y2}
    while b > 0:
        q = a // b
        a, b, x1, x2, y1, y2 = b, a - q * b, x2, x1 - q * x2, y2, y1 - q * y2
        yield "divided", {"q": q, "a": a, "b": b, "x1": x1, "x2": x2, "y1": y1, "y2": y2}
    yield "ended", {"a": a, "b": b, "x1": x1, "x2": x2, "y1": y1, "y2": y2}


def sieve(n: int) -> Steps:
    """Cross out the multiples of each prime up to the root; collect the rest."""
    a, p = [False, False, *([True] * (n - 1))][: n + 1], 2
    while p * p <= n:
        if a[p]:
            a[p * p :: p] = [False] * len(a[p * p :: p])
            yield "crossed out", {"p": p, "a": a, "primes": [k for k in range(n + 1) if a[k]]}
        p += 1
        yield "went on", {"p": p, "a": a}
    yield "crossed", {"p": p, "a": a}
    s: list[int] = []
    for i in range(2, n + 1):
        s += [i] if a[i] else []
        yield "looked at", {"i": i, "s": s}
    yield "collected", {"s": s}


def knuth_morris_pratt(text: str, pattern: str) -> Steps:
    """Find all places of a pattern, with the table of its own beginnings."""
    lps, j = [0] * len(pattern), 0
    for i in range(1, len(pattern)):
        while j > 0 and pattern[j] != pattern[i]:
            j = lps[j - 1]
            yield "fell back", {"i": i, "j": j, "lps": lps}
        j += pattern[j] == pattern[i]
        lps[i] = j
        yield "entered", {"i": i, "j": j, "lps": lps}
    yield "table", {"lps": lps}
    found, i, j = list[int](), 0, 0
    while i < len(text):
        if text[i] == pattern[j]:
            i, j = i + 1, j + 1
            if j == len(pattern):
                found.append(i - j)
                j = lps[j - 1]
        elif j > 0:
            j = lps[j - 1]
        else:
            i += 1
        yield "searched", {"i": i, "j": j, "found": found}
    yield "ended", {"found": found}


def letters_counted(s: str) -> Steps:
    """Count each letter in the order in which it first comes; then the most frequent one."""
    c, f = list[str](), list[int]()
    yield "begun", {"c": c, "f": f}
    for i, letter in enumerate(s):
        if letter not in c:
            c.append(letter)
            f.append(0)
        f[c.index(letter)] += 1
        yield "counted", {"i": i, "letter": letter, "c": c, "f": f}
    m = max(f, default=0)
    yield "chosen", {"m": m, "r": c[f.index(m)] if c else "", "c": c, "f": f}


def column_addition(a: int, b: int) -> Steps:
    """Add as on paper, from the right, with a carry."""
    s1, s2 = str(a), str(b)
    if len(s2) > len(s1):
        s1, s2 = s2, s1
    s2, r, c = s2.zfill(len(s1)), "", 0
    yield "begun", {"s1": s1, "s2": s2, "r": r, "c": c}
    for i in range(len(s1) - 1, -1, -1):
        t = int(s1[i]) + int(s2[i]) + c
        c, r = t // 10, str(t % 10) + r
        yield "added", {"i": i, "t": t, "c": c, "r": r}
    r = "1" * c + r
    yield "ended", {"r": r, "n": int(r), "c": c}


BOTH = (False, True)
ALGORITHMS: tuple[Algorithm, ...] = (
    *(Algorithm((list,), partial(heap_sort, right_first=right)) for right in BOTH),
    *(Algorithm((list,), partial(merge_sort, left_first=a, upper=b)) for a, b in product(BOTH, BOTH)),
    *(
        Algorithm((list,), partial(quick_sort, pivot=pivot, equal_left=left))
        for pivot, left in product(("first", "last", "middle"), BOTH)
    ),
    *(Algorithm((list,), partial(bubble_sort, early=early, to_end=end)) for early, end in product(BOTH, BOTH)),
    *(Algorithm((list,), run) for run in (insertion_sort, selection_sort)),
    *(Algorithm((int,), run, range(-1_000, 200)) for run in (factorial, fibonacci)),
    Algorithm((int,), sieve, range(1, 5_000)),
    *(Algorithm((int, int), run, range(10**15)) for run in (extended_euclid, column_addition)),
    Algorithm((str, str), knuth_morris_pratt),
    Algorithm((str,), letters_counted),
)


def traced(algorithm: Algorithm, inputs: Mapping[str, Any], most: int = 3_000) -> dict[str, list[dict[str, Any]]]:
    """Return the variables at each visit of each step; nothing for inputs that are not the algorithm's."""
    values = list(inputs.values())
    fits = tuple(map(type, values)) == algorithm.takes and "" not in values
    if not fits or any(type(value) is int and value not in algorithm.numbers for value in values):
        return {}
    visits: dict[str, list[dict[str, Any]]] = {}
    for number, (step, variables) in enumerate(algorithm.run(*map(_copied, values))):
        if number == most:
            break
        visits.setdefault(step, []).append({name: _copied(value) for name, value in variables.items()})
    return visits


def _copied(value: Any) -> Any:
    return list(value) if isinstance(value, list) else value
