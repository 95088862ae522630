"""Cut the Japanese fonts of the page from Noto: the letters in use, and the common ones.

Needs npm, fonttools and brotli; `make fonts` brings the latter two. What is written is kept with
the sources, as the whole fonts are far larger than all else the page is built with. Run it when
tests/games/test_catalogue.py misses a letter.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "web" / "src" / "look" / "japanese"
LETTERS: Final = FOLDER / "letters.txt"
BUTTON: Final = "日本語"  # all that an English page shows
# The font, its weight, and whether it has the common letters too, for talk. Of the others they are
# cut apart: a browser fetches them for a person's name that needs one, and sets it in one face.
FACES: Final = [
    ("noto-sans-jp", 400, True),
    ("noto-sans-jp", 700, False),
    ("noto-serif-jp", 600, False),
]
FIGURES: Final = "0123456789+-/%°×−"  # as high as the letters beside them
FIRST: Final = 0x3000  # below, a letter is in the Latin fonts


def in_use() -> set[str]:
    """Every letter that the page or a game says in Japanese."""
    files = [*(ROOT / "src").rglob("ja*.toml"), ROOT / "web" / "src" / "words" / "ja.ts"]
    said = "".join(file.read_text("utf-8") for file in files)
    return {letter for letter in said + BUTTON if ord(letter) >= FIRST}


def common() -> set[str]:
    """The kanji of JIS level 1, as EUC lays them out in rows."""
    rows = (bytes([row, cell]) for row in range(0xB0, 0xD0) for cell in range(0xA1, 0xFF))
    return {letter for pair in rows if (letter := pair.decode("euc_jp", "ignore"))}


def always() -> set[str]:
    """Kana, and the wide signs and figures."""
    return {chr(code) for code in [*range(FIRST, 0x3100), *range(0xFF01, 0xFF9F)]}


def cut(font: Path, letters: set[str], name: str) -> None:
    options = [
        "--flavor=woff2",
        "--layout-features=palt,kern",
        f"--text={''.join(sorted(letters))}",
    ]
    target = f"--output-file={FOLDER / name}.woff2"
    subprocess.run([sys.executable, "-m", "fontTools.subset", font, *options, target], check=True)


def fetch(package: str, folder: Path) -> Path:
    """The package's files, unpacked."""
    told = subprocess.run(
        ["npm", "pack", "--silent", f"@fontsource/{package}"],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    with tarfile.open(folder / told.stdout.split()[-1]) as packed:
        packed.extractall(folder / package, filter="data")
    return folder / package / "package" / "files"


def main() -> None:
    used = in_use() | always()
    wide = used | common()
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        for package, weight, is_wide in FACES:
            files = fetch(package, Path(temporary))
            font = files / f"{package}-japanese-{weight}-normal.woff2"
            cut(font, wide if is_wide else used, f"{package}-{weight}")
            if package == FACES[0][0]:
                latin = files / f"{package}-latin-{weight}-normal.woff2"
                cut(latin, set(FIGURES), f"{package}-figures-{weight}")
            if is_wide:
                cut(font, set(BUTTON), f"{package}-button")
            else:
                cut(font, wide - used, f"{package}-names-{weight}")
    LETTERS.write_text("".join(sorted(wide)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
