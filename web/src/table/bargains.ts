/** What was said of offers, in words. Any game with offers has this. */
import { tongue } from "../words/tongue.svelte";
import { plain } from "./catalogue";
import type { Table } from "./table.svelte";
import type { Offer, Talk } from "./types";

/** What an offer is about, in a sentence. */
export function termsText(table: Table, offer: Pick<Offer, "maker" | "to" | "terms">): string {
  return table.module.termsText?.(table, offer) ?? plain(table.catalogue.move(offer.terms, table.names));
}

/** Who offers to whom: 'Ada to the table'. */
export function parties(table: Table, maker: number, asked: number[]): string {
  const w = tongue.w.offers;
  const from = maker === table.me ? w.you : (table.names[maker] ?? "");
  if (asked.length > 1 && asked.length >= table.players - 1) return w.toAll(from);
  return w.fromTo(from, table.catalogue.join(asked.map((seat) => (seat === table.me ? w.youTo : (table.names[seat] ?? "")))));
}

/** Why a bot says so. */
export function reasonText(table: Table, { reason, about = [] }: { reason?: string; about?: number[] }): string {
  const template = reason && table.catalogue.find("bots", reason);
  return template ? plain(table.catalogue.fill(template, about, table.names, {})) : "";
}

/** What somebody said with it: their own words, or a bot's reason. */
export function wordsOf(table: Table, said: { words?: string; reason?: string; about?: number[] }): string {
  const words = said.words || reasonText(table, said);
  return words && tongue.w.offers.quote(words);
}

/** The offer that a line is about, as it was made. */
export function about(talk: Talk[], said: Talk): Talk | undefined {
  return talk.find(({ kind, offer }) => (kind === "offer" || kind === "counter") && offer === said.offer);
}

/** Why an offer does not stand any more. */
export function fate(table: Table, said: Talk): string {
  const w = tongue.w.offers;
  const name = table.names[said.seat] ?? "";
  if (said.kind === "refuse") return [w.saidNo(name), wordsOf(table, said)].filter(Boolean).join(" ");
  if (said.kind === "withdraw") return w.withdrawn(name);
  if (said.because) {
    const template = table.catalogue.find("refusals", said.because);
    if (template) return plain(table.catalogue.fill(template, said.about ?? [], table.names, {}));
  }
  return w.ended[said.why as keyof typeof w.ended] ?? w.fell;
}

/** A line of talk as the log tells it; empty where it says nothing. */
export function lineText(table: Table, talk: Talk[], said: Talk): string {
  const w = tongue.w.offers;
  const name = table.names[said.seat] ?? "";
  const made = about(talk, said);
  const terms = made?.terms ? termsText(table, { maker: made.seat, to: made.to ?? [], terms: made.terms }) : "";
  if (said.kind === "offer" || said.kind === "counter") {
    const what = said.terms ? termsText(table, { maker: said.seat, to: said.to ?? [], terms: said.terms }) : "";
    return [w.line(parties(table, said.seat, said.to ?? []), what, said.kind === "counter"), wordsOf(table, said)].filter(Boolean).join(" ");
  }
  if (said.kind === "whisper") return w.whispers(table.catalogue.join([said.seat, ...(said.to ?? [])].map((seat) => table.names[seat] ?? "")));
  if (said.kind === "agree") return w.agrees(name, terms);
  if (said.kind === "refuse" || said.kind === "withdraw") return fate(table, said);
  const isPlain = said.why === "turn" || said.why === "dealt" || said.why === "over";
  return isPlain ? "" : [terms, fate(table, said)].filter(Boolean).join(": ");
}

const SHOWN = 3;

/** Offers that fell lately: of this turn, the newest last. */
export function fallen({ talk }: Table): { said: Talk; made: Talk }[] {
  const over = talk.findLastIndex(({ why }) => why === "turn" || why === "over" || why === "undone");
  return talk
    .slice(over + 1)
    .filter(({ kind, ends }) => kind === "end" || (kind === "refuse" && ends))
    .flatMap((said) => {
      const made = about(talk, said);
      return made ? [{ said, made }] : [];
    })
    .slice(-SHOWN);
}
