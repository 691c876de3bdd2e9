#!/usr/bin/env python3
"""Builds wheels with the program inside: python3 python/build.py [--platform NAME …] [--output DIR]

A wheel is a zip file with metadata (PEP 427), so this needs Go and nothing else. Two builds
of the same source give the same bytes.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

PLATFORMS = {  # tag: GOOS, GOARCH
    "manylinux2014_x86_64": ("linux", "amd64"),
    "manylinux2014_aarch64": ("linux", "arm64"),
    "macosx_11_0_x86_64": ("darwin", "amd64"),
    "macosx_11_0_arm64": ("darwin", "arm64"),
    "win_amd64": ("windows", "amd64"),
    "win_arm64": ("windows", "arm64"),
}


def version() -> str:
    with open(os.path.join(TOP, "cmd", "kexplain", "cli", "version.go"), encoding="utf-8") as f:
        return re.search(r'const version = "([^"]+)"', f.read()).group(1)


def program(goos: str, goarch: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kexplain")
        env = {**os.environ, "GOOS": goos, "GOARCH": goarch, "CGO_ENABLED": "0"}
        with open(os.path.join(TOP, "internal", "release", "notinlined.txt"), encoding="utf-8") as f:
            flags = [f"-gcflags={line.strip()}=-l" for line in f]
        subprocess.run(["go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -funcalign=1", *flags, "-o", path, "./cmd/kexplain"],
                       cwd=TOP, env=env, check=True)
        with open(path, "rb") as f:
            return f.read()


def wheel(tag: str, folder: str) -> str:
    goos, goarch = PLATFORMS[tag]
    info = f"kexplain-{version()}.dist-info"
    name = f"kexplain-{version()}-py3-none-{tag}.whl"
    files: dict[str, bytes] = {}
    package = os.path.join(TOP, "python", "kexplain")
    for f in sorted(os.listdir(package)):
        if f.endswith((".py", ".typed")):
            with open(os.path.join(package, f), "rb") as stream:
                files[f"kexplain/{f}"] = stream.read()
    binary = "kexplain/bin/kexplain" + (".exe" if goos == "windows" else "")
    files[binary] = program(goos, goarch)
    with open(os.path.join(TOP, "python", "README.md"), encoding="utf-8") as f:
        readme = f.read()
    with open(os.path.join(TOP, "LICENSE"), "rb") as f:
        files[f"{info}/LICENSE"] = f.read()
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: kexplain\nVersion: {version()}\n"
        "Summary: Polynomial equations that data satisfy, exact where the data pay for it\n"
        "License: BSD-3-Clause\nRequires-Python: >=3.8\n"
        "Provides-Extra: all\nRequires-Dist: numpy; extra == 'all'\nRequires-Dist: sympy; extra == 'all'\nRequires-Dist: pandas; extra == 'all'\n"
        "Requires-Dist: scikit-learn; extra == 'all'\nDescription-Content-Type: text/markdown\n\n" + readme).encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: kexplain\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n").encode()
    record = []
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record.append(f"{path},sha256={digest},{len(content)}")
    record.append(f"{info}/RECORD,,")
    files[f"{info}/RECORD"] = ("\n".join(record) + "\n").encode()
    os.makedirs(folder, exist_ok=True)
    out = os.path.join(folder, name)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if path == binary else 0o100644) << 16  # regular files, or pip drops the mode
            z.writestr(entry, content)
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--platform", action="append", choices=list(PLATFORMS), help="default: all")
    parser.add_argument("--output", default=os.path.join(TOP, "python", "dist"))
    args = parser.parse_args()
    for tag in args.platform or PLATFORMS:
        out = wheel(tag, args.output)
        print(out, os.path.getsize(out), file=sys.stderr)


if __name__ == "__main__":
    main()
