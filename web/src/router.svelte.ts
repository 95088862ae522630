/** Which page is shown. Addresses are paths; what follows # is a secret or an anchor. */

class Router {
  path = $state(location.pathname);
  private search = $state(location.search);
  readonly query = $derived(new URLSearchParams(this.search));
  hash = $state(location.hash.slice(1));

  constructor() {
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
    document.addEventListener("click", (event) => this.click(event));
  }

  private read(): void {
    this.path = location.pathname;
    this.search = location.search;
    this.hash = location.hash.slice(1);
  }

  /** Links within the hall are followed without loading the page anew. */
  private click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = (event.target as Element).closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }

  go(to: string, replace = false): void {
    const before = this.path;
    if (replace) history.replaceState(null, "", to);
    else history.pushState(null, "", to);
    this.read();
    if (this.path !== before) scrollTo(0, 0);
  }
}

export const router = new Router();
