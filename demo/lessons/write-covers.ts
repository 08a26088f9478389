/** Draws the covers of the demo's lessons anew: `node demo/lessons/write-covers.ts`. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { drawCovers } from "./covers.ts";

const FOLDER = new URL("../../web/public/covers/", import.meta.url);

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
for (const [name, drawing] of drawCovers()) writeFileSync(new URL(name, FOLDER), drawing);
