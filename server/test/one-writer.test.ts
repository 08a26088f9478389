import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));
const WRITES =
  /\b(?:insertInto|updateTable|deleteFrom)\("(\w+)(?: as \w+)?"|\b(?:insert into|delete from|update) "?([a-z_]+)"?(?: \w+)? (?:\(|select|set|where|using)/g;
/** Rooms that write whole rows of any table: dumps, erasures and rosters. */
const WHOLE_ROWS: readonly string[] = ["backup", "change-set", "privacy", "roster"];

/**
 * Tables that more than one room writes. The statement that signs in ends the former session, inserts the new one and
 * audits it at once (`sign-in/create-session.ts`): it is the sign-in's and not the session's.
 */
const SEVERAL_WRITERS = {
  session: ["session", "sign-in"],
};

/** Returns the rooms that write each table. */
function writersOfTables(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const path of readdirSync(SRC, { recursive: true, encoding: "utf8" })) {
    const [room = ""] = path.split(/[\\/]/);
    const isCode = path.endsWith(".ts") && !/\.(test|fixture|suite)\.ts$/.test(path);
    if (!isCode || WHOLE_ROWS.includes(room)) continue;
    for (const [, built, raw] of readFileSync(join(SRC, path), "utf8").matchAll(WRITES)) {
      const rooms = (found[built ?? raw ?? ""] ??= []);
      if (!rooms.includes(room)) rooms.push(room);
    }
  }
  return found;
}

test("each table is written by one room, but for those that are named", () => {
  const writers = Object.entries(writersOfTables());
  expect(writers.length).toBeGreaterThan(40);
  const several = writers
    .filter(([, rooms]) => rooms.length > 1)
    .map(([table, rooms]) => [table, rooms.toSorted()]);
  expect(Object.fromEntries(several)).toEqual(SEVERAL_WRITERS);
});
