import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { makeSchool } from "../../test/people.ts";
import type { ConnectedDatabase } from "./connect.ts";
import { OutsideTransactionError } from "./transaction-guard.ts";

let connected: ConnectedDatabase;
beforeAll(async () => {
  connected = await openTestDatabase();
});
afterAll(() => connected.close());

describe("values are the same on both engines", () => {
  test("a day is text, a moment a Date, a list an array, a document an object, a count a number", async () => {
    const { rows } = await sql`select
      date '2018-03-01' as day,
      timestamptz '2026-09-01T08:00:00+08:00' as moment,
      array['甲', 'b,"c'] as list,
      '{"a": [1]}'::jsonb as document,
      count(*) as count,
      1.5::numeric as share,
      true as flag,
      null::text as nothing`.execute(connected.db);
    expect(rows).toEqual([
      {
        day: "2018-03-01",
        moment: new Date("2026-09-01T00:00:00Z"),
        list: ["甲", 'b,"c'],
        document: { a: [1] },
        count: 1,
        share: 1.5,
        flag: true,
        nothing: null,
      },
    ]);
  });

  test("what is written comes back as it was", async () => {
    const { db } = connected;
    const moment = new Date("2026-09-01T08:00:00.123Z");
    await db
      .insertInto("event_report")
      .values({
        id: "e1",
        event: "开学",
        detail: JSON.stringify({ list: ["一"] }),
        created_at: moment,
      })
      .execute();
    const id = await makeSchool(db, { stage_ids: ["primary", "a'b\\c"] });
    const event = await db.selectFrom("event_report").selectAll().executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      event: "开学",
      detail: { list: ["一"] },
      created_at: moment,
    });
    const school = await db.selectFrom("school").selectAll().where("id", "=", id).execute();
    expect(school).toMatchObject([{ stage_ids: ["primary", "a'b\\c"], is_abled: true }]);
  });

  test("how many rows were touched is told", async () => {
    const id = await makeSchool(connected.db);
    const update = connected.db.updateTable("school").set({ logo: "x" });
    const [touched] = await update.where("id", "=", id).execute();
    const [none] = await update.where("id", "=", "no such school").execute();
    expect([touched?.numUpdatedRows, none?.numUpdatedRows]).toEqual([1n, 0n]);
  });

  test("a broken constraint says which", async () => {
    const id = await makeSchool(connected.db);
    await expect(makeSchool(connected.db, { id })).rejects.toMatchObject({
      code: "23505",
      constraint: "school_pkey",
    });
  });

  test("a statement that was refused once works when its table is there", async () => {
    const { db } = connected;
    const read = () => sql`select * from late`.execute(db);
    await expect(read()).rejects.toMatchObject({ code: "42P01" });
    await sql`create table late (id int)`.execute(db);
    expect((await read()).rows).toEqual([]);
  });
});

describe("transactions", () => {
  test("what throws is undone", async () => {
    const { db } = connected;
    const attempt = db.transaction().execute(async (trx) => {
      await trx.insertInto("subject").values({ id: "undone", name: "x" }).execute();
      throw new Error("no");
    });
    await expect(attempt).rejects.toThrow("no");
    expect(await subjects("undone")).toBe(0);
  });

  test("a statement's failure leaves the connection usable", async () => {
    const { db } = connected;
    const attempt = db.transaction().execute(async (trx) => {
      await trx.insertInto("subject").values({ id: "half", name: "x" }).execute();
      await sql`select 1 / 0`.execute(trx);
    });
    await expect(attempt).rejects.toMatchObject({ code: "22012" });
    expect(await subjects("half")).toBe(0);
  });

  test("many at once each see only their own", async () => {
    const { db } = connected;
    const add = (n: number) =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto("subject")
          .values({ id: `many-${n}`, name: "x" })
          .execute();
        if (n % 2 === 1) throw new Error("odd");
        return trx.selectFrom("subject").select("id").where("id", "=", `many-${n}`).execute();
      });
    const attempts = Array.from({ length: 20 }, (_, n) => add(n));
    // statements of no transaction, in between
    const reads = Array.from({ length: 20 }, () => subjects("many-1"));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(await Promise.all(reads)).toEqual(Array(20).fill(0));
    expect(await subjects("many-%")).toBe(10);
  });

  test("`db` inside a transaction is refused by name instead of hanging", async () => {
    const { db } = connected;
    const wrong = db.transaction().execute(async (trx) => {
      await trx.selectFrom("subject").selectAll().execute();
      await db.selectFrom("subject").selectAll().execute();
    });
    await expect(wrong).rejects.toThrow(OutsideTransactionError);
    const nested = db
      .transaction()
      .setIsolationLevel("serializable")
      .execute(() => db.transaction().execute(() => Promise.resolve(1)));
    await expect(nested).rejects.toThrow(/`db` was used inside a transaction/);
  });

  test("what a transaction started and did not wait for may use `db` after it", async () => {
    const { db } = connected;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const later = await db.transaction().execute(() =>
      Promise.resolve({
        run: ended.then(() => db.selectFrom("subject").select("id").limit(1).execute()),
      }),
    );
    end();
    await expect(later.run).resolves.toBeInstanceOf(Array);
  });

  async function subjects(like: string): Promise<number> {
    const { count } = await connected.db
      .selectFrom("subject")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("id", "like", like)
      .executeTakeFirstOrThrow();
    return count;
  }
});
