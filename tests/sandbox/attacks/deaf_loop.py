# threat: endless loop that catches everything and ignores all signals
# expect: timeout
import signal


def attack(target):
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            continue
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
