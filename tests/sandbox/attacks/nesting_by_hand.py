# threat: a reply with fifty thousand lists in each other, past the runner
# expect: protocol
import os
import sys


def attack(target):
    frame = sys._getframe()
    while "number" not in frame.f_locals:
        frame = frame.f_back
    line = b"[%d,%s]\n" % (frame.f_locals["number"], b"[" * 50_000 + b"]" * 50_000)
    for descriptor in range(3, 64):
        try:
            rest = line
            while rest:
                rest = rest[os.write(descriptor, rest) :]
        except OSError:
            continue
    return []
