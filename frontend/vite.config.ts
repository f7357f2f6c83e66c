import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// each folder of a page, and that of the worker, has a `main.ts`
const FOLDERS = [
  "app",
  "home",
  "learn",
  "me",
  "offline",
  "player",
  "review",
  "reviews",
  "rules",
  "table",
  "words",
  "worker",
];

// The pages are the server's; here only the islands on them are built, with a manifest that says which files a
// page needs. Nothing is inlined: the server's policy allows scripts, styles and fonts from files alone.
export default defineConfig({
  base: "/static/built/",
  plugins: [svelte()],
  build: {
    outDir: "../src/stolik/web/built",
    emptyOutDir: true,
    manifest: "manifest.json",
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: FOLDERS.map((folder) => `src/${folder}/main.ts`),
      // what several pages share, in few files and not in twenty; a table wants the settings only in a sheet
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: /node_modules|src\/(look\/(?!Settings|Switch|[Cc]orner|Alerts)|api|texts|home\/card)/, minShareCount: 3 },
            { name: "play", test: /src\/(table|games)\//, minShareCount: 3 },
          ],
        },
      },
      checks: { pluginTimings: false },
    },
  },
});
