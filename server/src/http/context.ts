import type { Call } from "#contract";
import type { Config } from "../platform/config.ts";
import type { Database } from "../database/database.ts";
import type { Caller } from "../session/caller.ts";
import type { SessionRecord, Sessions } from "../session/sessions.ts";

/** Properties that `buildApp` adds to the app and to each request; every feature works through these. */
declare module "fastify" {
  interface FastifyInstance {
    db: Database;
    config: Config;
    now: () => Date;
    sessions: Sessions;
  }
  interface FastifyContextConfig {
    /** The call of the contract that a route serves. */
    call?: Call;
  }
  interface FastifyRequest {
    /** The caller, set before the input is read as the call's `who` demands; null on calls that anyone may make. */
    caller: Caller | null;
    /** The session the call came with, on calls that read one. */
    sessionRecord: SessionRecord | null;
  }
}
