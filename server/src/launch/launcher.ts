import type { FastifyInstance } from "fastify";
import { type Launch, LAUNCH_LIFETIME_SECONDS } from "#contract";
import type { MemberCaller } from "../session/caller.ts";

/** An app of the catalogue, whole. */
export type Entry = NonNullable<Awaited<ReturnType<FastifyInstance["catalogue"]["app"]>>>;

/** A person who opens an app. `caller` may see it, and has given a fresh proof where the entry wants one. */
export interface LaunchContext {
  caller: MemberCaller;
  entry: Entry;
}

/** The sign-ins that end: those made in this session at one app, or, without `app_id`, at all apps of the kind. */
export interface LeaveContext {
  session_id: string;
  app_id?: string | undefined;
}

/** Launches apps of one kind, and ends sign-ins at them. */
export interface Launcher {
  /** Returns the address to open and the fields to send; `answerTo` makes the answer (LA-02). */
  launch(context: LaunchContext): Promise<Launch>;
  /**
   * Ends what `launch` began, and returns the apps that had been opened (LA-03). It is called for every session that
   * ends, in whatever way, at least once and by any node, and must not wait for an app: `app.background` does.
   */
  leave?(context: LeaveContext): Promise<string[]>;
}

/** Makes the launcher of a kind, and registers the routes that its apps call. */
export type LauncherMaker = (app: FastifyInstance) => Promise<Launcher>;

/** Returns the answer that sends the browser to `url`, with `fields` in a form if there are any. */
export function answerTo(entry: Entry, url: string, fields?: Record<string, string>): Launch {
  return {
    kind: entry.launch,
    method: fields === undefined ? "GET" : "POST",
    url,
    ...(fields !== undefined && { fields }),
    opens_in: entry.opens_in,
    expires_in: LAUNCH_LIFETIME_SECONDS,
  };
}
