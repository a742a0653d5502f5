# threat: huge single reply without end, past the runner
# expect: protocol
import os


def attack(target):
    while True:
        for descriptor in range(3, 64):
            try:
                os.write(descriptor, b"x" * 100_000)
            except OSError:
                continue
