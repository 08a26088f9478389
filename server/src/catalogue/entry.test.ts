import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import type { ConnectedDatabase } from "../database/connect.ts";
import { upsertCatalogue, type AppToSave } from "./entry.ts";

let connected: ConnectedDatabase;
beforeAll(async () => {
  connected = await openTestDatabase();
});
afterAll(() => connected.close());

const arithmetic: AppToSave = {
  id: "arithmetic",
  category_id: "study",
  name: "口算练习",
  icon: "icons/a.svg",
  icon_mono: "icons/a-mono.svg",
  launch: "ticket",
  url: "https://app.example/arithmetic",
  secret: "in clear",
  roles: ["student"],
  close_at: new Date("2027-01-01T00:00:00Z"),
};
const save = (...apps: AppToSave[]) =>
  connected.db
    .transaction()
    .execute((trx) =>
      upsertCatalogue(trx, { categories: [{ id: "study", name: "学习", sort: 1 }], apps }),
    );
const kept = () =>
  connected.db
    .selectFrom("app")
    .selectAll()
    .where("id", "=", "arithmetic")
    .executeTakeFirstOrThrow();

it("keeps an app with its reading and the hash of its secret", async () => {
  await save(arithmetic);
  const row = await kept();
  expect(row).toMatchObject({
    pinyin: "kou suan lian xi",
    roles: ["student"],
    clients: [],
    opens_in: "tab",
    close_at: new Date("2027-01-01T00:00:00Z"),
  });
  expect(row.secret_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(row)).not.toContain("in clear");
});

it("changes nothing when the same is saved again", async () => {
  const before = await kept();
  await save(arithmetic);
  expect(await kept()).toEqual(before);
});

it("updates by id, and leaves the secret when none is given", async () => {
  const before = await kept();
  const { secret: _, ...without } = arithmetic;
  await save({ ...without, name: "口算", roles: [] });
  const after = await kept();
  expect(after).toMatchObject({ name: "口算", pinyin: "kou suan", roles: [] });
  expect(after.secret_hash).toBe(before.secret_hash);
  expect(after.updated_at.getTime()).toBeGreaterThan(before.updated_at.getTime());
  await save({ ...arithmetic, secret: "another" });
  expect((await kept()).secret_hash).not.toBe(before.secret_hash);
});

it("keeps nothing when one entry is wrong, and names every fault", async () => {
  await expect(
    save(
      { ...arithmetic, name: "改名" },
      { ...arithmetic, id: "b", name: "坏应用", url: "javascript:alert(1)", roles: ["principal"] },
    ),
  ).rejects.toThrow(/坏应用：地址.*\n坏应用：角色“principal”/);
  expect((await kept()).name).toBe("口算练习");
});
