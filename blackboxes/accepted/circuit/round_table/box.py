def describe() -> dict:
    return {"inputs": 7, "gates": 88}


def _round(votes, out):
    result = []
    for i in range(7):
        l, m, r = votes[i - 1], votes[i], votes[(i + 1) % 7]
        either = l | r
        kept = m & either
        both = l & r
        vote = kept | both
        out += [either, kept, both, vote]
        result.append(vote)
    return result


def blackbox(bits: list) -> list:
    out: list = []
    y = _round([int(b) for b in bits], out)
    z1, z2, z3, z4, z5, z6, z7 = _round(y, out)
    g = {}
    g[57] = z1 & z2
    g[58] = z1 | z2
    g[59] = g[57] & z3
    g[60] = g[58] & z3
    g[61] = g[57] | g[60]
    g[62] = g[58] | z3
    g[63] = g[59] & z4
    g[64] = g[61] & z4
    g[65] = g[59] | g[64]
    g[66] = g[62] & z4
    g[67] = g[61] | g[66]
    g[68] = g[62] | z4
    g[69] = g[65] & z5
    g[70] = g[63] | g[69]
    g[71] = g[67] & z5
    g[72] = g[65] | g[71]
    g[73] = g[68] & z5
    g[74] = g[67] | g[73]
    g[75] = g[72] & z6
    g[76] = g[70] | g[75]
    g[77] = g[74] & z6
    g[78] = g[72] | g[77]
    g[79] = g[78] & z7
    g[80] = g[63] & z5
    g[81] = g[80] & z6
    g[82] = g[81] & z7
    g[83] = g[68] | z5
    g[84] = g[83] | z6
    g[85] = g[84] | z7
    g[86] = 1 - g[85]
    g[87] = g[82] | g[86]
    g[88] = g[76] | g[79]
    return out + [g[i] for i in range(57, 89)]
