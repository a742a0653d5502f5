"""The Docker launchers' image: Python and its standard library, nothing else; the runner is sent in at start.

There are three ways to get it, all under one tag: from Debian packages (no image registry; no shell inside), from an
official Python image where a registry is reachable, or from a file that `save` wrote on another machine.
"""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from boxwright.sandbox.api import SandboxUnavailable
from boxwright.sandbox.engine import failures

if TYPE_CHECKING:
    from docker import DockerClient

REPOSITORY = "boxwright-sandbox"
RECIPE_LABEL, ORIGIN_LABEL = "boxwright.recipe", "boxwright.origin"
USER = "60001:60001"
"""An id that no system assigns; 65534 is `nobody`, who owns files on some."""

REVISION = "2"
"""Raised when the build steps change in a way that the rest of the recipe would not show."""
DEBIAN_RELEASE = "bookworm"
DEBIAN_PACKAGES = (
    *("libc6", "libgcc-s1", "zlib1g", "libexpat1", "libbz2-1.0", "liblzma5", "libffi8", "libssl3", "libuuid1"),
    *("libcrypt1", "libsqlite3-0", "libpython3.11-minimal", "libpython3.11-stdlib", "python3.11-minimal"),
)
DEBIAN_PYTHON = "/usr/bin/python3.11"
BUILD_MB = 100
"""Disk space that a build needs at most; two more copies exist in memory and in the engine's own folder."""
LIBRARY = "usr/lib/python3.11"
UNUSED = ("usr/share", "etc", "var", "usr/lib/valgrind", "usr/share/binfmts")
BASE = "python:3.12-slim"
"""The official image for `build_from_base`. Not tested by the project, whose CI reaches no registry."""
DOCKERFILE = """\
FROM {base}
RUN rm -rf /usr/local/lib/python3*/site-packages /usr/local/bin/pip* /root /home /var /opt /srv
ENTRYPOINT ["/usr/local/bin/python3"]
"""


def recipe() -> str:
    """Return the hash that names the image: a changed recipe needs a new build."""
    parts = [REVISION, DEBIAN_RELEASE, *DEBIAN_PACKAGES, DEBIAN_PYTHON, *UNUSED, BASE, DOCKERFILE, USER]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def tag() -> str:
    """Return the image's full name."""
    return f"{REPOSITORY}:{recipe()}"


def is_present(client: DockerClient) -> bool:
    """Does the engine have the image of the current recipe? Raises: SandboxUnavailable."""
    from docker.errors import ImageNotFound

    with failures("say which images it has"):
        try:
            return client.images.get(tag()).labels.get(RECIPE_LABEL) == recipe()
        except ImageNotFound:
            return False


def ensure_image(client: DockerClient) -> str:
    """Return the image's name, building it if it is missing. Raises: SandboxUnavailable."""
    if not is_present(client):
        build(client)
    return tag()


def build(client: DockerClient, origin: str = "auto") -> None:
    """Build from `debian` packages or from a `registry`; `auto` uses the packages on Debian, else the registry.

    Raises: SandboxUnavailable.
    """
    if origin == "debian" or (origin == "auto" and _is_debian()):
        build_from_debian(client)
    else:
        build_from_base(client)


def size(client: DockerClient) -> int:
    """Return the image's size in bytes. Raises: SandboxUnavailable."""
    with failures("say how large its image is"):
        return int(client.images.get(tag()).attrs["Size"])


def build_from_debian(client: DockerClient) -> None:
    """Assemble the image from Debian packages that apt fetches. Raises: SandboxUnavailable."""
    if not _is_debian():
        raise SandboxUnavailable(
            f"building from packages needs Debian {DEBIAN_RELEASE} with apt; build from a base image"
        )
    archive = _assemble()
    changes = [
        f"ENTRYPOINT {json.dumps([DEBIAN_PYTHON])}",
        f"USER {USER}",
        f"LABEL {RECIPE_LABEL}={recipe()} {ORIGIN_LABEL}=debian",
    ]
    with failures("import the image"):
        answer = client.api.import_image_from_data(archive, repository=REPOSITORY, tag=recipe(), changes=changes)
    if '"error"' in str(answer):
        raise SandboxUnavailable(f"the Docker engine did not import the image: {answer}")


def _assemble() -> bytes:
    """Return the image's files as an archive. Raises: SandboxUnavailable."""
    place = tempfile.gettempdir()
    try:
        with tempfile.TemporaryDirectory(prefix="boxwright-image-") as folder:
            _need_room(place)
            packages, root = Path(folder, "packages"), Path(folder, "root")
            packages.mkdir()
            _download(packages)
            for package in sorted(packages.glob("*.deb")):
                _run("dpkg-deb", "--extract", str(package), str(root))
            _prune(root)
            _compile(root)
            return _archive(root)
    except OSError as error:
        raise SandboxUnavailable(f"cannot build the image in {place!r}: {error.strerror or error}") from None


