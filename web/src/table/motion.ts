/**
 * Cards fly from where they were to where they are.
 *
 * What lies on the table is marked in the page: `data-card` is a card, `data-place` a place (or where
 * one looks for it: a seat's counter). Nothing here knows a game.
 */
import { tick } from "svelte";
import { HIDDEN, type GameEvent } from "./types";

export type Manner = "slide" | "flip" | "tip" | "fall" | "walk";

const MOVE = 320;
const TURN = 420;
const BEAT = 240;
const READ = 1500; // to read why something was done without asking
const RING = 500; // how long a spot is marked where nothing flies
const RISE = 1100; // how long a change of a number is seen
const APART = 45; // between two cards of one deal
const OUT = "cubic-bezier(.16, .84, .32, 1)";
const INOUT = "cubic-bezier(.6, 0, .2, 1)";

export function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

interface Spot {
  box: DOMRect;
  element: HTMLElement;
}

/** Something that is only there to be seen flying, in a frame that lends it its looks. */
interface Ghost {
  copy: HTMLElement;
  frame: HTMLElement;
}

export class Motion {
  root: HTMLElement | null = null;
  private layer: HTMLElement | null = null;
  private running = new Set<Animation>();
  private wake: (() => void) | null = null;
  private hurried = false;
  speed = 1;

  constructor(private readonly manner: (kind: string) => Manner) {}

  /** Any press: whatever is still to be seen of this sequence is skipped. */
  skip(): void {
    this.hurried = true;
    for (const animation of this.running) animation.finish();
    this.wake?.();
  }

  /** A new sequence may be watched again. */
  rest(): void {
    this.hurried = false;
  }

  get skipping(): boolean {
    return this.hurried || !this.root || document.hidden;
  }

  private spots(): Map<string, Spot> {
    const found = new Map<string, Spot>();
    for (const element of this.root?.querySelectorAll<HTMLElement>("[data-card]") ?? []) {
      const box = element.getBoundingClientRect();
      if (box.width) found.set(element.dataset.card ?? "", { box, element });
    }
    return found;
  }

  private place(name: string | undefined): DOMRect | null {
    if (!name) return null;
    for (const element of this.root?.querySelectorAll<HTMLElement>(`[data-place~="${name}"]`) ?? []) {
      const box = element.getBoundingClientRect();
      if (box.width) return box;
    }
    const seat = name.split(".")[1];
    return this.root?.querySelector(`[data-home="${seat}"]`)?.getBoundingClientRect() ?? null;
  }

  /** Change what is drawn, and show how it came about. */
  async show(events: GameEvent[], change: () => void): Promise<void> {
    if (this.skipping) {
      change();
      return;
    }
    const before = this.spots();
    const copies = new Map<string, Ghost>();
    const starts = new Map<GameEvent, DOMRect | null>();
    for (const event of events) {
      starts.set(event, this.place(event.from));
      for (const card of event.cards ?? []) {
        const old = before.get(String(card));
        if (old && event.to) copies.set(String(card), this.copy(old));
      }
    }
    change();
    await tick();
    if (still()) {
      await this.mark(events);
      return;
    }
    const after = this.spots();
    const moved = new Set<string>();
    let longest = 0;
    for (const event of events) {
      if (!event.to) continue;
      const manner = this.manner(event.kind);
      const goal = this.place(event.to);
      (event.cards ?? []).forEach((card, index) => {
        const key = String(card);
        const delay = index * APART;
        let took = 0;
        if (card === HIDDEN) {
          const start = starts.get(event);
          if (index < 3 && start && goal) took = this.flyBack(start, goal, delay);
        } else {
          moved.add(key);
          const start = before.get(key)?.box ?? starts.get(event) ?? null;
          const end = after.get(key);
          if (end && start) took = this.flyHome(end, start, manner, delay);
          else if (end) took = this.appear(end, delay);
          else if (start && copies.has(key)) {
            took = this.flyAway(copies.get(key)!, start, goal, manner, delay);
          }
        }
        longest = Math.max(longest, took);
      });
    }
    for (const [key, spot] of after) {
      const old = before.get(key);
      if (!old || moved.has(key)) continue;
      const x = old.box.left - spot.box.left;
      const y = old.box.top - spot.box.top;
      if (Math.abs(x) + Math.abs(y) > 2) longest = Math.max(longest, this.settle(spot.element, x, y));
    }
    for (const event of events) {
      const turned = event.number !== undefined && !event.to;
      if (turned) longest = Math.max(longest, TURN / this.speed);
      if (event.number && event.change) this.rise(event.number, event.change);
    }
    await this.pause(longest);
  }

