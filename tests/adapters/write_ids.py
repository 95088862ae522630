"""Write ids.txt: for each game, its rules version, how many ids there are, and a hash of their words."""

from hashlib import sha256
from pathlib import Path

from duskhall import Game, installed
from duskhall.adapters.core.words import words_of

IDS = Path(__file__).parent / "ids.txt"


def ids_of(game: Game) -> str:
    words = words_of(game.box(game.counts({})[-1])).words
    digest = sha256("\n".join(words).encode()).hexdigest()[:32]
    return f"{game.name} {game.version} {len(words)} {digest}"


if __name__ == "__main__":
    IDS.write_text("".join([f"{ids_of(game)}\n" for game in installed()]), "utf-8")
