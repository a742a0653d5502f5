# threat: finalisers and exit handlers that never return
# expect: timeout
import atexit
import sys
import weakref


class Last:
    def __del__(self):
        while True:
            pass


def attack(target):
    one = Last()
    one.self = one
    atexit.register(Last)
    weakref.finalize(attack, Last)
    sys.unraisablehook = sys.excepthook = lambda *about: Last()
    del one
    import gc

    gc.collect()
    return []
