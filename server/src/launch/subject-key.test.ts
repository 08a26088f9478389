import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import type { ConnectedDatabase } from "../database/connect.ts";
import { readSubjectKey } from "./claims.ts";

let connected: ConnectedDatabase;
beforeAll(async () => {
  connected = await openTestDatabase();
});
afterAll(() => connected.close());

it("is made once, however many nodes ask first, and stays", async () => {
  const keys = await Promise.all(Array.from({ length: 10 }, () => readSubjectKey(connected.db)));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[\w-]{43}$/);
  expect(await readSubjectKey(connected.db)).toBe(keys[0]);
});
