# threat: putting something else in the place of the protocol's channel
# expect: crashed
import fcntl
import os


def attack(target):
    reader, writer = os.pipe()
    for descriptor in range(3, 64):
        if descriptor not in (reader, writer):
            try:
                reads = fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY
                os.dup2(reader if reads else writer, descriptor)
            except OSError:
                continue
    return []
