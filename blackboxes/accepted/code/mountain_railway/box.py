HEIGHTS = {
    "e": 310,
    "a": 430,
    "i": 540,
    "c": 655,
    "g": 865,
    "d": 980,
    "j": 1105,
    "b": 1210,
    "h": 1390,
    "f": 1575,
}


def describe() -> dict:
    return {"inputs": {"stops": "str"}, "checkpoints": 2}


def run(checkpoint, stops) -> None:
    ascent = 0
    steepest = None  # no leg yet; it may become negative
    for begin, end in zip(stops, stops[1:]):
        climb = HEIGHTS[end] - HEIGHTS[begin]
        if climb > 0:
            ascent += climb
        if steepest is None or climb > steepest:
            steepest = climb
        checkpoint(1, climb=climb, ascent=ascent)
    # There are at least two stops, hence at least one leg.
    gain = HEIGHTS[stops[-1]] - HEIGHTS[stops[0]]
    checkpoint(2, steepest=steepest, gain=gain)


def sample_inputs(seed: int, count: int) -> list[dict]:
    # Texts of all lengths from 7 down to 2; a plain congruential sequence
    # gives the letters.
    letters = "abcdefghij"
    value = (seed * 2654435761 + 12345) % 2**32
    samples = []
    for k in range(max(0, count)):
        text = ""
        for _ in range(7 - k % 6):
            value = (value * 1664525 + 1013904223) % 2**32
            # The upper bits, since the lower ones repeat soon.
            text += letters[(value >> 16) % len(letters)]
        samples.append({"stops": text})
    return samples
