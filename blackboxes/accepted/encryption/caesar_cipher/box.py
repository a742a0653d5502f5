def blackbox(plaintext):
    out = []
    for c in plaintext:
        if c == " ":
            continue
        base = ord("A") if c.isupper() else ord("a")
        out.append(chr(base + (ord(c) - base + 8) % 26))
    return "".join(out)
