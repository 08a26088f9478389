import { isSuccess, redeemTicket, type Claims, type Envelope } from "#contract";

const REDEEM_WITHIN_MS = 5_000;

/** The result of redeeming a ticket. `refused`: unknown or expired. `unreachable`: the platform did not answer. */
export type Redeemed = { claims: Claims } | { failure: "refused" | "unreachable" };

/** Exchanges a ticket for the person's claims, server to server (LA-01, `ticket`). */
export async function redeem(
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
