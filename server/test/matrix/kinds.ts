import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { type FilePurpose, fileUrl } from "#contract";
import type { Database } from "../../src/database/database.ts";
import type { InvitationTable } from "../../src/database/tables/user.ts";
import { makeApps } from "../apps.ts";
import { makeContents } from "../contents.ts";
import { hashSecret, newSecret } from "../../src/platform/secret.ts";
import { Sealed } from "../../src/platform/sealed.ts";
import { insertGrant } from "../../src/rights/grants.ts";
import { issueTicket } from "../../src/launch/tickets.ts";
import { insertQrCode, markScanned } from "../../src/sign-in/qr/codes.ts";
import {
  classAt,
  DISTRICT,
  type ActorRole,
  IDENTITY_OF,
  mateOf,
  NOW,
  type Person,
  type Place,
  type World,
} from "./world.ts";

/** The owner of a thing that is to be made. */
export interface Whose {
  place: Place;
  role: ActorRole;
  person: Person;
}

type Make = (world: World, whose: Whose) => string | undefined | Promise<string | undefined>;

const LATER = new Date(NOW.getTime() + 3_600_000);

/** Makers of one thing of each kind, which return its id; undefined where there is none of these. */
export const KINDS = {
  session: ({ db }, { person }) => openSession(db, person),

  passkey: async ({ db }, { person }) => {
    const id = newSecret();
    await db
      .insertInto("passkey")
      .values({ id, user_id: person.id, public_key: "k", counter: 0, name: "k", used_at: null })
      .execute();
    return id;
  },

  school: (_world, { place, person }) => (place === "near" ? undefined : person.school),
  class: (_world, { place }) => classAt(place),
  schoolOfClass: ({ people }, { place }) => people[place].teacher.school,
  colleague: ({ people }, { place }) => people[place].teacher.id,
  bundle: async ({ db }, { place, person }) => {
    if (place === "near") return undefined;
    const id = newSecret();
    const named = { name: "社团负责人", sentence: "", rights: ["people.read"] };
    await db
      .insertInto("right_bundle")
      .values({
        ...{ id, ...named, place_kinds: ["school"], owner_school_id: person.school },
        ...{ created_by: null, created_at: NOW, retired_at: null },
      })
      .execute();
    return id;
  },
  freeName: () => newSecret().slice(0, 20),
  group: async ({ db, people }, { place }) => {
    const id = newSecret();
    const { id: user_id, school: school_id } = people[place].teacher;
    await db
      .insertInto("people_group")
      .values({
        ...{ id, school_id, name: id, description: "", kind: "hand" },
        ...{ created_by: null, created_at: NOW, updated_at: NOW, retired_at: null },
      })
      .execute();
    await db
      .insertInto("people_group_member")
      .values({ school_id, group_id: id, user_id })
      .execute();
    return id;
  },
  plannedChange: (world, whose) => makeChange(world, whose, "planned"),
  waitingChange: (world, whose) => makeChange(world, whose, "waiting"),
  appliedChange: (world, whose) => makeChange(world, whose, "applied"),
  appliedImport: async (world, whose) => {
    const id = await makeChange(world, whose, "applied");
    const of = { kind: "roster-import", right_name: "roster.import" } as const;
    await world.db.updateTable("change_set").set(of).where("id", "=", id).execute();
    return id;
  },
  rosterDraft: async ({ db }, { person }) => {
    const id = newSecret();
    const source = JSON.stringify({
      kind: "file",
      name: "a.csv",
      sha256: "0".repeat(64),
      lines: 1,
    });
    const of = { school_id: person.school, made_by: person.id, kind: "student", source } as const;
    await db
      .insertInto("roster_draft")
      .values({ id, ...of, created_at: NOW })
      .execute();
    return id;
  },
  notice: ({ db, people }, { place }) => makeNotice(db, people[place].teacher.school),
  inboxItem: async ({ db }, { person, role }) => {
    const notice_id = await makeNotice(db, person.school);
    const id = newSecret();
    await db
      .insertInto("notice_recipient")
      .values({
        ...{ id, school_id: person.school, notice_id, user_id: person.id, child_id: null },
        ...{ identity: IDENTITY_OF[role], visible_at: NOW, touched_at: NOW, choice: null },
        ...{ reminded_at: null, read_at: null, answered_at: null },
      })
      .execute();
    return id;
  },
  schoolWithConnection: async ({ db, people }, { place }) => {
    const school_id = people[place].teacher.school;
    await db.deleteFrom("roster_connection").where("school_id", "=", school_id).execute();
    await db
      .insertInto("roster_connection")
      .values({
        ...{ school_id, source: `nightly-${school_id}`, version: 1, client_id: "c", secret: "s" },
        ...{ address: "https://127.0.0.1:1", token_address: "https://127.0.0.1:1/token" },
        ...{ scope: "", demographics: false, org_id: "", is_on: false, hour: 2 },
        ...{ weekdays: [], days_without: [], last_day: null, updated_by: null, updated_at: NOW },
      })
      .execute();
    return school_id;
  },
  schoolWithYear: async ({ db, people }, { place }) => {
    const school_id = people[place].teacher.school;
    const id = `year-${school_id}`;
    const of = { school_id, effective_at: LATER, pause_from: LATER, pause_until: LATER };
    await db.deleteFrom("school_year_plan").where("school_id", "=", school_id).execute();
    await db
      .insertInto("school_year_plan")
      .values({
        ...{ id, ...of, year: 2026, version: 1, school_system: "6-3", names: "keep" },
        ...{ continues: false, take_along_days: 60, draw_seed: null, draw_hash: null },
        ...{ draw_count: null, draw_grade_id: null, drawn_by: null, drawn_at: null },
        ...{ change_set_id: null, updated_by: null, updated_at: NOW },
      })
      .execute();
    await db
      .insertInto("school_year_class")
      .values({
        ...{ plan_id: id, school_id, class_id: "new-1", is_new: true, sort: 0, act: null },
        ...{ into_class_id: null, name: "新班", grade_id: "1", stage_id: "primary" },
        head_user_id: null,
      })
      .execute();
    // a first-year
    const user_id = `first-${school_id}`;
    const first = { id: user_id, account: user_id, name: user_id };
    await db
      .insertInto("user")
      .values(first)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const held = { school_id, user_id, identity: "student" as const };
    await db
      .insertInto("membership")
      .values(held)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return school_id;
  },
  grant: ({ db, people }, { place }) => {
    const { id: user_id, school } = people[place].teacher;
    return insertGrant(db, {
      ...{ user_id, right_name: "people.read", bundle_id: null, until: null },
      ...{ place_kind: "school", school_id: school, part_id: "", given_by: null, created_at: NOW },
      ...{ rests_on_school_id: school, rests_on_identity: "teacher" },
    });
  },
  mate: (_world, { place }) => mateOf(place),
  passwordSheet: async ({ app, db }, { person }) => {
    const id = newSecret();
    const sealed = await new Sealed(app).seal("[]", "password-sheet");
    await db
      .insertInto("password_sheet")
      .values({
        ...{ id, made_by: person.id, people: 0, sealed },
        ...{ made_at: NOW, open_until: LATER, valid_until: LATER },
      })
      .execute();
    return id;
  },
  keptCode: async ({ db }, { place }) => {
    const id = newSecret();
    const email = `${mateOf(place)}@a.example`;
    await db.updateTable("user").set({ email }).where("id", "=", mateOf(place)).execute();
    await db
      .insertInto("outbox")
      .values({
        ...{ id, channel: "email", receiver: email, use: "login", code: "402817" },
        ...{ status: "kept", created_at: NOW, expires_at: LATER },
      })
      .execute();
    return id;
  },
  pupil: (_world, { place }) => mateOf(place),
  app: (_world, { place }) => `app-${place}`,
  person: (_world, { person }) => person.id,
  districtApp: async ({ db }, { place }) => {
    const id = `district-app-${place}`;
    // names a child, which who reads the entry is told of
    await makeApps(db, [{ id, district_id: DISTRICT[place], deny_user_ids: [mateOf(place)] }]);
    return id;
  },
  secretApp: async ({ db }, { place }) => {
    const id = `secret-app-${place}`;
    await makeApps(db, [{ id, district_id: DISTRICT[place], launch: "ticket" }]);
    return id;
  },
  unseenApp: async ({ db }, { place }) => {
    const id = `unseen-app-${place}`;
    const name = "电子教案";
    await makeApps(db, [{ id, name, district_id: DISTRICT[place], shelf_state: "asked" }]);
    return id;
  },
  appIcon: async (world, whose) => fileUrl(await makeFile(world, whose, "app-icon")),
  tool: (_world, { place }) => ({ here: "tool", near: "app-here", far: "tool-far" })[place],
  content: (_world, { place }) => `content-${place === "near" ? "draft" : place}`,

  managedContent: async ({ db }, { place }) => {
    const id = randomUUID();
    await makeContents(db, [{ id, school_id: place === "far" ? "b" : "a" }], NOW);
    return id;
  },

  openedApp: async ({ db, callers }, { place, role, person }) => {
    const session_id = place === "here" ? callers[role].session_id : await openSession(db, person);
    await ticketOf(db, person, role, session_id, "app-here");
    return "app-here";
  },

  ticket: async ({ db, callers, people }, { place }) => {
    const { session_id } = callers.teacher;
    const app_id = place === "here" ? "app-here" : "app-far";
    return ticketOf(db, people.here.teacher, "teacher", session_id, app_id);
  },

  item: (world, whose) => makeItem(world, whose),
  classWithItem: async (world, whose) => {
    await makeItem(world, whose);
    return classAt(whose.place);
  },

  avatar: async (world, whose) => fileUrl(await makeFile(world, whose, "avatar")),
  file: (world, whose) => makeFile(world, whose, "feedback"),
  noticeFile: (world, whose) => makeFile(world, whose, "notice"),

  thread: (world, { role, person }) => makeThread(world, person, role),
  pupilsThread: (world, { place }) => makeThread(world, world.people[place].student, "student"),

  correction: (world, { place }) => makeCorrection(world, mateOf(place)),
  pupilToErase: (world, whose) => makeErasure(world, whose, null),
  pupilObjectedFor: (world, whose) =>
    makeErasure(world, whose, world.people[whose.place].student.school),

  invitation: (world, whose) =>
    makeInvitation(world, whose, { kind: "class", identity: "student", child_id: null }),
  pupilsInvitation: (world, whose) =>
    makeInvitation(world, whose, {
      kind: "child",
      identity: "parent",
      child_id: mateOf(whose.place),
    }),

  qrToScan: (world, { place, person }) => makeQrCode(world, place === "here" ? null : person),
  qrToConfirm: (world, { person }) => makeQrCode(world, person),
  qrToPoll: (world) => makeQrCode(world, null, "id"),
} as const satisfies Record<string, Make>;

