# threat: objects whose serialisation runs code
# expect: refused
def _run(*args, **kwargs):
    while True:
        pass


class Sly(dict):
    __iter__ = __len__ = keys = items = values = __getitem__ = __reduce__ = __reduce_ex__ = __str__ = __repr__ = _run
    __eq__ = __hash__ = __bool__ = __class_getitem__ = __getattribute__ = _run


def attack(target):
    return [1, {"a": Sly(b=1)}]
