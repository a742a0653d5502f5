def blackbox(plaintext):
    parts = []
    for c in plaintext:
        if c == " ":
            parts.append("0")
            continue
        number = ord(c.lower()) - ord("a") + 1
        eights, rest = divmod(number, 8)
        small = "".join(d for d in "124" if rest & int(d))
        parts.append(small + "8" * eights)
    return "".join(parts)
