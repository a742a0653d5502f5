# The least and the greatest digit of each script.
SCRIPTS = {
    "A": (-1, 1),
    "B": (-1, 3),
    "C": (-4, 2),
    "D": (-2, 1),
    "E": (-3, 5),
    "F": (-1, 4),
    "G": (-5, 2),
    "H": (-7, 2),
    "K": (-1, 2),
}


def describe() -> dict:
    return {"inputs": {"n": "int", "script": "str"}, "checkpoints": 2}


def run(checkpoint, n, script) -> None:
    least, greatest = SCRIPTS[script]
    b = greatest - least + 1
    rest = n
    weight = 0
    places = 0
    while rest != 0:
        # The one digit from least to greatest with the remainder of rest;
        # % gives 0 to b - 1 here, also for a negative number on the left.
        digit = least + (rest - least) % b
        rest = (rest - digit) // b  # divides exactly
        weight += abs(digit)
        places += 1
        checkpoint(1, digit=digit, rest=rest)
    checkpoint(2, weight=weight, places=places)


def sample_inputs(seed: int, count: int) -> list[dict]:
    # 221 numbers and 9 scripts make 1989 inputs; 1000 has no common factor
    # with 1989, so the steps below meet each input once.
    names = list(SCRIPTS)
    total = 221 * len(names)
    samples = []
    for k in range(max(0, min(count, total))):
        number = (seed * 613 + k * 1000) % total
        samples.append({
            "n": number // len(names) - 110,
            "script": names[number % len(names)],
        })
    return samples
