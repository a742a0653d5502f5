RING = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def blackbox(plaintext: str) -> str:
    result = []
    n = 0  # counts letters only
    for char in plaintext:
        if char == " ":
            result.append(char)
            continue
        result.append(RING[(RING.index(char) + n) % len(RING)])
        n += 1
    return "".join(result)
