"""Bits where hypotheses are listed or enumerated: against brute force, and for players that ask as well as can be."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from itertools import combinations, permutations, product
from math import log2
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwright.blackboxes.families.encryption.tables import _bits
from boxwright.blackboxes.records import TurnRecord
from boxwright.harness.players.solvers.counting import Listed
from boxwright.harness.players.solvers.freeform.automata import Automata, everything, structures
from boxwright.harness.players.solvers.puzzle.matching import Matching
from boxwright.harness.players.solvers.puzzle.strategy import PuzzleStrategy


def turn(number: int, query: Any, value: Any) -> TurnRecord:
    return TurnRecord(chapter=1, number=number, query=query, value=value)


def entropy(values: Sequence[Hashable]) -> float:
    return -sum(n / len(values) * log2(n / len(values)) for n in Counter(values).values())


def information(pairs: Sequence[tuple[Hashable, Hashable]]) -> float:
    """I(answer; back) of equally likely pairs, as H(answer) + H(back) - H(both)."""
    answers, backs = zip(*pairs, strict=True)
    return entropy(answers) + entropy(backs) - entropy(pairs)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_whoever_asks_best_has_all_that_any_query_could_have_told_and_nobody_more(data: st.DataObject) -> None:
    """Hypothesis h says table[q][h]; several hypotheses may have the same answer, and differ in noise."""
    size, queries = data.draw(st.integers(1, 8)), data.draw(st.integers(1, 5))
    rows = st.lists(st.integers(0, 2), min_size=size, max_size=size)
    table = data.draw(st.lists(rows, min_size=queries, max_size=queries))
    answers = data.draw(rows)
    hidden = data.draw(st.integers(0, size - 1))
    counted = Listed(
        range(size), lambda h, q, _: table[q][h], lambda left, rng: range(queries), True, lambda h: answers[h]
    )
    for best in (True, False):
        left, turns = list(range(size)), []
        for number in range(1, 5):
            told = [information([(answers[h], table[q][h]) for h in left]) for q in range(queries)]
            query = max(range(queries), key=told.__getitem__) if best else data.draw(st.integers(0, queries - 1))
            turns.append(turn(number, query, table[query][hidden]))
            gain = (counted.gains(turns) or [])[-1]
            assert gain.expected == pytest.approx(told[query], abs=1e-9) and gain.most == pytest.approx(
                max(told), abs=1e-9
            )
            assert 0.0 <= gain.expected <= gain.most + 1e-12 and gain.reached is None
            after = [h for h in left if table[query][h] == table[query][hidden]]
            bits = entropy([answers[h] for h in left]) - entropy([answers[h] for h in after])
            assert gain.bits == pytest.approx(bits, abs=1e-9)
            left = after
    assert counted.gains([turn(1, 0, "no hypothesis says so")]) is None


def test_the_best_weighing_is_found_among_all_pairs_of_pans() -> None:
    public = "two sets of coins (their numbers from 1 to 5) ... in exactly one of the turns 1 to 10 it is wrong"
    counted = PuzzleStrategy.counted({}, public)
    assert isinstance(counted, Listed) and counted.largest is not None
    pans = [list(s) for size in range(1, 5) for s in combinations(range(1, 6), size)]
    pairs = [{"left": a, "right": b} for a in pans for b in pans if not set(a) & set(b)]
    asked = [turn(1, {"left": [1], "right": [2]}, "Imbalance"), turn(2, {"left": [1], "right": [3]}, "Balance")]
    asked += [turn(3, {"left": [5], "right": [4]}, "Balance"), turn(4, {"left": [5], "right": [3, 4]}, "Imbalance")]
    gains = counted.gains(asked)
    assert gains is not None
    left = list(counted.hypotheses)
    for made, gain in zip(asked, gains, strict=True):
        told = {str(p): information([(h[0], counted.tells(h, p, made.number)) for h in left]) for p in pairs}
        assert gain.most == pytest.approx(max(told.values())) and gain.expected == pytest.approx(told[str(made.query)])
        left = [h for h in left if counted.tells(h, made.query, made.number) == made.value]
    assert counted.gains([turn(21, {"left": [1], "right": [2]}, "Balance")]) is None  # the listed lies do not say


def test_numbers_are_counted_exactly_and_words_within_a_bound() -> None:
    numbers = PuzzleStrategy.counted({}, 'A number from 0 to 9 is hidden; "Far" if it differs by more than 1')
    assert numbers is not None
    (gain,) = numbers.gains([turn(1, 4, "Close")]) or []
    assert gain.bits == pytest.approx(log2(10 / 3)) and gain.reached is None
    assert gain.expected == gain.most == pytest.approx(entropy([1] * 3 + [0] * 7))
    words = PuzzleStrategy.counted({}, "A common English word of five letters is hidden; marks are given first to ...")
    assert words is not None
    (gain,) = words.gains([turn(1, "AAAAA", "XXXXX")]) or []
    assert gain.reached is not None and 0.0 < gain.expected < gain.reached <= gain.most


def test_nuts_and_bolts_against_all_layouts() -> None:
    """Three of each, two pairs a query: 3! 3! layouts, each a size for every bolt and every nut."""
    layouts = [(b, n) for b in permutations(range(3)) for n in permutations(range(3))]
    words = {-1: "small", 0: "equal", 1: "large"}

    def feedback(layout: Any, query: Any) -> str:
        bolts, nuts = layout
        signs = ((nuts[n - 1] > bolts[b - 1]) - (nuts[n - 1] < bolts[b - 1]) for b, n in query)
        return ", ".join(words[sign] for sign in signs)

    turns = [turn(n, q, feedback(layouts[7], q)) for n, q in enumerate([[[1, 1], [2, 3]], [[1, 2], [1, 2]]], start=1)]
    gains = Matching(3, 2, random.Random(1)).gains(turns)
    assert gains is not None
    left = layouts
    for made, gain in zip(turns, gains, strict=True):
        kept = [layout for layout in left if feedback(layout, made.query) == made.value]
        assert gain.bits == pytest.approx(log2(len(left) / len(kept)))
        assert gain.expected == pytest.approx(entropy([feedback(layout, made.query) for layout in left]))
        best = max(
            entropy([feedback(layout, pairs) for layout in left])
            for pairs in combinations(product((1, 2, 3), repeat=2), 2)
        )
        assert gain.reached is not None and gain.expected <= gain.reached <= best + 1e-9 <= gain.most + 2e-9
        left = kept


def all_automata(states: int, accepting: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every automaton, its states numbered in every way: all reachable from 0, no two doing the same."""
    found = []
    texts = [t for length in range(states + 1) for t in product((0, 1), repeat=length)]
    for leads in product(range(states), repeat=2 * states):
        for accepts in combinations(range(states), accepting):
            reached, does = {0}, defaultdict(list)
            for text in texts:
                for start in range(states):
                    state = start
                    for letter in text:
                        state = leads[2 * state + letter]
                    does[start].append(state in accepts)
                    if start == 0:
                        reached.add(state)
            if len(reached) == states and len({tuple(does[s]) for s in does}) == states:
                found.append((leads, accepts))
    return found


