SQUARES = 14
TRAPDOORS = {2: 7, 4: 11, 6: 1, 8: 13, 10: 5, 12: 3}


def describe() -> dict:
    return {"inputs": {"throws": "str"}, "checkpoints": 2}


def run(checkpoint, throws) -> None:
    place = 0
    highest = 0
    falls = 0
    for throw in throws:
        before = place
        landed = (place + int(throw)) % SQUARES
        # Only the square on which the move ends counts, and only one trapdoor.
        place = TRAPDOORS.get(landed, landed)
        highest = max(highest, place)
        if place < before:
            falls += 1
        checkpoint(1, place=place)
    checkpoint(2, highest=highest, falls=falls)


def sample_inputs(seed: int, count: int) -> list[dict]:
    # Texts of all lengths; a plain congruential sequence gives the throws.
    value = (seed * 2654435761 + 12345) % 2**32
    samples = []
    for k in range(max(0, count)):
        throws = ""
        for _ in range(11 - k % 11):
            value = (value * 1664525 + 1013904223) % 2**32
            # The upper bits, since the lower ones repeat soon.
            throws += "123"[(value >> 16) % 3]
        samples.append({"throws": throws})
    return samples
