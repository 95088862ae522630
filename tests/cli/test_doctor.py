"""`duskhall doctor` says what is here, and what to do about what is not."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from duskhall import __version__
from duskhall.engine.catalogue import LANGUAGES
from duskhall.server import settings, watch
from tests.cli.commands import output
from tests.server.hosting import hosting


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page that is built, wherever this is run."""
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_text("<title>Duskhall</title>")
    monkeypatch.setattr(settings, "PAGE", folder)
    return folder


@pytest.fixture
def port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as bound:
        return str(bound.getsockname()[1])


def test_where_nothing_hinders_it_says_so(
    page: Path, port: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "new folder" / "tables.sqlite"
    told = output(capsys, "doctor", "--port", port, "--data", str(data))
    assert __version__ in told
    assert f"{data}, which will be made" in told
    assert f"Port {port} of 127.0.0.1 is free" in told
    assert told.endswith("All is in order.\n")
    assert not data.parent.exists()  # it only looks


@pytest.mark.parametrize(("compiled", "sentence"), [(True, "is compiled"), (False, "make compile")])
def test_it_knows_the_build(
    compiled: bool,
    sentence: str,
    page: Path,
    port: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watch, "is_compiled", lambda: compiled)
    assert sentence in output(capsys, "doctor", "--port", port)


def test_without_a_page_it_says_how_to_get_one(
    page: Path, port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (page / "index.html").unlink()
    told = output(capsys, "doctor", "--port", port, code=1)
    assert "run `make page`" in told
    assert "To be mended: 1" in told


def test_it_knows_a_server_that_runs_and_counts_its_tables(
    page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        told = output(capsys, "doctor", "--port", str(host.port), "--data", str(data))
    assert f"Duskhall {__version__} is running at port {host.port}" in told
    assert f"{data}, tables: 0" in told


def test_a_port_that_something_else_has_is_to_be_mended(
    page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duskhall.cli.doctor.PATIENCE", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as other:  # which never answers
        port = str(other.getsockname()[1])
        assert "choose another port with --port" in output(capsys, "doctor", "--port", port, code=1)


def test_data_that_cannot_be_used_is_to_be_mended(
    page: Path, port: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "tables.sqlite"
    data.write_text("this is no database, but a text that is long enough to look like something")
    told = output(capsys, "doctor", "--port", port, "--data", str(data), code=1)
    assert "duskhall restore" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_every_language(
    language: str, page: Path, port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = output(capsys, "doctor", "--port", port, "--language", language)
    assert "doctor." not in told  # a sentence that is missing shows its key
    assert ("ページ" in told) == (language == "ja")
