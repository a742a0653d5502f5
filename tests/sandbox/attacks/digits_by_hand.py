# threat: a reply with an integer of a hundred thousand digits, past the runner
# expect: protocol
import os
import sys


def attack(target):
    frame = sys._getframe()
    while "number" not in frame.f_locals:
        frame = frame.f_back
    line = b"[%d,%s]\n" % (frame.f_locals["number"], b"9" * 100_000)
    for descriptor in range(3, 64):
        try:
            rest = line
            while rest:
                rest = rest[os.write(descriptor, rest) :]
        except OSError:
            continue
    return []
