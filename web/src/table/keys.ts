/** The list of keys: a key stands in it once, with all that it does. */

type Key = [string, string];

export function listed(own: Key[], shared: Key[]): Key[] {
  const found = new Map<string, string>();
  for (const [key, what] of [...own, ...shared]) found.set(key, found.has(key) ? `${found.get(key)}; ${what}` : what);
  return [...found];
}
