# threat: tracing the runner's own code, and raising in the middle of it
# expect: raised
import sys


def spoil(frame, event, argument):
    if frame.f_code.co_filename == "runner":
        raise SystemExit
    return spoil


def attack(target):
    frame = sys._getframe().f_back
    while frame is not None:
        frame.f_trace = spoil
        frame = frame.f_back
    sys.settrace(spoil)
    sys.setprofile(spoil)
    return []
