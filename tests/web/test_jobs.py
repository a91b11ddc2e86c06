"""Jobs: to their end, stopped, replaced, left; the queue and its limits."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from page_client import Page, Server, ToldEvent, page, served, wait_for

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import find_puzzle, shipped_names
from pyasp_puzzles.puzzles.eternity.generate import cut
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard
from pyasp_puzzles.web import boards
from pyasp_puzzles.web.jobs import PageJob
from pyasp_puzzles.web.lanes import place_of
from pyasp_puzzles.web.limits import ServerLimits
from pyasp_puzzles.web.rendering import JOBS, RenderJob
from pyasp_puzzles.web.requests import RefusedError, WorkOrder

PUZZLES = shipped_names()
SMALL = {"packing": "slothouber_graatsma", "twenty_four_seven": "four", "eternity": "framed_4x4"}
LONG = {"kind": "count", "puzzle": "packing", "instance": "pentominoes_3x4x5"}
"""A count that takes far longer than any test."""


def board(name: str) -> dict[str, str]:
    return {"puzzle": name, "instance": SMALL.get(name, "")}


@pytest.fixture(scope="module")
def client() -> Iterator[Page]:
    with page() as made:
        yield made


def last(found: list[ToldEvent], name: str) -> Any:
    assert found[-1].name == "end", found[-1]
    return [event.data for event in found if event.name == name][-1]


@pytest.mark.parametrize("name", PUZZLES)
def test_solve_shows_the_answers_of_the_command_line(client: Page, name: str) -> None:
    found = client.job("solve", **board(name), options={"limit": 3})
    answers = [event.data for event in found if event.name == "answer"]
    assert [answer["number"] for answer in answers] == list(range(1, len(answers) + 1))
    instance = pp.load(name, board(name)["instance"])
    expected = [[str(s) for s in answer.symbols] for answer in pp.solve(instance, limit=3)]
    assert [answer["atoms"] for answer in answers] == expected
    assert all("<svg" in answer["svg"] for answer in answers)
    reason = "limit" if len(expected) == 3 else ""
    assert found[-1].data["reason"] == reason


def test_further_answers_follow_the_first_ones(client: Page) -> None:
    asked = {"puzzle": "packing", "instance": "soma"}
    all_ = client.job("solve", **asked, options={"limit": 4})
    rest = client.job("solve", **asked, options={"limit": 2, "after": 2})
    numbers = [event.data["number"] for event in rest if event.name == "answer"]
    assert numbers == [3, 4]
    atoms = [[e.data["atoms"] for e in found if e.name == "answer"] for found in (all_, rest)]
    assert atoms[0][2:] == atoms[1]


def test_solve_from_here_keeps_what_lies_on_the_board(client: Page) -> None:
    instance = pp.load("eternity", "document_3x3")
    answers = list(pp.solve(instance))
    atom = str(answers[-1].symbols[0])
    agreeing = [a for a in answers if atom in map(str, a.symbols)]
    asked = {"puzzle": "eternity", "instance": "document_3x3", "partial": {"atoms": [atom]}}
    found = client.job("solve", **asked, options={"from_here": True})
    shown = [event.data["atoms"] for event in found if event.name == "answer"]
    assert sorted(shown) == sorted([str(s) for s in a.symbols] for a in agreeing)
    assert found[-1].data == {"reason": "", "exhausted": True}


@pytest.mark.parametrize("name", PUZZLES)
def test_a_count_is_that_of_the_command_line(client: Page, name: str) -> None:
    result = last(client.job("count", **board(name)), "result")
    found = pp.count(pp.load(name, board(name)["instance"]))
    assert (result["answers"], result["exhausted"]) == (found.answers, True)
    assert result["text"].split()[0] == f"{found.answers:,}"


@pytest.mark.parametrize("name", PUZZLES)
def test_unique_tells_no_answer_where_there_is_one_only(client: Page, name: str) -> None:
    result = last(client.job("unique", **board(name)), "result")
    assert result["status"] == pp.unique(pp.load(name, board(name)["instance"])).status
    assert ("found" in result) == (result["status"] != "unique")
    assert result["sentences"]


@pytest.mark.parametrize("name", PUZZLES)
def test_check_finds_an_entry_that_no_answer_has(client: Page, name: str) -> None:
    instance = pp.load(name, board(name)["instance"])
    right, *_ = pp.solve(instance, limit=1)
    atoms = [str(s) for s in right.symbols[:1]]
    result = last(client.job("check", **board(name), partial={"atoms": atoms}), "result")
    assert result["status"] == "right"
    result = last(client.job("check", **board(name), partial={"not": everything(name)}), "result")
    assert result["status"] in ("wrong", "impossible")
    assert "<svg" in result["svg"]


def test_the_verdict_comes_before_the_reason_and_what_is_right_before_a_step(client: Page) -> None:
    asked = {"puzzle": "twenty_four_seven", "instance": "four"}
    wrong = {"atoms": ["value(1,1,3)"]}
    for kind in ("check", "hint"):
        found = client.job(kind, **asked, partial=wrong)
        names = [event.name for event in found]
        assert names.index("known") < names.index("result")
        known = last(found, "known")
        assert known["sentences"] == ["wrong: r1c1 is 3"]
        assert known["next"] == "The reason is being searched."
        assert "<svg" in known["svg"]
        assert last(found, "result")["sentences"][0] == "wrong: r1c1 is 3"
    found = client.job("hint", **asked, partial={"atoms": []})
    assert last(found, "known")["sentences"] == ["right so far: an answer has all of it"]
    found = client.job("check", **asked, partial={"atoms": []})
    assert "known" not in [event.name for event in found]  # nothing is left to be searched


def everything(name: str) -> list[str]:
    """The atoms of some answer; the board has no answer in which none of them holds."""
    instance = pp.load(name, board(name)["instance"])
    atoms = {str(s) for answer in pp.solve(instance, limit=200) for s in answer.symbols}
    return sorted(atoms)


@pytest.mark.parametrize(
    ("name", "degree"),
    [
        *(("twenty_four_seven", degree) for degree in ("vague", "clues", "full")),
        *((name, "full") for name in PUZZLES if name != "twenty_four_seven"),
    ],
)
def test_a_hint_tells_no_more_than_its_degree(client: Page, name: str, degree: str) -> None:
    result = last(client.job("hint", **board(name), options={"degree": degree}), "result")
    assert result["status"] in ("step", "open")
    assert result["sentences"]
    assert ("step" in result) == (degree == "full" and result["status"] == "step")
    assert not (degree == "vague" and result["lines"])
    assert ("technique" in result) == (degree != "vague" and result["status"] == "step")


def test_a_hint_goes_on_from_what_was_told(client: Page) -> None:
    lying = {"atoms": ["link(2,1,3,1)", "value(2,1,4)", "value(3,1,4)"]}
    asked = {"puzzle": "pips", "instance": "document", "partial": lying}
    first = last(client.job("hint", **asked, options={"degree": "full"}), "result")
    assert first["told"] == {"atoms": ["link(1,1,1,2)"], "not": []}
    options = {"degree": "full", "told": first["told"]}
    second = last(client.job("hint", **asked, options=options), "result")
    assert second["sentences"] != first["sentences"]


def test_each_step_has_a_picture_words_and_a_line_of_the_program(client: Page) -> None:
    asked = {"puzzle": "twenty_four_seven", "instance": "four"}
    found = client.job("explain", **asked)
    files = {
        each["name"]: each["text"].splitlines()
        for each in client.client.get("/api/program/twenty_four_seven").json()["files"]
    }
    steps = [event.data for event in found if event.name == "step"]
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    for step in steps:
        assert step["sentences"]
        assert len(step["whole"] or step["sentences"]) == len(step["sentences"])
        assert not any("more clues" in text for text in step["whole"] or ())
        assert "<svg" in step["svg"]
        assert step["lines"] or len(step["sentences"]) == 1
        for place in step["lines"]:
            assert "%@" in files[place["file"]][place["line"] - 1]
    assert last(found, "result")["status"] == "solved"


def test_what_is_known_of_several_answers_comes_before_the_steps(client: Page) -> None:
    found = client.job("explain", puzzle="eternity", instance="document_3x3")
    names = [event.name for event in found]
    assert names.index("known") < names.index("result")
    said = ["several answers", "the answers have nothing in common", "16 answers, and no others"]
    assert last(found, "known")["sentences"] == said
    one = client.job("explain", puzzle="twenty_four_seven", instance="four")
    names = [event.name for event in one]
    assert names.index("known") < names.index("step")
    assert last(one, "known")["sentences"] == ["one answer (proved)"]


def test_a_rating_has_a_grade(client: Page) -> None:
    found = client.job("rate", puzzle="twenty_four_seven", instance="four")
    assert last(found, "result")["difficulty"] == 7
    assert last(found, "result")["grade"] is None
    found = client.job("rate", puzzle="pips", instance="document")
    assert last(found, "result")["grade"] == "easy"
    assert any(event.name == "progress" for event in found)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("pips", {}), ("twenty_four_seven", {"size": 4}), ("eternity", {"rows": 3, "colours": 3})],
)
def test_a_generated_board_is_that_of_its_seed_and_can_be_opened(
    client: Page, name: str, parameters: dict[str, int]
) -> None:
    options = {"seed": 3, "parameters": parameters}
    result = last(client.job("generate", puzzle=name, options=options), "result")
    [made] = pp.generate(name, seed=3, **parameters)
    assert result["text"] == pp.find_puzzle(name).format(made)
    shown = client.post("/api/board", {"puzzle": name, "text": result["text"]})
    assert shown.status_code == 200


def test_a_job_on_a_wrong_text_names_the_line(client: Page) -> None:
    found = client.job("solve", puzzle="pips", text="title: x\nboard: 7\n")
    assert found[-1].name == "error"
    assert found[-1].data["line"] in (1, 2)


def test_a_board_with_too_many_facts_is_refused_before_it_is_ground(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(boards, "MOST_FACTS", 100)
    body = {"puzzle": "packing", "instance": "soma", "options": {}}
    job = RenderJob(WorkOrder("solve", body, 9), print)
    with pytest.raises(RefusedError, match="characters of facts, expected at most 100") as refused:
        JOBS["solve"](job)
    assert refused.value.code == 413 and "pyasp-puzzles solve packing FILE" in str(refused.value)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server that one can leave, with one search at a time."""
    limits = ServerLimits(running=1, drawers=1, waiting=3, kept=5)
    with served(limits) as made:
        yield made


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def running(server: Server) -> int:
    wait_for(lambda: server.state()["running"] == 1)
    [pid] = server.pids()
    return pid