export type Kind = keyof typeof KINDS;

/** Makes a notice of a school that was sent. */
async function makeNotice(db: Database, school_id: string): Promise<string> {
  const id = newSecret();
  await db
    .insertInto("notice")
    .values({
      ...{ id, school_id, made_by: null, title: "秋游", content: "秋游", confirm: "choice" },
      ...{ audience: JSON.stringify({ identities: ["teacher"], grade_ids: [], class_ids: [] }) },
      ...{ audience_words: "全部教师", choices: ["参加", "不参加"], guardians: "any" },
      ...{ state: "sent", created_at: NOW, send_at: NOW, sent_at: NOW, updated_at: NOW },
      ...{ changed_at: null, taken_back_at: null, reminded_at: null },
    })
    .execute();
  return id;
}

/** Makes another person's change set: a teacher of the place becomes disabled. */
async function makeChange(
  { db, people }: World,
  { place }: Whose,
  state: "planned" | "waiting" | "applied",
): Promise<string> {
  const { id: user_id, school: school_id } = people[place].teacher;
  const id = newSecret();
  const key = { school_id, user_id, identity: "teacher" } as const;
  const change = {
    ...{ kind: "membership-state", school_id, identity: "teacher", user_ids: [user_id] },
    is_abled: false,
  };
  await db
    .insertInto("change_set")
    .values({
      ...{ id, school_id, kind: "membership-state", right_name: "people.write", state },
      ...{ act: "停用 1 位教师", sentence: "将停用 1 位教师", input: JSON.stringify(change) },
      ...{ reason: null, guards: "[]", row_count: 1, person_count: 1 },
      ...{ made_by: null, approved_by: null, refused_by: null, refusal: null },
      ...{ created_at: NOW, undone_at: null, undo_rows: null },
      applied_at: state === "applied" ? NOW : null,
      undo_until: state === "applied" ? LATER : null,
    })
    .execute();
  await db
    .insertInto("change_row")
    .values({
      ...{ set_id: id, seq: 0, school_id, table_key: "membership", key: JSON.stringify(key) },
      ...{ before: JSON.stringify({ is_abled: true }), after: JSON.stringify({ is_abled: false }) },
      ...{ label: "教师", words: "{}", person_id: user_id, note: null },
      state: state === "applied" ? "applied" : "planned",
    })
    .execute();
  return id;
}

