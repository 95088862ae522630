"""What the page's unit tests read is what the engine says today."""

from tests.browser.told import FILE, told


def test_the_game_told_to_the_page_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == told(), "run: python tests/browser/told.py"
