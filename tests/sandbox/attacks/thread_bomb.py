# threat: thread bomb
# expect: nothing
import _thread
import time


def attack(target):
    made = []
    for _ in range(1000):
        try:
            made.append(_thread.start_new_thread(time.sleep, (60,)))
        except RuntimeError:
            break
    return made
