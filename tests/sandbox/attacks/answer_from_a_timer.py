# threat: answering while nothing is asked, from a signal's handler
# expect: protocol
import os
import signal
import sys
import time

calls = []


def answer(*about):
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, b'[%d,"forged"]\n' % calls[-1])
        except OSError:
            continue


def attack(target):
    frame = sys._getframe()
    while "number" not in frame.f_locals:
        frame = frame.f_back
    calls.append(frame.f_locals["number"] + 1)
    signal.signal(signal.SIGALRM, answer)
    signal.setitimer(signal.ITIMER_REAL, 0.03)
    if len(calls) > 1:
        time.sleep(0.2)
    return []