/** Returns an id of the kind's form that nothing has. */
export function absentOf(kind: Kind): string {
  const id = `absent-${"0".repeat(24)}`;
  return kind === "avatar" || kind === "appIcon" ? fileUrl(id) : id;
}

/** Opens a session of the person on another device; the former one there is over. */
async function openSession(db: Database, { id: user_id }: Person): Promise<string> {
  await db
    .updateTable("session")
    .set({ ended_at: NOW, end_reason: "replaced" })
    .where("user_id", "=", user_id)
    .where("client", "=", "pc")
    .where("ended_at", "is", null)
    .execute();
  const id = randomUUID();
  await db
    .insertInto("session")
    .values({
      id,
      token_hash: hashSecret(newSecret()),
      user_id,
      client: "pc",
      created_at: NOW,
      last_seen_at: NOW,
      expires_at: LATER,
      ended_at: null,
      end_reason: null,
      proved_at: null,
    })
    .execute();
  return id;
}

function ticketOf(
  db: Database,
  { id: user_id, school }: Person,
  role: ActorRole,
  session_id: string,
  app_id: string,
): Promise<string> {
  const caller = { user_id, session_id, identity: IDENTITY_OF[role], school: { id: school } };
  return issueTicket(db, { caller, app_id }, NOW);
}

