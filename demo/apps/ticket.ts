import { type Claims, type Envelope, isSuccess, redeemTicket } from "#contract";
import { type DemoKind, STRANGER, UNREACHABLE } from "./kind.ts";

const REFUSED = "这张票据已经用过或已过期，请回到学门重新打开";

/** Signs people in by `?ticket=`, which it redeems. */
export function ticketKind(platform: string): DemoKind {
  return async ({ app: { id, secret }, rest, url, claims }) => {
    if (rest !== "") return null;
    if (secret === undefined) return { plain: true };
    const ticket = url.searchParams.get("ticket");
    if (ticket === null) {
      return claims === null ? { notice: STRANGER, status: 400 } : { greeted: claims };
    }
    const redeemed = await redeem(platform, { id, secret }, ticket);
    if (!("failure" in redeemed)) return { greet: redeemed.claims };
    return redeemed.failure === "refused"
      ? { notice: REFUSED, status: 400 }
      : { notice: UNREACHABLE, status: 502 };
  };
}

const REDEEM_WITHIN_MS = 5_000;

/** The result of redeeming a ticket. `refused`: unknown or expired. `unreachable`: the platform did not answer. */
type Redeemed = { claims: Claims } | { failure: "refused" | "unreachable" };

/** Exchanges a ticket for the person's claims, server to server (LA-01, `ticket`). */
async function redeem(
  platformUrl: string,
  { id, secret }: { id: string; secret: string },
  ticket: string,
): Promise<Redeemed> {
  try {
    const response = await fetch(new URL(redeemTicket.path, platformUrl), {
      method: redeemTicket.method,
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ ticket }),
      signal: AbortSignal.timeout(REDEEM_WITHIN_MS),
    });
    const answer = (await response.json()) as Envelope<Claims>;
    if (response.ok && isSuccess(answer)) return { claims: answer.data };
    return { failure: response.status >= 500 ? "unreachable" : "refused" };
  } catch {
    // the address of the platform says nothing to the person; what to do is the same for every cause
    return { failure: "unreachable" };
  }
}
