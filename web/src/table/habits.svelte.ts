/** How one likes it: sound, calling and speed. It is kept in this browser. */
import { remember, remembered } from "../words/tongue.svelte";

export const SPEEDS = ["calm", "usual", "quick", "at-once"] as const;
export type Speed = (typeof SPEEDS)[number];
const FACTORS: Record<Speed, number> = { calm: 0.6, usual: 1, quick: 2, "at-once": 1 };
const SOUND = "duskhall.sound";
const CALL = "duskhall.call";
const SPEED = "duskhall.speed";

const GROUP = 560; // milliseconds that something takes to be seen, at the usual speed: a flight and a breath
const BUDGET = 3000; // for all that waits to be shown, as long as no speed is beyond seeing
const PATIENCE = 1500; // of being shown things, after which they are shown twice as fast; then thrice, ...
const FASTEST = 6;

function isTouch(): boolean {
  return typeof matchMedia !== "undefined" && matchMedia("(hover: none)").matches;
}

/**
 * How much faster than usual things are shown, so that one is not kept waiting for long: the faster,
 * the more of them wait, and the longer one has been watching already.
 */
export function pace(waiting: number, watched: number): number {
  return Math.min(FASTEST, Math.max(1, (waiting * GROUP) / BUDGET, watched / PATIENCE));
}

class Habits {
  /** On at a desk, off on a phone, until one says otherwise. */
  sound = $state((remembered(SOUND) ?? (isTouch() ? "off" : "on")) === "on");
  call = $state(remembered(CALL) === "on");
  speed = $state<Speed>(SPEEDS.find((one) => one === remembered(SPEED)) ?? "usual");

  get factor(): number {
    return FACTORS[this.speed];
  }

  get atOnce(): boolean {
    return this.speed === "at-once";
  }

  hear(on: boolean): void {
    this.sound = on;
    remember(SOUND, on ? "on" : "off");
  }

  go(speed: Speed): void {
    this.speed = speed;
    remember(SPEED, speed);
  }

  /** Be called when it is one's turn, if the browser may. */
  async beCalled(on: boolean): Promise<void> {
    const may = on && "Notification" in window && (await Notification.requestPermission()) === "granted";
    this.call = may;
    remember(CALL, may ? "on" : "off");
  }
}

export const habits = new Habits();
