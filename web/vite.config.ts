/** Builds the page into the Python package; single icons are taken from game-icons at build time. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** `import shield from "icon:shield"` gives the path of that one icon (512 by 512). */
function icons(): Plugin {
  const prefix = "icon:";
  let drawn: Record<string, { body: string }> | undefined;
  return {
    name: "single-icons",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const name = id.slice(prefix.length + 1);
      if (!drawn) {
        const file = createRequire(import.meta.url).resolve("@iconify-json/game-icons/icons.json");
        drawn = JSON.parse(readFileSync(file, "utf8")).icons as Record<string, { body: string }>;
      }
      const path = drawn[name]?.body.match(/ d="([^"]+)"/)?.[1];
      if (!path) throw new Error(`there is no icon '${name}'`);
      return `export default ${JSON.stringify(coarse(path))}`;
    },
  };
}

/** A path with one decimal: on a grid of 512 the rest cannot be seen. */
function coarse(path: string): string {
  return path.replace(/-?\d*\.\d+/g, (number, at: number) => {
    const short = Number(number).toFixed(1).replace(/^(-?)0\./, "$1.");
    const merges = /[\d.]/.test(path[at - 1] ?? "") && !/^[-.]/.test(short);
    return merges ? ` ${short}` : short;
  });
}

const server = process.env.DUSKHALL_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  base: "/",
  plugins: [svelte(), icons()],
  build: {
    outDir: "../src/duskhall/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: {
    proxy: {
      "/api": { target: server, changeOrigin: true, ws: true },
    },
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  // A busy machine is no reason to fail.
  test: { include: ["test/**/*.test.ts"], environment: "node", testTimeout: 60_000 },
});
