import type { FastifyInstance } from "fastify";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../database/database.ts";

/** What the launches of a kind of sign-in are tested on: an app of their own, its clock and its log. */
export abstract class TestGate {
  now: Date;
  /** All that is logged; nothing, unless `build` is given a level. */
  logged = "";
  protected test!: TestApp;

  constructor(now: Date) {
    this.now = now;
  }

  get app(): FastifyInstance {
    return this.test.app;
  }

  /** Every school's rows, to prepare and to look. */
  get db(): Database {
    return this.test.db;
  }

  later(ms: number): void {
    this.now = new Date(this.now.getTime() + ms);
  }

  /** Builds the app, with people and apps in it. */
  abstract open(): Promise<void>;

  close(): Promise<void> {
    return this.test.close();
  }

  protected async build(config: Partial<Config>): Promise<void> {
    const log = { write: (line: string) => this.receive(line) };
    this.test = await buildTestApp({ now: () => this.now, config, log });
  }

  protected receive(line: string): void {
    this.logged += line;
  }
}
