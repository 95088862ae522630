/** What the page says of hints, and of looking back at a game. */
import { tongue, type Language } from "./tongue.svelte";

const en = {
  hint: "Hint",
  allowed: "Hints may be asked for at this table.",
  unallowed: "Nobody gets hints at this table.",
  ask: "What would a bot answer here? Only you see it.",
  notNow: "Hints are allowed here, once it is your move.",
  thinking: "A bot is thinking about it …",
  step: (n: number, of: number) => `Hint, step ${n} of ${of}`,
  show: "Show me where",
  showCard: "Show me what",
  showMove: "Show the answer",
  would: "A bot would:",
  would2: (move: string) => `A bot would: ${move}.`,
  doIt: "Do it",
  offerFirst: "It would be offered to them first.",
  away: "Close the hint",
  chance: (n: number) => `about ${n} in 100`,
  option: "Hints",
  optionText: "Whoever is asked may ask what a bot would answer. Everyone is told that this is so.",
  key: "a hint, step by step, where the table allows it",
};

const ja: typeof en = {
  hint: "ヒント",
  allowed: "このテーブルではヒントを求めることができます。",
  unallowed: "このテーブルでは、だれもヒントを見られません。",
  ask: "ここでボットなら何と答えるか。見えるのはあなただけです。",
  notNow: "このテーブルでは、自分の番にヒントを求められます。",
  thinking: "ボットが考えています…",
  step: (n, of) => `ヒント　${of}段階中の${n}`,
  show: "場所を見る",
  showCard: "どれかを見る",
  showMove: "答えを見る",
  would: "ボットなら：",
  would2: (move) => `ボットなら：${move}。`,
  doIt: "そうする",
  offerFirst: "まず相手に申し出ることになります。",
  away: "ヒントを閉じる",
  chance: (n) => `100のうち約${n}`,
  option: "ヒント",
  optionText: "番の人は、ボットなら何と答えるかを聞けます。そのことは全員に知らされます。",
  key: "テーブルが許していれば、ヒントを一段ずつ",
};

const ALL: Record<Language, typeof en> = { en, ja };

export const advice = {
  get w(): typeof en {
    return ALL[tongue.language];
  },
};
