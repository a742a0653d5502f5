from string import ascii_lowercase, ascii_uppercase

RING = ascii_uppercase + ascii_lowercase
KEY = (9, 26, 28, 36, 26, 37)  # Jackal


def blackbox(plaintext):
    out = []
    count = 0
    for c in plaintext:
        if c == " ":
            out.append(c)
        else:
            out.append(RING[(RING.index(c) + KEY[count % len(KEY)]) % 52])
            count += 1
    return "".join(out)
