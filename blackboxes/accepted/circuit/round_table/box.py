import random


def describe() -> dict:
    return {"inputs": 7, "gates": 88}


def _round(gates, votes):
    """Append the 28 gates of one round to gates; return the seven new votes."""
    new_votes = []
    for i in range(7):
        l = votes[(i - 1) % 7]
        m = votes[i]
        r = votes[(i + 1) % 7]
        either = l | r
        own = m & either
        both = l & r
        vote = own | both
        gates.extend([either, own, both, vote])
        new_votes.append(vote)
    return new_votes


def blackbox(bits: list[int]) -> list[int]:
    gates = []
    y = _round(gates, list(bits))
    z = _round(gates, y)
    z1, z2, z3, z4, z5, z6, z7 = z

    g57 = z1 & z2
    g58 = z1 | z2
    g59 = g57 & z3
    g60 = g58 & z3
    g61 = g57 | g60
    g62 = g58 | z3
    g63 = g59 & z4
    g64 = g61 & z4
    g65 = g59 | g64
    g66 = g62 & z4
    g67 = g61 | g66
    g68 = g62 | z4
    g69 = g65 & z5
    g70 = g63 | g69
    g71 = g67 & z5
    g72 = g65 | g71
    g73 = g68 & z5
    g74 = g67 | g73
    g75 = g72 & z6
    g76 = g70 | g75
    g77 = g74 & z6
    g78 = g72 | g77
    g79 = g78 & z7
    g80 = g63 & z5
    g81 = g80 & z6
    g82 = g81 & z7
    g83 = g68 | z5
    g84 = g83 | z6
    g85 = g84 | z7
    g86 = 1 - g85
    g87 = g82 | g86
    g88 = g76 | g79

    gates.extend([
        g57, g58, g59, g60, g61, g62, g63, g64,
        g65, g66, g67, g68, g69, g70, g71, g72,
        g73, g74, g75, g76, g77, g78, g79, g80,
        g81, g82, g83, g84, g85, g86, g87, g88,
    ])
    return gates


def sample_inputs(seed: int, count: int) -> list[list[int]]:
    # There are only 128 inputs: all of them, in a seeded order.
    inputs = [[(n >> k) & 1 for k in range(7)] for n in range(128)]
    random.Random(seed).shuffle(inputs)
    return inputs[:count]
