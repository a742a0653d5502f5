"""The parts of the standard library that a module may import: what computing needs, and nothing else.

They are loaded before the module is, because a locked process can open no file. Everything that reads files, talks to
others, starts processes or calls native code is left out; the system call filter is the wall, this list only says so
in words that the author of a module understands.
"""

from __future__ import annotations

_GROUPS = {
    "numbers": "cmath decimal fractions math numbers random statistics",
    "containers and iteration": """
        array bisect collections collections.abc copy functools graphlib heapq itertools operator queue sched""",
    "text": """
        csv difflib fnmatch html html.entities html.parser json keyword locale pprint re reprlib shlex string stringprep
        textwrap unicodedata urllib.parse""",
    "bytes and digests": "base64 binascii codecs hashlib hmac io marshal pickle secrets struct uuid zlib",
    "dates, on the session's own clock": "calendar datetime time _strptime",
    "the language": """
        __future__ abc ast builtins contextlib contextvars copyreg dataclasses enum gc importlib inspect linecache
        logging opcode token tokenize traceback tracemalloc types typing warnings weakref
        annotationlib string.templatelib _colorize _pydatetime _pylong""",
    "looked for out of habit; nothing in them reaches anything": """
        errno ipaddress os os.path pathlib stat sys threading timeit""",
    "encodings by name": """
        encodings.ascii encodings.base64_codec encodings.cp1251 encodings.cp1252 encodings.cp437
        encodings.cp850 encodings.hex_codec encodings.idna encodings.iso8859_15 encodings.koi8_r
        encodings.latin_1 encodings.mac_roman encodings.punycode encodings.quopri_codec
        encodings.raw_unicode_escape encodings.rot_13 encodings.unicode_escape encodings.utf_16
        encodings.utf_16_be encodings.utf_16_le encodings.utf_32 encodings.utf_32_be encodings.utf_32_le
        encodings.utf_7 encodings.utf_8 encodings.utf_8_sig encodings.uu_codec encodings.zlib_codec""",
}

LIBRARY: tuple[str, ...] = tuple(name for names in _GROUPS.values() for name in names.split())
"""Every name that can be imported, as it is written after `import`."""

_NEWER = {"annotationlib"}
"""What Python 3.11 does not have."""
TOLD: tuple[str, ...] = tuple(
    sorted({name.partition(".")[0] for name in LIBRARY if not name.startswith("_") or name == "__future__"} - _NEWER)
)
"""The modules that every supported Python can import here, packages by their first name: for those who write one."""
