# threat: replacing the runner's own functions through gc and frames
# expect: crashed
# limits: call_seconds=5
import gc
import sys
import types


def _claim(*args, **kwargs):
    return '{"id": 0, "value": "mine"}'


def attack(target):
    frame = sys._getframe().f_back
    while frame is not None:
        names = frame.f_globals
        for name, value in list(names.items()):
            if isinstance(value, types.FunctionType):
                names[name] = _claim
        for value in frame.f_locals.values():
            for name in ("write_text", "lines", "function", "load"):
                if hasattr(type(value), name):
                    setattr(type(value), name, _claim)
        frame = frame.f_back
    for thing in gc.get_objects():
        if isinstance(thing, types.FunctionType) and thing.__code__.co_filename == "runner":
            thing.__code__ = _claim.__code__
    return []
