TABLE = {
    "a": "AH", "b": "AA", "c": "XH", "d": "DA", "e": "ZH", "f": "HD", "g": "XA",
    "h": "DD", "i": "XD", "j": "XD", "k": "DZ", "l": "AX", "m": "ZA",
    "n": "HZ", "o": "DH", "p": "AZ", "q": "HA", "r": "ZD", "s": "HX", "t": "AD",
    "u": "XX", "v": "HH", "w": "ZX", "x": "XZ", "y": "ZZ", "z": "DX",
    " ": " ",
}


def blackbox(plaintext: str) -> str:
    return "".join(TABLE[char] for char in plaintext.lower())
