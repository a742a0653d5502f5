# threat: a reply whose keys all have one hash, past the runner
# expect: protocol
import os
import sys


def attack(target):
    frame = sys._getframe()
    while "number" not in frame.f_locals:
        frame = frame.f_back
    keys = b",".join(b"%d" % (place * (2**61 - 1)) for place in range(11_000))
    line = b'[%d,{"$set":[%s]}]\n' % (frame.f_locals["number"], keys)
    for descriptor in range(3, 64):
        try:
            rest = line
            while rest:
                rest = rest[os.write(descriptor, rest) :]
        except OSError:
            continue
    return []
