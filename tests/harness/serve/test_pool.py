"""A training pool: the same stream for the same seed, train and test apart, and a policy that gets better in it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import boxwright
from boxwright.blackboxes.entries import load_current
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.workspace import SHIPPED, Workspace, find_workspace
from boxwright.harness.players.solvers.measured import FILE, Measured, keep_scores, solver_scores
from boxwright.harness.serve.hosted import Hosted
from boxwright.harness.serve.pool import BadPool, Pool, Progress, Task
from boxwright.sandbox import Launcher

CIPHERS = ["encryption/char_to_num", "encryption/zigzag_cipher"]


def pool(launcher: Launcher, **options: object) -> Pool:
    settings = {"turns": 1, "samples": 2, **options}
    return boxwright.make_pool(CIPHERS, folder=SHIPPED, launcher=launcher, **settings)


def drawn(tasks: Iterator[Task], count: int = 400) -> list[Task]:
    return list(islice(tasks, count))


def test_the_stream_is_decided_by_the_seed(launcher: Launcher) -> None:
    with pool(launcher) as one, pool(launcher) as same, pool(launcher, seed=2) as other:
        assert drawn(one.tasks()) == drawn(same.tasks())
        assert drawn(one.tasks()) != drawn(other.tasks())


def test_train_and_test_share_no_task(launcher: Launcher) -> None:
    with pool(launcher, test_share=0.3) as train, pool(launcher, test_share=0.3, split="test") as test:
        met = {(t.environment, t.run) for t in drawn(train.tasks(), 3_000)}
        assert not met & {(t.environment, t.run) for t in drawn(test.tasks(), 3_000)}


def test_environments_can_be_apart_instead(launcher: Launcher) -> None:
    ids = [name for name in boxwright.list_environments(SHIPPED) if name.startswith(("encryption/", "circuit/"))]
    with (
        Pool(ids, apart="environments", test_share=0.4, folder=SHIPPED, launcher=launcher) as train,
        Pool(ids, apart="environments", test_share=0.4, split="test", folder=SHIPPED, launcher=launcher) as test,
    ):
        assert sorted(train.environments + test.environments) == sorted(ids)


def test_weights_and_curriculum(launcher: Launcher) -> None:
    with Pool("encryption/*", weights={"easy": 0.0}, folder=SHIPPED, launcher=launcher) as hard:
        assert {hard._difficulty[task.environment] for task in drawn(hard.tasks())} == {"hard"}

    def unsolved(progress: Progress) -> float:
        return float(progress.mean < 0.9)

    with pool(launcher, curriculum=unsolved) as learning:
        for _ in range(2):
            hosted = learning.begin(Task(CIPHERS[0], 1, "train"))
            while not hosted.heard().done:
                hosted.say(hosted._episode.baseline.truth())
            assert learning.end(hosted) == 1.0
        assert {task.environment for task in drawn(learning.tasks())} == {CIPHERS[1]}


def test_a_curriculum_knows_what_the_solver_scores(launcher: Launcher, tmp_path: Path) -> None:
    """From the shipped file, at the budget that is nearer; of a box that has changed, or that nobody measured, None."""
    known: list[float | None] = []

    def note(progress: Progress) -> float:
        known.append(progress.solver)
        return 1.0

    ids, kept = ["circuit/compare", "knights/puzzles"], json.loads((SHIPPED / FILE).read_text())
    for turns, budget in ((1, "10@1"), (14, "10@1"), (20, "20@2"), (50, "20@2")):
        with Pool(ids, curriculum=note, folder=SHIPPED, launcher=launcher, turns=turns) as training:
            drawn(training.tasks(), 1)
            assert set(known) == {kept["circuit/compare"]["scores"][budget], None}
            known.clear()
    place = find_workspace(SHIPPED)
    own = Workspace(tmp_path, True, SHIPPED)
    (entry,) = entries = [load_current(place, CIPHERS[0])]
    assert solver_scores(own, entries, 10) == solver_scores(place, entries, 10) != {}
    keep_scores(own, {entry.id: Measured(code="another", scores={"10@1": 1.0})}, [entry.id])
    assert solver_scores(own, entries, 10) == {}
    (tmp_path / FILE).write_text("{")
    with pytest.raises(BoxwrightError, match="cannot be read as the solver's scores; write it again with `boxwright"):
        solver_scores(own, entries, 10)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"test_share": 2.0}, "between 0 and 1"),
        ({"weights": {"encryption": 0.0}}, "no environment is left"),
        ({"weights": {"encryption": -1.0}}, "negative"),
    ],
)
def test_pools_that_cannot_be(options: dict[str, object], said: str, launcher: Launcher) -> None:
    with pytest.raises(BadPool, match=said):
        pool(launcher, **options)


def test_two_hundred_episodes_at_once(launcher: Launcher) -> None:
    with pool(launcher) as training:
        waiting = [training.begin(task) for task in drawn(training.tasks(), 200)]
        assert len({hosted.name for hosted in waiting}) == 200
        rewards = []
        while waiting:
            kinds = [hosted.heard().kind for hosted in waiting]
            replies = ["QUERY: abc" if kind == "query" else "ANSWER: 1" for kind in kinds]
            training.say(list(zip(waiting, replies, strict=True)))
            rewards += [training.end(hosted) for hosted in waiting if hosted.heard().done]
            waiting = [hosted for hosted in waiting if not hosted.heard().done]
        assert len(rewards) == 200


def number_of_letters(hosted: Hosted) -> None:
    """A strategy that learns: it asks for the letters' numbers, and spells answers with them."""
    table = {}
    heard = hosted.heard()
    for letters in ("abcdefghijklm", "nopqrstuvwxyz"):
        heard = hosted.say(f"QUERY: {letters}")
        table |= dict(zip(letters, heard.text.split("Ciphertext: ")[1].split("\n")[0].split(), strict=True))
    while not heard.done:
        plaintext = heard.text.split("Plaintext: ")[1].split("\n")[0]
        heard = hosted.say("ANSWER: " + "".join(f"{table.get(letter, '')} " for letter in plaintext.lower()).strip())


def always_the_same(hosted: Hosted) -> None:
    """A strategy that learns nothing."""
    while not hosted.heard().done:
        hosted.say("QUERY: abc" if hosted.heard().kind == "query" else "ANSWER: 1")


def test_a_policy_improves(launcher: Launcher) -> None:
    """A bandit over two strategies comes to prefer the one that the pool rewards."""
    strategies = [always_the_same, number_of_letters]
    tried, earned = [0, 0], [0.0, 0.0]
    luck = random.Random(1)
    with Pool(CIPHERS[0], turns=2, samples=2, folder=SHIPPED, launcher=launcher) as training:
        chosen = []
        for task in drawn(training.tasks(), 60):
            best = max((0, 1), key=lambda arm: earned[arm] / tried[arm] if tried[arm] else 1.0)
            arm = best if luck.random() > 0.1 else luck.randrange(2)
            hosted = training.begin(task)
            strategies[arm](hosted)
            reward = training.end(hosted)
            assert reward is not None
            tried[arm] += 1
            earned[arm] += reward
            chosen.append(arm)
    assert sum(chosen[30:]) > 20
    assert earned[1] / tried[1] > earned[0] / tried[0]
