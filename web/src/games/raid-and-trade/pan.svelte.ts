import { flushSync } from "svelte";
import { BRING } from "../../table/spotlight";

/** A map that is larger than its frame: dragged with one finger, zoomed with two, with the wheel or buttons. */
const MOST = 5;
const RIM = 14; // pixels around what is brought into view
const FAR = 6; // pixels from which on it is a drag and not a press
const LIDS = ".locator, .zoomer"; // what lies over the map

export class Pan {
  zoom = $state(1);
  x = $state(0);
  y = $state(0);
  readonly zoomed = $derived(this.zoom > 1.01);
  private fingers = new Map<number, { x: number; y: number }>();
  private moved = false;
  private held: { across: number; down: number; part: number } | null = null; // until one pans oneself

  /** All of it is in view. */
  fit(): void {
    this.zoom = 1;
    this.x = this.y = 0;
    this.held = null;
  }

  /** This point, in parts of the whole, lies in the middle as far as that leaves no gap; at least so much is seen. */
  centre(frame: HTMLElement, across: number, down: number, part?: number): void {
    const map = frame.firstElementChild as HTMLElement;
    this.held = part === undefined ? null : { across, down, part };
    if (part !== undefined) this.zoom = Math.max(1, Math.min(MOST, frame.clientWidth / (map.offsetWidth * part)));
    this.x = frame.clientWidth / 2 - map.offsetLeft - across * map.offsetWidth * this.zoom;
    this.y = frame.clientHeight / 2 - map.offsetTop - down * map.offsetHeight * this.zoom;
    this.bound(frame);
  }

  by(frame: HTMLElement, factor: number): void {
    this.at(frame, factor, frame.clientWidth / 2, frame.clientHeight / 2);
  }

  /** Zoom, so that what lies at this point of the frame stays there. */
  private at(frame: HTMLElement, factor: number, x: number, y: number): void {
    const map = frame.firstElementChild as HTMLElement;
    this.held = null;
    const zoom = Math.max(1, Math.min(MOST, this.zoom * factor));
    const by = zoom / this.zoom;
    this.x = x - map.offsetLeft - (x - map.offsetLeft - this.x) * by;
    this.y = y - map.offsetTop - (y - map.offsetTop - this.y) * by;
    this.zoom = zoom;
    this.bound(frame);
  }

  private bound(frame: HTMLElement): void {
    const map = frame.firstElementChild as HTMLElement;
    const within = (value: number, start: number, room: number, size: number) => {
      if (size <= room) return (room - size) / 2 - start;
      return Math.min(-start, Math.max(room - size - start, value));
    };
    this.x = within(this.x, map.offsetLeft, frame.clientWidth, map.offsetWidth * this.zoom);
    this.y = within(this.y, map.offsetTop, frame.clientHeight, map.offsetHeight * this.zoom);
  }

  /** The frame that is touched. */
  touch = (frame: HTMLElement): { destroy(): void } => {
    const down = (event: PointerEvent) => {
      if (event.pointerType === "mouse" && !this.zoomed) return;
      if ((event.target as Element).closest(LIDS)) return;
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      this.moved = false;
    };
    const move = (event: PointerEvent) => {
      const old = this.fingers.get(event.pointerId);
      if (!old) return;
      const x = event.clientX - old.x;
      const y = event.clientY - old.y;
      if (!this.moved && Math.hypot(x, y) < FAR) return;
      const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      const [other] = others;
      const box = frame.getBoundingClientRect();
      if (other) {
        const before = Math.hypot(old.x - other.x, old.y - other.y);
        const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
        this.at(frame, now / Math.max(1, before), (event.clientX + other.x) / 2 - box.left, (event.clientY + other.y) / 2 - box.top);
      } else {
        this.held = null;
        this.x += x;
        this.y += y;
        this.bound(frame);
      }
      this.moved = true;
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const up = (event: PointerEvent) => {
      this.fingers.delete(event.pointerId);
    };
    /** What follows a drag is no press. */
    const click = (event: Event) => {
      if (!this.moved) return;
      this.moved = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !this.zoomed) return;
      event.preventDefault();
      const box = frame.getBoundingClientRect();
      this.at(frame, event.deltaY < 0 ? 1.12 : 1 / 1.12, event.clientX - box.left, event.clientY - box.top);
    };
    /** How far the map must move, until this is in view with so much around it. */
    const away = (spot: DOMRect, rim: number) => {
      const box = frame.getBoundingClientRect();
      const into = (start: number, end: number, first: number, last: number) => Math.max(0, first - start) - Math.max(0, end - last);
      return {
        x: into(spot.left - rim, spot.right + rim, box.left, box.right),
        y: into(spot.top - rim, spot.bottom + rim, box.top, box.bottom),
      };
    };
    const by = (x: number, y: number) => {
      if (!x && !y) return;
      this.held = null;
      this.x += x;
      this.y += y;
      this.bound(frame);
    };
    /** What gets the focus comes into view: the map is moved, and never scrolled by the browser. */
    const focus = (event: FocusEvent) => {
      frame.scrollTo(0, 0);
      if (!this.zoomed || !(event.target as Element).closest("[data-spot]")) return;
      const { x, y } = away((event.target as Element).getBoundingClientRect(), 0);
      by(x, y);
    };
    /** What is shown to somebody comes to the middle, unless it is well in view. */
    const bring = (event: Event) => {
      frame.scrollTo(0, 0);
      if (!this.zoomed) return;
      const spot = (event.target as Element).getBoundingClientRect();
      const covers = (lid: Element) => {
        const { left, top, right, bottom } = lid.getBoundingClientRect();
        return left < spot.right && right > spot.left && top < spot.bottom && bottom > spot.top;
      };
      const { x, y } = away(spot, RIM);
      if (!x && !y && ![...frame.querySelectorAll(LIDS)].some(covers)) return;
      const box = frame.getBoundingClientRect();
      by((box.left + box.right - spot.left - spot.right) / 2, (box.top + box.bottom - spot.top - spot.bottom) / 2);
      flushSync(); // who asked measures it
    };
    const scroll = () => frame.scrollTo(0, 0);
    frame.addEventListener("scroll", scroll);
    frame.addEventListener("focusin", focus);
    frame.addEventListener(BRING, bring);
    frame.addEventListener("pointerdown", down);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    frame.addEventListener("click", click, { capture: true });
    frame.addEventListener("wheel", wheel, { passive: false });
    const watch = new ResizeObserver(() => {
      if (this.held) this.centre(frame, this.held.across, this.held.down, this.held.part);
      else this.bound(frame);
    });
    watch.observe(frame);
    return {
      destroy: () => {
        watch.disconnect();
        frame.removeEventListener("scroll", scroll);
        frame.removeEventListener("focusin", focus);
        frame.removeEventListener(BRING, bring);
        frame.removeEventListener("pointerdown", down);
        removeEventListener("pointermove", move);
        removeEventListener("pointerup", up);
        removeEventListener("pointercancel", up);
        frame.removeEventListener("click", click, { capture: true });
        frame.removeEventListener("wheel", wheel);
      },
    };
  };
}
