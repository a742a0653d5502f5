# threat: answering later calls ahead, with the right numbers
# expect: protocol
import os
import sys


def attack(target):
    frame = sys._getframe()
    while frame is not None and "number" not in frame.f_locals:
        frame = frame.f_back
    number = frame.f_locals["number"]
    forged = "".join(f'[{number + place},"forged"]\n' for place in range(3))
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, forged.encode())
        except OSError:
            continue
    return []
