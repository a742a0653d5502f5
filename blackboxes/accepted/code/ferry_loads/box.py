CAPACITY = 40
WEIGHT_A = 11
WEIGHT_B = 4
WEIGHT_C = 17
WEIGHT_D = 8
WEIGHT_E = 23
WEIGHT_F = 2
WEIGHT_G = 14
WEIGHT_H = 29
WEIGHT_I = 6

WEIGHTS = {
    "a": WEIGHT_A,
    "b": WEIGHT_B,
    "c": WEIGHT_C,
    "d": WEIGHT_D,
    "e": WEIGHT_E,
    "f": WEIGHT_F,
    "g": WEIGHT_G,
    "h": WEIGHT_H,
    "i": WEIGHT_I,
}


def describe() -> dict:
    return {"inputs": {"wares": "str"}, "checkpoints": 2}


def run(checkpoint, wares) -> None:
    load = 0
    trips = 1
    fullest = 0
    for piece in wares:
        weight = WEIGHTS[piece]
        # The ferry crosses only if the piece would make it more than full.
        if load + weight > CAPACITY:
            load = 0
            trips += 1
        load += weight
        fullest = max(fullest, load)
        checkpoint(1, load=load, trips=trips)
    # What is left free on the last trip, which has not crossed yet.
    checkpoint(2, spare=CAPACITY - load, fullest=fullest)
