import type { FastifyInstance } from "fastify";
import { Sealed } from "../platform/sealed.ts";
import type { ConnectionRow } from "./connections.ts";
import type { ProviderAccess } from "./provider/client.ts";

const SCOPES = "https://purl.imsglobal.org/spec/or/v1p2/scope/";
const STANDARD_PATH = "/ims/oneroster/rostering/v1p2";

/** Seals a secret for the connection of one organisation only. */
export function sealSecret(
  app: FastifyInstance,
  school_id: string,
  secret: string,
): Promise<string> {
  return new Sealed(app).seal(secret, useOf(school_id));
}

/** Returns a connection's secret; undefined where it can no longer be opened. */
export function openSecret(
  app: FastifyInstance,
  { school_id, secret }: Pick<ConnectionRow, "school_id" | "secret">,
): Promise<string | undefined> {
  return new Sealed(app).open(secret, useOf(school_id));
}

function useOf(school_id: string): string {
  return `roster connection of ${school_id}`;
}

/** Returns the means to read a provider: the scopes are the standard's where none are given. */
export function accessOf(
  from: Pick<ConnectionRow, "address" | "token_address" | "client_id" | "scope" | "demographics">,
  secret: string,
): ProviderAccess {
  const { address, token_address, client_id, scope, demographics } = from;
  const names = ["roster-core.readonly", ...(demographics ? ["roster-demographics.readonly"] : [])];
  const standard = names.map((name) => `${SCOPES}${name}`).join(" ");
  return { address, token_address, client_id, secret, scope: scope || standard };
}

/** Returns a base address as it is called: without a slash at its end, with the standard's path where it has none. */
export function baseAddress(given: string): string {
  const url = new URL(given);
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.origin}${path === "" ? STANDARD_PATH : path}`;
}
