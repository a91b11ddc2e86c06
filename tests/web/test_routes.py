"""What the server answers: boards, moves, files; and what it refuses."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from typing import Any

import pytest
from page_client import PATIENCE, Page, good, page, refused, site_of, wait_for, within
from support import ROOT

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.web.limits import ServerLimits
from pyasp_puzzles.web.requests import RefusedError

PUZZLES = shipped_names()
TEXT = "title: Mine\nboard:\n    ab\n    ab\n"


@pytest.fixture(scope="module")
def client() -> Iterator[Page]:
    with page(ServerLimits(running=1, drawers=1, body=60_000)) as made:
        yield made


def test_the_gallery_has_every_puzzle_and_every_shipped_instance(client: Page) -> None:
    found = {entry["name"]: entry for entry in good(client.client.get("/api/puzzles"))}
    assert sorted(found) == pp.puzzle_names()
    for name in PUZZLES:
        puzzle, entry = pp.find_puzzle(name), found[name]
        files = {one["name"].partition("#")[0] for one in entry["instances"]}
        assert files == set(puzzle.instance_files())
        assert all(one["size"] and one["title"] for one in entry["instances"])
        assert entry["about"].startswith(entry["about"][:1].upper())
        assert not entry["about"].startswith(f"{puzzle.title}:")
        assert entry["rules"].endswith(".")
        assert not re.search("``|::|>>>|[*]", entry["rules"]), "words, not markup"
        wanted = [p.name for p in puzzle.generator.parameters] if puzzle.generator else None
        has = entry["generator"] and [p["name"] for p in entry["generator"]]
        assert has == wanted


@pytest.mark.parametrize("name", PUZZLES)
def test_a_shipped_board_is_shown_and_its_text_reads_as_the_same_board(
    client: Page, name: str
) -> None:
    first = good(client.post("/api/board", {"puzzle": name}))
    again = good(client.post("/api/board", {"puzzle": name, "text": first["text"]}))
    assert again | {"name": first["name"]} == first
    assert ElementTree.fromstring(first["svg"]).tag.endswith("svg")
    assert "data-cell" in first["svg"]
    assert not first["done"]
    board = pp.load(name)
    assert first["size"] == pp.find_puzzle(name).size(board)
    assert first["known"] == dict(board.known)


@pytest.mark.parametrize("name", PUZZLES)
def test_a_picture_has_no_style_which_the_content_policy_forbids(client: Page, name: str) -> None:
    first = good(client.post("/api/board", {"puzzle": name}))
    for text in (first["svg"], *(tool["svg"] for tool in first["tools"])):
        assert not re.search("<style|style=", text)


@pytest.mark.parametrize("name", PUZZLES)
def test_a_tool_can_be_laid_and_taken_again(client: Page, name: str) -> None:
    board = good(client.post("/api/board", {"puzzle": name}))
    given = board["partial"]
    cells = [part.split('"')[0] for part in board["svg"].split('data-cell="')[1:]]
    asked = {"puzzle": name, "text": board["text"], "partial": given}
    for tool in board["tools"]:
        for cell in cells:
            move = {"kind": "lay", "tool": tool["name"], "cell": cell}
            answer = client.post("/api/move", {**asked, "move": move})
            if answer.status_code == 200:
                after = answer.json()
                assert after["partial"] != given
                take = {"move": {"kind": "take", "cell": cell}}
                back = {**asked, "partial": after["partial"], **take}
                assert good(client.post("/api/move", back))["partial"] == given
                return
            refused(answer, 409)
    raise AssertionError("no tool can be laid anywhere")


def test_a_move_that_is_not_allowed_is_told_in_a_sentence(client: Page) -> None:
    move = {"kind": "take", "cell": [99, 99]}
    for name in PUZZLES:
        found = refused(client.post("/api/move", {"puzzle": name, "move": move}), 409)
        assert found["error"].endswith(".")


@pytest.mark.parametrize("name", PUZZLES)
def test_an_answer_on_the_board_is_done(client: Page, name: str) -> None:
    [answer] = pp.solve(pp.load(name), limit=1)
    partial = {"atoms": [str(s) for s in answer.symbols], "not": []}
    found = good(client.post("/api/board", {"puzzle": name, "partial": partial}))
    whole = pp.find_puzzle(name).play.whole
    known = pp.Partial(answer.symbols)
    assert found["done"] == whole(answer.instance, known)
    assert found["partial"]["atoms"] == partial["atoms"]


@pytest.mark.parametrize("name", PUZZLES)
def test_words_of_a_board_stay_words(client: Page, name: str) -> None:
    """Neither markup nor attributes come out of a title."""
    words = "\"'></title><script>alert(1)</script><img src=x onerror=alert(2)>&#0; {} ]]> \u202e"
    text = good(client.post("/api/board", {"puzzle": name}))["text"]
    lines = [line for line in text.splitlines() if not line.startswith("title:")]
    board = {"puzzle": name, "text": "\n".join([f"title: {words}", *lines])}
    found = good(client.post("/api/board", board))
    assert found["title"] == words
    file = client.post("/api/draw", {**board, "format": "svg"})
    for drawn in (found["svg"], file.text, *(tool["svg"] for tool in found["tools"])):
        for element in ElementTree.fromstring(drawn).iter():
            kind = element.tag.rpartition("}")[2]
            assert kind not in {"script", "img", "image", "a", "foreignObject", "iframe"}
            assert not [each for each in element.attrib if each.startswith("on") or "href" in each]
    assert file.headers["content-disposition"] == "attachment"


def test_a_thumbnail_is_a_picture(client: Page) -> None:
    answer = client.client.get("/api/thumbnail/packing/soma.svg")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")


def test_an_address_asks_for_a_few_boards_at_a_time_only() -> None:
    """The process cannot answer the first request while the second one comes."""
    with page(ServerLimits(running=1, drawers=1, address_drawings=1)) as small:
        calls, who = site_of(small.client.app).calls, "192.0.2.1"

        def several() -> Any:
            first = calls.submit("gallery", {}, who)
            with pytest.raises(RefusedError, match="too much at once"):
                calls.submit("gallery", {}, who)
            calls.submit("gallery", {}, "192.0.2.2")
            return first

        assert within(calls, several).result(PATIENCE)
        wait_for(lambda: not calls._running)
        assert within(calls, lambda: calls.submit("gallery", {}, who)).result(PATIENCE)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_program_is_shown_with_all_its_files(client: Page, name: str) -> None:
    files = good(client.client.get(f"/api/program/{name}"))["files"]
    assert files[0]["name"] == f"{name}.lp"
    puzzle = pp.find_puzzle(name)
    assert len(files) == len({*puzzle.all_program_paths(), *puzzle.lemma_paths()})
    assert files[0]["text"] == puzzle.program_path().read_text(encoding="utf-8")


def test_a_board_is_a_sheet_and_an_address(client: Page) -> None:
    asked = {"puzzle": "slitherlink", "instance": "ten"}
    sheet = client.post("/api/draw", {**asked, "format": "sheet"}).content
    assert b"<section>" in sheet and b"size:210mm 297mm" in sheet
    address = client.post("/api/draw", {**asked, "format": "url"}).text.strip()
    assert pp.load("slitherlink", address).clues == pp.load("slitherlink", "ten").clues
    refused = client.post("/api/draw", {"puzzle": "packing", "instance": "soma", "format": "url"})
    assert refused.status_code == 409
    assert "no address on puzz.link" in refused.json()["error"]


@pytest.mark.parametrize("form", ["svg", "png", "facts", "json", "text"])
def test_a_board_can_be_downloaded(client: Page, form: str) -> None:
    pytest.importorskip("resvg_py")
    [answer] = pp.solve(pp.load("packing", "soma"), limit=1)
    asked = {"puzzle": "packing", "instance": "soma", "atoms": [str(s) for s in answer.symbols]}
    found = client.post("/api/draw", {**asked, "format": form, "theme": "dark"})
    assert found.status_code == 200
    assert found.headers["content-disposition"] == "attachment"
    checks = {
        "svg": lambda data: b"<svg" in data,
        "png": lambda data: data.startswith(b"\x89PNG"),
        "facts": lambda data: data.decode() == pp.facts(pp.load("packing", "soma")),
        "json": lambda data: json.loads(data)["atoms"] == asked["atoms"],
        "text": lambda data: b"Soma" in data,
    }
    assert checks[form](found.content)


def test_a_text_with_a_mistake_names_its_line(client: Page) -> None:
    text = good(client.post("/api/board", {"puzzle": "pips"}))["text"]
    lines = [*text.splitlines(), "nonsense: 1"]
    found = refused(client.post("/api/board", {"puzzle": "pips", "text": "\n".join(lines)}), 400)
    assert found["line"] == len(lines)


def test_a_text_may_begin_with_a_byte_order_mark_as_a_file_may(client: Page) -> None:
    text = "\ufeff" + pp.find_puzzle("packing").format(pp.load("packing", "soma"))
    shown = good(client.post("/api/board", {"puzzle": "packing", "text": text}))
    assert shown["text"] == text.removeprefix("\ufeff")
    told = refused(client.post("/api/board", {"puzzle": "packing", "text": text + "\x01"}), 400)
    assert "control character" in told["error"]
    assert told["line"] == text.count("\n") + 1


def test_a_text_with_several_boards_asks_for_a_label(client: Page) -> None:
    one = good(client.post("/api/board", {"puzzle": "pips"}))["text"]
    asked = {"puzzle": "pips", "text": f"=== a\n{one}\n=== b\n{one}"}
    assert refused(client.post("/api/board", asked), 409)["labels"] == ["a", "b"]
    found = good(client.post("/api/board", {**asked, "label": "b"}))
    assert found["name"].endswith("#b")
    assert "===" not in found["text"]
    refused(client.post("/api/board", {**asked, "label": "c"}), 404)


@pytest.mark.parametrize(
    "instance",
    [
        *("/etc/passwd", "../four", "./four.txt", "four.txt", "-", "https://example.org/x"),
        *("file:///etc/passwd", str(ROOT / "README.md"), "four#../five", "..#four", "\\\\host\\x"),
    ],
)
def test_an_instance_is_never_a_path(client: Page, instance: str) -> None:
    asked = {"puzzle": "twenty_four_seven", "instance": instance}
    found = refused(client.post("/api/board", asked), 404)
    assert found["field"] in ("instance", "label")
    assert "root:" not in found["error"]


def test_an_address_of_a_shipped_board_has_no_options(client: Page) -> None:
    found = client.post("/api/board", {"puzzle": "packing", "instance": "soma?colour=1"})
    assert refused(found, 404)["field"] == "instance"


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"[]", b'"text"', b"\xff\xfe", b"[" * 50_000),
        b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
        b'{"puzzle": ' + b"1" * 5_000 + b"}",
        *(b'{"puzzle": %b}' % each for each in (b"NaN", b"1e999", b'"\\ud800"', b'"a\\u0000b"')),
        *(
            b'{"puzzle": "pips", %b}' % each
            for each in (
                *(b'"txt": ""', b'"text": 7', b'"text": ""', b'"partial": {"atoms": [1]}'),
                b'"roles": {"1,1": "new"}',
            )
        ),
        *(
            b'{"puzzle": "pips", "partial": {"atoms": ["%b"]}}' % atom
            for atom in (b"@f(1)", b"f(" * 91, b"value(1,1,99999999999)", b"value(77,77,1)")
        ),
    ],
)
def test_a_bad_body_is_refused_and_told_why(client: Page, body: bytes, code: int = 400) -> None:
    headers = {"content-type": "application/json", "origin": "http://127.0.0.1"}
    refused(client.client.post("/api/board", content=body, headers=headers), code)


def test_a_body_that_is_too_large_or_names_no_puzzle_is_refused_with_its_code(client: Page) -> None:
    test_a_bad_body_is_refused_and_told_why(client, b" " * 60_001, 413)
    for none in (b'{"puzzle": "none"}', b'{"puzzle": ""}'):
        test_a_bad_body_is_refused_and_told_why(client, none, 404)


def test_a_body_in_chunks_is_refused(client: Page) -> None:
    headers = {"content-type": "application/json", "origin": "http://127.0.0.1"}
    refused(client.client.post("/api/board", content=iter([b"{", b"}"]), headers=headers), 411)


def test_a_board_with_too_many_cells_names_the_command_for_the_terminal(client: Page) -> None:
    rows = "".join(f"    {'x' * 70}\n" for _ in range(60))
    text = f"lattice: square\nboard:\n{rows}piece I x1050:\n    ####\n"
    found = client.post("/api/board", {"puzzle": "packing", "text": text})
    assert "pyasp-puzzles solve packing FILE" in refused(found, 413)["error"]


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, 403),
        ({"origin": "http://example.org"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://["}, 403),
        ({"origin": "http://127.0.0.1@evil.example"}, 403),
        ({"origin": "http://evil.example@127.0.0.1"}, 403),
        ({"origin": "http://127.0.0.1:81"}, 403),
        ({"origin": "http://127.0.0.1", "sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "none"}, 403),
        ({"origin": "http://evil.example", "host": "evil.example"}, 421),
        ({"origin": "http://127.0.0.1"}, 200),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"origin": "http://localhost:99", "host": "localhost:99"}, 200),
        ({"origin": "https://[::1]:99", "host": "[::1]:99"}, 200),
    ],
)
def test_only_this_page_starts_work(client: Page, headers: dict[str, str], code: int) -> None:
    answer = client.client.post("/api/board", json={"puzzle": "pips"}, headers=headers)
    assert answer.status_code == code, answer.text


def test_a_second_origin_counts_too(client: Page) -> None:
    headers = [("origin", "http://127.0.0.1"), ("origin", "http://evil.example")]
    answer = client.client.post("/api/board", json={"puzzle": "pips"}, headers=headers)
    assert answer.status_code == 403


def test_a_name_of_this_server_is_asked_for_in_reading_too(client: Page) -> None:
    """Else a name that another site lets point to this machine could read the boards."""
    refused(client.client.get("/api/puzzles", headers={"host": "evil.example"}), 421)


def test_a_body_of_another_type_is_refused(client: Page) -> None:
    headers = {"content-type": "text/plain", "origin": "http://127.0.0.1"}
    body = json.dumps({"puzzle": "pips"})
    refused(client.client.post("/api/board", content=body, headers=headers), 415)


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        *(("GET", path, 404) for path in ("/nowhere", "/api/program/none", "/api/program/..")),
        *(("GET", f"/static/{path}", 404) for path in ("../app.py", "..%2fapp.py", "/etc/passwd")),
        *(
            ("GET", f"/api/thumbnail/{name}.svg", 404)
            for name in ("pips/none", "none/none", "packing/..%2Fsoma", "packing/soma%23x")
        ),
        ("GET", "/api/thumbnail/packing/soma%3Fsize=3x3.svg", 404),
        *((method, "/api/board", 405) for method in ("GET", "PUT")),
        *(("GET", "/api/jobs/none/events", 404), ("DELETE", "/api/jobs/none", 404)),
        ("DELETE", "/", 405),
    ],
)
def test_an_address_that_is_none_is_refused(
    client: Page, method: str, path: str, code: int
) -> None:
    headers = {"origin": "http://127.0.0.1"}
    refused(client.client.request(method, path, headers=headers), code)


def test_a_browser_gets_the_page_for_an_address_that_is_none(client: Page) -> None:
    headers = {"accept": "text/html,*/*;q=0.8"}
    usual = client.client.get("/", headers=headers)
    for path in ("/nowhere", "/pips/none"):
        answer = client.client.get(path, headers=headers)
        assert (answer.status_code, answer.text) == (404, usual.text)
    refused(client.client.get("/api/nowhere", headers=headers), 404)
    refused(client.client.get("/static/nowhere", headers=headers), 404)


@pytest.mark.parametrize(
    "body",
    [
        *({"kind": "none"}, {"kind": "solve", "puzzle": None}, {"kind": "solve", "options": []}),
        *({"kind": "solve", "options": {"limit": each}} for each in (0, True)),
        {"kind": "solve", "options": {"engine": "lp:/etc/passwd"}},
        *({"kind": "count", "options": each} for each in ({"timeout": 0}, {"symmetry": 1})),
        {"kind": "best", "puzzle": "eternity"},
        {"kind": "count", "options": {"store": "/tmp/x"}},
        *({"kind": "generate", "text": "x"}, {"kind": "hint", "options": {"degree": 4}}),
        {"kind": "generate", "options": {"parameters": {"a": [1]}}},
    ],
)
def test_a_job_with_a_wrong_field_is_refused(client: Page, body: Any) -> None:
    assert refused(client.post("/api/jobs", {"puzzle": "pips", **body}), 400)["field"]


def test_every_response_forbids_frames_sniffing_and_inline_scripts(client: Page) -> None:
    answers = [
        client.client.get("/api/puzzles"),
        client.client.get("/nowhere"),
        client.client.get("/api/puzzles", headers={"host": "evil.example"}),
        client.post("/api/board", {}),
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers


def test_what_can_be_laid_where_is_listed_for_shipped_boards_and_texts(client: Page) -> None:
    shipped = good(client.post("/api/hands", {"puzzle": "sudoku", "instance": "four"}))
    text = good(client.post("/api/board", {"puzzle": "sudoku", "instance": "four"}))["text"]
    assert shipped == good(client.post("/api/hands", {"puzzle": "sudoku", "text": text}))
    (mark,) = shipped["hands"]["marks"]
    assert [tool["name"] for tool in mark["tools"]] == ["1", "2", "3", "4"]
    again = good(client.post("/api/hands", {"puzzle": "sudoku", "instance": "four"}))
    assert again == shipped


def test_the_first_picture_of_each_puzzle_comes_with_one_request(client: Page) -> None:
    found = good(client.client.get("/api/pictures"))
    assert len(found) > 30
    assert all(svg.startswith("<svg") and "<style" not in svg for svg in found.values())


def test_the_service_worker_comes_from_the_root(client: Page) -> None:
    found = client.client.get("/worker.js")
    assert found.headers["content-type"].startswith("text/javascript")
    assert "addEventListener" in found.text
