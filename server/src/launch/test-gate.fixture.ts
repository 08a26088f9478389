import type { FastifyInstance } from "fastify";
import type { TestApp } from "../../test/build.ts";
import type { Database } from "../database/database.ts";

/** What the launches of a kind of sign-in are tested on: an app of their own, and its clock. */
export abstract class TestGate {
  now: Date;
  protected test!: TestApp;

  constructor(now: Date) {
    this.now = now;
  }

  get app(): FastifyInstance {
    return this.test.app;
  }

  get db(): Database {
    return this.test.db;
  }

  later(ms: number): void {
    this.now = new Date(this.now.getTime() + ms);
  }

  /** Builds `test`, with people and apps in it. */
  abstract open(): Promise<void>;

  close(): Promise<void> {
    return this.test.close();
  }
}
