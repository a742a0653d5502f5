SHIFTS = (11, 14, 21, 4)
SUBSTITUTION = (
    7, 24, 2, 18, 12, 0, 22, 9, 16, 3, 25, 5, 20,
    1, 14, 21, 6, 11, 8, 23, 19, 4, 13, 17, 10, 15,
)


def blackbox(plaintext: str) -> str:
    result = []
    n = 0  # counts letters only
    for char in plaintext:
        if char == " ":
            result.append(char)
            continue
        base = ord("A") if "A" <= char <= "Z" else ord("a")
        s = (ord(char) - base + SHIFTS[n % 4]) % 26
        s = (3 * s + 10) % 26
        result.append(chr(base + SUBSTITUTION[s]))
        n += 1
    return "".join(result)
