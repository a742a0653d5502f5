def blackbox(plaintext):
    parts = []
    for character in plaintext:
        if character == " ":
            parts.append(" ")
        else:
            number = ord(character.lower()) - ord("a") + 1
            # The blank after a number comes in addition to copied blanks.
            parts.append(f"{number} ")
    return "".join(parts).strip(" ")


def sample_inputs(seed, count):
    samples = [
        "Dog",
        "tEsT",
        "a b",
        "Az  z",
        "a",
        "Z",
        " ",
        "     ",
        "  a  b  ",
        "zzzzzzzzzzzzzzzzzzzz",
        "abcdefghijklmnopqrst",
        "UVWXYZ uvwxyz",
        "The quick  brown Fox",
    ]
    return samples[:count]
