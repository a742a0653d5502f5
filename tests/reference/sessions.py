"""Free-form black-boxes written from their descriptions: how a session opens, what comes back, what is asked."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

State = dict[str, Any]
Question = dict[str, Any]


class HiddenAutomaton:
    """A finite automaton with six states that accepts or rejects after every letter."""

    @staticmethod
    def open(seed: int) -> State:
        """Draw automata until one is minimal."""
        rng = random.Random(seed)
        while True:
            following = [[rng.randrange(6), rng.randrange(6)] for _ in range(6)]
            accepting = sorted(rng.sample(range(6), 3))
            if minimal(following, accepting):
                return {"next": following, "accepting": accepting, "asked": []}

    @staticmethod
    def explore(state: State, text: str) -> tuple[State, str]:
        """One letter A or R per letter sent."""
        return {**state, "asked": [*state["asked"], text]}, verdicts(state, text)

    @staticmethod
    def questions(state: State, seed: int, count: int) -> list[Question]:
        """Texts of 12 letters that begin no text asked before."""
        rng = random.Random(seed)
        chosen: list[str] = []
        while len(chosen) < count:
            text = "".join(rng.choice("ab") for _ in range(12))
            if text not in chosen and not any(asked.startswith(text) for asked in state["asked"]):
                chosen.append(text)
        prompt = "What comes back for this text? "
        return [{"prompt": prompt + t, "answer": verdicts(state, t), "comparator": "text"} for t in chosen]


def verdicts(state: State, text: str) -> str:
    """Run the automaton."""
    at, said = 0, ""
    for letter in text:
        at = state["next"][at]["ab".index(letter)]
        said += "A" if at in state["accepting"] else "R"
    return said


def minimal(following: list[list[int]], accepting: list[int]) -> bool:
    """Whether all states are reached from 0, and Moore's refinement leaves every state alone."""
    reached, waiting = {0}, [0]
    while waiting:
        new = set(following[waiting.pop()]) - reached
        reached |= new
        waiting += sorted(new)
    size = len(following)
    block: list[Any] = [number in accepting for number in range(size)]
    for _ in range(size):
        block = [(block[number], *(block[end] for end in following[number])) for number in range(size)]
        block = [sorted(set(block)).index(mark) for mark in block]
    return len(reached) == size and len(set(block)) == size


class CellularAutomaton:
    """A row of cells, one generation per query; the rule and what lies beyond the ends are drawn."""

    @staticmethod
    def open(seed: int) -> State:
        """Rule number in Wolfram's counting, and whether the ends are joined."""
        rng = random.Random(seed)
        rule = rng.choice([22, 30, 45, 54, 60, 73, 90, 105, 106, 110, 122, 126, 146, 150])
        return {"rule": rule, "ring": rng.randrange(2) == 1}

    @staticmethod
    def explore(state: State, text: str) -> tuple[State, str]:
        """The next generation."""
        return state, generation(state, text)

    @staticmethod
    def questions(state: State, seed: int, count: int) -> list[Question]:
        """Rows of twelve cells, three generations on."""
        rng = random.Random(seed)
        chosen: list[str] = []
        while len(chosen) < count:
            row = "".join(rng.choice("01") for _ in range(12))
            if row not in chosen and row not in ("0" * 12, "1" * 12):
                chosen.append(row)
        asked = []
        for row in chosen:
            after = row
            for _ in range(3):
                after = generation(state, after)
            prompt = f"Which row comes three generations after this one? {row}"
            asked.append({"prompt": prompt, "answer": after, "comparator": "exact"})
        return asked


def generation(state: State, row: str) -> str:
    """Look every neighbourhood up in the rule's bits."""
    ends = (row[-1], row[0]) if state["ring"] else ("0", "0")
    padded = ends[0] + row + ends[1]
    return "".join(str(state["rule"] >> int(padded[i : i + 3], 2) & 1) for i in range(len(row)))


