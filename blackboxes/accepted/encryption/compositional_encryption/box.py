KEY = (11, 14, 21, 4)
LIST = (7, 24, 2, 18, 12, 0, 22, 9, 16, 3, 25, 5, 20, 1, 14, 21, 6, 11, 8, 23, 19, 4, 13, 17, 10, 15)


def blackbox(plaintext):
    out = []
    n = 0
    for c in plaintext:
        if c == " ":
            out.append(c)
            continue
        base = ord("A") if c.isupper() else ord("a")
        s = (ord(c) - base + KEY[n % 4]) % 26
        s = (3 * s + 10) % 26
        out.append(chr(base + LIST[s]))
        n += 1
    return "".join(out)
