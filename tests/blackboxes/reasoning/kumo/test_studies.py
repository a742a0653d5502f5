"""The studies: golden games, disjoint sub-domains, communities and statistics, against independent computations."""

from __future__ import annotations

import json
import math
import random
from itertools import islice, product
from pathlib import Path
from xml.etree import ElementTree

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.kumo.domain.graph import (
    Half,
    components,
    exclusion_edges,
    louvain,
    modularity,
    split,
)
from boxwright.blackboxes.reasoning.kumo.domain.model import (
    Domain,
    Outcomes,
    OutcomeState,
    parse_domain,
    read_domain,
)
from boxwright.blackboxes.reasoning.kumo.domain.validator import Fault, signatures
from boxwright.blackboxes.reasoning.kumo.instances.files import whole_instances
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, game_of
from boxwright.blackboxes.reasoning.kumo.instances.renaming import held_out, structure_key
from boxwright.blackboxes.reasoning.kumo.instances.sampling import CannotBeMade, Sizes, generate
from boxwright.blackboxes.reasoning.kumo.instances.variants import counterfactual
from boxwright.blackboxes.reasoning.kumo.studies.golden import POLICIES, GoldenOrder, trajectories
from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars, encoded, network, scatter
from boxwright.blackboxes.reasoning.kumo.studies.statistics import chi_square, pearson
from boxwright.blackboxes.reasoning.kumo.studies.structure import classes_of, structure_class
from boxwright.blackboxes.seeds import derive
from boxwright.cli import run
from tests.blackboxes.reasoning.kumo.published import domain_of, instance_list, needs_published
from tests.blackboxes.reasoning.kumo.test_domains import small
from tests.blackboxes.reasoning.kumo.test_sampling import colours

EDGES = st.dictionaries(
    st.tuples(st.integers(0, 6), st.integers(0, 6)).map(sorted).map(tuple).filter(lambda e: e[0] < e[1]),  # type: ignore[arg-type]
    st.integers(1, 5).map(float),
    max_size=14,
)


def order(policy: str, truths: int = 4, actions: int = 6) -> GoldenOrder:
    return GoldenOrder(colours(), Sizes(truths, actions), policy, 1)


