import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import {
  type AgreementState,
  type AgreementType,
  type InputOf,
  isSeen,
  previewAgreement,
  publishAgreement,
  readAgreementVersion,
  readAgreementVersions,
  withdrawAgreement,
} from "#contract";
import type { Queryable } from "../database/database.ts";
import { badField, Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { requirePlatform } from "../rights/api.ts";
import { serveOnce } from "../http/serve-once.ts";
import { chinaDayStart } from "../platform/china-day.ts";
import { isChildInSql } from "../session/age-facts.ts";
import { requireFreshProof } from "../session/fresh-proof.ts";
import {
  addVersion,
  AgreementRefused,
  assertNoneWaitsLonger,
  nextNumber,
  readable,
} from "./publish.ts";
import { shownMarkup } from "../platform/rich-text.ts";
import { takeBack } from "./withdraw.ts";

/** Lets handlers count people of every school. */
const ACROSS = { across: "administration" } as const;
/** The body limit that holds the longest text, at three bytes a character. */
const LONG_BODY = { ...ACROSS, bodyLimit: 1024 * 1024 } as const;

type Draft = InputOf<typeof previewAgreement>;

/** Serves the management of agreements (AD-20): the same acts as `npm run admin -- agreement`, with a preview. */
export async function agreementManagementRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app;

  serve(
    app,
    readAgreementVersions,
    async ({ caller }) => {
      requirePlatform(caller.scope);
      return { versions: await listVersions(db, app.now()) };
    },
    ACROSS,
  );

  serve(app, readAgreementVersion, async ({ input: { id }, caller }) => {
    requirePlatform(caller.scope);
    const found = await db
      .selectFrom("agreement")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst();
    if (found === undefined) throw new Refusal("notFound");
    const { content, effective_at, ...rest } = found;
    return { ...rest, content: shownMarkup(content), effective_at: effective_at.toISOString() };
  });

  serve(
    app,
    previewAgreement,
    async ({ input, caller }) => {
      requirePlatform(caller.scope);
      const now = app.now();
      const { type } = input;
      const { html, dropped, title, effectiveAt } = inPage(() => drawnUp(input, now));
      const version = await nextNumber(db, type);
      const waits = await assertNoneWaitsLonger(db, {
        type,
        besides: version,
        after: effectiveAt,
      }).catch((error: unknown) => {
        if (error instanceof AgreementRefused) return error.sentence;
        throw error;
      });
      return {
        agreement: {
          ...{ id: "0", type, title, version, content: html },
          effective_at: effectiveAt.toISOString(),
        },
        dropped,
        asks: await countAsked(db, type, now),
        refusal: waits ?? null,
      };
    },
    LONG_BODY,
  );

  serveOnce(
    app,
    publishAgreement,
    {
      make: async ({ input, caller, request }, attempt) => {
        requirePlatform(caller.scope);
        const { type } = input;
        const now = app.now();
        const { html, title, effectiveAt } = inPage(() => drawnUp(input, now));
        const version = { type, html, title, effectiveAt };
        await requireFreshProof(app, caller, input, request);
        return inPage(() =>
          db
            .transaction()
            .execute((trx) =>
              addVersion(trx, { ...version, id: numberOf(attempt) }, (event) =>
                app.audit.record(request, event, trx),
              ),
            ),
        );
      },
      made: ({ caller }, attempt) => {
        requirePlatform(caller.scope);
        return db
          .selectFrom("agreement")
          .select(["id", "version"])
          .where("id", "=", numberOf(attempt))
          .executeTakeFirst();
      },
    },
    LONG_BODY,
  );

  serve(app, withdrawAgreement, async ({ input, caller, request }) => {
    requirePlatform(caller.scope);
    await requireFreshProof(app, caller, input, request);
    const { id } = await inPage(() =>
      db
        .transaction()
        .execute((trx) =>
          takeBack(trx, input, app.now(), (event) => app.audit.record(request, event, trx)),
        ),
    );
    return { id };
  });
}

/** Returns the number of an attempt's id: an agreement is known by a number (RT-05), those of commands have nine digits at most. */
function numberOf(id: string): string {
  return String(10n ** 15n + (BigInt(`0x${id.replaceAll("-", "")}`) % 10n ** 15n));
}

/** Refuses a right held for only part of the platform: an agreement holds for everybody. */
/** Returns a draft as it would be stored; throws `AgreementRefused` with its fault. */
function drawnUp({ content, format, title: given, effective_day }: Draft, now: Date) {
  const title = given.replace(/\s+/g, " ").trim();
  if (!isSeen(title)) throw new AgreementRefused("请填写协议的标题。");
  const effectiveAt = effective_day === undefined ? now : chinaDayStart(effective_day);
  if (effectiveAt === undefined) throw new AgreementRefused("没有这一天。");
  if (effectiveAt < now) throw new AgreementRefused("生效日期已经过去，不填则立即生效。");
  return { ...readable(content, format), title, effectiveAt };
}

/** Turns `AgreementRefused` into a refusal with its sentence for a page. */
function inPage<T>(work: () => T): T {
  const refused = (error: unknown): never => {
    if (!(error instanceof AgreementRefused)) throw error;
    const message = error.sentence;
    throw badField("", message);
  };
  try {
    const done = work();
    return done instanceof Promise ? (done.catch(refused) as T) : done;
  } catch (error) {
    return refused(error);
  }
}

async function listVersions(db: Queryable, now: Date) {
  const rows = await db
    .selectFrom("agreement as a")
    .select(["a.id", "a.type", "a.version", "a.title", "a.effective_at"])
    .select(
      sql<string>`(select count(*) from consent c where c.type = a.type and c.version = a.version)`.as(
        "agreed",
      ),
    )
    .orderBy("a.type", "desc")
    .orderBy("a.version", "desc")
    .execute();
  return rows.map(({ agreed, effective_at, ...row }) => ({
    ...row,
    agreed: Number(agreed),
    effective_at: effective_at.toISOString(),
    state: stateOf({ ...row, effective_at }, rows, now),
  }));
}

interface Dated {
  type: AgreementType;
  version: number;
  effective_at: Date;
}

function stateOf(one: Dated, all: readonly Dated[], now: Date): AgreementState {
  const higher = all.filter(({ type, version }) => type === one.type && version > one.version);
  const began = ({ effective_at }: Dated) => effective_at <= now;
  if (began(one)) return higher.some(began) ? "replaced" : "in-force";
  return higher.some(({ effective_at }) => effective_at <= one.effective_at)
    ? "skipped"
    : "waiting";
}

/** Counts the people whom a new version asks: everybody of 14 and more, or the children for whom guardians agree. */
async function countAsked(db: Queryable, type: AgreementType, now: Date): Promise<number> {
  const isChild = isChildInSql(now, "set");
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from "user" u
    where u.is_abled and ${type === "child" ? isChild : sql`not ${isChild}`}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
