"""Every fault of a provider or a model ends as it should, nothing is lost, and the document says what happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from .document import documented, field_rows
from .faults import FAULTS, Fault, observe, rows


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_costs_no_work_and_stands_in_the_document(fault: Fault, tmp_path: Path) -> None:
    outcomes = {}
    for number, wire in enumerate(fault.wires):
        folder = tmp_path / str(number)
        folder.mkdir()
        outcomes[wire.name] = observe(fault, wire, folder)
    assert {outcome.ending for outcome in outcomes.values()} == {fault.ending}
    assert {outcome.lost for outcome in outcomes.values()} == {0}
    listed = documented("faults")
    for row in rows(fault, outcomes):
        assert row in listed, "run `python -m tests.harness.chat.document`"


def test_the_document_lists_no_fault_that_is_not_tested() -> None:
    names = {fault.name for fault in FAULTS}
    assert {row.split(" | ")[0].removeprefix("| ") for row in documented("faults")} == names


def test_the_document_lists_every_setting_of_a_model() -> None:
    assert documented("fields") == field_rows(), "run `python -m tests.harness.chat.document`"
