/** A record brought by the reader, kept while the page is open. */
import { router } from "../router.svelte";

class Brought {
  text = $state("");
  name = $state("");
}

export const brought = new Brought();

export async function openRecord(file: File): Promise<void> {
  brought.text = await file.text();
  brought.name = file.name;
  router.go("/replay/file");
}
