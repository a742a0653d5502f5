"""Sets of questions: so many of each domain, levels as 1 : 2 : 3, the same rows on every machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from boxwright.blackboxes.reasoning.knowlogic.knowledge.reading import read_domain
from boxwright.blackboxes.reasoning.knowlogic.questions.draw import Wanted, attempts, fresh, identity
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LEVELS, SHARES, Level, Puzzle
from boxwright.blackboxes.reasoning.knowlogic.questions.rows import row_of

CHUNK = 50
"""Questions that a process draws at once."""
ROUNDS = 10
"""How many questions are drawn at most for each of a chunk before levels are drawn one by one."""
_TURN: tuple[Level, ...] = tuple(level for level, share in zip(LEVELS, SHARES, strict=True) for _ in range(share))


def level_at(number: int) -> Level:
    """Return the level of the question with a number: one easy, two medium, three hard, and so on."""
    return _TURN[number % len(_TURN)]


def _chunk(path: Path, seed: int, numbers: Sequence[int]) -> list[tuple[int, Puzzle]]:
    """Return a question of each number, with the number's level.

    Questions of any level are drawn, and each goes to the first number that still needs its level; few are drawn in
    vain, because levels are cut where questions fall as 1 : 2 : 3. What is still open then is drawn by its level.
    """
    domain = read_domain_once(path)
    still: dict[Level, list[int]] = {level: [n for n in numbers if level_at(n) == level] for level in LEVELS}
    made: list[tuple[int, Puzzle]] = []
    seen: set[object] = set()
    streams = [attempts(domain, seed, number, Wanted()) for number in numbers]
    for puzzle in (next(stream, None) for _ in range(ROUNDS) for stream in streams if any(still.values())):
        if puzzle is not None and still[puzzle.level] and identity(puzzle) not in seen:
            seen.add(identity(puzzle))
            made.append((still[puzzle.level].pop(0), puzzle))
    for level, rest in still.items():
        made += [(number, fresh(domain, seed, number, Wanted(level=level), seen)) for number in rest]
    return sorted(made, key=lambda pair: pair[0])


_READ: dict[Path, Any] = {}


def read_domain_once(path: Path) -> Any:
    """Read a domain, once in each process. Raises: FaultyKnowledge."""
    if path not in _READ:
        _READ[path] = read_domain(path)
    return _READ[path]


def _rows(path: Path, seed: int, numbers: Sequence[int]) -> list[tuple[int, str, str]]:
    """Return number, identity and line of each question."""
    return [(number, repr(identity(p)), line_of(p)) for number, p in _chunk(path, seed, numbers)]


def line_of(puzzle: Puzzle) -> str:
    """Return a question as a JSON line, without the end of line."""
    return json.dumps(row_of(puzzle), ensure_ascii=False, separators=(",", ":"))


def make_set(
    path: Path, seed: int, count: int, processes: int = 1, progress: Callable[[int], None] | None = None
) -> Iterator[str]:
    """Yield the lines of one domain's questions, in order. Raises: FaultyKnowledge, CannotBeDrawn."""
    chunks = [range(start, min(count, start + CHUNK)) for start in range(0, count, CHUNK)]
    seen: set[str] = set()
    with ExitStack() as stack:
        if processes > 1:
            pool = stack.enter_context(ProcessPoolExecutor(processes))
            made: Iterator[list[tuple[int, str, str]]] = pool.map(
                _rows, [path] * len(chunks), [seed] * len(chunks), chunks
            )
        else:
            made = (_rows(path, seed, numbers) for numbers in chunks)
        for rows in made:
            for number, name, line in rows:
                if name in seen:
                    name, line = _another(path, seed, number, seen)
                seen.add(name)
                yield line
            if progress is not None:
                progress(len(rows))


def _another(path: Path, seed: int, number: int, seen: set[str]) -> tuple[str, str]:
    """Return a further question of a number whose first was drawn before. Raises: CannotBeDrawn."""

    class _Seen(set[object]):
        def __contains__(self, item: object) -> bool:
            return repr(item) in seen

    puzzle = fresh(read_domain_once(path), seed, number, Wanted(level=level_at(number)), _Seen())
    return repr(identity(puzzle)), line_of(puzzle)
