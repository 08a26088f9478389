// Puts what plays Flash into the built page's flash/ folder: the frame, the ActionScript player, and Ruffle beside them.
// None of it is in a first load; the page names these files in config.json, where an operator can name others.
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { classicScript } from "../build/classic-script.ts";
import { SCRIPT_TARGET } from "../build/oldest-browsers.ts";

const FRAME = fileURLToPath(
  new URL("../src/features/search/media/flash-frame.ts", import.meta.url),
);
const OUT = fileURLToPath(new URL("../dist/flash/", import.meta.url));

const ruffle = dirname(fileURLToPath(import.meta.resolve("@ruffle-rs/ruffle/package.json")));
await mkdir(join(OUT, "ruffle"), { recursive: true });
await copyFile(new URL("frame.html", import.meta.url), join(OUT, "frame.html"));
await writeFile(join(OUT, "frame.js"), await classicScript(FRAME, SCRIPT_TARGET));
await copyFile(new URL("player.swf", import.meta.url), join(OUT, "player.swf"));
for (const file of await readdir(ruffle)) {
  if (!/\.(js|wasm)$|^LICENSE/.test(file)) continue;
  await copyFile(join(ruffle, file), join(OUT, "ruffle", file));
}
