"""`duskhall serve`, and the page that it serves."""

from __future__ import annotations

import errno
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from duskhall.cli import run
from duskhall.cli.serve import (
    address,
    default_data,
    greeting,
    is_any,
    is_loopback,
    network_addresses,
)
from duskhall.cli.words import Words
from duskhall.engine.catalogue import LANGUAGES
from duskhall.server.words import catalogue, language_of, say
from tests.server.hosting import hosting
from tests.server.playing import post, set_up, sit_down


def serve(*argv: str) -> subprocess.Popen[str]:
    """A server that is the first of a group of processes, as one that is started in a terminal."""
    return subprocess.Popen(
        [sys.executable, "-m", "duskhall", "serve", "--port", "0", *argv],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "COLUMNS": "200"},
    )


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def test_it_prints_its_address_and_stops_cleanly(tmp_path: Path) -> None:
    data = tmp_path / "new folder" / "tables.sqlite"
    process = serve("--data", str(data))
    found = re.search(r"http://127\.0\.0\.1:\d+", first_line(process))
    assert found
    made = set_up(found.group(), "Ada", "Grace", "bot:greedy")
    ada, grace = sit_down(found.group(), made)
    ada.move(ada.moves[0])
    process.send_signal(signal.SIGINT)
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        out, err = process.stdout.read(), process.stderr.read()
    assert process.returncode == 0, err
    assert err == ""
    assert str(data) in out
    assert "In your network" not in out
    assert data.exists()
    ada.close()
    grace.close()


def test_ctrl_c_right_after_the_start_is_quiet(tmp_path: Path) -> None:
    process = serve("--data", str(tmp_path / "tables.sqlite"))
    first_line(process)
    time.sleep(0.1)  # the bots' workers have begun, and are not yet ready
    os.killpg(process.pid, signal.SIGINT)
    with process:
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert process.returncode == 0


def test_other_origins_are_allowed_when_they_are_named(tmp_path: Path) -> None:
    process = serve("--data", str(tmp_path / "x"), "--origin", "https://friends.example/")
    found = re.search(r"http://127\.0\.0\.1:\d+", first_line(process))
    assert found
    for origin, status in (("https://friends.example", 400), ("https://evil.example", 403)):
        answer = post(found.group(), "/api/replay", {"record": ""}, Origin=origin)
        assert answer.status_code == status
    process.send_signal(signal.SIGINT)
    process.communicate()


def test_a_port_in_use_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert (
            run(["serve", "--port", port, "--data", str(tmp_path / "x"), "--language", "en"]) == 2
        )
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert f"port {port} of 127.0.0.1 is taken" in lines[0]


