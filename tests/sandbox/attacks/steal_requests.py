# threat: reading the requests that are not for it
# expect: timeout
import os


def attack(target):
    while True:
        for descriptor in range(3, 64):
            try:
                os.read(descriptor, 1 << 16)
            except OSError:
                continue
