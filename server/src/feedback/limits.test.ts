import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePerson, makeSchool } from "../../test/people.ts";
import { noPostgres, startPostgres, type TestServer } from "../../test/postgres.ts";
import { connectDatabase, type ConnectedDatabase } from "../database/connect.ts";
import { migrate } from "../database/migrate.ts";
import { addMessage, insertThread, messageOfAttempt, threadOfAttempt } from "./writing.ts";

const AT_ONCE = 12;
const now = new Date("2026-11-20T08:00:00Z");
const limit = { since: new Date(now.getTime() - 60_000), most: 3 };

// the embedded engine has one connection, on which nothing happens at once
describe.skipIf(noPostgres())("what one person sends at the same moment", () => {
  let server: TestServer;
  let connected: ConnectedDatabase;
  let school_id: string;
  beforeAll(async () => {
    server = await startPostgres();
    const databaseUrl = await server.createDatabase("feedback");
    connected = await connectDatabase({ dataDir: "", databaseUrl, databasePoolSize: AT_ONCE });
    await migrate(connected.db);
    school_id = await makeSchool(connected.everySchool);
  });
  afterAll(async () => {
    await connected.close();
    await server.remove();
  });

  const person = (account: string) =>
    makePerson(connected.everySchool, {
      account,
      memberships: [{ school: school_id, identity: "teacher" }],
    });
  const thread = (user_id: string, id: string) =>
    ({ school_id, id, user_id, identity: "teacher", kind: "question", title: "问", now }) as const;
  const atOnce = <T>(work: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, n) => work(n)));

  test("as many threads as the limit says, not one more", async () => {
    const user_id = await person("threads");
    const begun = await atOnce((n) =>
      connected.everySchool
        .transaction()
        .execute((trx) => insertThread(trx, thread(user_id, `t${n}`), false, limit)),
    );
    expect(begun.filter(Boolean)).toHaveLength(limit.most);
  });

  test("as many messages, in however many threads", async () => {
    const user_id = await person("messages");
    const wide = { ...limit, most: AT_ONCE };
    await atOnce((n) => insertThread(connected.everySchool, thread(user_id, `m${n}`), false, wide));
    const sent = await atOnce((n) =>
      connected.everySchool.transaction().execute((trx) =>
        addMessage(
          trx,
          {
            school_id,
            thread_id: `m${n}`,
            side: "person",
            user_id,
            content: "说",
            file_keys: [],
            now,
          },
          "open",
          limit,
        ),
      ),
    );
    expect(sent.filter((seq) => seq !== undefined)).toHaveLength(limit.most);
  });

  test("one thread and one message of one attempt", async () => {
    const user_id = await person("attempts");
    const attempt = randomUUID();
    const { everySchool } = connected;
    const begun = await atOnce((n) =>
      everySchool.transaction().execute(async (trx) => {
        const one = { ...thread(user_id, `a${n}`), attempt };
        const before = await threadOfAttempt(trx, one);
        if (before !== undefined) return before;
        await insertThread(trx, one, false, limit);
        return one.id;
      }),
    );
    const [thread_id = "", ...others] = new Set(begun);
    expect(others).toEqual([]);
    const message = { school_id, thread_id, side: "person", user_id, content: "说" } as const;
    const one = { ...message, file_keys: [], attempt, now };
    const sent = await atOnce(() =>
      everySchool
        .transaction()
        .execute(
          async (trx) =>
            (await messageOfAttempt(trx, one)) ?? (await addMessage(trx, one, "open", limit)),
        ),
    );
    expect(new Set(sent)).toEqual(new Set([1]));
  });
});