@pytest.mark.parametrize("policy", POLICIES)
def test_golden_games_are_right_and_only_actions_are_trained(policy: str) -> None:
    games = list(trajectories(order(policy), 40, 1))
    assert all(game.right for game in games) or policy == "optimal-paper"
    assert len({game.key for game in games}) == 40
    for game in games:
        row = json.loads(game.line)
        assert [m["role"] for m in row["messages"]] == ["user", "assistant"] * (len(row["messages"]) // 2)
        for message in row["messages"]:
            assert message["train"] == (message["role"] == "assistant")
            if message["train"]:
                assert message["content"].startswith(("ACTION: ", "PREDICT: "))
        assert row["messages"][-1]["content"] == f"PREDICT: {row['answer']}" or not game.right
        assert len(row["messages"]) == 2 * (row["actions"] + 1)


def test_golden_games_do_not_depend_on_the_number_of_processes() -> None:
    wanted = [game.line for game in islice(trajectories(order("greedy"), 30, 1), 30)]
    assert [game.line for game in trajectories(order("greedy"), 30, 2)] == wanted


def test_golden_says_when_there_are_no_more_games() -> None:
    tiny = GoldenOrder(parse_domain(small(), "test"), Sizes(2, 2), "greedy", 1)
    with pytest.raises(CannotBeMade):
        list(trajectories(tiny, 10_000, 1))


def pair(one: Domain, other: Domain) -> Domain:
    """Two domains side by side, which no action joins."""
    return Domain(
        domain="pair",
        truths=[*one.truths, *other.truths],
        actions=[*one.actions, *other.actions],
        outcomes={**one.outcomes, **other.outcomes},
    )


def test_a_split_tears_no_component() -> None:
    whole = pair(parse_domain(small(), "test"), colours(8, 6))
    halves = split(whole, cut=False)
    assert not isinstance(halves, Fault)
    truths = [set(half.domain.truths) for half in halves]
    actions = [set(half.domain.actions) for half in halves]
    assert truths[0] | truths[1] == set(whole.truths) and not truths[0] & truths[1]
    assert actions[0] | actions[1] == set(whole.actions) and not actions[0] & actions[1]
    for half in halves:
        assert half.lost == 0
        assert all(half.domain.outcomes[a] == whole.outcomes[a] for a in half.domain.actions)


def test_what_is_joined_is_split_only_by_cutting() -> None:
    assert isinstance(split(colours(), cut=False), Fault)
    halves = split(pair(parse_domain(small(), "test"), colours(8, 6)), cut=True)
    assert not isinstance(halves, Fault)
    assert all(isinstance(half, Half) for half in halves)


@needs_published
def test_the_paper_s_split_of_the_medical_domain() -> None:
    halves = split(domain_of("MedicalEnv"), cut=False)
    assert not isinstance(halves, Fault)
    assert [(len(h.domain.truths), len(h.domain.actions)) for h in halves] == [(33, 18), (32, 22)]
    assert len(components(domain_of("MedicalEnv"))) == 19


def best(edges: dict[tuple[int, int], float]) -> float:
    """The best modularity of 7 nodes, by trying all partitions."""
    most = -1.0
    for parts in product(*(range(n + 1) for n in range(7))):
        if all(p <= max(parts[:i], default=-1) + 1 for i, p in enumerate(parts)):
            most = max(most, modularity(7, edges, parts))
    return most


@settings(max_examples=25, deadline=None)
@given(EDGES)
def test_louvain_is_near_the_best_partition(edges: dict[tuple[int, int], float]) -> None:
    found = modularity(7, edges, louvain(7, edges))
    assert found >= modularity(7, edges, list(range(7))) - 1e-9
    assert found <= best(edges) + 1e-9
    assert found >= best(edges) - 0.1


def test_louvain_finds_two_cliques() -> None:
    edges = {(a, b): 1.0 for group in ((0, 1, 2, 3), (4, 5, 6, 7)) for a in group for b in group if a < b}
    edges[3, 4] = 1.0
    parts = louvain(8, edges)
    assert len(set(parts[:4])) == len(set(parts[4:])) == 1 and parts[0] != parts[7]
    assert modularity(8, edges, parts) == pytest.approx(12 / 13 - 0.5)


def test_louvain_finds_the_known_communities_of_the_karate_club() -> None:
    club = networkx.karate_club_graph()
    edges = {(min(a, b), max(a, b)): float(weight) for a, b, weight in club.edges(data="weight")}
    parts = louvain(len(club), edges, seed=7)
    assert parts == louvain(len(club), edges, seed=7)
    groups = [{node for node, part in enumerate(parts) if part == number} for number in range(max(parts) + 1)]
    assert [len(group) for group in groups] == sorted(map(len, groups), reverse=True)
    assert modularity(len(club), edges, parts) == pytest.approx(networkx.community.modularity(club, groups))
    assert modularity(len(club), edges, parts) > 0.42  # the best known is 0.4449
    factions = [int(club.nodes[node]["club"] == "Officer") for node in club]
    assert modularity(len(club), edges, factions) < modularity(len(club), edges, parts)


def test_louvain_of_no_edges_leaves_every_node_alone() -> None:
    assert sorted(louvain(3, {})) == [0, 1, 2]
    assert modularity(3, {}, [0, 1, 2]) == 0.0


def test_edges_count_the_outcomes_that_rule_out_both() -> None:
    domain = parse_domain(small(), "test")
    assert exclusion_edges(domain) == {(0, 2): 1.0, (0, 1): 1.0}


def test_edges_per_action_count_the_actions_that_can_rule_out_each() -> None:
    domain = parse_domain(small(), "test")
    sets = [
        {truth for state in domain.outcomes[action].states for truth in state.rules_out} for action in domain.actions
    ]
    wanted = {
        (a, b): float(often)
        for a, one in enumerate(domain.truths)
        for b, other in enumerate(domain.truths)
        if a < b and (often := sum(one in each and other in each for each in sets))
    }
    assert exclusion_edges(domain, "action") == wanted
    assert wanted != exclusion_edges(domain)


def test_a_class_has_the_degrees_of_the_truths_and_then_those_of_the_actions() -> None:
    def played(*ruled_out: str) -> Instance:
        """Three truths, and per action the letters of those that it can rule out."""
        table = {
            f"action {a}": Outcomes(type="str", states=[OutcomeState(value="x", rules_out=list(out))])
            for a, out in enumerate(ruled_out)
        }
        return Instance(truths=["a", "b", "c"], actions=list(table), outcomes=table)

    assert structure_class(played("abc", "a", ""), "degrees") == "2-1-1/3-1-0"
    assert structure_class(played("", "c", "cba"), "degrees") == "2-1-1/3-1-0"
    # the same degrees in one list, but not the same graphs
    assert structure_class(played("ab", "a", "b"), "degrees") == "2-2-0/2-1-1"
    assert structure_class(played("ab", "ac", ""), "degrees") == "2-1-1/2-2-0"


@needs_published
@pytest.mark.parametrize(("size", "wanted"), [("easy", [11, 39, 44, 11]), ("hard", [42, 50, 50, 39])])
def test_the_published_instances_have_so_many_classes(size: str, wanted: list[int]) -> None:
    names = ("MedicalEnv", "ChemicalEnv", "MusicEnv", "EducationEnv")
    found = []
    for name in names:
        played = (instance.with_outcomes(domain_of(name)) for instance in instance_list(name, size))
        found.append(len(set(classes_of(played, "degrees").values())))
    assert found == wanted


def test_chi_square_by_hand() -> None:
    found = chi_square([[10, 20], [30, 40]])
    assert found.statistic == pytest.approx(100 * (10 * 40 - 20 * 30) ** 2 / (30 * 70 * 40 * 60))
    assert found.cramers_v == pytest.approx(math.sqrt(found.statistic / 100))
    assert found.p == pytest.approx(math.erfc(math.sqrt(found.statistic / 2)))
    with pytest.raises(BoxwrightError):
        chi_square([[3, 4]])


@given(st.lists(st.lists(st.integers(1, 60), min_size=2, max_size=2), min_size=3, max_size=3))
def test_the_chi_square_tail_agrees_with_its_closed_form(table: list[list[int]]) -> None:
    found = chi_square([*table, [0, 0]])  # empty classes do not count
    assert found.freedom == 2
    assert found.p == pytest.approx(math.exp(-found.statistic / 2), rel=1e-9)
    assert found.least_expected > 0


def test_pearson_by_hand() -> None:
    assert pearson([(0, 1), (1, 3), (2, 5)]).r == pytest.approx(1)
    found = pearson([(1, 2), (2, 1), (3, 4), (4, 3)])
    assert found.r == pytest.approx(0.6)
    assert found.p == pytest.approx(0.4)  # two degrees of freedom: p = 1 - |r|
    with pytest.raises(BoxwrightError, match="always the same"):
        pearson([(1, 1), (1, 2), (1, 3)])


@pytest.mark.parametrize("form", ["svg", "pdf"])
def test_a_picture_is_the_same_bytes_every_time_and_shows_names_as_they_are(form: str) -> None:
    names = ["$x^2$", "a < b & c", "c" * 60]
    values = dict(zip(names, (1.0, 2.5, 3.25), strict=True))
    points = {name: (value, -value) for name, value in values.items()}

    def drawn() -> list[bytes]:
        edges = {(0, 1): 2.0, (1, 2): 1.0}
        figures = [bars("t", values, "u"), network("t", names, edges, [0, 0, 1]), scatter("t", points, "x", "y")]
        return [encoded(figure, form) for figure in figures]

    first = drawn()
    assert first == drawn()
    if form == "svg":
        for picture in first:
            root = ElementTree.fromstring(picture)
            texts = {"".join(found.itertext()) for found in root.iter("{http://www.w3.org/2000/svg}text")}
            assert {"t", *names[:2]} <= texts
        assert f">{'c' * 25}…<" in first[1].decode()
        assert ">3.25<" in first[0].decode()


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pair.json").write_text(pair(parse_domain(small(), "test"), colours(8, 6)).model_dump_json())
    assert run(["kumo", "golden", "pair.json", "--count", "5", "--jobs", "1", "--out", "golden.jsonl"]) == 0
    assert len(Path("golden.jsonl").read_text().splitlines()) == 5
    assert "<svg" in Path("golden.svg").read_text()
    assert run(["kumo", "split", "pair.json", "--out", "halves"]) == 0
    assert run(["kumo", "validate", "halves/pair_1.json", "halves/pair_2.json"]) == 0
    capsys.readouterr()
    for per in ("action", "outcome"):
        assert run(["kumo", "graph", "pair.json", "--edges", per, "--out", "graph"]) == 0
        assert f"edges per {per}" in capsys.readouterr().out
        assert Path(f"graph/graph_per_{per}.csv").read_text().startswith(f"domain,truths,edges per {per},density")
        assert "pair,cat,2" in Path(f"graph/communities_per_{per}.csv").read_text()
        assert f"edges per {per}<" in Path(f"graph/pair_per_{per}.svg").read_text()
        assert Path(f"graph/pair_per_{per}.pdf").read_bytes().startswith(b"%PDF")
    assert len(list(Path("graph").iterdir())) == 8
    Path("runs.csv").write_text("class,right\na,1\na,0\nb,1\nb,1\n")
    assert run(["kumo", "chi-square", "runs.csv", "--out", "chi.svg"]) == 0
    assert run(["kumo", "chi-square", "runs.csv", "--out", "named"]) == 0
    for name in ("golden", "chi", "named"):
        assert "<svg" in Path(f"{name}.svg").read_text()
        assert Path(f"{name}.pdf").read_bytes().startswith(b"%PDF")
    assert "4 instances in 2 classes: chi-square 1.3333" in capsys.readouterr().out
    Path("more.csv").write_text("class,right\nc,0\nb,0\n")
    assert run(["kumo", "chi-square", "runs.csv", "more.csv"]) == 0
    assert "6 instances in 3 classes: chi-square" in capsys.readouterr().out
    Path("scores.csv").write_text("model,kumo,other\nx,0.1,1\ny,0.2,2\nz,0.4,4\nw,,7\n")
    assert run(["kumo", "correlate", "scores.csv", "--out", "pictures"]) == 0
    assert "1.0000" in capsys.readouterr().out
    Path("scores.csv").write_text("model,kumo,kumo hard,other\nx,0.1,0.3,1\ny,0.2,0.2,2\nz,0.4,0.1,4\n")
    assert run(["kumo", "correlate", "scores.csv", "--score", "kumo", "--score", "kumo hard"]) == 0
    assert [line.split()[-2] for line in capsys.readouterr().out.splitlines()[1:]] == ["1.0000", "-0.9820"]
    for bad, said in (("class,right\na,yes\n", "write 1 or 0"), ("group,right\na,1\n", "no column 'class'")):
        Path("bad.csv").write_text(bad)
        assert run(["kumo", "chi-square", "bad.csv"]) == 1
        assert said in capsys.readouterr().err
    Path("one.json").write_text(colours().model_dump_json())
    assert run(["kumo", "split", "one.json", "--out", "none"]) == 1
    assert "--cut" in capsys.readouterr().err


def renamed(instance: Instance, seed: int) -> Instance:
    """The same game with other names, in another order."""
    draw = random.Random(seed)
    names = {name: f"n{i}" for i, name in enumerate(draw.sample(instance.truths, len(instance.truths)))}
    actions = {name: f"a{i}" for i, name in enumerate(draw.sample(instance.actions, len(instance.actions)))}
    table = {}
    for action, new in sorted(actions.items(), key=lambda pair: pair[1]):
        states = [s.model_copy(update={"rules_out": [names[t] for t in s.rules_out]}) for s in _table(instance, action)]
        table[new] = Outcomes(type="str", states=draw.sample(states, len(states)))
    return instance.model_copy(
        update={
            "truths": sorted(names.values()),
            "actions": sorted(actions.values()),
            "outcomes": table,
            "valid_truth": names[instance.valid[0]],
            "observations": {actions[a]: shown for a, shown in (instance.observations or {}).items()},
        }
    )


def _table(instance: Instance, action: str) -> list[OutcomeState]:
    return (instance.outcomes or {})[action].states


def test_a_renamed_game_has_the_same_key_and_others_have_others() -> None:
    drawn = list(islice(generate(colours(), Sizes(4, 6), 1), 60))
    keys = [structure_key(game_of(instance)) for instance in drawn]
    assert [structure_key(game_of(renamed(instance, n))) for n, instance in enumerate(drawn)] == keys
    assert len(set(keys)) > 40
    held = [held_out(key, 0.25) for key in {f"{n}" for n in range(400)}]
    assert 60 < sum(held) < 140


def test_a_tuning_set_shares_no_game_between_its_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pair.json").write_text(pair(colours(8, 6), parse_domain(small(), "test")).model_dump_json())
    Path("one.json").write_text(colours(8, 6).model_dump_json())
    sizes = ["--size", "4/4", "--test-size", "4/4", "--tests", "5", "--jobs", "1", "--policy", "greedy"]
    assert run(["kumo", "tuning-set", "one.json", "--out", "none", *sizes]) == 1
    assert run(["kumo", "tuning-set", "pair.json", "--count", "40", "--validation", "0.3", "--out", "t", *sizes]) == 0
    assert "no game to validate on" not in capsys.readouterr().out
    few = ["--count", "2", "--validation", "0.001"]
    assert run(["kumo", "tuning-set", "pair.json", *few, "--out", "few", *sizes]) == 0
    assert "no game to validate on: a structure is held out with chance 0.001" in capsys.readouterr().out
    lines = {name: Path(f"t/{name}.jsonl").read_text().splitlines() for name in ("train", "validation")}
    assert (len(lines["train"]) + len(lines["validation"]), bool(lines["validation"])) == (40, True)
    domain = read_domain(Path("t/pair_1.json"))
    played = islice(generate(domain, Sizes(4, 4), derive("golden", 1, 0)), 500)
    drawn = {instance.hash: structure_key(game_of(instance)) for instance in played}
    keys = {name: {drawn[json.loads(line)["instance"]] for line in found} for name, found in lines.items()}
    tests = {structure_key(game_of(i)) for _, i in whole_instances(Path("t/test_in_domain_4_4.jsonl"), None)}
    assert not keys["train"] & keys["validation"]
    assert not tests & (keys["train"] | keys["validation"])


@given(st.integers(0, 10**6))
def test_a_counterfactual_domain_is_the_same_game_and_no_truth_keeps_its_part(seed: int) -> None:
    domain = colours()
    made = counterfactual(domain, seed)
    before, after = signatures(domain), signatures(made)
    assert sorted(map(sorted, before.values())) == sorted(map(sorted, after.values()))
    assert made.truths == domain.truths
    moved = [truth for truth in domain.truths if before[truth] != after[truth]]
    alike = len(set(before.values())) < len(before)
    assert moved == domain.truths or alike
