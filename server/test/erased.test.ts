import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ERASURE_GRACE_DAYS, requestErasure } from "#contract";
import { acrossSchools } from "../src/database/scope.ts";
import { eraseDue } from "../src/privacy/due.ts";
import { DECLARED } from "../src/privacy/tables.ts";
import { importRoster } from "../src/roster/import.ts";
import { bundleWith, writeFolder, type Files } from "../src/roster/small-bundle.fixture.ts";
import { eraseFromRoster } from "../src/roster/without-erased.ts";
import { buildTestApp, type TestApp } from "./build.ts";
import { filesWith, tablesWith } from "./canary.ts";
import { putFile } from "./files.ts";
import { cheapHash, signIn, TEST_PASSWORD } from "./people.ts";
import { send } from "./send.ts";

const CANARY = "金丝雀7f3a";
const ACCOUNT = "canary7f3a";
const MOBILE = "13977731313";
const CANARIES = [CANARY, ACCOUNT, MOBILE];
const DAY_MS = 86_400_000;

let now = new Date("2026-11-20T08:00:00Z");
const lines: string[] = [];
let at: TestApp;
let dataDir: string;
let folder: string;

/** Returns a roster in which the pupil's name, account, phone and mail hold the canary. */
function roster(): Files {
  return bundleWith(
    [
      "users.csv",
      "lixiaoyu,,小雨,李,,,,",
      `${ACCOUNT},,${CANARY},李,,,${ACCOUNT}@a.example,${MOBILE}`,
    ],
    ["users.csv", "first-password,,,,,a,,母亲", "first-password,,,,,a,,母亲"],
  );
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "schoolgate-erased-"));
  at = await buildTestApp({
    config: { dataDir, logLevel: "trace" },
    now: () => now,
    log: { write: (line) => void lines.push(line) },
  });
  folder = await writeFolder(roster());
  await importRoster(at.db, folder, { now: () => now });
});
afterAll(async () => {
  await at.close();
  await Promise.all([dataDir, folder].map((one) => rm(one, { recursive: true, force: true })));
});

async function idOf(account: string): Promise<string> {
  const { id } = await at.db
    .selectFrom("user")
    .select("id")
    .where("account", "=", account)
    .executeTakeFirstOrThrow();
  return id;
}

const BARE = Buffer.from("%PDF-1.4\n%%EOF");

