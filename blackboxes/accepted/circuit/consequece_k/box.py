def describe() -> dict:
    return {"inputs": 10, "gates": 30}


def blackbox(bits: list[int]) -> list[int]:
    n = 10
    twos = [bits[i] & bits[(i + 1) % n] for i in range(n)]
    threes = [twos[i] & bits[(i + 2) % n] for i in range(n)]
    fours = [threes[i] & bits[(i + 3) % n] for i in range(n)]
    return twos + threes + fours
