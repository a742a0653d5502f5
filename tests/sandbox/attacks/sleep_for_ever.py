# threat: sleep for ever
# expect: timeout
import time


def attack(target):
    while True:
        time.sleep(1000)
