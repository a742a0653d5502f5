# threat: letting the interpreter write to the protocol's channel when a signal comes
# expect: protocol
import os
import signal


def attack(target):
    for descriptor in range(3, 64):
        try:
            os.set_blocking(descriptor, False)
        except OSError:
            pass
        try:
            signal.set_wakeup_fd(descriptor, warn_on_full_buffer=False)
            signal.raise_signal(signal.SIGCHLD)
            signal.signal(signal.SIGUSR1, lambda *about: None)
            signal.raise_signal(signal.SIGUSR1)
        except (OSError, ValueError):
            pass
    return []