def idle(server: Server) -> bool:
    state = server.state()
    return bool(state["running"] == state["waiting"] == 0)


def test_stop_kills_the_process_and_another_one_takes_its_place(server: Server) -> None:
    job = server.start(**LONG)
    stream = server.listen(job)
    stream.until("progress")
    pid = running(server)
    assert server.ask("DELETE", f"/api/jobs/{job}")[0] == 204
    assert stream.until("end").data == {"reason": "stopped", "exhausted": False}
    assert not alive(pid)
    small = server.listen(server.start("count", **board("packing")))
    assert small.until("result").data["exhausted"]
    assert server.pids() != [pid]


def test_stop_also_works_while_the_program_is_ground(server: Server) -> None:
    # Grounding this board takes many times as long as the server waits until it tells a phase.
    pieces, _ = cut(Random(1), 16, 16, 17, 5, True)
    text = find_puzzle("eternity").format(EternityBoard("Large", 16, 16, pieces))
    job = server.start(kind="explain", puzzle="eternity", text=text)
    stream = server.listen(job)
    assert stream.until("phase").data == {"text": "grounding"}
    pid = running(server)
    server.ask("DELETE", f"/api/jobs/{job}")
    assert stream.until("end").data["reason"] == "stopped"
    assert not alive(pid)