def _need_room(place: str) -> None:
    free = shutil.disk_usage(place).free
    if free < BUILD_MB << 20:
        raise SandboxUnavailable(
            f"the disk is full: building the image needs {BUILD_MB} MB in {place!r}, {free >> 20} MB are free "
            "(free some space, or set TMPDIR to a folder on another disk)"
        )


def build_from_base(client: DockerClient, base: str = BASE) -> None:
    """Build on an official Python image. Not tested (see BASE). Raises: SandboxUnavailable."""
    from docker.errors import BuildError

    with failures(f"build from {base} (is a registry reachable? if not, load the image from a file)"):
        try:
            client.images.build(
                fileobj=io.BytesIO(DOCKERFILE.format(base=base).encode()),
                tag=tag(),
                labels={RECIPE_LABEL: recipe(), ORIGIN_LABEL: "base"},
                rm=True,
                forcerm=True,
            )
        except BuildError as error:
            raise SandboxUnavailable(f"the image was not built: {error.msg}") from error


def save(client: DockerClient, path: Path) -> None:
    """Write the image to a file, for a machine with neither apt nor a registry. Raises: SandboxUnavailable."""
    with failures(f"save the image to {str(path)!r}"):
        found = client.images.get(tag())
        part = path.with_name(f"{path.name}.part")
        try:
            with part.open("wb") as file:
                for piece in found.save(named=True):
                    file.write(piece)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


def load(client: DockerClient, path: Path) -> None:
    """Load the image from a file that `save` wrote. Raises: SandboxUnavailable, also if its recipe differs."""
    with failures(f"load {str(path)!r}"), path.open("rb") as file:
        # Read to the end, to free the connection.
        answers = list(client.api.load_image(file))  # type: ignore[no-untyped-call]
    errors = [str(answer["error"]) for answer in answers if "error" in answer]
    if errors:
        raise SandboxUnavailable(f"the Docker engine did not load {str(path)!r}: {errors[0]}")
    if not is_present(client):
        raise SandboxUnavailable(f"{str(path)!r} holds no image {tag()}: save it with the same version of boxwright")


def _is_debian() -> bool:
    try:
        release = Path("/etc/os-release").read_text(encoding="utf-8")
    except OSError:
        return False
    return f"VERSION_CODENAME={DEBIAN_RELEASE}" in release and all(map(shutil.which, ("apt-get", "dpkg-deb")))


def _download(folder: Path) -> None:
    fetch = ("apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root", *DEBIAN_PACKAGES)
    try:
        _run(*fetch, cwd=folder)
    except SandboxUnavailable:
        _run("apt-get", "update", "-qq")  # the package lists may be missing or out of date
        _run(*fetch, cwd=folder)


def _prune(root: Path) -> None:
    for name in UNUSED:
        shutil.rmtree(root / name, ignore_errors=True)
    for empty in ("proc", "dev", "sys", "etc"):
        (root / empty).mkdir(exist_ok=True)


def _compile(root: Path) -> None:
    """Compile the library with the image's own interpreter, into files that do not depend on the build time."""
    loader = next(root.glob("lib*/ld-linux-*.so.*"))
    libraries = (
        ":".join(str(folder) for folder in root.glob("*/lib/*-linux-gnu"))
        + ":"
        + str(next(root.glob("lib/*-linux-gnu")))
    )
    interpreter = (str(loader), "--library-path", libraries, f"{root}{DEBIAN_PYTHON}", "-s", "-S", "-B")
    options = ("-q", "-f", "-s", str(root), "-p", "/", "--invalidation-mode", "unchecked-hash", "-x", "lib2to3/tests")
    _run(*interpreter, "-m", "compileall", *options, str(root / LIBRARY), home=root / "usr")


def _archive(root: Path) -> bytes:
    """Pack the folder reproducibly: equal content gives equal bytes."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for path in sorted(root.rglob("*")):
            archive.add(path, arcname=str(path.relative_to(root)), recursive=False, filter=_normalised)
    return target.getvalue()


def _normalised(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.mtime = 0
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


def _run(*command: str, cwd: Path | None = None, home: Path | None = None) -> None:
    settings = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
    if home is not None:
        settings |= {"PYTHONHOME": str(home), "PYTHONHASHSEED": "0"}
    try:
        subprocess.run(command, check=True, cwd=cwd, env=settings, stdin=subprocess.DEVNULL, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        said: bytes = getattr(error, "stderr", None) or b""
        last = said.decode("utf-8", "replace").strip().splitlines()[-1:]
        raise SandboxUnavailable(f"{command[0]} failed while building the image: {''.join(last) or error}") from None
