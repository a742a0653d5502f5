"""Reads the published results (trajectories of models and of the search) and counts them as the paper's tables do.

A file is RESULTS/<model>/<agent>/<domain>/truth_num=T+action_num=A+valid_truth_num=V/eval_times=N.jsonl; below
`search_results` the model and the agent are left out. A line is one instance with its trajectories. A trajectory's
actions end, if it came to a prediction, with the prediction as a name and once more as a record, so its length is the
number of tests plus 2.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.kumo.domain.reading import Unreadable, parse_json, read_lines

SEARCH = "search_results"
SEARCHER = "search"
"""The published search among the models."""
_SIZE = re.compile(r"truth_num=(\d+)\+action_num=(\d+)\+valid_truth_num=(\d+)")


class Trajectory(BaseModel):
    """One published episode."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    actions: list[Any]
    last_reply: Any = Field("", validation_alias="generated_text")
    """The other texts are not kept: the published ones are gigabytes."""
    consumed_tokens: float = 0
    successful: bool
    parse_error: bool = False

    @property
    def tests(self) -> int | None:
        """Actions before the prediction; None if there was no prediction."""
        ended = bool(self.actions) and isinstance(self.actions[-1], Mapping)
        return len(self.actions) - 2 if ended else None

    @property
    def null_reply(self) -> bool:
        """Whether a failed call ended it: the published program counts that as the model's parse error."""
        return self.parse_error and self.last_reply is None

    @field_validator("last_reply", mode="before")
    @classmethod
    def _last(cls, texts: Any) -> Any:
        if not isinstance(texts, list):
            raise ValueError("expected a list of texts")
        return None if texts and texts[-1] is None else ""


class _Line(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)
    trajectories: list[Trajectory]
    seed: int


@dataclass(frozen=True)
class Played:
    """The trajectories of one player on one instance."""

    model: str
    """Empty for the search."""
    agent: str
    """How the model was asked, e.g. `VanillaAgent`; empty for the search."""
    domain: str
    size: str
    seed: int
    trajectories: tuple[Trajectory, ...]


@dataclass(frozen=True)
class ResultRow:
    """One model on one size, over some domains or on one."""

    model: str
    """With its agent (`model/agent`), where it has several."""
    size: str
    domains: tuple[str, ...]
    """Their names, sorted."""
    trajectories: int
    success: float
    parse_errors: float
    """Share of trajectories, null replies included."""
    null_replies: float
    """Share of the unreadable replies that were failed calls; 0 without unreadable replies."""
    tests: float | None
    """Mean, over trajectories that ended in a prediction."""
    relative: float | None
    """Mean of (length - optimum) / optimum with the stored lengths (tests plus 2), as the published tables count."""
    relative_tests: float | None
    """The same with tests alone; instances whose optimum is 0 are left out."""
    tokens: float


def read_results(
    folder: Path, domains: Sequence[str] = (), cut: Callable[[str], None] = lambda where: None
) -> Iterator[Played]:
    """Yield every instance of every result file below a folder, or of these domains only.

    A last line that is cut off is left out, and its place given to `cut`. Raises: BoxwrightError naming file and line.
    """
    files = sorted(folder.rglob("eval_times=*.jsonl"))
    if not files:
        raise BoxwrightError(f"{folder}: holds no published results (.../eval_times=N.jsonl)")
    for path in files if not domains else [path for path in files if path.parts[-3] in domains]:
        found = _SIZE.fullmatch(path.parent.name)
        if found is None:
            raise BoxwrightError(f"{path}: its folder does not tell the size (truth_num=...+action_num=...)")
        parts = path.relative_to(folder).parts
        searched = SEARCH in path.parts
        whole = (*folder.absolute().parts, *parts)
        model, agent = ("", "") if searched else whole[-5:-3]
        for line in _lines(path, cut):
            yield Played(model, agent, path.parts[-3], f"{found[1]}/{found[2]}", line.seed, tuple(line.trajectories))


def _lines(path: Path, cut: Callable[[str], None]) -> Iterator[_Line]:
    for number, line in enumerate(read_lines(path), 1):
        if line.strip():
            try:
                yield _Line.model_validate(parse_json(line))
            except (Unreadable, ValidationError) as error:
                if isinstance(error, Unreadable) and not line.endswith("\n"):  # only the last line of a file
                    cut(f"{path}:{number}")
                    return
                raise BoxwrightError(f"{path}:{number}: not a line of published results: {_first(error)}") from error


def _first(error: Unreadable | ValidationError) -> str:
    """Return the first fault of a line in a few words."""
    if isinstance(error, Unreadable):
        return str(error)
    fault = error.errors(include_url=False)[0]
    return f"`{'.'.join(map(str, fault['loc']))}`: {fault['msg']}"


def result_rows(played: Sequence[Played], by_domain: bool = False) -> list[ResultRow]:
    """Return a row per model and size (and domain), sorted by size (and domain) and success; optima are the search's.

    The row over all domains pools their trajectories, as the paper's five-domain figures do.
    """
    optima = {(p.domain, p.size, p.seed): p.trajectories[0].tests for p in played if not p.model and p.trajectories}
    agents: dict[str, set[str]] = defaultdict(set)
    for each in played:
        agents[each.model].add(each.agent)
    groups: dict[tuple[str, str, str], list[Played]] = defaultdict(list)
    for each in played:
        named = f"{each.model}/{each.agent}" if len(agents[each.model]) > 1 else each.model
        groups[named or SEARCHER, each.size, each.domain if by_domain else ""].append(each)
    rows = [_row(model, size, group, optima) for (model, size, _), group in groups.items()]
    return sorted(rows, key=lambda row: (_numbers(row.size), row.domains if by_domain else (), -row.success, row.model))


def _row(
    model: str, size: str, group: Sequence[Played], optima: Mapping[tuple[str, str, int], int | None]
) -> ResultRow:
    every = [(trajectory, optima.get((p.domain, p.size, p.seed))) for p in group for trajectory in p.trajectories]
    counted = [(t.tests, best) for t, best in every if t.tests is not None]
    known = [(tests, best) for tests, best in counted if best is not None]
    return ResultRow(
        model=model,
        size=size,
        domains=tuple(sorted({p.domain for p in group})),
        trajectories=len(every),
        success=_share([t.successful for t, _ in every]),
        parse_errors=_share([t.parse_error for t, _ in every]),
        null_replies=_share([t.null_reply for t, _ in every if t.parse_error]),
        tests=_mean([float(tests) for tests, _ in counted]),
        relative=_mean([(tests - best) / (best + 2) for tests, best in known]),
        relative_tests=_mean([(tests - best) / best for tests, best in known if best]),
        tokens=_mean([t.consumed_tokens for t, _ in every]) or 0.0,
    )


def _numbers(size: str) -> tuple[int, ...]:
    return tuple(map(int, size.split("/")))


def _share(flags: Sequence[bool]) -> float:
    return fmean(flags) if flags else 0.0


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None
