LEAST_B = -1
LEAST_C = -4
LEAST_D = -2
LEAST_E = -3
LEAST_F = -1
LEAST_G = -5
LEAST_H = -7
LEAST_K = -1

# script -> (least digit, how many digits)
SCRIPTS = {
    "A": (-1, 3),
    "B": (LEAST_B, 5),
    "C": (LEAST_C, 7),
    "D": (LEAST_D, 4),
    "E": (LEAST_E, 9),
    "F": (LEAST_F, 6),
    "G": (LEAST_G, 8),
    "H": (LEAST_H, 10),
    "K": (LEAST_K, 4),
}


def describe():
    return {"inputs": {"n": "int", "script": "str"}, "checkpoints": 2}


def run(checkpoint, n, script):
    least, b = SCRIPTS[script]
    rest = n
    weight = 0
    places = 0
    while rest != 0:
        # The one digit from least to least + b - 1 with the remainder of rest.
        digit = least + (rest - least) % b
        # rest - digit is divisible by b, so this division is exact.
        rest = (rest - digit) // b
        weight += abs(digit)
        places += 1
        checkpoint(1, digit=digit, rest=rest)
    checkpoint(2, weight=weight, places=places)


def sample_inputs(seed, count):
    # Walk through all pairs of number and script with a fixed stride;
    # 221 * 9 = 1989 pairs, and 1000 has no factor in common with 1989.
    scripts = sorted(SCRIPTS)
    numbers = list(range(-110, 111))
    total = len(numbers) * len(scripts)
    samples = []
    for k in range(min(count, total)):
        index = (seed * 37 + k * 1000) % total
        samples.append({
            "n": numbers[index // len(scripts)],
            "script": scripts[index % len(scripts)],
        })
    return samples
