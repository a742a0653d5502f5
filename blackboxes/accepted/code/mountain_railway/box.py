HEIGHT_A = 430
HEIGHT_B = 1210
HEIGHT_C = 655
HEIGHT_D = 980
HEIGHT_E = 310
HEIGHT_F = 1575
HEIGHT_G = 865
HEIGHT_H = 1390
HEIGHT_I = 540
HEIGHT_J = 1105

HEIGHTS = {
    "a": HEIGHT_A,
    "b": HEIGHT_B,
    "c": HEIGHT_C,
    "d": HEIGHT_D,
    "e": HEIGHT_E,
    "f": HEIGHT_F,
    "g": HEIGHT_G,
    "h": HEIGHT_H,
    "i": HEIGHT_I,
    "j": HEIGHT_J,
}


def describe():
    return {"inputs": {"stops": "str"}, "checkpoints": 2}


def run(checkpoint, stops):
    ascent = 0
    climbs = []
    for begin, end in zip(stops, stops[1:]):
        climb = HEIGHTS[end] - HEIGHTS[begin]
        climbs.append(climb)
        if climb > 0:
            ascent += climb
        checkpoint(1, climb=climb, ascent=ascent)
    # The greatest climb may be negative: it is taken over the legs only.
    steepest = max(climbs)
    gain = HEIGHTS[stops[-1]] - HEIGHTS[stops[0]]
    checkpoint(2, steepest=steepest, gain=gain)


def sample_inputs(seed, count):
    # Texts of 2 to 7 letters from a small fixed sequence of numbers.
    letters = "abcdefghij"
    samples = []
    state = (seed * 7919 + 12345) % 2147483648
    for k in range(count):
        text = ""
        for _ in range(2 + k % 6):
            state = (state * 1103515245 + 12345) % 2147483648
            text += letters[(state // 65536) % len(letters)]
        samples.append({"stops": text})
    return samples
