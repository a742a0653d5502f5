RING = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
FIRST_SHIFT = 27


def blackbox(plaintext: str) -> str:
    result = []
    shift = FIRST_SHIFT
    for char in plaintext:
        if char == " ":
            result.append(char)
            continue
        # The number that comes out is the shift of the next letter.
        shift = (RING.index(char) + shift) % len(RING)
        result.append(RING[shift])
    return "".join(result)
