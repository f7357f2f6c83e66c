import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// each folder of a page, and that of the worker, has a `main.ts`
const FOLDERS = [
  "app",
  "home",
  "leaders",
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

// On every page: the framework with what makes it load more, and the look but for settings, which sheets bring along.
const BASE = /node_modules|preload-helper|src\/(look\/(?!Settings|Switch|[Cc]orner|Alerts)|api|copying|texts|home\/card|table\/(sounds|names))/;

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
      // what several pages share, in two files and not in twenty: each is a request, and compressed by itself
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: BASE, minShareCount: 2 },
            { name: "play", test: /src\/(table\/(?!Dealing)|games|review\/Deal)/, minShareCount: 2 },
          ],
        },
      },
      checks: { pluginTimings: false },
    },
  },
});
