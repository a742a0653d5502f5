"""Repeat the trials of docs/trials.md that have figures, and write what came of them into the page.

`python -m tests.trials [TEST...]`: all of them, or those of some tests; other rows stay as they are. Two launchers need
a Docker engine. The trials that stop commands at random moments are marked slow; they run each night.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).resolve().parents[1] / "docs" / "trials.md"
BEGIN, END = "<!-- again: begin -->", "<!-- again: end -->"
STOPPING = "tests/boxwright/test_stopping.py"
BUDGET = "tests/harness/chat/test_budget.py"
HOSTILE = "tests/harness/chat/test_hostile_servers.py"


@dataclass
class Trial:
    """One trial: what is tried, its tests, and how what they recorded is told."""

    words: str
    tests: Sequence[str]
    recorded: str = ""
    told: Callable[[list[Any]], str] = field(default=lambda found: "")
    outcomes: dict[str, int] = field(default_factory=dict)
    found: list[Any] = field(default_factory=list)

    def row(self, page: str) -> str:
        """Return its row of the table; as it stands on the page, if it was not tried now."""
        if not self.outcomes:
            standing = [line for line in page.splitlines() if line.startswith(f"| {self.words} |")]
            return (standing or [f"| {self.words} | {', '.join(f'`{test}`' for test in self.tests)} | not run |"])[0]
        counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(self.outcomes.items(), reverse=True))
        said = f"{counts}; {self.told(self.found)}" if self.found else counts
        return f"| {self.words} | {', '.join(f'`{test}`' for test in self.tests)} | {said} |"


def stops(found: list[int]) -> str:
    """Tell how often commands were really stopped."""
    return f"{sum(found)} stops"


def trials() -> list[Trial]:
    """Return the trials, in the order of the page."""
    build = f"{STOPPING}::test_a_build_that_is_stopped_at_random_moments_ends_in_the_same_bytes"
    evaluation = f"{STOPPING}::test_an_evaluation_that_is_stopped_at_random_moments_ends_in_the_same_bytes"
    faults = "tests/harness/chat/test_faults.py::test_a_fault_costs_no_work_and_stands_in_the_document"
    return [
        Trial(
            "a budget of $40 at 50 at once; servers that send no usage, a negative one or text, break off, are late",
            [f"{BUDGET}::test_fifty_threads_never_spend_more_than_the_budget_whatever_the_server_says_or_loses"],
            "billed",
            lambda found: f"billed at most ${max(found):.2f}",
        ),
        Trial(
            "64 threads write while the results are closed, 200 times",
            ["tests/harness/evaluation/test_store.py::test_closing_in_the_middle_loses_nothing_that_was_reported"],
        ),
        Trial(
            "64 threads write on a full disk",
            ["tests/harness/evaluation/test_store.py::test_on_a_full_disk_a_write_that_did_not_happen_is_an_error"],
            "rows",
            lambda found: f"{found[0][0]} writes reported, {found[0][1]} rows there",
        ),
        Trial(
            "Ctrl-C or SIGTERM at 24 episodes at once, 60 times",
            [f"{STOPPING}::test_sixty_signals_at_24_episodes_at_once_end_it_cleanly"],
            "stops",
            lambda found: f"{sum(found)} of 60 before the end, no crash",
        ),
        Trial("builds stopped at up to five random moments each, on each launcher", [build], "stops", stops),
        Trial("evaluations stopped at up to five random moments each, on each launcher", [evaluation], "stops", stops),
        Trial(
            "calendars that jump by ten years", [f"{STOPPING}::test_a_clock_that_jumps_by_ten_years_changes_nothing"]
        ),
        Trial(
            "headers a line a second, endless `103`", [f"{HOSTILE}::test_a_head_that_never_ends_runs_into_the_deadline"]
        ),
        Trial("a gzip bomb", [f"{HOSTILE}::test_a_body_is_bounded_as_it_is_unpacked"]),
        Trial("60 MB of empty lists", [f"{HOSTILE}::test_millions_of_empty_lists_are_never_parsed"]),
        Trial("faults of a provider", [faults]),
        Trial(
            "damaged databases", ["tests/harness/evaluation/test_damaged_results.py::test_damaged_results_are_one_line"]
        ),
        Trial("damaged checkpoints", ["tests/agents/test_crash_safety.py::test_damaged_checkpoints_cost_nothing"]),
        Trial(
            "two `--resume` on one folder; two builds of one box",
            [
                "tests/boxwright/test_review.py::test_one_folder_belongs_to_one_process_at_a_time",
                "tests/agents/test_build.py::test_a_second_build_of_a_box_is_refused_and_names_the_first",
            ],
        ),
        Trial(
            "85,000 empty lists a reply, without end",
            [
                "tests/harness/gates/test_sweeps.py::test_a_gate_ends_when_its_time_is_spent",
                "tests/harness/gates/test_sweeps.py::test_a_gate_ends_when_its_replies_take_too_much_memory",
            ],
        ),
        Trial(
            "attacks on the sandbox, on each launcher",
            ["tests/sandbox/test_attacks.py::test_an_attack_is_contained"],
            "attack",
            lambda found: f"{len(set(found))} attacks",
        ),
        Trial("boxes that misbehave in play", ["tests/test_misbehaving.py"]),
    ]


class Collector:
    """A pytest plugin that counts what came of each trial's tests."""

    def __init__(self, tried: Sequence[Trial]) -> None:
        self._tried = tried

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count one phase of one test: its call, or what kept it from being called."""
        if report.when != "call" and report.passed:
            return
        for trial in self._tried:
            if any(report.nodeid.partition("[")[0].startswith(test) for test in trial.tests):
                trial.outcomes[report.outcome] = trial.outcomes.get(report.outcome, 0) + 1
                trial.found += [value for name, value in report.user_properties if name == trial.recorded]


def main(arguments: Sequence[str]) -> int:
    """Run the trials and write their table."""
    tried = trials()
    tests = dict.fromkeys(test for trial in tried for test in trial.tests)
    code = pytest.main(["-q", *(arguments or tests)], plugins=[Collector(tried)])
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    old, _, after = rest.partition(END)
    table = "\n".join(["| trial | test | result |", "| --- | --- | --- |", *(trial.row(old) for trial in tried)])
    PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")
    return int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
