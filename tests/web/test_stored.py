"""Files of the page and other answers that are compressed and kept by the browser."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from page_client import Page, page, served, wait_for
from starlette.requests import Request

from pyasp_puzzles.web import files, server
from pyasp_puzzles.web.files import ASK, FOREVER, KeptAnswer
from pyasp_puzzles.web.limits import ServerLimits

MODULES = sorted({path.name for path in files.STATIC.glob("*.js")} - {"worker.js", "begin.js"})


DECLARED = re.compile(
    r"^(?:export )?(?:async )?(?:class|function|const|let)\*? (\w+)", re.MULTILINE
)


def names_of(text: str) -> set[str]:
    """The names that a script declares."""
    return set(DECLARED.findall(text))


@pytest.fixture(scope="module")
def client() -> Iterator[Page]:
    with page() as found:
        yield found


def asked(**headers: str) -> Request:
    raw = [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
    return Request({"type": "http", "headers": raw})


def test_the_page_asks_for_a_script_and_later_for_a_second_one_which_have_all_modules(
    client: Page,
) -> None:
    html = client.client.get("/").text
    (name,) = re.findall(r'<script defer src="(/static/v-\w+/[^"]+)">', html)
    later = name.replace("page.js", "later.js")
    assert '"later.js"' in client.client.get(name).text
    texts = [client.client.get(each).text for each in (name, later)]
    declared = {name: names_of((files.STATIC / name).read_text("utf-8")) for name in MODULES}
    found = [{x for x, own in declared.items() if own <= names_of(text)} for text in texts]
    assert found[0] | found[1] == set(MODULES)
    assert {"main.js", "board.js", "gallery.js"} <= found[0]
    assert {"edit.js", "solid.js", "generate.js"} <= found[1] - found[0]
    assert not any(re.search(r"^\s*(import|export)\b", x, re.MULTILINE) for x in texts)


def test_every_address_in_the_page_has_one_version_and_is_kept_for_ever(client: Page) -> None:
    html = client.client.get("/").text
    paths = re.findall(r'"(/static/[^"]+)"', html)
    assert [path.rpartition("/")[2] for path in paths] == ["begin.js", "style.css", "page.js"]
    assert len({path.split("/")[2] for path in paths}) == 1
    for path in paths:
        answer = client.client.get(path)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == FOREVER


def test_an_address_without_a_version_is_asked_again_each_time(client: Page) -> None:
    assert client.client.get("/static/main.js").headers["cache-control"] == ASK
    assert client.client.get("/").headers["cache-control"] == ASK


@pytest.mark.parametrize("path", ["v-0123456789abcdef/../app.py", "v-1/main.js", "v-/main.js"])
def test_what_only_looks_like_a_version_leads_to_no_file(client: Page, path: str) -> None:
    assert client.client.get(f"/static/{path}").status_code == 404


def test_a_changed_file_gets_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    index = KeptAnswer(b'<link>"/static/a.js"', "text/html")
    made = set()
    for text in (b"1", b"1", b"12"):
        script = KeptAnswer(text, "text/javascript")
        monkeypatch.setattr(files, "_files", lambda own=script: {"index.html": index, "a.js": own})
        made.add(files._page.__wrapped__().data)
    assert len(made) == 2
    assert all(b"/static/v-" in each for each in made)


def test_an_answer_is_compressed_for_those_who_can_unpack_it(client: Page) -> None:
    path = "/static/main.js"
    plain = client.client.get(path, headers={"accept-encoding": "br"})
    packed = client.client.get(path, headers={"accept-encoding": "br, gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert packed.headers["vary"] == plain.headers["vary"]
    assert "content-encoding" not in plain.headers


def test_an_answer_that_the_browser_has_is_not_sent() -> None:
    stored = KeptAnswer(b"words", "text/plain")
    assert stored.response(asked(if_none_match=stored.tag)).status_code == 304
    assert stored.response(asked(if_none_match='"else"')).status_code == 200


def test_the_gallery_and_its_pictures_are_not_sent_twice(client: Page) -> None:
    for path in ("/", "/api/puzzles", "/api/thumbnail/pips/document.svg"):
        first = client.client.get(path)
        assert first.status_code == 200
        again = client.client.get(path, headers={"if-none-match": first.headers["etag"]})
        assert again.status_code == 304


def test_pictures_of_the_gallery_are_drawn_before_anybody_asks() -> None:
    with served(ServerLimits(running=1, drawers=1), prepared=True) as running:
        wait_for(lambda: [*running.site._kept] == ["gallery {}", "pictures {}"])


def test_answers_are_not_held_back_until_the_client_has_confirmed_their_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without this, the body of an answer comes 40 ms after its head."""
    seen: list[int] = []

    def run(_self: Any, sockets: list[socket.socket]) -> None:
        with socket.create_connection(sockets[0].getsockname()), sockets[0].accept()[0] as peer:
            seen.append(peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    monkeypatch.setattr("uvicorn.Server.run", run)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server.run(listener, ServerLimits())
    assert seen[0] != 0