def test_a_job_ends_when_nobody_listens_any_more(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = server.start(**LONG)
    stream = server.listen(job)
    stream.until("progress")
    pid = running(server)
    seconds = PageJob.unheard
    monkeypatch.setattr(
        PageJob, "unheard", lambda job: 1000 * seconds(job)
    )  # sooner than a test waits
    stream.close()
    wait_for(lambda: idle(server))
    monkeypatch.undo()
    assert not alive(pid)
    assert server.listen(job).until("end").data["reason"] == "nobody listens"


def test_a_page_that_connects_again_reads_on(server: Server) -> None:
    job = server.start("explain", puzzle="twenty_four_seven", instance="four")
    first = list(server.listen(job))
    middle = next(event.number for event in first if event.name == "step")
    again = list(server.listen(job, after=middle))
    assert again == [event for event in first if event.number > middle]
    assert again[-1].name == "end"


def test_places_in_the_queue_are_told(server: Server) -> None:
    jobs = [server.start(**LONG)]
    first = server.listen(jobs[0])
    first.until("progress")
    jobs += [server.start(**LONG), server.start(**LONG)]
    second, third = server.listen(jobs[1]), server.listen(jobs[2])
    assert second.until("queued").data == {"place": 1}
    assert third.until("queued").data == {"place": 2}
    server.ask("DELETE", f"/api/jobs/{jobs[1]}")
    assert second.until("end").data["reason"] == "stopped"
    assert third.until("queued").data == {"place": 1}
    server.ask("DELETE", f"/api/jobs/{jobs[0]}")
    assert third.until("queued").data == {"place": 0}
    third.until("progress")
    server.ask("DELETE", f"/api/jobs/{jobs[2]}")
    wait_for(lambda: idle(server))


def test_a_full_queue_is_told(server: Server) -> None:
    jobs = [server.start(**LONG)]
    streams = [server.listen(jobs[0])]
    streams[0].until("progress")
    for _ in range(3):
        jobs.append(server.start(**LONG))
        streams.append(server.listen(jobs[-1]))
    status, found = server.ask("POST", "/api/jobs", LONG)
    assert status == 503
    assert "too much to do" in found["error"]
    for job in reversed(jobs):
        server.ask("DELETE", f"/api/jobs/{job}")
    wait_for(lambda: idle(server))


def test_ended_jobs_are_kept_for_a_while_only(server: Server) -> None:
    jobs = []
    for _ in range(8):
        jobs.append(server.start("count", **board("packing")))
        server.listen(jobs[-1]).until("end")
    wait_for(lambda: server.state()["kept"] <= 5)
    assert server.ask("GET", f"/api/jobs/{jobs[0]}/events")[0] == 404


def test_ended_jobs_with_large_results_are_kept_for_a_while_only() -> None:
    with served(ServerLimits(running=1, drawers=1, kept_results=3_000)) as small:
        for _ in range(3):
            small.start("solve", puzzle="eternity", instance="framed_4x4")
        wait_for(lambda: small.state()["kept"] == 0)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("size", "expected"),
        *(
            (name, f"found {name}, expected a parameter of twenty_four_seven")
            for name in ("n", "seed", "timeout", "progress", "puzzle", "difficulty")
        ),
    ],
)
def test_a_parameter_of_a_generator_is_in_its_range_and_no_argument_of_ours(
    client: Page, name: str, words: str
) -> None:
    """Else a page could ask for a million boards."""
    options = {"seed": 1, "parameters": {name: 10**6}}
    found = client.job("generate", puzzle="twenty_four_seven", options=options)
    assert found[-1].name == "error"
    assert words in found[-1].data["error"]


