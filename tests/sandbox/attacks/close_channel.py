# threat: closing the protocol's channel
# expect: crashed
import os


def attack(target):
    os.closerange(0, 64)
    return []
