"""One process of ``kexplain serve --stdio``, and requests to it."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import threading
from typing import Any, Optional

PROTOCOL = 1


class KexplainError(RuntimeError):
    """What kexplain said, and its exit status: 1 for no answer, 2 for wrong usage."""

    def __init__(self, message: str, status: int = 1):
        super().__init__(message)
        self.status = status


def program() -> str:
    """The path of the program: $KEXPLAIN, the one in the package, or the one on the path."""
    given = os.environ.get("KEXPLAIN")
    if given:
        return given
    name = "kexplain.exe" if os.name == "nt" else "kexplain"
    beside = os.path.join(os.path.dirname(__file__), "bin", name)
    if os.path.exists(beside):
        return beside
    found = shutil.which("kexplain")
    if found is None:
        raise KexplainError(
            "found no program kexplain in the package or on the path; "
            "set the environment variable KEXPLAIN to its path", 2)
    return found


class _Process:
    """A process that answers one request at a time. It is started when it is needed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: Optional[subprocess.Popen] = None
        self._owner = 0
        self.hello: dict = {}

    def _start(self) -> subprocess.Popen:
        alive = self._process is not None and self._process.poll() is None
        if alive and self._owner == os.getpid():
            return self._process  # type: ignore[return-value]
        self._process = subprocess.Popen(
            [program(), "serve", "--stdio"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self._owner = os.getpid()  # a fork has a process of its own
        self.hello = json.loads(self._process.stdout.readline() or b"{}")  # type: ignore[union-attr]
        if self.hello.get("protocol") != PROTOCOL:
            self.close()
            raise KexplainError(f"{program()} does not speak protocol {PROTOCOL}", 2)
        return self._process

    def ask(self, request: dict) -> dict:
        with self._lock:
            process = self._start()
            try:
                process.stdin.write(json.dumps(request).encode() + b"\n")  # type: ignore[union-attr]
                process.stdin.flush()  # type: ignore[union-attr]
                line = process.stdout.readline()  # type: ignore[union-attr]
            except (OSError, KeyboardInterrupt):
                self.close()  # half an answer may be in the pipe
                raise
            if not line:
                self.close()
                raise KexplainError("kexplain ended before it answered", 3)
            return json.loads(line)

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            process.stdin.close()  # type: ignore[union-attr]
            process.stdout.close()  # type: ignore[union-attr]


_process = _Process()
atexit.register(_process.close)


def version() -> str:
    """The version of the program."""
    with _process._lock:
        _process._start()
    return _process.hello["version"]


def run(command: str, args: list, data: Any = None) -> dict:
    """The JSON that a command prints. data is a dict with "data" or "data_base64"."""
    answer = _process.ask({"id": 0, "command": command, "args": args, **(data or {})})
    if "result" in answer:
        return answer["result"]
    message = answer.get("error") or answer.get("text") or "no answer"
    prefix = f"kexplain {command}: "
    if message.startswith(prefix):
        message = message[len(prefix):]
    raise KexplainError(message, answer.get("status", 1))
