from string import ascii_letters  # a..z, then A..Z


def blackbox(plaintext):
    out = []
    n = 0
    for c in plaintext:
        if c == " ":
            out.append(c)
            continue
        out.append(ascii_letters[(ascii_letters.index(c) + n) % 52])
        n += 1
    return "".join(out)
