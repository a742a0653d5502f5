# threat: letting the interpreter write to the protocol's channel when a signal comes
# expect: nothing
import os
import signal


def attack(target):
    reached = []
    for descriptor in range(3, 64):
        for step in (
            lambda: os.set_blocking(descriptor, False),
            lambda: signal.set_wakeup_fd(descriptor, warn_on_full_buffer=False),
            lambda: signal.signal(signal.SIGUSR1, lambda *about: None),
            lambda: signal.raise_signal(signal.SIGCHLD),
        ):
            try:
                step()
                reached.append(descriptor)
            except (OSError, ValueError):
                pass
    return reached
