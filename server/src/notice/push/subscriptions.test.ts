import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePerson } from "../../../test/people.ts";
import { noPostgres, startPostgres, type TestServer } from "../../../test/postgres.ts";
import { connectDatabase, type ConnectedDatabase } from "../../database/connect.ts";
import { migrate } from "../../database/migrate.ts";
import { keepSubscription } from "./subscriptions.ts";

const AT_ONCE = 12;
const now = new Date("2026-11-20T08:00:00Z");
const later = new Date("2036-01-01T00:00:00Z");
const sessions = Array.from({ length: AT_ONCE }, (_, n) => `s${n}`);
const keys = { p256dh: "point", auth: "secret" };

// the embedded engine has one connection, on which nothing happens at once
describe.skipIf(noPostgres())("subscriptions that come in the same moment (IN-05)", () => {
  let server: TestServer;
  let connected: ConnectedDatabase;
  beforeAll(async () => {
    server = await startPostgres();
    const databaseUrl = await server.createDatabase("push");
    connected = await connectDatabase({ dataDir: "", databaseUrl, databasePoolSize: AT_ONCE });
    await migrate(connected.db);
    for (const id of sessions) await openSession(id);
  });
  afterAll(async () => {
    await connected.close();
    await server.remove();
  });

  /** Opens the session of a person of its own, both of this id. */
  async function openSession(id: string): Promise<void> {
    const { everySchool: db } = connected;
    const user_id = await makePerson(db, { account: id, id });
    const open = { ended_at: null, end_reason: null, proved_at: null, expires_at: later };
    await db
      .insertInto("session")
      .values({ id, user_id, client: "web", token_hash: id, ...open })
      .execute();
  }
  const keep = (session_id: string, endpoint: string) =>
    connected.everySchool.transaction().execute((trx) => {
      const kept = { session_id, user_id: session_id, endpoint, ...keys };
      return keepSubscription(trx, kept, now);
    });
  const kept = () =>
    connected.everySchool
      .selectFrom("push_subscription")
      .select(["session_id", "endpoint"])
      .execute();

  test("of one browser in several sessions: one session has it", async () => {
    await Promise.all(sessions.map((id) => keep(id, "https://push.example/a")));
    const [one, ...others] = await kept();
    expect(sessions).toContain(one?.session_id);
    expect(others).toEqual([]);
  });

  test("of one session with several addresses: it has one of them", async () => {
    await Promise.all(sessions.map((id) => keep("s0", `https://push.example/${id}`)));
    const of = (await kept()).filter(({ session_id }) => session_id === "s0");
    expect(of).toHaveLength(1);
  });
});
