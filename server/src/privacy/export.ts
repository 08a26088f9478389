import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import type { FastifyInstance } from "fastify";
import type { Queryable } from "../database/database.ts";
import { acrossSchools } from "../database/scope.ts";
import type { Subject } from "./declare.ts";
import { ownRows } from "./kept.ts";
import { DECLARED } from "./tables.ts";

interface Entry {
  name: string;
  bytes: Uint8Array;
}

const readmeOf = (platform: string) => `这是${platform}保存的个人数据。
每个 .json 文件是一类数据，files/ 里是上传过的文件；“说明.json”写着每个文件是什么。
密码、登录令牌等只用来核对身份的内容不在其中，平台也不知道它们的原文。
`;

/** Streams all data of a person as a zip, made while it is sent: one JSON for each table, and the files' bytes. */
export function exportZip(app: FastifyInstance, subject: Subject): Readable {
  return Readable.from(zipped(entries(app, subject)), { objectMode: false });
}

async function* entries(app: FastifyInstance, subject: Subject): AsyncGenerator<Entry> {
  yield text("说明.txt", readmeOf(await app.branding.name()));
  const names: Record<string, string> = {};
  for (const [table, data] of DECLARED) {
    const rows = ownRows(data, subject);
    if (rows === undefined || data.name === undefined) continue;
    const { secret = [], ...shown } = data.columns;
    const hidden = new Set(secret);
    const columns = Object.values(shown)
      .flat()
      .filter((column) => !hidden.has(column));
    // each read says its scope: the stream is read when nobody's request is running any more
    const found = await acrossSchools("personal-data", () =>
      readRows(app.db, table, columns, rows),
    );
    if (found.length === 0) continue;
    names[`${table}.json`] = data.name;
    yield text(`${table}.json`, JSON.stringify(found, null, 2));
  }
  for (const { key, name } of await app.files.listOf(subject.id)) {
    const bytes = await app.files.store.open(key);
    if (bytes === undefined) continue;
    yield { name: `files/${key}-${name}`, bytes: await buffer(bytes) };
  }
  yield text("说明.json", JSON.stringify(names, null, 2));
}

async function readRows(
  db: Queryable,
  table: string,
  columns: readonly string[],
  rows: NonNullable<ReturnType<typeof ownRows>>,
): Promise<Record<string, unknown>[]> {
  const named = sql.join(columns.map((column) => sql.ref(column)));
  const found = await sql<Record<string, unknown>>`
    select ${named} from ${sql.table(table)} where ${rows}`.execute(db);
  return found.rows;
}

function text(name: string, content: string): Entry {
  return { name, bytes: new TextEncoder().encode(content) };
}

async function* zipped(all: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const { Zip, ZipDeflate, ZipPassThrough } = await import("fflate");
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for await (const { name, bytes } of all) {
    // pictures and PDF are packed already
    const file = name.startsWith("files/") ? new ZipPassThrough(name) : new ZipDeflate(name);
    zip.add(file);
    file.push(bytes, true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
