def describe() -> dict:
    return {"inputs": 9, "gates": 9}


def blackbox(bits: list[int]) -> list[int]:
    # x6 to x9 first, then x1 to x5; each OR of a wire with itself shows the wire.
    order = [5, 6, 7, 8, 0, 1, 2, 3, 4]
    return [bits[k] | bits[k] for k in order]