def test_limits_of_a_process_end_its_search() -> None:
    """Time and results; the server goes on."""
    with served(ServerLimits(running=1, drawers=1, seconds=0.1)) as small:
        job = small.start(**LONG)
        assert small.listen(job).until("end").data["reason"].startswith("time limit")
    with served(ServerLimits(running=1, drawers=1, results=30_000)) as small:
        many = small.start("solve", puzzle="packing", instance="soma", options={"limit": 1000})
        assert small.listen(many).until("end").data["reason"] == "limit of results"
        done = small.listen(small.start("count", **board("packing")))
        assert done.until("result").data["exhausted"]


@pytest.mark.skipif(sys.platform != "linux", reason="reads the size of a process")
def test_a_search_without_memory_is_told_and_the_server_goes_on(server: Server) -> None:
    server.listen(server.start("count", **board("packing"))).until("end")
    pages = Path(f"/proc/{server.pids()[0]}/statm").read_text().split()[0]
    size = int(pages) * os.sysconf("SC_PAGE_SIZE")
    with served(ServerLimits(running=1, drawers=1, memory=size + 20_000_000)) as small:
        job = small.start("explain", puzzle="packing", instance="pentominoes_3x4x5")
        *_, end = small.listen(job)
        assert "memory" in str(end.data), end
        assert list(small.listen(small.start("check", **board("pips"))))  # it may lack memory, too


