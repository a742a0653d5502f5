# threat: an exception whose str, class and traceback misbehave
# expect: raised
class Meta(type):
    def __getattribute__(cls, name):
        raise SystemExit(name)


class Sly(BaseException, metaclass=Meta):
    def __str__(self):
        raise SystemExit

    def __getattribute__(self, name):
        raise KeyboardInterrupt


def attack(target):
    raise Sly
