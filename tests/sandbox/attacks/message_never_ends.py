# threat: an exception whose str never returns
# expect: timeout
class Sly(Exception):
    def __str__(self):
        while True:
            pass

    __repr__ = __str__


def attack(target):
    raise Sly
