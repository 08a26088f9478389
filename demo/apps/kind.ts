import type { IncomingMessage } from "node:http";
import type { Claims } from "#contract";
import type { DemoApp } from "./demo-app.ts";

/** Where everything is, as a browser and an app's own server see it. */
export interface Addresses {
  /** The platform's, without a path. */
  platform: string;
  /** This server's, without a slash at the end: what the apps are registered under. */
  own: string;
}

/** One request to a demo app. */
export interface DemoRequest {
  app: DemoApp;
  /** What follows `/{app id}` in the path: empty, or beginning with a slash. */
  rest: string;
  url: URL;
  request: IncomingMessage;
  /** Who is greeted already in this browser. */
  claims: Claims | null;
}

/** What to answer; a greeting begins a visit where `greet` is given. */
export type DemoAnswer =
  | { notice: string; status: number }
  | { greet: Claims; mark?: string; next?: string }
  | { greeted: Claims; leave?: string }
  | { redirect: string; cookie?: string }
  | { end: string }
  | { leave: true; redirect: string }
  | { plain: true };

/** How the demo apps of a kind find out who came. `null`: there is nothing at this path. */
export type DemoKind = (request: DemoRequest) => Promise<DemoAnswer | null>;

export const STRANGER = "请先在学门里登录，再从那里打开这个应用";
export const UNREACHABLE = "暂时联系不上学门，请稍后回到学门重新打开";
