def blackbox(plaintext):
    out = ""
    for c in plaintext:
        if c == " ":
            out += "0"
            continue
        rest = ord(c.lower()) - ord("a") + 1
        for weight in (8, 4, 2, 1):
            count, rest = divmod(rest, weight)
            out += str(count)
    return out
