"""On a Ray cluster the results are those of one machine, also when a worker is killed meanwhile."""

import os
import signal
import socket
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from duskhall.engine.game import game
from duskhall.lab.compare import Comparison, compare, comparison
from duskhall.lab.plan import Outcome, Plan
from duskhall.lab.results import CSV, WrongResults
from duskhall.lab.simulate import play_one, simulate

GAME = "dark-dealings"
MARK = "DUSKHALL_KILLED"  # where whoever is killed leaves a mark


def play_or_die(plan: Plan, number: int) -> Outcome:
    """Play; but whoever comes first to the game of number 3 is killed."""
    mark = Path(os.environ[MARK])
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_one(plan, number)


@pytest.mark.filterwarnings("ignore")  # of Ray's own
def test_a_worker_killed_in_the_middle_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two workers on this machine, of which one dies once."""
    pytest.importorskip("ray", reason="Ray is not installed: `make lab` does, and runs this")
    alone, cluster = tmp_path / "alone", tmp_path / "cluster"
    here = simulate(GAME, 2, 8, ["random"], 3, workers=1, results=alone, kind=CSV, decisions=True)
    monkeypatch.setenv(MARK, str(tmp_path / "killed"))
    paths = [str(Path(__file__).parent), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([path for path in paths if path]))
    monkeypatch.setattr("duskhall.lab.simulate.play_one", play_or_die)
    there = simulate(
        *(GAME, 2, 8, ["random"], 3),
        workers=2,
        results=cluster,
        kind=CSV,
        decisions=True,
        on="ray",
    )
    assert (tmp_path / "killed").exists()
    assert here.summary == there.summary
    files = sorted(alone.rglob("part-*"))
    assert len(files) == 3
    for file in files:
        assert file.read_bytes() == (cluster / file.relative_to(alone)).read_bytes()
    assert compare(two_ways(), games=4, workers=2, on="ray") == compare(two_ways(), 4, workers=1)


def two_ways() -> Comparison:
    usual = game(GAME).edition("designed")
    return comparison(
        GAME, 2, 3, [(usual, {}, ["random"]), (usual, {"hardcore": True}, ["random"])]
    )


def test_without_ray_it_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(WrongResults, match=r"needs ray: pip install 'duskhall\[ray\]'"):
        simulate(GAME, 2, 1, ["random"], 1, on="ray")
    with pytest.raises(WrongResults, match=r"needs ray"):
        compare(two_ways(), games=1, on="ray")


class RayError(Exception):
    """As Ray's own errors are, of which this needs no more."""


def losing_ray(chunks: int) -> SimpleNamespace:
    """A Ray that plays so many chunks, and then is gone: it cannot even be shut down."""
    played: list[object] = []

    def get(chunk: object) -> object:
        played.append(chunk)
        if len(played) > chunks:
            raise RayError("the node died")
        return chunk

    def gone() -> None:
        raise RayError("there is nothing to shut down")

    return SimpleNamespace(
        exceptions=SimpleNamespace(RayError=RayError),
        is_initialized=lambda: False,
        init=lambda **_: None,
        remote=lambda **_: lambda play: SimpleNamespace(remote=play),
        put=lambda what: what,
        get=get,
        shutdown=gone,
    )


def test_what_a_lost_cluster_had_played_is_gone_on_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    given = {"workers": 1, "results": tmp_path, "kind": CSV}
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "ray", losing_ray(chunks=2))
        with pytest.raises(WrongResults, match=r"machine was lost \(RayError\); what was played"):
            simulate(GAME, 2, 4, ["random"], 3, on="ray", **given)  # type: ignore[arg-type]
    after = simulate(GAME, 2, 4, ["random"], 3, **given)  # type: ignore[arg-type]
    assert after.before == 2
    assert after.summary == simulate(GAME, 2, 4, ["random"], 3, workers=1).summary


def test_a_cluster_that_does_not_answer_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "ray", losing_ray(chunks=0))
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # and nobody listens
        for address in ("127.0.0.1:{}", "ray://127.0.0.1:{}"):
            monkeypatch.setenv("RAY_ADDRESS", address.format(closed.getsockname()[1]))
            with pytest.raises(
                WrongResults, match=r"cluster at .*127\.0\.0\.1:\d+ cannot be joined"
            ):
                simulate(GAME, 2, 1, ["random"], 1, on="ray")
