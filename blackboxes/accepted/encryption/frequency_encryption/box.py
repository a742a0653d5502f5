RING = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def blackbox(plaintext: str) -> str:
    counts = [0] * len(RING)
    counts[RING.index("H")] = 1
    result = []
    for char in plaintext:
        if char == " ":
            result.append(char)
            continue
        number = RING.index(char)
        # index finds the first, so the lowest number among the most frequent
        shift = counts.index(max(counts))
        result.append(RING[(number + shift) % len(RING)])
        counts[number] += 1
    return "".join(result)
