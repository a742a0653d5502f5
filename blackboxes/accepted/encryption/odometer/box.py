VOWELS = "aeiou"


def blackbox(plaintext: str) -> str:
    fast, slow = 1, 0
    out = []
    for c in plaintext:
        if c == " ":
            out.append(c)
            continue
        base = 65 if c.isupper() else 97
        out.append(chr((ord(c) - base + 3 * fast + slow) % 26 + base))
        fast += 2 if c.lower() in VOWELS else 1
        if fast >= 7:
            fast -= 7
            slow += 5
    return "".join(out)