async function makeItem({ db, people }: World, { place }: Whose): Promise<string> {
  const { school, id: created_by } = people[place].teacher;
  const of = { school_id: school, app_id: "tool" };
  const context = { ...of, class_id: classAt(place), id: `context-${place}` };
  await db
    .insertInto("lti_context")
    .values(context)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id: context_id } = await db
    .selectFrom("lti_context")
    .select("id")
    .where("school_id", "=", school)
    .where("class_id", "=", context.class_id)
    .where("app_id", "=", "tool")
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  await db
    .insertInto("lti_item")
    .values({
      ...of,
      id,
      context_id,
      type: "ltiResourceLink",
      title: "浮力实验",
      url: "https://tool.example/start",
      custom: {},
      created_by,
    })
    .execute();
  return id;
}

async function makeFile({ db }: World, { person }: Whose, purpose: FilePurpose): Promise<string> {
  const id = newSecret().slice(0, 22);
  await db
    .insertInto("file")
    .values({
      id,
      user_id: person.id,
      purpose,
      name: "图.png",
      promised_mime: "image/png",
      promised_size: 9,
      created_at: new Date(NOW.getTime() - 86_400_000),
      expires_at: LATER,
      state: "stored",
      mime: "image/png",
      size: 9,
      width: 3,
      height: 3,
      stored_at: NOW,
      released_at: null,
    })
    .execute();
  return id;
}

