import type { Identity } from "#contract";
import { hasControl } from "../../platform/control-characters.ts";

/** Seconds between a ticket's issue and the last moment it validates. */
export const SERVICE_TICKET_SECONDS = 10;
const MAX_PARAMETER_LENGTH = 2048;

/** A query as the server's parser leaves it: a name given twice is a list. */
export type Query = Readonly<Record<string, unknown>>;

/**
 * Returns a parameter of a request; undefined when it is absent or empty (CAS 3.0, 2.1.1); null when it is given twice,
 * too long, or has a control character.
 */
export function parameter(query: Query, name: string): string | undefined | null {
  const value = query[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string" || value.length > MAX_PARAMETER_LENGTH) return null;
  return hasControl(value) ? null : value;
}

/** Returns whether a flag is set: by any value but an empty one and `false`, as clients write it in several ways. */
function flag(query: Query, name: string): boolean {
  const value = query[name];
  return value !== undefined && value !== "" && value !== "false";
}

/** Returns whether a service is on an app's list, letter by letter: another spelling is another address. */
export function isListed(service: string, services: readonly string[]): boolean {
  return services.includes(service);
}

/** A request to sign in, as it is to be answered (CAS 3.0, 2.1). */
export type LoginRequest =
  | { wants: "page" }
  | { wants: "refusal" }
  | {
      wants: "ticket";
      service: string;
      launch: string | undefined;
      /** True when an earlier sign-in does not count: the person has to prove it again. */
      renew: boolean;
      /** True when nobody is asked to sign in: an unauthenticated person goes back without a ticket. */
      gateway: boolean;
      /** The way the ticket goes to the service. */
      method: "GET" | "POST";
    };

export function readLogin(query: Query): LoginRequest {
  const service = parameter(query, "service");
  const launch = parameter(query, "launch");
  const method = parameter(query, "method") ?? "GET";
  if (service === null || launch === null) return { wants: "refusal" };
  if (service === undefined) return { wants: "page" };
  if (method !== "GET" && method !== "POST") return { wants: "refusal" };
  const renew = flag(query, "renew");
  // both at once is undefined in the protocol; the stricter one holds
  return {
    wants: "ticket",
    service,
    launch,
    renew,
    gateway: !renew && flag(query, "gateway"),
    method,
  };
}

/** The reason why a ticket does not validate; the codes of CAS 3.0, 2.5.3. */
export type FailureCode =
  | "INVALID_REQUEST"
  | "INVALID_TICKET_SPEC"
  | "UNAUTHORIZED_SERVICE_PROXY"
  | "INVALID_TICKET"
  | "INVALID_SERVICE";

export const FAILURES: Readonly<Record<FailureCode, string>> = {
  INVALID_REQUEST: "请求缺少 service 或 ticket，或参数不正确",
  INVALID_TICKET_SPEC: "票据的种类不正确：本平台只签发服务票据（ST-）",
  UNAUTHORIZED_SERVICE_PROXY: "本平台不为应用签发代理票据，请去掉 pgtUrl",
  INVALID_TICKET: "票据不存在、已经用过或已经过期",
  INVALID_SERVICE: "票据是为另一个 service 签发的",
};

/** A request to validate, or the reason why it cannot be answered. */
export type ValidateRequest =
  | { failure: FailureCode; ticket?: string }
  | { service: string; ticket: string; renew: boolean };

/** Reads a validation request. `proxies`: the endpoint takes proxy tickets too, which are never issued. */
export function readValidate(query: Query, { proxies }: { proxies: boolean }): ValidateRequest {
  const service = parameter(query, "service");
  const ticket = parameter(query, "ticket");
  const pgtUrl = parameter(query, "pgtUrl");
  if (service == null || ticket == null || pgtUrl === null) return { failure: "INVALID_REQUEST" };
  if (!proxies && ticket.startsWith("PT-")) return { failure: "INVALID_TICKET_SPEC" };
  if (!/^ST-[0-9a-f]{64}$/.test(ticket)) return { failure: "INVALID_TICKET" };
  // the ticket is used up all the same: it has been shown
  if (pgtUrl !== undefined) return { failure: "UNAUTHORIZED_SERVICE_PROXY", ticket };
  return { service, ticket, renew: flag(query, "renew") };
}

/** Returns the claims about a person as attributes: a name may have several values. */
export type Attributes = Readonly<Record<string, string | readonly string[]>>;

export interface AllowedClaims {
  name?: string | undefined;
  identity?: Identity | undefined;
  school?: { id: string; name: string } | null | undefined;
  classes?: readonly { id: string; name: string }[] | undefined;
}

/** Returns the attributes of a validated ticket; `claims` holds only what the app's entry allows (LA-04). */
export function attributesOf(
  claims: AllowedClaims,
  { authenticatedAt, isFresh }: { authenticatedAt: Date; isFresh: boolean },
): Attributes {
  const { name, identity, school, classes } = claims;
  return {
    authenticationDate: authenticatedAt.toISOString(),
    longTermAuthenticationRequestTokenUsed: "false",
    isFromNewLogin: String(isFresh),
    ...(name !== undefined && { name }),
    ...(identity !== undefined && { identity }),
    ...(school && { school_id: school.id, school: school.name }),
    ...(classes && {
      class_id: classes.map(({ id }) => id),
      class: classes.map((one) => one.name),
    }),
  };
}
