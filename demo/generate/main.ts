import { mkdir, writeFile } from "node:fs/promises";
import { writeBundle } from "./bundle.ts";
import { makeDistrict } from "./district.ts";

const folder = new URL("../roster/", import.meta.url);
const files = writeBundle(makeDistrict());

await mkdir(folder, { recursive: true });
for (const [name, content] of files) await writeFile(new URL(name, folder), content);
console.log(`已生成演示区的 OneRoster 名册：${files.size} 个文件，位于 demo/roster。`);
