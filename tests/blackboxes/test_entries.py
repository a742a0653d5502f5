"""The ids that can be played: those of the games, told without importing the games."""

from __future__ import annotations

from boxwright.blackboxes.entries import entry_ids, generated_ids
from boxwright.blackboxes.environments import environment_names, get_environment, ids_told
from boxwright.blackboxes.registry import BuiltEnvironment
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.commands.boxes import list_rows

PLACE = Workspace(SHIPPED, True, None)


def test_ids_that_are_told_without_a_game_are_the_games_own() -> None:
    told = {name: ids for name in environment_names() if (ids := ids_told(name, PLACE)) is not None}
    assert set(told) == {"knights", "knowlogic"}
    for name, ids in told.items():
        environment = get_environment(name)
        assert list(ids) == list(environment.ids(PLACE))
        assert not isinstance(environment, BuiltEnvironment)
        assert {environment.load(PLACE, identifier).difficulty for identifier in ids} == {""}, "`list` shows none"
    assert generated_ids(PLACE) == {identifier for ids in told.values() for identifier in ids}


def test_the_list_has_every_id_once() -> None:
    names = [row["id"] for row in list_rows(PLACE)]
    assert names == sorted({*names, *entry_ids(PLACE)})
    assert {row["state"] for row in list_rows(PLACE) if row["id"] in generated_ids(PLACE)} == {"generated"}