/**
 * Makes a person's question with one message; the staff of the person's own institution answer it, a manager's the
 * district.
 */
async function makeThread({ db }: World, person: Person, role: ActorRole) {
  const id = randomUUID();
  const { school: school_id, id: user_id } = person;
  const { parent_id } = await db
    .selectFrom("school")
    .select("parent_id")
    .where("id", "=", school_id)
    .executeTakeFirstOrThrow();
  // long ago: what a person may ask in a day is another matter
  const created_at = new Date(NOW.getTime() - 7 * 86_400_000);
  await db
    .insertInto("feedback_thread")
    .values({
      school_id,
      id,
      user_id,
      identity: IDENTITY_OF[role],
      assigned_school_id: role === "manager" && parent_id !== null ? parent_id : school_id,
      kind: "question",
      title: "问题",
      last_seq: 1,
      staff_unread: 1,
      created_at,
      updated_at: created_at,
    })
    .execute();
  await db
    .insertInto("feedback_message")
    .values({
      school_id,
      thread_id: id,
      seq: 1,
      side: "person",
      user_id,
      content: "在哪里？",
      created_at,
    })
    .execute();
  return id;
}

/** Makes a pupil's undecided correction, or returns the present one. */
async function makeCorrection({ db }: World, user_id: string): Promise<string> {
  const waiting = await db
    .selectFrom("name_correction")
    .select("id")
    .where("user_id", "=", user_id)
    .where("decided_at", "is", null)
    .executeTakeFirst();
  if (waiting !== undefined) return waiting.id;
  const id = randomUUID();
  const names = { from_name: user_id, to_name: `${user_id}-new` };
  await db
    .insertInto("name_correction")
    .values({ id, user_id, ...names, reason: "写错", requested_at: NOW })
    .execute();
  return id;
}

/** Makes a pupil's pending erasure, objected to by the school or not; returns the pupil. */
async function makeErasure(
  { db, people }: World,
  { place }: Whose,
  objecting_school_id: string | null,
): Promise<string> {
  const user_id = mateOf(place);
  const objection = { objecting_school_id, objected_at: objecting_school_id === null ? null : NOW };
  await db
    .insertInto("erasure")
    .values({
      user_id,
      requested_by: people[place].parent.id,
      requested_at: NOW,
      due_at: LATER,
      ...objection,
    })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(objection))
    .execute();
  return user_id;
}

async function makeInvitation(
  { db, people }: World,
  { place, person }: Whose,
  what: Pick<Insertable<InvitationTable>, "kind" | "identity" | "child_id">,
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto("invitation")
    .values({
      ...what,
      id,
      school_id: people[place].teacher.school,
      code: randomUUID(),
      class_id: classAt(place),
      max_uses: 3,
      created_by: person.id,
      created_at: NOW,
      expires_at: LATER,
      revoked_at: null,
    })
    .execute();
  return id;
}

async function makeQrCode(
  { db }: World,
  scannedBy: Person | null,
  answer: "id" | "code" = "code",
): Promise<string> {
  const secrets = { id: newSecret(), code: newSecret() };
  await insertQrCode(db, {
    ...secrets,
    browser: hashSecret(secrets.id),
    client: "web",
    device: "",
    ip: "10.9.9.9",
    network: "10.9.9.9",
    created_at: NOW,
    expires_at: LATER,
  });
  if (scannedBy !== null) await markScanned(db, secrets.code, scannedBy.id, NOW);
  return secrets[answer];
}
