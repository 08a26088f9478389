import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CALENDAR_PATH, makeCalendar, readCalendar, revokeCalendar } from "#contract";
import type { Queryable } from "../database/database.ts";
import { acrossSchools } from "../database/scope.ts";
import { childForParent, readOwnChildren } from "../family/api.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { hashSecret, newSecret } from "../platform/secret.ts";
import { networkOf } from "../platform/networks.ts";
import { WindowLimit } from "../platform/window-limit.ts";
import type { MemberCaller } from "../session/caller.ts";
import { readOwnLessons, type Membership, membershipOf } from "../timetable/api.ts";
import {
  type AddressOwner,
  deleteAddress,
  findAddress,
  insertAddress,
  readMadeAt,
} from "./queries.ts";
import { writeCalendar } from "./write-calendar.ts";

/** Addresses that one person may make within a minute. */
const MAX_ADDRESSES_PER_MINUTE = 10;
/** Readings of one address within a minute. */
const MAX_READS_PER_MINUTE = 30;
/** Addresses that are not there, asked for from one place within a minute. */
const MAX_UNKNOWN_PER_MINUTE = 60;
/** A secret as `newSecret` makes it. */
const FILE = /^([\w-]{43})\.ics$/;
const WHOSE = "课程表";

/** Serves the addresses of people's own calendars, and the calendars (HO-03). */
export async function calendarRoutes(app: FastifyInstance): Promise<void> {
  const made = new WindowLimit(MAX_ADDRESSES_PER_MINUTE);
  const read = new WindowLimit(MAX_READS_PER_MINUTE);
  const unknown = new WindowLimit(MAX_UNKNOWN_PER_MINUTE);

  serve(app, readCalendar, async ({ input, caller }) => {
    const owner = await ownerOf(caller, input.child_id);
    const made_at = owner && (await acrossSchools("family", () => readMadeAt(app.db, owner)));
    return { made_at: made_at?.toISOString() ?? null };
  });

  serve(app, makeCalendar, async ({ input, caller, request }) => {
    const owner = await ownerOf(caller, input.child_id);
    if (owner === undefined) {
      throw new Refusal("conflict", { msg: "这个孩子现在没有学校，没有课程表", data: {} });
    }
    const now = app.now();
    const retryAfter = made.secondsToWait(caller.user_id, 1, now.getTime());
    if (retryAfter > 0) throw new Refusal("tooMany", { retryAfter });
    const secret = newSecret();
    const kept = { secret_hash: hashSecret(secret), made_at: now };
    await recorded(request, owner, "made", (trx) => insertAddress(trx, owner, kept));
    return { path: `${CALENDAR_PATH}${secret}.ics`, made_at: now.toISOString() };
  });

  serve(app, revokeCalendar, async ({ input, caller, request }) => {
    const owner = await ownerOf(caller, input.child_id);
    if (owner) await recorded(request, owner, "revoked", (trx) => deleteAddress(trx, owner));
    return { made_at: null };
  });

  app.get<{ Params: { file: string } }>(`${CALENDAR_PATH}:file`, async (request, reply) => {
    void reply.header("cache-control", "private, no-store").type("text/plain; charset=utf-8");
    const now = app.now().getTime();
    const [, secret] = FILE.exec(request.params.file) ?? [];
    const secret_hash = hashSecret(secret ?? "");
    const wait = secret === undefined ? 0 : read.secondsToWait(secret_hash, 1, now);
    if (wait > 0) return refuse(reply, wait);
    const calendar = secret && (await acrossSchools("family", () => readByHash(secret_hash)));
    if (!calendar) {
      const seconds = unknown.secondsToWait(networkOf(request.ip), 1, now);
      return seconds > 0 ? refuse(reply, seconds) : reply.code(404).send("not found\n");
    }
    return reply
      .type("text/calendar; charset=utf-8")
      .header("content-disposition", 'inline; filename="timetable.ics"')
      .header("x-robots-tag", "noindex")
      .send(calendar);
  });

  async function ownerOf(
    caller: MemberCaller,
    child_id: string | undefined,
  ): Promise<AddressOwner | undefined> {
    const { user_id } = caller;
    const identity = caller.identity as AddressOwner["identity"];
    const membership = membershipOf(
      caller,
      await childForParent(app.db, caller, child_id, app.now()),
    );
    if (membership === undefined) return undefined;
    return { user_id, identity, school_id: membership.school_id, subject_id: membership.user_id };
  }

  /** Returns the calendar of an address; one whose owner has left the school, or whose child has, ends here. */
  async function readByHash(secret_hash: string): Promise<string | undefined> {
    const owner = await findAddress(app.db, secret_hash);
    if (owner === undefined) return undefined;
    const { user_id, identity, school_id, subject_id } = owner;
    const [child] =
      identity === "parent"
        ? await readOwnChildren(app.db, user_id, app.now(), subject_id)
        : [undefined];
    const hasChild = identity !== "parent" || child?.school?.id === school_id;
    if (!owner.is_alive || !hasChild) {
      await deleteAddress(app.db, owner);
      return undefined;
    }
    const own = await readOwnLessons(app.db, membershipAt(owner));
    return writeCalendar({
      name: child === undefined ? WHOSE : `${child.name}的${WHOSE}`,
      school_id,
      is_teachers: identity === "teacher",
      ...(own ?? { term: { first_day: "", last_day: "" }, lessons: [] }),
    });
  }

  /** Does a piece of work, and records it unless it has done nothing (false), in one transaction. */
  async function recorded(
    request: FastifyRequest,
    { subject_id }: AddressOwner,
    act: "made" | "revoked",
    work: (trx: Queryable) => Promise<unknown>,
  ): Promise<void> {
    const event = { action: "calendar-change", subject_id, detail: { act } } as const;
    await acrossSchools("family", () =>
      app.db.transaction().execute(async (trx) => {
        if ((await work(trx)) !== false) await app.audit.record(request, event, trx);
      }),
    );
  }
}

/** Returns whose lessons an address gives. */
function membershipAt({ identity, school_id, subject_id }: AddressOwner): Membership {
  const of = identity === "parent" ? "student" : identity;
  return { user_id: subject_id, identity: of, school_id };
}

function refuse(reply: FastifyReply, seconds: number): FastifyReply {
  return reply.code(429).header("retry-after", seconds).send("too many requests\n");
}
