# threat: a reply that comes byte by byte and never ends
# expect: timeout
import os
import time


def attack(target):
    while True:
        for descriptor in range(3, 64):
            try:
                os.write(descriptor, b" ")
            except OSError:
                continue
        time.sleep(0.02)
