import type { FastifyInstance } from "fastify";
import {
  bindChild,
  createInvitation,
  type Invitation,
  INVITATION_KINDS,
  joinByInvitation,
  previewInvitation,
  readInvitations,
  register,
  revokeInvitation,
} from "#contract";
import type { AuditDetail } from "../audit/audit.ts";
import { recordChildRead } from "../audit/child-read.ts";
import { agreementsInForce, missingConsents } from "../consent/api.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { serveOnce } from "../http/serve-once.ts";
import { limitAttempts, signInPerson } from "../sign-in/api.ts";
import { listInvitations, makeInvitation, oneInvitation, revoke } from "./make.ts";
import { findOpened, type Opened } from "./queries.ts";
import { badInvitation, codeOf, redeem } from "./redeem.ts";
import { enrol, newcomerOf, refuseTaken } from "./register.ts";
import { agreementsFor, maskName } from "./rules.ts";

/** The word that wrong codes are counted under. */
const RATE_LIMITED = "invitation";

/** Lets handlers read the school of a code, of which the person is no member yet. */
const ACROSS = { across: "invitation" } as const;

/** Serves invitations: made by a school's own people, used by those who come in (SE-12, ID-10). */
export async function invitationRoutes(app: FastifyInstance): Promise<void> {
  serve(app, readInvitations, async ({ caller, request }) => {
    const listed = await listInvitations(app.db, caller, app.now());
    const shown = listed.flatMap(({ child }) => child?.id ?? []);
    const object = { kind: "invitations", id: caller.school.id };
    await recordChildRead(app, request, shown, { object });
    return listed;
  });

  serveOnce(app, createInvitation, {
    make: ({ input, caller, request }, id) =>
      app.db.transaction().execute(async (trx) => {
        await makeInvitation(trx, caller, { ...input, id }, app.now());
        const made = await oneInvitation(trx, caller, app.now(), id);
        const { kind, identity, max_uses } = made;
        await app.audit.record(request, changeOf(made, { kind, identity, max_uses }), trx);
        return made;
      }),
    made: async ({ caller }, id) => (await listInvitations(app.db, caller, app.now(), id))[0],
  });

  serve(app, revokeInvitation, ({ input: { id }, caller, request }) =>
    app.db.transaction().execute(async (trx) => {
      const found = await oneInvitation(trx, caller, app.now(), id);
      if (await revoke(trx, caller, id, app.now())) {
        await app.audit.record(request, changeOf(found, { revoked: true }), trx);
      }
      return oneInvitation(trx, caller, app.now(), id);
    }),
  );

  serve(
    app,
    previewInvitation,
    ({ input, request }) =>
      limitAttempts(app, request, RATE_LIMITED, async () => {
        const opened = await findOpened(
          app.db,
          codeOf(input.invitation),
          INVITATION_KINDS,
          app.now(),
        );
        if (opened === undefined) throw badInvitation();
        const agreements = await agreementsInForce(
          app.db,
          app.now(),
          agreementsFor(opened.identity),
        );
        const { child_name } = opened;
        return { ...opened, child_name: child_name && maskName(child_name), agreements };
      }),
    ACROSS,
  );

  serve(
    app,
    register,
    async ({ input, request, reply }) => {
      const userId = await limitAttempts(app, request, RATE_LIMITED, async () => {
        const code = codeOf(input.invitation);
        const opened = await findOpened(app.db, code, INVITATION_KINDS, app.now());
        if (opened === undefined) throw badInvitation();
        const newcomer = newcomerOf(input);
        const wanted = await agreementsInForce(app.db, app.now(), agreementsFor(opened.identity));
        const given = input.consents ?? [];
        const missing = missingConsents(wanted, given);
        if (missing.length > 0) {
          throw new Refusal("checkWanted", {
            msg: "请先阅读并同意用户协议和隐私政策",
            data: { check: "consent", agreements: wanted },
          });
        }
        await refuseTaken(app.db, newcomer.account);
        const password_hash = await app.signIn.passwords.hash(newcomer.password);
        const now = app.now();
        return app.db.transaction().execute(async (trx) => {
          const made = await enrol(trx, newcomer, { code, password_hash, consents: wanted, now });
          await app.audit.record(request, used(made.opened, made.user_id), trx);
          return made.user_id;
        });
      });
      return signInPerson(app, request, reply, userId, { proved: true });
    },
    ACROSS,
  );

  serve(
    app,
    joinByInvitation,
    async ({ input, caller, request }) => {
      const { user_id } = caller;
      return limitAttempts(app, request, RATE_LIMITED, async () => {
        const code = codeOf(input.invitation);
        const kinds = ["class", "staff"] as const;
        return app.db.transaction().execute(async (trx) => {
          const use = { code, kinds, user_id, relation: undefined, now: app.now() };
          const opened = await redeem(trx, use);
          await app.audit.record(request, used(opened, user_id), trx);
          const { school_id, class_id, identity } = opened;
          const school = await trx
            .selectFrom("school")
            .select(["id", "name"])
            .where("id", "=", school_id)
            .executeTakeFirstOrThrow();
          const found = await trx
            .selectFrom("class")
            .select(["id", "name"])
            .where("school_id", "=", school_id)
            .where("id", "=", class_id ?? "")
            .executeTakeFirst();
          return { school, identity, class: found ?? null };
        });
      });
    },
    ACROSS,
  );

  serve(
    app,
    bindChild,
    async ({ input, caller, request }) => {
      const { user_id } = caller;
      return limitAttempts(app, request, RATE_LIMITED, async () => {
        const code = codeOf(input.invitation);
        const kinds = ["child"] as const;
        return app.db.transaction().execute(async (trx) => {
          const use = { code, kinds, user_id, relation: input.relation, now: app.now() };
          const opened = await redeem(trx, use);
          await app.audit.record(request, used(opened, user_id), trx);
          const child = await trx
            .selectFrom("user")
            .select(["id", "name"])
            .where("id", "=", opened.child_id)
            .executeTakeFirstOrThrow();
          return { child };
        });
      });
    },
    ACROSS,
  );
}

/** Returns the audit entry of an invitation that is made or revoked. */
function changeOf({ id, child }: Invitation, detail: AuditDetail) {
  const object = { kind: "invitation", id };
  const subject = child === null ? {} : { subject_id: child.id };
  return { action: "invitation-make", object, ...subject, detail } as const;
}

/** Returns the audit entry of a used invitation; that of binding a child has the child as its subject. */
function used({ id, school_id, identity, child_id }: Opened, user_id: string) {
  const common = { actor: { user_id, school_id }, object: { kind: "invitation", id } };
  return child_id === null
    ? ({ action: "invitation-use", ...common, subject_id: user_id, detail: { identity } } as const)
    : ({
        action: "relation-change",
        ...common,
        subject_id: child_id,
        detail: { bound: true },
      } as const);
}
