"""Print our speed beside Catanatron, python-chess and OpenSpiel, measured in the same run.

The peers are installed into build/peers, apart from everything else. They play other games, so a
ratio says how fast random play advances per answer, not which engine does more per answer.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / "build" / "peers"
PACKAGES = ["catanatron", "chess", "open_spiel"]

CATANATRON = """
import json, random, time
from catanatron import Color, Game, RandomPlayer
random.seed(1)
done, start = 0, time.perf_counter()
while time.perf_counter() - start < 4:
    game = Game([RandomPlayer(c) for c in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
    game.play()
    records = game.state
    done += len(getattr(records, "action_records", None) or records.actions)
seconds = time.perf_counter() - start
copies, start = 300, time.perf_counter()
for _ in range(copies):
    game.copy()
print(json.dumps([done / seconds, (time.perf_counter() - start) / copies * 1e6]))
"""

CHESS = """
import json, random, time
import chess
random.seed(1)
done, start = 0, time.perf_counter()
while time.perf_counter() - start < 4:
    board = chess.Board()
    for _ in range(200):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(random.choice(moves))
        done += 1
seconds = time.perf_counter() - start
copies, start = 20000, time.perf_counter()
for _ in range(copies):
    board.copy(stack=False)
print(json.dumps([done / seconds, (time.perf_counter() - start) / copies * 1e6]))
"""

SPIEL = """
import json, random, time
import pyspiel
random.seed(1)
game = pyspiel.load_game("GAME")
done, start = 0, time.perf_counter()
while time.perf_counter() - start < 4:
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes())
            state.apply_action(random.choices(actions, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        done += 1
seconds = time.perf_counter() - start
state = game.new_initial_state()
copies, start = 20000, time.perf_counter()
for _ in range(copies):
    state.clone()
print(json.dumps([done / seconds, (time.perf_counter() - start) / copies * 1e6]))
"""


def run(script: str) -> tuple[float, float] | None:
    done = subprocess.run(
        [str(PEERS / "bin" / "python"), "-W", "ignore", "-c", script],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        print(done.stderr.strip().splitlines()[-1:], file=sys.stderr)
        return None
    answers, copy = json.loads(done.stdout.strip().splitlines()[-1])
    return answers, copy


def ours(path: Path) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, str(ROOT / "bench" / "measure.py"), "dark-dealings", "4"],
        env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    return found["answers per second"], found["clone, microseconds"]


def main() -> None:
    if not (PEERS / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
    subprocess.run(
        [str(PEERS / "bin" / "python"), "-m", "pip", "install", "-q", *PACKAGES], check=True
    )
    rows: list[tuple[str, tuple[float, float] | None]] = [
        ("Duskhall, Dark Dealings, interpreted", ours(ROOT / "src"))
    ]
    if (ROOT / "build" / "compiled" / "duskhall").is_dir():
        rows.append(("Duskhall, Dark Dealings, compiled", ours(ROOT / "build" / "compiled")))
    rows.append(("Catanatron, Catan with four", run(CATANATRON)))
    rows.append(("python-chess", run(CHESS)))
    for name in ("leduc_poker", "gin_rummy", "hanabi", "backgammon"):
        rows.append((f"OpenSpiel from Python, {name}", run(SPIEL.replace("GAME", name))))
    base = rows[0][1]
    assert base is not None
    print(f"{'':40}{'answers/s':>12}{'of ours':>9}{'copy, us':>10}")
    for name, found in rows:
        if found is None:
            print(f"{name:40}{'did not run':>12}")
        else:
            print(f"{name:40}{found[0]:12,.0f}{found[0] / base[0]:9.2f}{found[1]:10.2f}")


if __name__ == "__main__":
    main()
