WEIGHTS = (34, 51, 58, 11, 35)  # from the most significant bit on


def blackbox(plaintext):
    sums = []
    for c in plaintext.lower():
        if c == " ":
            continue
        number = ord(c) - ord("a")
        bits = [(number >> shift) & 1 for shift in (4, 3, 2, 1, 0)]
        sums.append(sum(w for w, bit in zip(WEIGHTS, bits) if bit))
    return ",".join(str(s) for s in sums)