def says(automaton: Any, text: str) -> str:
    (leads, accepts), state, said = automaton, 0, ""
    for letter in text:
        state = leads[2 * state + "ab".index(letter)]
        said += "A" if state in accepts else "R"
    return said


def test_automata_are_enumerated_once_each() -> None:
    assert [len(structures(n)) for n in (1, 2, 3, 4)] == [1, 12, 216, 5248]  # known numbers of such automata
    listed = all_automata(3, 1)
    assert everything(3, 1).count() * 2 == len(listed)  # two ways to number the states that are not the first
    counted, hidden = Automata(3, 1, "AR", longest=4), listed[-1]
    turns = [turn(n, text, says(hidden, text)) for n, text in enumerate(("abba", "ab", "aabb"), start=1)]
    gains, left = counted.gains(turns), listed
    assert gains is not None
    for made, gain in zip(turns, gains, strict=True):
        kept = [automaton for automaton in left if says(automaton, made.query) == made.value]
        assert gain.bits == pytest.approx(log2(len(left) / len(kept)))
        assert gain.expected == pytest.approx(entropy([says(automaton, made.query) for automaton in left]))
        texts = ["".join(t) for length in (1, 2, 3, 4) for t in product("ab", repeat=length)]
        best = max(entropy([says(automaton, text) for automaton in left]) for text in texts)
        assert gain.reached is not None and gain.expected <= gain.reached <= best + 1e-9 <= gain.most + 2e-9
        left = kept
    assert counted.gains([turn(1, "a", "A"), turn(2, "a", "R")]) is None


def test_a_table_of_letters_is_counted_as_permutations() -> None:
    for letters in (1, 2, 4):
        for new in range(letters + 1):
            ways = len({order[:new] for order in permutations(range(letters))})
            assert _bits(letters, new) == pytest.approx(log2(ways))