  /** Reduced motion: nothing flies; a ring marks the spot for a beat. */
  private async mark(events: GameEvent[]): Promise<void> {
    const cards = new Set(events.flatMap((event) => event.cards ?? []).map(String));
    const ringed = [...this.spots()].filter(([key]) => cards.has(key)).map(([, spot]) => spot.element);
    for (const element of ringed) element.classList.add("arrived");
    setTimeout(() => {
      for (const element of ringed) element.classList.remove("arrived");
    }, RING);
    await this.pause(ringed.length ? BEAT / this.speed : 0);
  }

  /** A breath between two things; a long one, even where nothing moves, for what has to be read. */
  async beat(toRead: "" | "mine" | "others" = ""): Promise<void> {
    if (toRead) await this.pause(toRead === "mine" ? READ : READ / this.speed);
    else if (!this.skipping && !still()) await this.pause(BEAT / this.speed);
  }

  private pause(ms: number): Promise<void> {
    if (this.skipping || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      const wake = done;
      this.wake = wake;
      const motion = this;
      function done(): void {
        clearTimeout(timer);
        if (motion.wake === wake) motion.wake = null;
        resolve();
      }
    });
  }

  private run(
    element: HTMLElement,
    keys: Keyframe[],
    time: number,
    delay: number,
    easing: string,
    passing = false, // it is only there to be seen flying
  ): number {
    const duration = time / this.speed;
    const wait = delay / this.speed;
    const animation = element.animate(keys, { duration, delay: wait, easing, fill: "backwards" });
    this.running.add(animation);
    const forget = () => {
      this.running.delete(animation);
      if (passing) (element.parentElement ?? element).remove();
    };
    animation.finished.then(forget, forget);
    return duration + wait;
  }

  private flyHome(end: Spot, start: DOMRect, manner: Manner, delay: number): number {
    const x = start.left + start.width / 2 - (end.box.left + end.box.width / 2);
    const y = start.top + start.height / 2 - (end.box.top + end.box.height / 2);
    const scale = Math.max(0.2, Math.min(3, start.height / end.box.height));
    if (manner === "flip") return this.flipHome(end, x, y, Math.min(1, scale), delay);
    const keys = [{ transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 20 }, { transform: "none", zIndex: 20 }];
    return this.run(end.element, keys, MOVE, delay, INOUT);
  }

  /** Its back flies, and it flips once it is there. */
  private flipHome(end: Spot, x: number, y: number, scale: number, delay: number): number {
    const back = this.back(end.box.width, end.box.height);
    this.lay(back, end.box);
    const from = { transform: `translate(${x}px, ${y}px) scale(${scale})` };
    this.run(back.copy, [from, { transform: "none", offset: 0.8 }, { transform: "rotateY(90deg)" }], MOVE, delay, INOUT, true);
    const flip = [{ opacity: 0 }, { opacity: 0, transform: "rotateY(90deg)", offset: 0.7 }, { opacity: 1, transform: "rotateY(90deg)", offset: 0.7 }, {}];
    return this.run(end.element, flip, MOVE / 0.7, delay, "linear");
  }

  private appear(end: Spot, delay: number): number {
    return this.run(end.element, [{ opacity: 0, transform: "scale(.92)" }, {}], 160, delay, OUT);
  }

  private settle(element: HTMLElement, x: number, y: number): number {
    return this.run(element, [{ transform: `translate(${x}px, ${y}px)` }, {}], MOVE, 0, INOUT);
  }

  /** By how much a number has changed rises from where it stands. */
  private rise(number: string, change: number): void {
    const box = this.root?.querySelector(`[data-number="${number}"]`)?.getBoundingClientRect();
    if (!box?.width) return;
    const copy = document.createElement("b");
    copy.className = change > 0 ? "rising" : "rising less";
    copy.textContent = change > 0 ? `+${change}` : `−${-change}`;
    this.lay({ copy, frame: document.createElement("div") }, box);
    const keys = [{ opacity: 0, transform: "translateY(8px)" }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.7 }, { opacity: 0, transform: "translateY(-26px)" }];
    this.run(copy, keys, RISE, 0, OUT, true);
  }

  private flyAway(ghost: Ghost, start: DOMRect, goal: DOMRect | null, manner: Manner, delay: number): number {
    this.lay(ghost, start);
    const x = goal ? goal.left + goal.width / 2 - (start.left + start.width / 2) : 0;
    const y = goal ? goal.top + goal.height / 2 - (start.top + start.height / 2) : 0;
    const small = goal ? Math.max(0.12, Math.min(1, goal.height / start.height)) : 0.9;
    const last: Record<Manner, Keyframe> = {
      slide: { transform: `translate(${x}px, ${y}px) scale(${small})`, opacity: 0.2 },
      flip: { transform: `translate(${x}px, ${y}px) scale(${small}) rotateY(180deg)`, opacity: 0.2 },
      tip: { transform: `translate(${x}px, ${y}px) scale(${small}) rotate(-100deg)`, opacity: 0.2 },
      fall: { transform: "translateY(24px)", opacity: 0 },
      walk: { transform: "translateX(120px) scale(.8)", opacity: 0 },
    };
    const time = manner === "slide" ? MOVE : TURN;
    return this.run(ghost.copy, [{}, last[manner]], time, delay, INOUT, true);
  }

  private flyBack(start: DOMRect, goal: DOMRect, delay: number): number {
    const box = new DOMRect(start.left + start.width / 2 - 17, start.top + start.height / 2 - 24, 34, 48);
    return this.flyAway(this.back(34, 48), box, goal, "slide", delay);
  }

  /** A copy of a card to be carried about; it goes with its frame. */
  lift(element: HTMLElement): HTMLElement {
    const box = element.getBoundingClientRect();
    const ghost = this.copy({ box, element });
    this.lay(ghost, box);
    ghost.copy.style.setProperty("width", `${box.width}px`);
    return ghost.copy;
  }

  /** A copy where the card lies, among the same names as there, so that it looks the same. */
  private copy(spot: Spot): Ghost {
    const copy = spot.element.cloneNode(true) as HTMLElement;
    for (const name of ["data-card", "data-pick", "data-spot", "data-place", "id", "role"]) copy.removeAttribute(name);
    const frame = document.createElement("div");
    frame.className = surroundings(spot.element);
    const card = spot.element.querySelector("[data-face]");
    if (card) frame.style.setProperty("--w", `${card.getBoundingClientRect().width}px`);
    return { copy, frame };
  }

  private back(width: number, height: number): Ghost {
    const copy = document.createElement("i");
    copy.className = "flying-back";
    copy.style.setProperty("width", `${width}px`);
    copy.style.setProperty("height", `${height}px`);
    return { copy, frame: document.createElement("div") };
  }

  private lay({ copy, frame }: Ghost, box: DOMRect): void {
    this.layer ??= document.querySelector<HTMLElement>("#flights");
    if (!this.layer) return;
    this.layer.dataset.game = this.root?.dataset.game ?? "";
    copy.inert = true;
    copy.classList.add("flying");
    copy.style.setProperty("left", `${box.left}px`);
    copy.style.setProperty("top", `${box.top}px`);
    frame.classList.add("flight");
    frame.append(copy);
    this.layer.append(frame);
  }
}

function surroundings(element: HTMLElement): string {
  const names: string[] = [];
  for (let up = element.parentElement; up && !up.matches(".board, .tray"); up = up.parentElement) names.push(up.className);
  return names.join(" ");
}
