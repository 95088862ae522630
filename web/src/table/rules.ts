/** The rulebook of a game as its catalogue has it: which chapter a question belongs to, and searching. */
import type { Text } from "./types";

export interface Chapter {
  key: string;
  title: string;
  rules: string[];
}

/** The chapter that a question belongs to, or none. */
export function chapterOf(text: Text, asked: string): string {
  const rule = text.ask_rules?.[asked];
  return Object.entries(text.chapter_rules ?? {}).find(([, rules]) => rule && rules.split(" ").includes(rule))?.[0] ?? "";
}

/**
 * The chapters with the rules in which all of these words are found, the present one first; all rules
 * where nothing is wanted.
 */
export function found(text: Text, wanted: string, now = ""): Chapter[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (id: string) => {
    const said = [id, text.rule_titles?.[id], text.rules?.[id], text.rulings?.[id]].join(" ").toLowerCase();
    return words.every((word) => said.includes(word));
  };
  const all = Object.entries(text.chapters ?? {})
    .map(([key, title]) => ({ key, title, rules: (text.chapter_rules?.[key] ?? "").split(" ").filter((id) => id && has(id)) }))
    .filter(({ rules }) => rules.length || !words.length);
  return [...all.filter(({ key }) => key === now), ...all.filter(({ key }) => key !== now)];
}
