import { tmpdir } from "node:os";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { signIn } from "../../test/people.ts";
import { buildApp } from "../app.ts";
import { readConfig } from "../config.ts";
import type { ConnectedDatabase } from "../database/connect.ts";

/** Who is signed in: calls go with the headers, pages with the cookie. */
interface Person {
  headers: Record<string, string>;
  cookie: string;
}

/** What the refusals of a kind of sign-in stand on: a clock of their own, and all that is logged. */
export abstract class RefusingGate {
  now = new Date("2026-09-01T08:00:00+08:00");
  connected!: ConnectedDatabase;
  app!: FastifyInstance;
  lin!: Person;
  sun!: Person;
  logged = "";
  /** All that must never stand in the log. */
  readonly secrets: string[] = [];

  later(ms: number): void {
    this.now = new Date(this.now.getTime() + ms);
  }

  async person(account: string): Promise<Person> {
    const { token, headers } = await signIn(this.app, account);
    this.secrets.push(token);
    return { headers, cookie: `token=${token}` };
  }

  /** People and apps, `lin` and `sun` among them. */
  abstract fill(): Promise<void>;

  async open(publicUrl: string): Promise<void> {
    this.connected = await openTestDatabase();
    this.app = await buildApp({
      db: this.connected.db,
      config: {
        ...readConfig({ DEMO: "off", LOG_LEVEL: "debug", DATA_DIR: tmpdir() }),
        publicUrl,
      },
      now: () => this.now,
      log: { write: (line) => void (this.logged += line) },
    });
    await this.app.ready();
    await this.fill();
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.connected.close();
  }
}

/** Opens it for a file's tests; lin and sun sign in anew before each. */
export function openFor<G extends RefusingGate>(gate: G, publicUrl: string): G {
  beforeAll(() => gate.open(publicUrl));
  afterAll(() => gate.close());
  beforeEach(async () => {
    gate.later(2001);
    [gate.lin, gate.sun] = [await gate.person("lin"), await gate.person("sun")];
  });
  return gate;
}
