from string import ascii_lowercase, ascii_uppercase

RING = ascii_uppercase + ascii_lowercase


def blackbox(plaintext):
    previous = 27
    out = []
    for c in plaintext:
        if c == " ":
            out.append(c)
            continue
        previous = (RING.index(c) + previous) % 52
        out.append(RING[previous])
    return "".join(out)
