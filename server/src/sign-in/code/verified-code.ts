import type { FastifyInstance } from "fastify";
import { Refusal } from "../../http/refusal.ts";
import { countFailure, refuseBlocked, type Tried } from "../throttle.ts";
import { tryCode, type CodeFor } from "./codes.ts";

export const WRONG_CODE = "验证码不正确或已过期";

/**
 * Returns the claim for which this is the right code; wrong ones are counted, and slow down further tries as wrong
 * passwords do (SE-09).
 */
export async function verifiedCode(
  app: FastifyInstance,
  could: readonly CodeFor[],
  code: string,
  tried: Tried,
): Promise<CodeFor> {
  const now = app.now();
  await refuseBlocked(app.db, tried, now);
  for (const what of could) if (await tryCode(app.db, what, code, now)) return what;
  await countFailure(app.db, tried, now);
  throw new Refusal("badCode", { msg: WRONG_CODE });
}
