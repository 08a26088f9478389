import type { FastifyInstance } from "fastify";
import type { LtiSettings } from "#contract";
import { Refusal } from "../../http/refusal.ts";
import type { Entry } from "../launcher.ts";
import { GRADE_SCOPES, SCOPES } from "./vocabulary.ts";

/** An app of kind `lti` that has its settings. */
export interface Tool {
  entry: Entry;
  settings: LtiSettings;
}

/** The form of a client id; other texts are not looked up. */
const ID = /^[\w.-]{1,64}$/;

/** Returns the entry as an LTI tool; undefined for other kinds, and while its settings are not entered. */
export function toolOf(entry: Entry | undefined): Tool | undefined {
  if (entry?.launch !== "lti") return undefined;
  const settings = entry.settings as Partial<LtiSettings>;
  return settings.redirect_uris === undefined
    ? undefined
    : { entry, settings: settings as LtiSettings };
}

/** Finds the tool with this client id; undefined for what is none, whatever its form. */
export async function findTool(app: FastifyInstance, clientId: unknown): Promise<Tool | undefined> {
  if (typeof clientId !== "string" || !ID.test(clientId)) return undefined;
  return toolOf(await app.catalogue.app(clientId));
}

/** Returns the refusal while an operator has yet to enter the tool's settings. */
export function unregistered(entry: Entry): Refusal {
  return new Refusal("conflict", {
    msg: `“${entry.name}”还没有登记为 LTI 工具，请联系管理员`,
    data: { kind: entry.launch },
  });
}

/** Returns the address of a plain launch. */
export function targetOf({ entry, settings }: Tool): string {
  return settings.target_link_uri ?? entry.url;
}

/** Returns the scopes of the services that the school lets the tool use. */
export function scopesOf({ settings }: Tool): string[] {
  return [
    ...(settings.grades === true ? GRADE_SCOPES : []),
    ...(settings.names_and_roles === true ? [SCOPES.members] : []),
  ];
}
