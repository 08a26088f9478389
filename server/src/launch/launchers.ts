import type { FastifyInstance } from "fastify";
import { LAUNCH_KINDS, type LaunchKind } from "#contract";
import { casLauncher } from "./cas/launcher.ts";
import { answerTo, type Launcher, type LauncherMaker } from "./launcher.ts";
import { ltiLauncher } from "./lti/launcher.ts";
import { oidcLauncher } from "./oidc/launcher.ts";
import { ticketLauncher } from "./ticket/launcher.ts";

/** The maker of each kind's launcher (LA-01). */
const MAKERS: Readonly<Record<LaunchKind, LauncherMaker>> = {
  link: plainLauncher,
  ticket: ticketLauncher,
  oidc: oidcLauncher,
  cas: casLauncher,
  lti: ltiLauncher,
  module: plainLauncher,
};

/** The launcher of each kind of app. */
export type Launchers = Readonly<Record<LaunchKind, Launcher>>;

export async function makeLaunchers(app: FastifyInstance): Promise<Launchers> {
  const launchers: Partial<Record<LaunchKind, Launcher>> = {};
  for (const kind of LAUNCH_KINDS) launchers[kind] = await MAKERS[kind](app);
  return launchers as Launchers;
}

/** Launches apps that get no claims: a page elsewhere (`link`), or a module of our own page (`module`). */
async function plainLauncher(): Promise<Launcher> {
  return { launch: async ({ entry }) => answerTo(entry, entry.url) };
}
