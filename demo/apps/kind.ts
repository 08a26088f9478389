import type { IncomingMessage } from "node:http";
import type { Claims } from "#contract";
import type { DemoApp } from "./demo-app.ts";

/** The addresses of the platform and of this server, as a browser and an app's own server use them. */
export interface Addresses {
  /** The platform's origin. */
  platform: string;
  /** This server's address, without a slash at the end; the apps are registered under it. */
  own: string;
}

/** One request to a demo app. */
export interface DemoRequest {
  app: DemoApp;
  /** The rest of the path after `/{app id}`: empty, or beginning with a slash. */
  rest: string;
  url: URL;
  request: IncomingMessage;
  /** The claims of the visit that this browser has; null without one. */
  claims: Claims | null;
}

/** An app's answer; `greet` also begins a visit. */
export type DemoAnswer =
  | { notice: string; status: number }
  | { greet: Claims; mark?: string; next?: string }
  | { greeted: Claims; leave?: string }
  | { redirect: string; cookie?: string }
  | { end: string }
  | { leave: true; redirect: string }
  | { plain: true };

/** Answers a request as the demo apps of one launch kind do; null when there is nothing at this path. */
export type DemoKind = (request: DemoRequest) => Promise<DemoAnswer | null>;

export const STRANGER = "请先在学门里登录，再从那里打开这个应用";
export const UNREACHABLE = "暂时联系不上学门，请稍后回到学门重新打开";
