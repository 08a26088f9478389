import type { FastifyInstance } from "fastify";
import type { LaunchKind } from "#contract";
import { casLauncher } from "./cas/launcher.ts";
import { answerTo, type Launcher, type LauncherMaker } from "./launcher.ts";
import { ltiLauncher } from "./lti/launcher.ts";
import { oidcLauncher } from "./oidc/launcher.ts";
import { ticketLauncher } from "./ticket/launcher.ts";

/** The launcher of each kind of app (LA-01). */
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

/** Launches apps that get no claims: a page elsewhere (`link`), or a module of our own page (`module`). */
async function plainLauncher(): Promise<Launcher> {
  return { launch: async ({ entry }) => answerTo(entry, entry.url) };
}
