/** What the page says while it teaches, and of how it sounds, calls and moves. */
import { tongue, type Language } from "./tongue.svelte";

const en = {
  learn: "Learn in three minutes",
  learnShort: "Learn it",
  again: "Play the lesson again",
  first: "Never played it?",
  setting: "The table is being laid …",
  lesson: "The lesson",
  step: (n: number, of: number) => `Step ${n} of ${of}`,
  count: (n: number, of: number) => `${n} of ${of}`,
  known: "This is the lesson: deal and answers of the others are always the same.",
  notYet: "Not this yet: do as it says above, or skip the lesson.",
  next: "Next",
  quick: "Play them for me",
  back: "Back",
  skip: "Skip the lesson",
  playOn: "Play on",
  ownGame: "A game of your own",
  toHall: "To the hall",
  youAreHere: "you are here",
  search: "Search: a word, or an id",
  noRule: (wanted: string) => `No rule speaks of “${wanted}”.`,
  yourTurn: "It is your move.",
  habits: {
    title: "Sound and speed",
    sound: "Sound",
    soundText: "A soft bell when it is your move, and cards that rustle.",
    call: "Call me",
    callText: "A notice of the browser when it is your move and you look elsewhere.",
    speed: "Speed of bots and cards",
    speeds: { calm: "Calm", usual: "Usual", quick: "Quick", "at-once": "At once" },
  },
  why: "Why",
  hideWhys: "Hide whys",
};

const ja: typeof en = {
  learn: "三分で覚える",
  learnShort: "覚える",
  again: "もう一度練習する",
  first: "初めてですか？",
  setting: "卓を用意しています…",
  lesson: "練習",
  step: (n, of) => `${of}段階中の${n}`,
  count: (n, of) => `${n}／${of}`,
  known: "これは練習です。配られるカードとほかの人の答えは、いつも同じです。",
  notYet: "まだそれではありません。上の説明のとおりにするか、練習をやめてください。",
  next: "次へ",
  quick: "代わりに進める",
  back: "戻る",
  skip: "練習をやめる",
  playOn: "このまま続ける",
  ownGame: "自分のゲームを始める",
  toHall: "広間へ",
  youAreHere: "いまここ",
  search: "検索：言葉かルール番号",
  noRule: (wanted) => `「${wanted}」について述べたルールはありません。`,
  yourTurn: "あなたの番です。",
  habits: {
    title: "音と速さ",
    sound: "音",
    soundText: "番が来るとやわらかな鐘が鳴り、カードが静かな音を立てます。",
    call: "知らせる",
    callText: "ほかの画面を見ているあいだに番が来たら、ブラウザーで知らせます。",
    speed: "ボットとカードの速さ",
    speeds: { calm: "ゆっくり", usual: "ふつう", quick: "速く", "at-once": "すぐに" },
  },
  why: "なぜ",
  hideWhys: "説明を隠す",
};

const ALL: Record<Language, typeof en> = { en, ja };

export const teaching = {
  get w(): typeof en {
    return ALL[tongue.language];
  },
};
