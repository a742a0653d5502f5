"""Puzzles written from their descriptions: what is hidden for a seed, the feedback on a query, the answer."""

from __future__ import annotations

import random
from typing import Any

from boxwright.blackboxes.words import common_words


class NumberGuessing:
    """A number from 0 to 100; queries within 15 of it are close."""

    @staticmethod
    def new_hidden(seed: int) -> dict[str, Any]:
        """One uniform draw."""
        return {"number": random.Random(seed).randint(0, 100)}

    @staticmethod
    def feedback(hidden: dict[str, Any], query: int, turn: int) -> str:
        """Close or Far."""
        return "Close" if -15 <= query - hidden["number"] <= 15 else "Far"

    @staticmethod
    def solution(hidden: dict[str, Any]) -> int:
        """The number."""
        return int(hidden["number"])


class Wordle:
    """A common word of eight letters; marks A, M, X."""

    @staticmethod
    def new_hidden(seed: int) -> dict[str, Any]:
        """One uniform draw from the sorted words of eight letters."""
        words = [word.upper() for word in common_words() if len(word) == 8]
        return {"word": random.Random(seed).choice(words)}

    @staticmethod
    def feedback(hidden: dict[str, Any], query: str, turn: int) -> str:
        """By counting: the k-th misplaced occurrence of a letter is marked while unmatched ones are left."""
        word = hidden["word"]
        marks = []
        for place, letter in enumerate(query):
            if word[place] == letter:
                marks.append("A")
                continue
            unmatched = sum(w == letter != q for w, q in zip(word, query, strict=True))
            earlier = sum(query[i] == letter != word[i] for i in range(place))
            marks.append("M" if earlier < unmatched else "X")
        return "".join(marks)

    @staticmethod
    def solution(hidden: dict[str, Any]) -> str:
        """The word."""
        return str(hidden["word"])


class HeavyCoin:
    """Sixteen coins, one of them heavier; of ten weighings in a row exactly one is told the wrong way round."""

    @staticmethod
    def new_hidden(seed: int) -> dict[str, Any]:
        """The coin, then for ten blocks of ten turns the place of the wrong reply."""
        rng = random.Random(seed)
        coin = rng.randint(1, 16)
        return {"coin": coin, "lies": [rng.randint(1, 10) for _ in range(10)]}

    @staticmethod
    def feedback(hidden: dict[str, Any], query: list[int], turn: int) -> str:
        """Imbalance if the coin is weighed, unless this turn's reply is inverted."""
        block, place = divmod(turn - 1, 10)
        wrong = hidden["lies"][block % 10] == place + 1
        return ("Balance", "Imbalance")[(hidden["coin"] in query) ^ wrong]

    @staticmethod
    def solution(hidden: dict[str, Any]) -> int:
        """The coin."""
        return int(hidden["coin"])


class NutsAndBolts:
    """Eight bolts and eight nuts of the sizes 1 to 8; three nuts are tried on three bolts in a turn."""

    @staticmethod
    def new_hidden(seed: int) -> dict[str, Any]:
        """The bolts' sizes shuffled, then the nuts'."""
        rng = random.Random(seed)
        bolts, nuts = list(range(1, 9)), list(range(1, 9))
        rng.shuffle(bolts)
        rng.shuffle(nuts)
        return {"bolts": bolts, "nuts": nuts}

    @staticmethod
    def feedback(hidden: dict[str, Any], query: list[list[int]], turn: int) -> str:
        """What each nut is for its bolt."""
        said = []
        for bolt, nut in query:
            over = hidden["nuts"][nut - 1] - hidden["bolts"][bolt - 1]
            said.append("equal" if over == 0 else "large" if over > 0 else "small")
        return ", ".join(said)

    @staticmethod
    def solution(hidden: dict[str, Any]) -> list[int]:
        """For each bolt the number of its nut."""
        return [hidden["nuts"].index(size) + 1 for size in hidden["bolts"]]


PUZZLES: dict[str, Any] = {
    "puzzle/heavy_coin_hard": HeavyCoin,
    "puzzle/number_guessing": NumberGuessing,
    "puzzle/nuts_and_bolts": NutsAndBolts,
    "puzzle/wordle": Wordle,
}
