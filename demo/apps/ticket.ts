import type { DemoKind } from "./kind.ts";
import { STRANGER, UNREACHABLE } from "./kind.ts";
import { redeem } from "./redeem.ts";

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
