import random


def describe() -> dict:
    return {"inputs": 8, "gates": 5}


def blackbox(bits: list[int]) -> list[int]:
    # Four juries of five neighbouring judges; the row is no ring.
    juries = [1 if sum(bits[i:i + 5]) >= 3 else 0 for i in range(4)]
    agreement = 1 if sum(juries) in (0, 4) else 0
    return juries + [agreement]


def sample_inputs(seed: int, count: int) -> list[list[int]]:
    numbers = list(range(256))
    random.Random(seed).shuffle(numbers)
    return [[(n >> i) & 1 for i in range(8)] for n in numbers[:max(0, count)]]
