import type { FastifyInstance } from "fastify";
import type { LaunchKind } from "#contract";
import { casLauncher } from "./cas/launcher.ts";
import type { Launcher, LauncherMaker } from "./launcher.ts";
import { ltiLauncher } from "./lti/launcher.ts";
import { plainLauncher } from "./link/launcher.ts";
import { oidcLauncher } from "./oidc/launcher.ts";
import { ticketLauncher } from "./ticket/launcher.ts";

/** How each kind of app is opened (LA-01). One line per kind. */
const MAKERS: Readonly<Partial<Record<LaunchKind, LauncherMaker>>> = {
  link: plainLauncher,
  ticket: ticketLauncher,
  oidc: oidcLauncher,
  cas: casLauncher,
  lti: ltiLauncher,
  module: plainLauncher,
};

export type Launchers = ReadonlyMap<LaunchKind, Launcher>;

export async function makeLaunchers(app: FastifyInstance): Promise<Launchers> {
  const launchers = new Map<LaunchKind, Launcher>();
  for (const [kind, make] of Object.entries(MAKERS)) {
    launchers.set(kind as LaunchKind, await make(app));
  }
  return launchers;
}
