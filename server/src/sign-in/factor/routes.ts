import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  beginPasskey,
  beginTotp,
  cleanName,
  confirmPasskey,
  confirmTotp,
  isSeen,
  MAX_PASSKEYS,
  readFactors,
  removeFactor,
  renewRecoveryCodes,
} from "#contract";
import type { SelfCaller } from "../../session/caller.ts";
import { proveByPassword } from "../../session/fresh-proof.ts";
import { Refusal } from "../../http/refusal.ts";
import { serve } from "../../http/serve.ts";
import { dutiesOfAll, separationOf } from "../../rights/duties.ts";
import { holdingsBy } from "../../rights/rules.ts";
import { endSessionsOf } from "../../session/session-ends.ts";
import { makeOffer, readOffer } from "./offer.ts";
import {
  findFactors,
  holdFactors,
  keepPasskey,
  type KeptFactors,
  removePasskey,
  removeTotp,
} from "./queries.ts";
import { dropCodes, renewCodes } from "./recovery.ts";
import { mayHaveFactor, mustHaveFactor } from "./rules.ts";
import { waysOf } from "./second-factors.ts";
import { afterAdding, type ChangedBy, noteChange, setUpTotp } from "./set-up.ts";
import { siteOf } from "./site.ts";

/** Serves a person's own second factors: list, add, remove (SE-10). */
export async function factorRoutes(app: FastifyInstance): Promise<void> {
  const { sealed, passkeys } = app.signIn.secondFactors;

  serve(app, readFactors, async ({ caller }) => {
    const kept = await factorsOf(app, caller);
    return {
      ...policyFor(app, caller, kept),
      totp: kept.totp && { ...timesOf(kept.totp) },
      passkeys: kept.passkeys.map((one) => ({ id: one.id, name: one.name, ...timesOf(one) })),
      recovery_left: kept.recovery_left,
    };
  });

  serve(app, beginTotp, async ({ input, caller, request }) => {
    const kept = await mayAdd(app, caller, input.password, request);
    if (kept.totp !== null)
      throw new Refusal("conflict", {
        msg: "已经设置过验证器，请先删除原来的",
        data: { kind: "totp" },
      });
    return makeOffer(sealed, kept, { issuer: await app.branding.name(), now: app.now() });
  });

  serve(app, confirmTotp, async ({ input, caller, request }) => {
    const read = await readOffer(sealed, caller, input, app.now());
    if (read === undefined) throw new Refusal("badCode", { msg: "设置已超时，请重新开始" });
    const recovery_codes = await app.db
      .transaction()
      .execute((trx) =>
        setUpTotp(
          { trx, audit: app.audit, sealed },
          caller.user_id,
          read,
          byCaller(request, caller),
          app.now(),
        ),
      );
    app.sessionEnds.notify(caller.user_id);
    return recovery_codes === undefined ? {} : { recovery_codes };
  });

  serve(app, beginPasskey, async ({ input, caller, request }) => {
    const kept = await mayAdd(app, caller, input.password, request);
    refuseTooMany(kept);
    const options = await passkeys.creationOptions(kept, siteOf(app.config, request), app.now());
    return { options };
  });

  serve(app, confirmPasskey, async ({ input, caller, request }) => {
    const now = app.now();
    const site = siteOf(app.config, request);
    const made = await passkeys.readNew(input.response, caller, site, now);
    if (made === undefined) throw new Refusal("badCode", { msg: "通行密钥没有通过验证，请重试" });
    const { user_id } = caller;
    const recovery_codes = await app.db.transaction().execute(async (trx) => {
      await holdFactors(trx, user_id);
      const kept = await findFactors(trx, user_id);
      if (kept !== undefined) refuseTooMany(kept);
      const name = isSeen(input.name) ? cleanName(input.name) : "通行密钥";
      const added = await keepPasskey(trx, { ...made, user_id, name, created_at: now });
      if (!added)
        throw new Refusal("conflict", { msg: "这个通行密钥已经添加过", data: { kind: "passkey" } });
      const by = byCaller(request, caller);
      return afterAdding({ trx, audit: app.audit }, user_id, "passkey", by, now);
    });
    app.sessionEnds.notify(user_id);
    return recovery_codes === undefined ? {} : { recovery_codes };
  });

  serve(app, removeFactor, async ({ input, caller, request }) => {
    await proveByPassword(app, triedBy(caller, request), input.password);
    const { user_id } = caller;
    await app.db.transaction().execute(async (trx) => {
      await holdFactors(trx, user_id);
      const removed =
        input.kind === "totp"
          ? await removeTotp(trx, user_id)
          : await removePasskey(trx, user_id, input.id ?? "");
      if (!removed) throw new Refusal("notFound");
      const left = await findFactors(trx, user_id);
      if (left !== undefined && waysOf(left).length === 0) {
        if (policyFor(app, caller, left).required) {
          throw new Refusal("conflict", {
            msg: "您的身份必须使用两步验证，请先添加另一种再删除",
            data: { kind: input.kind },
          });
        }
        await dropCodes(trx, user_id);
      }
      const by = byCaller(request, caller);
      await endSessionsOf(trx, [user_id], app.now(), by.kept);
      const detail = { kind: input.kind, change: "removed" } as const;
      await noteChange({ trx, audit: app.audit }, user_id, by, detail);
    });
    app.sessionEnds.notify(user_id);
    return {};
  });

  serve(app, renewRecoveryCodes, async ({ input, caller, request }) => {
    await proveByPassword(app, triedBy(caller, request), input.password);
    const { user_id } = caller;
    const recovery_codes = await app.db.transaction().execute(async (trx) => {
      await holdFactors(trx, user_id);
      const kept = await findFactors(trx, user_id);
      if (kept === undefined || waysOf(kept).length === 0) {
        throw new Refusal("conflict", {
          msg: "请先设置验证器或通行密钥",
          data: { kind: "recovery" },
        });
      }
      const detail = { kind: "recovery", change: "renewed" } as const;
      await noteChange({ trx, audit: app.audit }, user_id, byCaller(request, caller), detail);
      return renewCodes(trx, user_id);
    });
    return { recovery_codes };
  });
}

