from string import ascii_lowercase, ascii_uppercase

RING = ascii_uppercase + ascii_lowercase


def blackbox(plaintext):
    counts = [0] * 52
    counts[RING.index("H")] = 1
    out = []
    for c in plaintext:
        if c == " ":
            out.append(c)
            continue
        number = RING.index(c)
        shift = counts.index(max(counts))  # the lowest number wins a tie
        out.append(RING[(number + shift) % 52])
        counts[number] += 1
    return "".join(out)
