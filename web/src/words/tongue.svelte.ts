/** The language of the page, remembered. */
import { en, type Words } from "./en";
import { ja } from "./ja";

export type Language = "en" | "ja";
const KEY = "duskhall.language";
const ALL: Record<Language, Words> = { en, ja };

function first(): Language {
  const kept = remembered(KEY);
  if (kept === "en" || kept === "ja") return kept;
  return typeof navigator !== "undefined" && navigator.language.startsWith("ja") ? "ja" : "en";
}

/** What was kept in this browser; nothing where it keeps nothing. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing still plays.
  }
}

class Tongue {
  language = $state<Language>(first());

  get w(): Words {
    return ALL[this.language];
  }

  get other(): Language {
    return this.language === "en" ? "ja" : "en";
  }

  speak(language: Language): void {
    this.language = language;
    remember(KEY, language);
    this.tellPage();
  }

  tellPage(): void {
    document.documentElement.lang = this.language;
  }
}

export const tongue = new Tongue();
