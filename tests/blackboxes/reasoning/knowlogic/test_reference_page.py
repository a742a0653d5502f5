"""The reference page is what the shipped knowledge gives."""

from __future__ import annotations

from tests.blackboxes.reasoning.knowlogic.reference_page import PAGE, page


def test_the_reference_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()
