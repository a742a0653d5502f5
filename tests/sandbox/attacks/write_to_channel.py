# threat: writing to the protocol's channel
# expect: protocol
import os


def attack(target):
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, b'{"id": 1, "value": "forged"}\n')
        except OSError:
            continue
    return []
