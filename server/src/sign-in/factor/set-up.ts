import type { FastifyRequest } from "fastify";
import type { Queryable } from "../../database/database.ts";
import type { Audit, AuditActor } from "../../audit/audit.ts";
import { Refusal } from "../../http/refusal.ts";
import { endSessionsOf } from "../../session/session-ends.ts";
import { findFactors, holdFactors, keepTotp } from "./queries.ts";
import { renewCodes } from "./recovery.ts";
import type { Sealed } from "../../platform/sealed.ts";

/** The actor of a change to a person's factors, and the session that stays. */
export interface ChangedBy {
  request: FastifyRequest;
  actor?: AuditActor;
  kept: { id: string } | { client: "web" | "pc" | "mobile" };
}

interface Means {
  trx: Queryable;
  audit: Audit;
  sealed: Sealed;
}

/** Returns the use that a kept secret is sealed for. */
export function totpUse(userId: string): string {
  return `totp:${userId}`;
}

/**
 * Stores a new authenticator, whose first code was right and is thereby used; returns recovery codes when it is the
 * first factor.
 */
export async function setUpTotp(
  { trx, audit, sealed }: Means,
  userId: string,
  { secret, step }: { secret: string; step: number },
  by: ChangedBy,
  now: Date,
): Promise<string[] | undefined> {
  await holdFactors(trx, userId);
  const row = { user_id: userId, last_step: step, created_at: now };
  const kept = await keepTotp(trx, { ...row, secret: await sealed.seal(secret, totpUse(userId)) });
  if (!kept)
    throw new Refusal("conflict", {
      msg: "已经设置过验证器，请先删除原来的",
      data: { kind: "totp" },
    });
  return afterAdding({ trx, audit }, userId, "totp", by, now);
}

/** Completes a new factor: the first one brings recovery codes, and other sessions, which have not given it, end. */
export async function afterAdding(
  { trx, audit }: Pick<Means, "trx" | "audit">,
  userId: string,
  kind: "totp" | "passkey",
  by: ChangedBy,
  now: Date,
): Promise<string[] | undefined> {
  await noteChange({ trx, audit }, userId, by, { kind, change: "added" });
  const kept = await findFactors(trx, userId);
  const factors = (kept?.passkeys.length ?? 0) + (kept?.totp === null ? 0 : 1);
  if (factors > 1) return undefined;
  await endSessionsOf(trx, [userId], now, by.kept);
  return renewCodes(trx, userId);
}

export async function noteChange(
  { trx, audit }: Pick<Means, "trx" | "audit">,
  userId: string,
  { request, actor }: ChangedBy,
  detail: { kind: "totp" | "passkey" | "recovery"; change: "added" | "removed" | "renewed" },
): Promise<void> {
  const action = "second-factor-change";
  await audit.record(request, { action, subject_id: userId, detail, ...(actor && { actor }) }, trx);
}