def test_a_process_stays_for_the_next_job_unless_something_still_runs_in_it() -> None:
    with served(ServerLimits(running=1, drawers=1)) as small:
        small.listen(small.start("solve", **board("twenty_four_seven"))).until("end")
        wait_for(lambda: small.state()["running"] == 0)
        pids = small.pids()
        for kind in ("solve", "unique", "check", "hint", "rate", "explain"):
            asked = board("twenty_four_seven")
            assert small.listen(small.start(kind, **asked)).until("end").data["reason"] == ""
            assert small.pids() == pids, kind
        long = {"puzzle": "packing", "instance": "pentominoes_3x4x5", "options": {"timeout": 0.1}}
        small.listen(small.start("explain", **long)).until("end")  # it still grounds
        wait_for(lambda: small.pids() and small.pids() != pids)


def test_an_idle_process_that_somebody_has_killed_is_replaced() -> None:
    with served(ServerLimits(running=1, drawers=1)) as small:
        small.listen(small.start("count", **board("packing"))).until("end")
        wait_for(lambda: small.state()["running"] == 0)
        [pid] = small.pids()
        os.kill(pid, signal.SIGKILL)
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        stream = small.listen(small.start("count", **board("packing")))
        assert stream.until("result").data["exhausted"]


def test_an_address_in_the_network_has_a_few_searches_at_a_time_only() -> None:
    """The test client's own address is none of this machine."""
    with page(ServerLimits(running=1, drawers=1, address_jobs=2)) as small:
        codes = [small.post("/api/jobs", LONG).status_code for _ in range(3)]
    assert codes == [202, 202, 429]


def test_the_end_of_the_server_is_the_end_of_all_processes() -> None:
    with served(ServerLimits(running=2, drawers=1)) as small:
        small.listen(small.start(**LONG)).until("progress")
        site = small.site
        pids = [*site.jobs.pids, *site.calls.pids]
        assert len(pids) == 3
    assert not any(map(alive, pids))


def test_the_log_names_the_kind_of_an_error_and_no_contents() -> None:
    trace = 'Traceback:\n  File "a.py", line 3, in f\n    secret = text\nValueError: secret'
    assert place_of(trace) == 'ValueError at File "a.py", line 3, in f'
