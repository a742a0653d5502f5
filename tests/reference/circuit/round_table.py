"""Seven votes that twice become the majority of three neighbours, then counted."""

from __future__ import annotations


def blackbox(x: list[int]) -> list[int]:
    """The gates of counting are told by how many of the first votes are yes, not by one another."""
    gates: list[int] = []
    votes = list(x)
    for _ in range(2):
        after = []
        for i in range(7):
            left, own, right = votes[i - 1], votes[i], votes[(i + 1) % 7]
            some, both = int(left + right > 0), int(left + right == 2)
            after.append(int(left + own + right > 1))
            gates += [some, own & some, both, after[-1]]
        votes = after
    return gates + counting(votes)


def counting(z: list[int]) -> list[int]:
    """Gates 57 to 88; `at(n, k)` says whether at least k of the first n votes are yes."""

    def at(n: int, k: int) -> int:
        return int(sum(z[:n]) >= k)

    three = [at(2, 2), at(2, 1), at(3, 3), at(2, 1) * z[2], at(3, 2), at(3, 1)]
    four = [at(4, 4), at(3, 2) * z[3], at(4, 3), at(3, 1) * z[3], at(4, 2), at(4, 1)]
    five = [at(4, 3) * z[4], at(5, 4), at(4, 2) * z[4], at(5, 3), at(4, 1) * z[4], at(5, 2)]
    six = [at(5, 3) * z[5], at(6, 4), at(5, 2) * z[5], at(6, 3), at(6, 3) * z[6]]
    alike = [at(5, 5), at(6, 6), at(7, 7), at(5, 1), at(6, 1), at(7, 1), 1 - at(7, 1)]
    return [*three, *four, *five, *six, *alike, int(sum(z) in (0, 7)), at(7, 4)]
