import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Identity } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { signIn } from "../../test/people.ts";
import { freePort } from "../../test/free-port.ts";
import type { Database } from "../database/database.ts";
import type { Config } from "../platform/config.ts";
import { Browser } from "./browser.fixture.ts";

/** Milliseconds after which every cache of a node has expired. */
export const CACHES_END_MS = 2001;

export interface LaunchTestOptions {
  now?: Date;
  config?: Partial<Config>;
  /** True listens on a port of this machine; otherwise only `inject` reaches the app. */
  listens?: boolean;
  /** Adds people and apps; a protocol's own test app overrides `fill` instead. */
  fill?: (db: Database) => Promise<unknown>;
}

/** A signed-in person: calls go with the headers, pages with the cookie or the browser. */
export interface Person {
  token: string;
  headers: Record<string, string>;
  cookie: string;
  browser: Browser;
}

/** The platform that launches are tested on, with its clock, its log and its people. */
export class LaunchTestApp {
  now: Date;
  origin: string;
  lin!: Person;
  sun!: Person;
  /** The log of all tests; empty, unless `config` sets a level. */
  logged = "";
  /** The log of the running test. */
  loggedNow = "";
  /** Values that must never stand in the log. */
  readonly secrets: string[] = [];
  readonly #options: LaunchTestOptions;
  #test!: TestApp;

  constructor(options: LaunchTestOptions = {}) {
    this.#options = options;
    this.now = options.now ?? new Date("2026-09-01T08:00:00+08:00");
    this.origin = options.config?.publicUrl ?? "http://localhost";
  }

  get app(): FastifyInstance {
    return this.#test.app;
  }

  /** The database with every school's rows, for setup and checks. */
  get db(): Database {
    return this.#test.db;
  }

  later(ms = CACHES_END_MS): void {
    this.now = new Date(this.now.getTime() + ms);
  }

  async person(
    account: string,
    identity?: Identity,
    browser = new Browser(this.origin),
  ): Promise<Person> {
    const { token, headers } = await signIn(this.app, account);
    this.secrets.push(token);
    browser.setCookie("token", token);
    const cookie = `token=${token}`;
    return { token, headers: { ...headers, ...(identity && { identity }) }, cookie, browser };
  }

  async open(): Promise<void> {
    const { config, listens } = this.#options;
    const port = listens ? await freePort() : undefined;
    if (port !== undefined) this.origin = `http://127.0.0.1:${port}`;
    this.#test = await buildTestApp({
      now: () => this.now,
      config: { ...config, ...(port !== undefined && { port }) },
      log: { write: (line) => this.#receive(line) },
    });
    await this.fill();
    if (port !== undefined) await this.app.listen({ host: "127.0.0.1", port });
  }

  async fill(): Promise<void> {
    await this.#options.fill?.(this.db);
  }

  close(): Promise<void> {
    return this.#test.close();
  }

  #receive(line: string): void {
    this.logged += line;
    this.loggedNow += line;
  }
}

/** Opens the app for a test file; the named people sign in anew before each test, lin as a teacher. */
export function openForTests<A extends LaunchTestApp>(
  at: A,
  ...people: readonly ("lin" | "sun")[]
): A {
  beforeAll(() => at.open());
  afterAll(() => at.close());
  beforeEach(async () => {
    at.later();
    for (const name of people) at[name] = await at.person(name, "teacher");
    at.loggedNow = "";
  });
  return at;
}