@pytest.mark.parametrize(
    "argv",
    [
        *(["--port", "x"], ["--port", "70000"], ["--data", ""], ["--grace", "-1"]),
        *(["--host", "no.such.host.invalid"], ["--host", ""], ["--host", "a..b"]),
        *(["--metrics", "9" * 5000], ["--metrics", "here:0"], ["--metrics", ""]),
        *(["--origin", "example.org"], ["--origin", "https://a/b"], ["--origin", ""]),
        *(["--host-name", ""], ["--host-name", "a:80"], ["--host-name", "https://a"]),
        *(["--behind-proxy", "nearby"], ["--behind-proxy", ""]),
    ],
)
def test_wrong_addresses_are_one_clear_line(
    argv: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = str(tmp_path)  # no file: who comes so far as to open it is refused for that
    assert run(["serve", "--port", "0", "--data", folder, *argv, "--language", "en"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert folder not in line
    assert len(line) < 600


def test_a_port_that_the_system_keeps_is_not_called_taken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def bind(bound: socket.socket, address: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", bind)
    argv = ["serve", "--port", "80", "--data", str(tmp_path / "x"), "--language", "en"]
    assert run(argv) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("duskhall: port 80 of 127.0.0.1 may not be used by you")


def test_a_file_that_is_no_store_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("notes " * 1000)
    for data in (notes, tmp_path, notes / "x"):
        assert run(["serve", "--port", "0", "--data", str(data)]) == 2
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 1
        assert str(data) in lines[0]


@pytest.mark.parametrize(
    ("host", "at"),
    [
        ("127.0.0.1", ["http://127.0.0.1:80/workshop"]),
        ("0.0.0.0", ["http://localhost:80/workshop"]),
        ("192.0.2.1", []),  # it opens to this computer alone
    ],
)
def test_it_says_where_the_workshop_is(host: str, at: list[str]) -> None:
    for is_open in (True, False):
        lines = greeting(host, 80, Path("data"), Words("en"), is_open)
        told = [text.rpartition(" ")[2] for text, _ in lines if "workshop" in text]
        assert told == (at if is_open else [])


def test_addresses_are_written_as_browsers_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert address("::1", 80) == "http://[::1]:80/"
    assert [is_any(host) for host in ("0.0.0.0", "::", "127.0.0.1", "x")] == [
        True,
        True,
        False,
        False,
    ]
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0")] == [
        True,
        True,
        True,
        False,
    ]
    assert all(not is_loopback(other) for other in network_addresses())
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    if sys.platform != "win32":
        assert default_data() == Path("/somewhere/duskhall/tables.sqlite")


# The page


SCRIPT = "export const dusk = 'dusk';\n" * 200


@pytest.fixture
def page(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Duskhall</title>")
    (folder / "assets" / "index-a1b2c3.js").write_text(SCRIPT)
    (folder / "assets" / "font-a1b2c3.woff2").write_bytes(b"wOF2")
    (folder / "favicon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    return folder


def test_the_page_and_its_files_are_served(tmp_path: Path, page: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", page=page) as host:

        def fetch(path: str) -> tuple[int, str, str]:
            answer = httpx.get(host.address + path, verify=False)
            kind = answer.headers["content-type"].partition(";")[0]
            return answer.status_code, kind, answer.headers.get("cache-control", "")

        for route in ("/", "/table/abc", "/rules/dark-dealings"):
            assert fetch(route) == (200, "text/html", "no-cache")
        forever = "public, max-age=31536000, immutable"
        assert fetch("/assets/index-a1b2c3.js") == (200, "text/javascript", forever)
        assert fetch("/assets/font-a1b2c3.woff2") == (200, "font/woff2", forever)
        assert fetch("/favicon.svg") == (200, "image/svg+xml", "no-cache")
        for path in ("/assets/gone.js", "/api/nothing", "/api", "/robots.txt", "/ws"):
            assert fetch(path)[:2] == (404, "application/json")
        for path in ("/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
            assert "secret" not in httpx.get(host.address + path, verify=False).text


def test_scripts_travel_compressed_to_those_who_can_read_it(tmp_path: Path, page: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", page=page) as host, httpx.Client() as client:

        def fetch(path: str, accepted: str, known: str = "") -> httpx.Response:
            asking = {"Accept-Encoding": accepted, "If-None-Match": known}
            return client.get(host.address + path, headers=asking)

        script = "/assets/index-a1b2c3.js"
        for accepted in ("gzip, deflate, br", "br;q=1.0, gzip;q=0.5"):
            packed = fetch(script, accepted)
            assert packed.headers["content-encoding"] == "gzip"
            assert packed.num_bytes_downloaded == int(packed.headers["content-length"]) < 200
            assert packed.headers["vary"] == "Accept-Encoding"
            assert packed.text == SCRIPT
        for accepted in ("identity", "br", "gzip;q=0"):
            plain = fetch(script, accepted)
            assert "content-encoding" not in plain.headers
            assert int(plain.headers["content-length"]) == len(SCRIPT)
            assert plain.headers["vary"] == "Accept-Encoding"
            assert plain.text == SCRIPT
        font = fetch("/assets/font-a1b2c3.woff2", "gzip")
        assert "content-encoding" not in font.headers


def test_what_a_client_has_is_not_sent_again(tmp_path: Path, page: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", page=page) as host, httpx.Client() as client:
        for path in ("/", "/assets/index-a1b2c3.js", "/api/games", "/api/text/en"):
            first = client.get(host.address + path)
            tag = first.headers["etag"]
            for known in (tag, tag.removeprefix("W/"), f'"other", {tag}'):
                again = client.get(host.address + path, headers={"If-None-Match": known})
                assert again.status_code == 304
                assert again.content == b""
                for header in ("etag", "cache-control", "vary"):
                    assert again.headers.get(header) == first.headers.get(header)
            other = client.get(host.address + path, headers={"If-None-Match": '"other"'})
            assert other.content == first.content


def test_a_page_that_is_built_anew_has_another_name(tmp_path: Path, page: Path) -> None:
    builds = []
    for text in ("<title>Duskhall</title>", "<title>Duskhall</title>", "<title>Renewed</title>"):
        (page / "index.html").write_text(text)
        with hosting(tmp_path / "tables.sqlite", page=page) as host:
            made = set_up(host.address, "Ada", "open")
            (ada,) = sit_down(host.address, made)
            builds.append(ada.state["build"])
            ada.move(ada.moves[0])
            ada.send("undo")
            assert ada.hear("table")["build"] == builds[-1]  # in every one
            ada.close()
    assert builds[0] == builds[1] != builds[2]


def test_without_a_page_one_sentence_says_how_to_build_it(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", page=tmp_path / "nothing") as host:
        answer = httpx.get(host.address + "/")
        assert answer.status_code == 503
        assert "make page" in answer.text


# The server's words


def test_the_server_says_the_same_in_every_language() -> None:
    sentences = catalogue().sentences
    for language in LANGUAGES:
        assert {s: set(keys) for s, keys in sentences[language].items()} == {
            s: set(keys) for s, keys in sentences["en"].items()
        }
        for section, keys in sentences[language].items():
            for key, sentence in keys.items():
                fields = set(re.findall(r"\{\w+\}", sentence))
                assert fields == set(re.findall(r"\{\w+\}", sentences["en"][section][key])), key


def test_what_fills_a_sentence_is_not_read_as_one() -> None:
    said = say("upgrades", "went-on", "en", position="{version}", version=3)
    assert "from move {version} by version 3" in said
    assert language_of("fr-CH, ja;q=0.9, en;q=0.8") == "ja"
    assert language_of("") == "en"
