def blackbox(plaintext: str) -> str:
    out = []
    distance = 1
    words = 0
    inside = False
    for c in plaintext:
        if c == " ":
            inside = False
            out.append(c)
            continue
        if not inside:
            inside = True
            words += 1
        shift = distance if words % 2 else -distance
        base = 65 if c.isupper() else 97
        out.append(chr((ord(c) - base + shift) % 26 + base))
        distance = 1 if c.lower() in "aeiou" else distance + 1
    return "".join(out)