/** Writes something with the canary wherever a person's data can be, by the calls where that is simple. */
async function plant(child: string, teacher: string): Promise<void> {
  const { db } = at;
  await db
    .updateTable("user")
    .set({ password_hash: await cheapHash(TEST_PASSWORD) })
    .where("id", "in", [child, teacher])
    .execute();
  const { headers } = await signIn(at.app, ACCOUNT);
  const { headers: staff } = await signIn(at.app, "zhouli");
  const bytes = Buffer.from(`%PDF-1.4\n% ${CANARY}\n%%EOF`);
  const file = { bytes, mime: "application/pdf", filename: `${CANARY}.pdf` };
  await db
    .insertInto("consent")
    .values({ user_id: child, type: "child", version: 1, given_by: await idOf("wumei") })
    .execute();
  const key = await putFile(at.app, headers, file);
  const answered = await putFile(at.app, staff, file);
  const shown = await putFile(at.app, headers, { ...file, bytes: BARE, filename: "秋游.pdf" });
  const { school_id } = await db
    .selectFrom("membership")
    .select("school_id")
    .where("user_id", "=", child)
    .executeTakeFirstOrThrow();
  const values: Record<string, unknown> = {
    child,
    teacher,
    school: school_id,
    canary: CANARY,
    key,
    answered,
    shown,
    mobile: MOBILE,
    mail: `${ACCOUNT}@a.example`.toLowerCase(),
    session: (
      await db
        .selectFrom("session")
        .select("id")
        .where("user_id", "=", child)
        .executeTakeFirstOrThrow()
    ).id,
    later: new Date(now.getTime() + 90 * DAY_MS).toISOString(),
    due: new Date(now.getTime() + ERASURE_GRACE_DAYS * DAY_MS).toISOString(),
  };
  const statements = PLANTED.map((text) =>
    text.replaceAll(/\$(\w+)/g, (_all, name: string) => `'${String(values[name])}'`),
  );
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const PLANTED = [
  `update "user" set avatar = $canary, theme = 'monochrome' where id = $child`,
  `update session set device = $canary, ip = $canary where user_id = $child`,
  `insert into device_credential (id, user_id, secret_hash, expires_at) values ('d', $child, $canary, $later)`,
  `insert into totp (user_id, secret, last_step) values ($child, $canary, 1)`,
  `insert into passkey (id, user_id, public_key, counter, name) values ($canary, $child, $canary, 1, $canary)`,
  `insert into recovery_code (user_id, code_hash) values ($child, $canary)`,
  `insert into code (receiver_key, use, user_id, code_hash, created_at, expires_at) values ('r', 'bind', $child, $canary, $later, $later)`,
  `insert into verified_contact (user_id, channel, receiver_key, verified_at) values ($child, 'mobile', $canary, $later)`,
  `insert into outbox (id, channel, receiver, use, code, status, created_at, expires_at)
     values ('o', 'mobile', $mobile, 'login', $canary, 'kept', $later, $later)`,
  `insert into mail (id, receiver, subject, body, status, created_at)
     values ('m', $mail, $canary, $canary, 'waiting', $later)`,
  `insert into job (id, kind, state, run_at, created_by, created_at)
     values ('j', 'import', 'done', $later, $child, $later)`,
  `insert into qr_code (poll_hash, code_hash, browser_hash, status, user_id, device, ip, client, network, created_at, expires_at)
     values ('p', 'c', 'b', 'scanned', $child, $canary, $canary, 'web', $canary, $later, $later)`,
  `insert into invitation (school_id, id, code, kind, identity, class_id, child_id, max_uses, created_at, expires_at)
     select school_id, 'i1', $canary, 'child', 'parent', class_id, $child, 2, $later, $later from class_student where user_id = $child`,
  `insert into invitation (school_id, id, code, kind, identity, max_uses, created_by, created_at, expires_at)
     values ($school, 'i2', 'STAFF', 'staff', 'teacher', 2, $child, $later, $later)`,
  `insert into name_correction (id, user_id, from_name, to_name, reason, answer, requested_at)
     values ('nc', $child, $canary, $canary, $canary, $canary, $later)`,
  `insert into erasure (user_id, requested_by, requested_at, due_at, objection)
     values ($child, $child, $later, $due, $canary)`,
  `insert into app_category (id, name) values ('c', 'c')`,
  `insert into app (id, category_id, name, icon, icon_mono, launch, url) values ('a', 'c', 'a', 'i', 'i', 'link', 'https://a.example')`,
  `insert into quick_app (user_id, identity, app_ids) values ($child, 'student', array[$canary])`,
  `insert into app_use (user_id, identity, app_id, used_at) values ($child, 'student', 'a', $later)`,
  `insert into app_ticket (ticket_hash, app_id, user_id, session_id, identity, school_id, expires_at)
     values ('t1', 'a', $child, $session, 'student', $school, $later), ('t2', 'a', $child, $session, 'student', $school, $later)`,
  `insert into cas_ticket (ticket_hash, service, is_fresh, ticket) values ('t1', $canary, false, $canary)`,
  `insert into cas_logout (ticket_hash, app_id, user_id, service, ticket, ended_at, next_try_at)
     values ('t0', 'a', $child, $canary, $canary, $later, $later)`,
  `insert into lti_launch (ticket_hash, message, item_id) values ('t2', 'resource', $canary)`,
  `insert into oidc_grant (id, sid, app_id, user_id, session_id, identity, school_id, created_at)
     values ('g', $canary, 'a', $child, $session, 'student', $school, $later)`,
  `insert into oidc_payload (model, id_hash, payload, grant_id, expires_at)
     values ('AccessToken', 'h', json_build_object('name', $canary)::jsonb, 'g', $later)`,
  `insert into oidc_payload (model, id_hash, payload, uid, expires_at)
     values ('Session', 's', json_build_object('accountId', $child, 'name', $canary)::jsonb, 'u', $later)`,
  `insert into app_disclosure (user_id, app_id, claims, agreed_at) values ($child, 'a', array[$canary], $later)`,
  `insert into one_roster_record (app_id, kind, sourced_id, user_id, body, modified_at)
     values ('a', 'user', 'sub', $child, jsonb_build_object('givenName', $canary::text, 'sms', $mobile::text), now())`,
  `insert into app_subject (app_id, sub, user_id) values ('a', $canary, $child)`,
  `insert into app_item (user_id, identity, school_id, app_id, kind, key, version, body, is_gone, updated_at)
     values ($child, 'student', $school, 'a', 'todo', 'k', 1, jsonb_build_object('title', $canary::text), false, $later)`,
  `insert into lti_context (school_id, id, app_id, class_id) select school_id, 'x', 'a', class_id from class_student where user_id = $child`,
  `insert into lti_deep_link (data_hash, app_id, user_id, session_id, school_id, context_id, expires_at)
     values ('dl', 'a', $child, $session, $school, 'x', $later)`,
  `insert into lti_line_item (school_id, id, context_id, label, score_maximum) values ($school, 'li', 'x', '作业', 10)`,
  `insert into lti_score (school_id, line_item_id, user_id, comment, activity_progress, grading_progress, scored_at)
     values ($school, 'li', $child, $canary, 'Completed', 'FullyGraded', $later)`,
  `insert into feedback_thread (school_id, id, user_id, identity, assigned_school_id, kind, title, created_at, updated_at)
     values ($school, 'own', $child, 'student', $school, 'question', $canary, $later, $later),
       ($school, 'other', $teacher, 'teacher', $school, 'question', '别人的', $later, $later)`,
  `insert into feedback_message (school_id, thread_id, seq, side, user_id, content, created_at)
     values ($school, 'own', 1, 'person', $child, $canary, $later), ($school, 'own', 2, 'staff', $teacher, '答复', $later),
       ($school, 'other', 1, 'person', $teacher, '问题', $later), ($school, 'other', 2, 'staff', $child, $canary, $later)`,
  `insert into feedback_attachment (school_id, thread_id, seq, file_id, sort)
     values ($school, 'own', 1, $key, 0), ($school, 'own', 2, $answered, 0), ($school, 'other', 2, $key, 0)`,
  `insert into feedback_note (school_id, thread_id, id, user_id, act, content, created_at)
     values ($school, 'own', 'n1', $teacher, 'note', $canary, $later), ($school, 'other', 'n2', $child, 'note', $canary, $later)`,
  `update file set is_held = true where id in ($key, $answered)`,
  `insert into class_teacher (school_id, class_id, user_id) select school_id, class_id, user_id from class_student where user_id = $child`,
  `insert into timetable_lesson (school_id, class_id, slot, weekday, period, weeks, starts, ends, subject, teacher_id, teacher, room)
     select school_id, class_id, '1-1-all', 1, 1, 'all', '08:00', '08:40', '语文', $child, $canary, '' from class_student where user_id = $child`,
  `insert into calendar_address (school_id, user_id, identity, subject_id, secret_hash, made_at)
     values ($school, $child, 'student', $child, 'c1', $later), ($school, $teacher, 'parent', $child, 'c2', $later)`,
  `insert into person_lock (user_id, reason, locked_by, locked_at)
     values ($child, $canary, $teacher, $later), ($teacher, '别人的', $child, $later)`,
  `insert into pupil_transfer (id, user_id, from_school_id, code_hash, given_by, given_at, expires_at)
     values ('pt1', $child, $school, 'h1', $teacher, $later, $later), ('pt2', $teacher, $school, 'h2', $child, $later, $later)`,
  `insert into transfer_request (id, school_id, key, is_transfer, name, number, said_by, said_at)
     select 'tr1', $school, 'k1', true, u.name, u.sourced_id, $teacher, $later::timestamptz from "user" u where u.id = $child
     union all select 'tr2', $school, 'k2', true, $canary, u.sourced_id, $teacher, $later from "user" u where u.id = $child
     union all select 'tr3', $school, 'k3', true, '别人', 'J000', $child, $later`,
  `insert into leaver (user_id, left_at, is_kept, kept_by, kept_why)
     values ($child, $later, true, $teacher, $canary), ($teacher, $later, true, $child, '别人的')`,
  `insert into "user" (id, account, name) values ('0', 'like-one', '像一'), ('zzzzz', 'like-other', '像二')`,
  `insert into person_distinct (one_id, other_id, said_by, said_at)
     values (least($child::text, $teacher::text), greatest($child::text, $teacher::text), $teacher, $later),
       ('0', $child, $teacher, $later), ($child, 'zzzzz', $child, $later)`,
  `insert into person_notice (id, user_id, kind, at, by_id, about_id, detail)
     values ('pn1', $child, 'account-locked', $later, $teacher, null, jsonb_build_object('reason', $canary::text)),
       ('pn2', $teacher, 'account-locked', $later, $child, null, '{}'),
       ('pn3', $teacher, 'account-locked', $later, null, $child, jsonb_build_object('reason', $canary::text))`,
  `insert into right_review (school_id, term, confirmed_by, confirmed_at) values ($school, '2026-1', $child, $later)`,
  `insert into right_bundle (id, name, sentence, rights, place_kinds, created_by, created_at)
     values ('rb', '社团', '', '{people.read}', '{school}', $child, $later)`,
  `insert into right_grant (id, user_id, right_name, place_kind, school_id, given_by, ended_by, created_at, rests_on_school_id,
       rests_on_identity, ended_at, ended_why)
     values ('g1', $child, 'people.read', 'school', $school, $teacher, null, $later, $school, 'student', null, null),
       ('g2', $teacher, 'people.read', 'school', $school, $child, $child, $later, $school, 'teacher', $later, '不再需要')`,
  `insert into change_set (id, school_id, kind, right_name, state, act, sentence, input, row_count, person_count, made_by,
       approved_by, refused_by, created_at, undo_until)
     values ('cs', $school, 'person-edit', 'people.write', 'applied', $canary, $canary, jsonb_build_object('user_id', $child::text), 1, 1,
       $child, $child, $child, $later, $later)`,
  `insert into change_row (set_id, seq, school_id, table_key, key, before, after, label, person_id)
     values ('cs', 0, $school, 'user', jsonb_build_object('id', $child::text), jsonb_build_object('name', $canary::text),
       jsonb_build_object('name', $canary::text), $canary, $child)`,
  `insert into roster_draft (id, school_id, made_by, kind, source, created_at)
     values ('rd1', $school, $child, 'student', '{}', $later), ('rd2', $school, $teacher, 'student', '{}', $later)`,
  `insert into roster_draft_person (draft_id, seq, person, key, user_ids)
     values ('rd2', 0, jsonb_build_object('name', $canary::text), 'k', array[$child::text])`,
  `insert into roster_answer (school_id, key, user_id, is_same, said_by, said_at)
     values ($school, 'k1', $child, true, $teacher, $later), ($school, 'k2', $teacher, true, $child, $later)`,
  `insert into roster_connection (school_id, source, version, address, token_address, client_id, secret, scope, demographics,
       org_id, is_on, hour, weekdays, days_without, updated_by, updated_at)
     values ($school, 'n', 1, 'https://a', 'https://b', 'c', 's', '', false, '', true, 2, '{1}', '{}', $child, $later)`,
  `insert into people_group (id, school_id, name, kind, created_by, created_at, updated_at)
     values ('pg', $school, '合唱团', 'hand', $child, $later, $later)`,
  `insert into people_group_member (school_id, group_id, user_id) values ($school, 'pg', $child)`,
  `insert into school_year_plan (id, school_id, year, version, school_system, names, continues, effective_at, pause_from,
       pause_until, take_along_days, drawn_by, updated_by, updated_at)
     values ('sy', $school, 2026, 1, '6-3', 'grade', false, $later, $later, $later, 60, $child, $child, $later)`,
  `insert into school_year_class (plan_id, school_id, class_id, is_new, sort, sets_head, head_user_id)
     values ('sy', $school, '1', false, 0, true, $child)`,
  `insert into school_year_pupil (plan_id, school_id, user_id, act, reason) values ('sy', $school, $child, 'stay', $canary)`,
  `insert into graduate (school_id, user_id, year, data_until) values ($school, $child, '2025', $later)`,
  `insert into notice (id, school_id, made_by, title, content, audience, audience_words, confirm, guardians, state, created_at,
       send_at, sent_at, updated_at)
     values ('no', $school, $child, '秋游', '秋游', '{}', '全部家长', 'choice', 'any', 'sent', $later, $later, $later, $later)`,
  `insert into notice_recipient (id, school_id, notice_id, user_id, identity, child_id, visible_at, touched_at, choice)
     values ('nr1', $school, 'no', $child, 'student', null, $later, $later, $canary),
       ('nr2', $school, 'no', $teacher, 'parent', $child, $later, $later, $canary)`,
  `update file set purpose = 'notice', is_held = true where id = $shown`,
  `insert into notice_file (school_id, notice_id, file_id, sort) values ($school, 'no', $shown, 0)`,
  `insert into notice_alert (school_id, notice_id, user_id, channel, reason, due_at, state)
     values ($school, 'no', $child, 'email', 'sent', $later, 'waiting')`,
  `insert into push_subscription (session_id, user_id, endpoint, p256dh, auth, created_at)
     values ($session, $child, 'https://push.example/' || $canary, $canary, $canary, $later)`,
  `insert into row_origin (table_key, row_key, field, person_id, how, by_id, at)
     values ('user', $child, 'name', $child, 'self', null, $later), ('user', $teacher, 'name', $teacher, 'hand', $child, $later),
       ('guardian', $teacher || ' ' || $child, '', $teacher, 'code', null, $later)`,
  `insert into password_sheet (id, made_by, people, sealed, made_at, open_until, valid_until)
     values ('ps', $child, 1, 'sealed', $later, $later, $later)`,
  `insert into data_export (id_hash, session_id, subject_id, created_at, expires_at) values ('e', $session, $child, $later, $later)`,
];

/** Returns the shares of a person that have no row. */
async function emptyShares(person: { id: string; mobile: string; email: string }) {
  const empty: string[] = [];
  for (const [table, { shares }] of DECLARED) {
    for (const [place, { rows }] of shares.entries()) {
      const own =
        await sql`select 1 from ${sql.table(table)} where ${rows(person)} limit 1`.execute(at.db);
      if (own.rows.length === 0) empty.push(`${table} ${place}`);
    }
  }
  return empty;
}

const erase = () => acrossSchools("sweep", () => eraseDue(at.app, eraseFromRoster));

test("after an erasure nothing of a child is found in any table, file or log; a roster does not bring it back", async () => {
  const [child, teacher] = [await idOf(ACCOUNT), await idOf("zhouli")];
  await plant(child, teacher);
  const { headers: parent } = await (async () => {
    await at.db
      .updateTable("user")
      .set({ password_hash: await cheapHash(TEST_PASSWORD) })
      .where("account", "=", "wumei")
      .execute();
    return signIn(at.app, "wumei");
  })();
  // whatever can hold something of a person does
  const email = `${ACCOUNT}@a.example`;
  expect(await emptyShares({ id: child, mobile: MOBILE, email })).toEqual([]);
  expect((await tablesWith(at.db, CANARIES)).length).toBeGreaterThan(20);

  const asked = await send(
    at.app,
    requestErasure,
    { child_id: child, account: ACCOUNT },
    { headers: parent },
  );
  expect(asked.body.code).toBe(200);
  await erase();
  now = new Date(now.getTime() + ERASURE_GRACE_DAYS * DAY_MS - 1000);
  await erase();
  expect(await idOf(ACCOUNT)).toBe(child);
  now = new Date(now.getTime() + 1000);
  await erase();
  const { is_abled } = await at.db
    .selectFrom("user")
    .select("is_abled")
    .where("id", "=", child)
    .executeTakeFirstOrThrow();
  expect(is_abled).toBe(false);
  expect(await idOf(ACCOUNT)).toBe(child);
  await erase();

  expect(await tablesWith(at.db, CANARIES)).toEqual(
    // the teacher's own file stays the teacher's, until the sweep of what nothing refers to
    [`file: ${CANARY}`],
  );
  const left = at.db.selectFrom("file").select(["purpose", "user_id", "is_held"]);
  expect(await left.orderBy("purpose").execute()).toEqual([
    { purpose: "feedback", user_id: teacher, is_held: false },
    // a notice's file stays as the notice does
    { purpose: "notice", user_id: null, is_held: true },
  ]);
  expect(await filesWith(dataDir, CANARIES)).toHaveLength(1);
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => CANARIES.some((one) => line.includes(one)))).toEqual([]);
  const other = await at.db
    .selectFrom("feedback_message")
    .select("content")
    .orderBy("seq")
    .execute();
  expect(other.map(({ content }) => content)).toEqual(["问题", expect.stringMatching(/已注销/)]);

  // who did it stays known, in ids only
  const entries = await at.db
    .selectFrom("audit_entry")
    .select(["user_id", "detail"])
    .where("action", "=", "erase")
    .orderBy("at")
    .execute();
  expect(entries).toEqual([
    { user_id: await idOf("wumei"), detail: { step: "requested" } },
    { user_id: null, detail: { step: "done" } },
  ]);

  // the same roster again, whole
  const report = await importRoster(at.db, folder, { now: () => now });
  expect(report.changes.user.created).toBe(0);
  expect((await tablesWith(at.db, CANARIES)).filter((one) => !one.startsWith("file:"))).toEqual([]);
  for (const table of ["membership", "class_student"] as const) {
    expect(
      await at.db.selectFrom(table).where("user_id", "=", child).selectAll().execute(),
    ).toEqual([]);
  }
  expect(await at.db.selectFrom("guardian").selectAll().execute()).toEqual([]);
  const again = await importRoster(at.db, folder, { now: () => now });
  expect(
    Object.values(again.changes).every(
      ({ created, changed, ended }) => created + changed + ended === 0,
    ),
  ).toBe(true);
  expect(await idOf("zhouli")).toBe(teacher);
});
