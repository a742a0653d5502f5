RING = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
KEYWORD = "Jackal"


def blackbox(plaintext: str) -> str:
    shifts = [RING.index(letter) for letter in KEYWORD]
    result = []
    n = 0  # counts letters only
    for char in plaintext:
        if char == " ":
            result.append(char)
            continue
        number = RING.index(char) + shifts[n % len(shifts)]
        result.append(RING[number % len(RING)])
        n += 1
    return "".join(result)