async function factorsOf(app: FastifyInstance, { user_id }: SelfCaller): Promise<KeptFactors> {
  const kept = await findFactors(app.db, user_id);
  if (kept === undefined) throw new Refusal("notFound");
  return kept;
}

/** Checks that the person may add a factor: the password is proved, and the person is no child. */
async function mayAdd(
  app: FastifyInstance,
  caller: SelfCaller,
  password: string,
  request: FastifyRequest,
): Promise<KeptFactors> {
  await proveByPassword(app, triedBy(caller, request), password);
  const kept = await factorsOf(app, caller);
  const { offered, required } = policyFor(app, caller, kept);
  if (!offered && !required) throw new Refusal("notAllowed");
  return kept;
}

function triedBy({ account }: SelfCaller, { ip: address }: FastifyRequest) {
  return { account, address };
}

function policyFor(app: FastifyInstance, { person }: SelfCaller, { birth_date }: KeptFactors) {
  const separation = separationOf(app);
  const { held, suspended } = holdingsBy(person.memberships, person.grants, separation);
  const hasDuty = dutiesOfAll([...held, ...suspended], separation.now).length > 0;
  const identities = person.memberships
    .filter(({ is_abled }) => is_abled)
    .map(({ identity }) => identity);
  return {
    offered: mayHaveFactor(birth_date, identities, app.now()),
    required: mustHaveFactor(app.config.secondFactor, identities, hasDuty),
  };
}

function refuseTooMany({ passkeys }: KeptFactors): void {
  if (passkeys.length < MAX_PASSKEYS) return;
  throw new Refusal("conflict", {
    msg: `最多可以添加 ${MAX_PASSKEYS} 个通行密钥`,
    data: { kind: "passkey", at_most: MAX_PASSKEYS },
  });
}

function byCaller(request: FastifyRequest, { session_id }: SelfCaller): ChangedBy {
  return { request, kept: { id: session_id } };
}

function timesOf({ created_at, used_at }: { created_at: string; used_at: string | null }) {
  const iso = (text: string) => new Date(text).toISOString();
  return { created_at: iso(created_at), used_at: used_at === null ? null : iso(used_at) };
}
