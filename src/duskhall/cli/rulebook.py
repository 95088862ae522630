"""The rules on demand: a list of chapters, a chapter, or one rule with our ruling."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from duskhall.cli.words import Words
from duskhall.engine.catalogue import Catalogue


class Rulebook:
    """The chapters and rules that a game's catalogue holds."""

    def __init__(self, catalogue: Catalogue, words: Words) -> None:
        self.catalogue = catalogue
        self.words = words

    def chapters(self) -> list[str]:
        return list(self.catalogue.sentences["en"].get("chapters", {}))

    def rules_of(self, chapter: str) -> list[str]:
        return self.catalogue.word("chapter_rules", chapter, "en").split()

    def show(self, wanted: str) -> RenderableType:
        """What was asked for: nothing (the chapters), a chapter's number, or a rule's id."""
        chapters = self.chapters()
        if not wanted:
            return self.contents()
        if wanted.isdecimal() and 1 <= int(wanted) <= len(chapters):
            return self.chapter(int(wanted))
        rule = wanted.upper()
        if self.catalogue.find("rules", rule, self.words.language):
            return self.rule(rule)
        return Text(self.words("rules.unknown", wanted=wanted))

    def contents(self) -> RenderableType:
        lines = [Text(self.words("rules.contents"), "bold")]
        for number, chapter in enumerate(self.chapters(), 1):
            title = self.catalogue.word("chapters", chapter, self.words.language)
            rules = self.rules_of(chapter)
            span = rules[0] if len(rules) == 1 else f"{rules[0]} – {rules[-1]}"
            lines.append(Text.assemble(f"{number:>3}  {title}", (f"  {span}", "dim")))
        lines.append(
            Text(self.words("rules.how", rule=self.rules_of(self.chapters()[-1])[0]), "dim")
        )
        return Group(*lines)

    def chapter(self, number: int) -> RenderableType:
        chapters = self.chapters()
        chapter = chapters[number - 1]
        title = self.catalogue.word("chapters", chapter, self.words.language)
        shown: list[RenderableType] = [Text(f"{number}  {title}", "bold")]
        shown += [self.rule(rule) for rule in self.rules_of(chapter)]
        if number < len(chapters):
            following = self.catalogue.word("chapters", chapters[number], self.words.language)
            shown.append(Text(self.words("rules.next", number=number + 1, title=following), "dim"))
        return Group(*shown)

    def rule(self, rule: str) -> RenderableType:
        language = self.words.language
        title = self.catalogue.find("rule_titles", rule, language)
        shown: list[RenderableType] = [
            Text.assemble((rule, "bold cyan"), (f"  {title}" if title else "", "bold")),
            Padding(Text(self.catalogue.word("rules", rule, language)), (0, 0, 0, 2)),
        ]
        ruling = self.catalogue.find("rulings", rule, language)
        if ruling:
            text = Text.assemble((self.words("rules.ruling") + " ", "italic"), ruling)
            shown.append(Padding(text, (0, 0, 0, 2)))
        return Group(*shown)
