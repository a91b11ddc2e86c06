"""The command ``serve``: its one line, its errors, and its end."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from page_client import PATIENCE, Stream, exchange, wait_for
from support import ROOT

from pyasp_puzzles.cli import cli, run
from pyasp_puzzles.web.boards import MOST_TILES
from pyasp_puzzles.web.limits import ServerLimits


def test_a_port_in_use_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert run(["serve", "--port", str(port)]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert f"port {port} of 127.0.0.1" in line
    assert "in use" in line


def test_an_address_that_is_none_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--host", "no.such.host.invalid", "--port", "0"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert "no.such.host.invalid" in line


@pytest.mark.parametrize("package", ["starlette", "uvicorn"])
def test_a_missing_extra_is_told_in_one_line(
    package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = importlib.util.find_spec

    def find_spec(name: str, *further: Any) -> Any:
        return None if name == package else found(name, *further)

    monkeypatch.setattr(importlib.util, "find_spec", find_spec)
    assert run(["serve", "--port", "0"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert "pip install 'pyasp-puzzles[web]'" in line


@pytest.mark.parametrize(
    ("size", "words"), [("much", "much"), ("5", "--memory: found 5 bytes, expected at least 100M")]
)
def test_a_size_of_memory_with_which_no_process_starts_is_refused(
    size: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--port", "0", "--memory", size]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="sends signals")
@pytest.mark.parametrize(
    "sent", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_a_signal_ends_the_server_with_all_its_processes(sent: signal.Signals) -> None:
    command = [sys.executable, "-m", "pyasp_puzzles", "serve", "--port", "0"]
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert server.stdout
        line = server.stdout.readline()
        assert line.startswith("http://127.0.0.1:")
        port = int(line.split(":")[2].split("/")[0])
        wait_for(lambda: answers(port))
        body = {"kind": "count", "puzzle": "packing", "instance": "pentominoes_3x4x5"}
        _, job = exchange(port, "POST", "/api/jobs", json.dumps(body).encode())
        stream = Stream(port, json.loads(job)["id"], 0)
        stream.until("progress")
        children = list(children_of(server.pid))
        if sys.platform == "linux":
            assert children
        server.send_signal(sent)
        out, err = server.communicate(timeout=PATIENCE)
        assert err == ""
        assert server.returncode in (0, -signal.SIGTERM)
        assert out == ""
        wait_for(lambda: not any(Path(f"/proc/{child}").exists() for child in children))
        stream.close()
    finally:
        server.kill()
        server.wait()


def answers(port: int) -> bool:
    try:
        return exchange(port, "GET", "/api/state")[0] == 200
    except OSError:
        return False


def children_of(pid: int) -> list[int]:
    """The processes that a process has started; none where the system does not say."""
    found: list[int] = []
    tasks = Path(f"/proc/{pid}/task")
    for task in tasks.iterdir() if tasks.is_dir() else ():
        found += map(int, (task / "children").read_text().split())
    return found


def test_the_page_of_documentation_has_the_limits_and_options() -> None:
    text = (ROOT / "docs/use/web.md").read_text(encoding="utf-8")
    usual = ServerLimits()
    shown = (usual.body, MOST_TILES, usual.waiting, usual.kept, int(usual.seconds))
    for number in shown:
        assert f"{number:,}" in text, number
    for option in cli.every()["serve"].params:
        if option.name != "help":
            assert f"`{option.opts[0]}" in text, option.opts
