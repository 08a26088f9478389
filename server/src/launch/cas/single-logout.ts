import { randomUUID } from "node:crypto";
import type { AppFetch } from "../outbound/call-app.ts";
import { xml } from "../../platform/html.ts";

/** Services notified at the same time: one sign-out must not open a hundred connections. */
const AT_ONCE = 8;

/** A sign-in at a service, which knows it by the ticket that it came with. */
export interface Visit {
  service: string;
  ticket: string;
  /** The person's name at the service. */
  user: string;
}

/** Returns the SAML message that ends a visit (CAS 3.0, 2.3.3 and appendix C). */
function logoutRequest({ user, ticket }: Visit, at: Date): string {
  const id = `LR-${randomUUID()}`;
  const name = xml`<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${user}</saml:NameID>`;
  const index = xml`<samlp:SessionIndex>${ticket}</samlp:SessionIndex>`;
  return xml`<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id}" Version="2.0" IssueInstant="${at.toISOString()}">${name}${index}</samlp:LogoutRequest>`.toString();
}

/** Notifies every service that the visit is over; `onLost` gets those that could not be notified. */
export async function endVisits<V extends Visit>(
  callApp: AppFetch,
  visits: readonly V[],
  at: Date,
  onLost: (visit: V, error: unknown) => void,
): Promise<void> {
  const waiting = [...visits];
  const notify = async () => {
    for (let visit = waiting.shift(); visit !== undefined; visit = waiting.shift()) {
      await notifyService(callApp, visit, at).catch((error: unknown) => onLost(visit, error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, visits.length) }, notify));
}

async function notifyService(callApp: AppFetch, visit: Visit, at: Date): Promise<void> {
  const answer = await callApp(visit.service, {
    method: "POST",
    body: new URLSearchParams({ logoutRequest: logoutRequest(visit, at) }),
  });
  // many clients answer the message with the way to their own sign-in
  if (answer.status >= 400) throw new Error(`the service answered ${answer.status}`);
}
