/** Whether the hall was renewed while this page was open: then the page is to be loaded anew. */
const TRIED = "duskhall.renewed"; // the build for which the page was loaded anew by itself

class Renewal {
  build = ""; // the first that was seen
  next = $state(""); // another, seen since
  held = $state(false); // something is half done

  see(build: string): void {
    this.build ||= build;
    if (build !== this.build) this.next = build;
  }

  /** By itself only once for each build: two servers that differ would never let one rest. */
  get mayReload(): boolean {
    if (this.held || document.querySelector("dialog[open]")) return false;
    if (document.querySelector<HTMLInputElement>("#say")?.value) return false;
    return sessionStorage.getItem(TRIED) !== this.next;
  }

  reload(): void {
    sessionStorage.setItem(TRIED, this.next);
    location.reload();
  }
}

export const renewal = new Renewal();
