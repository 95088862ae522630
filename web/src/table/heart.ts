/** Whether the server still hears us: a browser tells neither its pings nor that the network is gone. */

export const PERIOD = 4000; // milliseconds between two beats
export const PATIENCE = 4000; // to wait for an answer: to anything at all
export const COMING = 10_000; // to be at the table, from the first knock

export class Heart {
  private timer = 0;
  private beating = false;

  constructor(
    private readonly send: () => void,
    private readonly lost: () => void,
  ) {}

  /** A socket is being opened. */
  begin(): void {
    this.wait(COMING);
  }

  /** Something was heard: nothing is lost for now. */
  heard(): void {
    this.beating = false;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.beat(), PERIOD);
  }

  /** Ask now, unless an answer is awaited already. */
  beat(): void {
    if (this.beating) return;
    this.send();
    this.wait(PATIENCE);
  }

  stop(): void {
    this.beating = false;
    clearTimeout(this.timer);
  }

  private wait(patience: number): void {
    this.beating = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.stop();
      this.lost();
    }, patience);
  }
}