class HiddenOrder:
    """Words are sorted by a criterion that is drawn."""

    @staticmethod
    def open(seed: int) -> State:
        """An alphabet, a first key, a reading direction."""
        rng = random.Random(seed)
        letters = list("abcdef")
        rng.shuffle(letters)
        first = rng.choice(["none", "short", "long", "few"])
        return {"letters": "".join(letters), "first": first, "backwards": rng.randrange(2) == 1}

    @staticmethod
    def explore(state: State, text: str) -> tuple[State, str]:
        """Sort the words."""
        return state, " ".join(in_order(state, text.split(" "))) or "-"

    @staticmethod
    def questions(state: State, seed: int, count: int) -> list[Question]:
        """Five words that are not in order already."""
        rng = random.Random(seed)
        asked: list[Question] = []
        while len(asked) < count:
            words: list[str] = []
            while len(words) < 5:
                word = "".join(rng.choice("abcdef") for _ in range(rng.randint(1, 4)))
                if word not in words:
                    words.append(word)
            answer = in_order(state, words)
            prompt = "In which order do these words come back? " + " ".join(words)
            question = {"prompt": prompt, "answer": answer, "comparator": "sequence"}
            if answer != words and question not in asked:
                asked.append(question)
        return asked


def in_order(state: State, words: list[str]) -> list[str]:
    """Sort by the first key, then by the letters."""

    def key(word: str) -> tuple[int, list[int]]:
        firsts = {"none": 0, "short": len(word), "long": -len(word), "few": word.count(state["letters"][0])}
        read = word[::-1] if state["backwards"] else word
        return firsts[state["first"]], [state["letters"].index(letter) for letter in read]

    return sorted((word for word in words if word), key=key)


class UnknownGraph:
    """Twelve nodes and fourteen edges; a walk of nodes is answered by distances."""

    @staticmethod
    def open(seed: int) -> State:
        """A tree whose nodes hang on one of the three before them, and three more edges."""
        rng = random.Random(seed)
        order = list(range(12))
        rng.shuffle(order)
        edges = [sorted([order[i], order[rng.randrange(max(0, i - 3), i)]]) for i in range(1, 12)]
        while len(edges) < 14:
            edge = sorted(rng.sample(range(12), 2))
            if edge not in edges:
                edges.append(edge)
        return {"edges": sorted(edges), "asked": []}

    @staticmethod
    def explore(state: State, text: str) -> tuple[State, str]:
        """The distances between neighbours of the text."""
        asked = sorted({*state["asked"], *pairs(text)})
        return {**state, "asked": asked}, " ".join(map(str, distances(state, text))) or "-"

    @staticmethod
    def questions(state: State, seed: int, count: int) -> list[Question]:
        """Walks of five nodes, of new pairs as far as a hundred draws find them."""
        rng = random.Random(seed)
        walks: list[str] = []
        while len(walks) < count:
            for _ in range(100):
                walk = "".join("abcdefghijkl"[number] for number in rng.sample(range(12), 5))
                if walk not in walks and not set(pairs(walk)) & set(state["asked"]):
                    break
            walks.append(walk)
        prompt = "Which distances come back for this walk? "
        return [{"prompt": prompt + w, "answer": distances(state, w), "comparator": "sequence"} for w in walks]


def pairs(text: str) -> list[str]:
    """The pairs of different nodes that follow each other in a text, each in alphabetical order."""
    return ["".join(sorted(pair)) for pair in pairwise(text) if pair[0] != pair[1]]


def distances(state: State, text: str) -> list[int]:
    """Shortest ways, by Floyd and Warshall."""
    far = [[0 if i == j else 99 for j in range(12)] for i in range(12)]
    for i, j in state["edges"]:
        far[i][j] = far[j][i] = 1
    for k in range(12):
        far = [[min(far[i][j], far[i][k] + far[k][j]) for j in range(12)] for i in range(12)]
    numbers = ["abcdefghijkl".index(node) for node in text]
    return [far[i][j] for i, j in pairwise(numbers)]


SESSIONS: dict[str, Any] = {
    "freeform/cellular_automaton": CellularAutomaton,
    "freeform/hidden_automaton": HiddenAutomaton,
    "freeform/hidden_order": HiddenOrder,
    "freeform/unknown_graph": UnknownGraph,
}
