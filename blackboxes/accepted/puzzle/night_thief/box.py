import random

HOUSES = 40


def new_hidden(seed: int):
    rng = random.Random(seed)
    first = rng.randint(1, 40)
    step = rng.randint(1, 39)
    return {"first": first, "step": step}


def feedback(hidden, query, turn: int):
    # His house of this night, not yet wrapped; turn 1 is the first night.
    house = hidden["first"] + hidden["step"] * (turn - 1)
    upwards = (query - house) % HOUSES
    distance = min(upwards, HOUSES - upwards)
    if distance == 0:
        return "There"
    if distance <= 3:
        return "Near"
    return "Far"


def solution(hidden):
    return {"first": hidden["first"], "step": hidden["step"]}


def sample_inputs(seed: int, count: int) -> list:
    # Every house once, in mixed order.
    houses = list(range(1, HOUSES + 1))
    random.Random(seed).shuffle(houses)
    return houses[:max(count, 0)]
