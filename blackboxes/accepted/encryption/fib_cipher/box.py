import string

# The ring: a to z, then A to Z, then a again.
RING = string.ascii_lowercase + string.ascii_uppercase


def blackbox(plaintext):
    result = []
    current, following = 1, 1  # F(n) and F(n + 1) for the next letter
    for character in plaintext:
        if character == " ":
            # Blanks stay and do not advance the sequence.
            result.append(character)
            continue
        place = (RING.index(character) + current) % len(RING)
        result.append(RING[place])
        current, following = following, current + following
    return "".join(result)


def sample_inputs(seed, count):
    samples = [
        "aaaaaaa",
        "Zz",
        "a b",
        "a",
        "Z",
        " ",
        " a  b ",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "the Quick brown Fox",
        "zZ Zz  zZ",
    ]
    return samples[:count]
