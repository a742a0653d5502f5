"""Six switches in a ring; a lamp is on if its switch differs from both neighbours."""

SIZE = 6


def describe() -> dict:
    return {"inputs": SIZE, "gates": 6 * SIZE}


def blackbox(bits: list[int]) -> list[int]:
    x = list(bits)
    # Neighbours wrap around: left of x1 is x6, right of x6 is x1.
    left = [(i - 1) % SIZE for i in range(SIZE)]
    right = [(i + 1) % SIZE for i in range(SIZE)]

    n = [1 - x[i] for i in range(SIZE)]
    p = [n[left[i]] & n[right[i]] for i in range(SIZE)]
    q = [x[left[i]] & x[right[i]] for i in range(SIZE)]
    r = [x[i] & p[i] for i in range(SIZE)]
    s = [n[i] & q[i] for i in range(SIZE)]
    lamps = [r[i] | s[i] for i in range(SIZE)]

    return n + p + q + r + s + lamps
