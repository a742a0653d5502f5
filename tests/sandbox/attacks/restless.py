# threat: answering by hand, and going on computing after it
# expect: timeout
import os
import sys


def attack(target):
    frame = sys._getframe()
    while "number" not in frame.f_locals:
        frame = frame.f_back
    os.write(frame.f_locals["target"], b'[%d,[]]\n' % frame.f_locals["number"])
    while True:
        pass
