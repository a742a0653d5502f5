WEIGHTS = {
    "f": 2,
    "b": 4,
    "i": 6,
    "d": 8,
    "a": 11,
    "g": 14,
    "c": 17,
    "e": 23,
    "h": 29,
}
CAPACITY = 40


def describe() -> dict:
    return {"inputs": {"wares": "str"}, "checkpoints": 2}


def run(checkpoint, wares) -> None:
    load = 0
    trips = 1
    fullest = 0
    for piece in wares:
        weight = WEIGHTS[piece]
        # A load of exactly 40 is still carried.
        if load + weight > CAPACITY:
            load = 0
            trips += 1
        load += weight
        fullest = max(fullest, load)
        checkpoint(1, load=load, trips=trips)
    checkpoint(2, spare=CAPACITY - load, fullest=fullest)


def sample_inputs(seed: int, count: int) -> list[dict]:
    # Texts of all lengths; a plain congruential sequence gives the letters.
    letters = "abcdefghi"
    value = (seed * 2654435761 + 12345) % 2**32
    samples = []
    for k in range(max(0, count)):
        text = ""
        for _ in range(7 - k % 7):
            value = (value * 1664525 + 1013904223) % 2**32
            # The upper bits, since the lower ones repeat soon.
            text += letters[(value >> 16) % len(letters)]
        samples.append({"wares": text})
    return samples
