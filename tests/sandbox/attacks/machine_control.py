# threat: namespaces, mounts, keys, kernel modules, tracing, shared memory, limits of its own
# expect: nothing
import ctypes
import resource


def attack(target):
    libc = ctypes.CDLL(None)
    calls = {
        "unshare": 272, "setns": 308, "clone": 56, "clone3": 435, "mount": 165, "pivot_root": 155, "chroot": 161,
        "bpf": 321, "perf_event_open": 298, "keyctl": 250, "add_key": 248, "userfaultfd": 323, "shmget": 29,
        "msgget": 68, "semget": 64, "mq_open": 240, "inotify_init": 253, "fanotify_init": 300, "init_module": 175,
        "kexec_load": 246, "reboot": 169, "settimeofday": 164, "clock_settime": 227, "sethostname": 170,
        "personality": 135, "prctl": 157, "seccomp": 317, "landlock_create_ruleset": 444, "name_to_handle_at": 303,
        "open_by_handle_at": 304, "swapon": 167, "acct": 163, "syslog": 103, "iopl": 172, "modify_ldt": 154,
        "setuid": 105, "setgid": 106, "capset": 126, "setpriority": 141, "sched_setaffinity": 203, "setrlimit": 160,
        "timer_create": 222, "timerfd_create": 283, "signalfd": 282, "splice": 275, "sendfile": 40, "vmsplice": 278,
    }  # fmt: skip
    reached = [name for name, number in calls.items() if libc.syscall(number, 0, 0, 0, 0, 0, 0) >= 0]
    for limit in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE):
        for wanted in ((-1, -1), (1 << 20, 1 << 20), None):
            try:
                if wanted is None:
                    resource.getrlimit(limit)
                else:
                    resource.setrlimit(limit, wanted)
                reached.append(("limit", limit, wanted))
            except (OSError, ValueError):
                continue
    return reached
