def describe() -> dict:
    return {"inputs": 9, "gates": 9}


def blackbox(bits: list[int]) -> list[int]:
    last = len(bits) - 1
    lamps = []
    for i, seat in enumerate(bits):
        # The row is no ring: only neighbours that exist have to be taken.
        neighbours = []
        if i > 0:
            neighbours.append(bits[i - 1])
        if i < last:
            neighbours.append(bits[i + 1])
        lamps.append(1 if seat == 0 and all(n == 1 for n in neighbours) else 0)
    return lamps
