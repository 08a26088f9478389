import { IDENTITIES, type Claims } from "#contract";
import { readForm } from "./http.ts";
import {
  UNREACHABLE,
  type Addresses,
  type DemoAnswer,
  type DemoKind,
  type DemoRequest,
} from "./kind.ts";

const ANSWER_WITHIN_MS = 5_000;
const REFUSED = "这张票据已经用过或已过期，请回到学门重新打开";
const LEFT = "已经退出这个应用";

/** The platform's answer to the validation of a ticket, as JSON (CAS 3.0, 2.5.2). */
interface ServiceResponse {
  serviceResponse: {
    authenticationSuccess?: { user: string; attributes: Record<string, string | string[]> };
    authenticationFailure?: { code: string };
  };
}

/** Signs people in by CAS 3.0. */
export function casKind({ platform, own }: Addresses): DemoKind {
  const serviceOf = ({ app }: DemoRequest) => `${own}/${app.id}`;

  /** Asks the platform to validate a ticket. */
  async function validate(visit: DemoRequest, ticket: string): Promise<DemoAnswer> {
    const url = new URL("/cas/p3/serviceValidate", platform);
    url.search = new URLSearchParams({
      service: serviceOf(visit),
      ticket,
      format: "JSON",
    }).toString();
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const { serviceResponse } = (await response.json()) as ServiceResponse;
    const { authenticationSuccess: success } = serviceResponse;
    if (success === undefined) return { notice: REFUSED, status: 400 };
    const claims = claimsOf(success.user, success.attributes);
    return { greet: claims, mark: ticket, next: `/${visit.app.id}` };
  }

  return async (visit) => {
    const { app, rest, url, request, claims } = visit;
    if (request.method === "POST") return rest === "" ? { end: await endedTicket(visit) } : null;
    if (rest === "/left") return { notice: LEFT, status: 200 };
    if (rest === "/logout") {
      const back = new URLSearchParams({ service: `${serviceOf(visit)}/left` });
      return { leave: true, redirect: `${platform}/cas/logout?${back.toString()}` };
    }
    if (rest !== "") return null;
    const ticket = url.searchParams.get("ticket");
    if (ticket !== null) {
      return validate(visit, ticket).catch(() => ({ notice: UNREACHABLE, status: 502 }));
    }
    if (claims !== null) return { greeted: claims, leave: `/${app.id}/logout` };
    const service = new URLSearchParams({ service: serviceOf(visit) });
    return { redirect: `${platform}/cas/login?${service.toString()}` };
  };
}

/** Returns the ticket that a single logout names. Only the platform could have told it, so knowing it is the proof. */
async function endedTicket({ request }: DemoRequest): Promise<string> {
  const message = (await readForm(request)).get("logoutRequest") ?? "";
  return /<samlp:SessionIndex>([^<]+)<\/samlp:SessionIndex>/.exec(message)?.[1] ?? "";
}

function claimsOf(sub: string, attributes: Record<string, string | string[]>): Claims {
  const { name, identity, school, school_id: schoolId, class: classes } = attributes;
  const known = IDENTITIES.find((one) => one === identity);
  return {
    sub,
    ...(typeof name === "string" && { name }),
    ...(known !== undefined && { identity: known }),
    ...(typeof school === "string" && { school: { id: String(schoolId), name: school } }),
    ...(Array.isArray(classes) && {
      classes: classes.map((one) => ({ id: one, name: one, grade_id: "", stage_id: "" })),
    }),
  };
}
