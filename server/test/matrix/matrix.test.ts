import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  CALLS,
  DECLARED_HEADER,
  REFUSALS,
  type Call,
  type CallName,
  type RefusalName,
} from "#contract";
import { buildTestApp, type TestApp } from "../build.ts";
import { makeSchool } from "../people.ts";
import { admittedBy, CALL_LIST, headersOf, inputOf, sendTo, type Sent } from "./cells.ts";
import { ALSO, NAMINGS, NOBODYS, NOT_FOR, SAYINGS, type Naming } from "./ids.ts";
import { absentOf, KINDS } from "./kinds.ts";
import { rowsOf, watchRows } from "./rows.ts";
import {
  CHILD_MARK,
  ACTOR_ROLES,
  IDENTITY_OF,
  makeWorld,
  NOW,
  PLACES,
  type ActorRole,
  type Place,
  type World,
} from "./world.ts";

type Caller = ActorRole | "app" | "nobody";

let at: TestApp;
let world: World;

beforeAll(async () => {
  at = await buildTestApp({ now: () => NOW });
  world = await makeWorld(at);
  await watchRows(at.db);
});
afterAll(() => at.close());

/** Runs work that must be refused, and expects that nothing was written. */
async function inVain(work: () => Promise<void>): Promise<void> {
  const before = await rowsOf(at.db);
  await work();
  await at.app.background.settle();
  expect(await rowsOf(at.db), "something was written").toEqual(before);
}

function refusalOf(name: RefusalName, data: unknown = null) {
  const { status, code, msg } = REFUSALS[name];
  return { status, body: { code, data, msg } };
}

/**
 * Returns everybody who may not make a call, with the expected refusal. Of the identities that a person does not hold
 * each is tried by every third: one place reads them for all calls.
 */
function refusedCallers(call: Call): { headers: Record<string, string>; as: object }[] {
  const { who } = call;
  const notAllowed = refusalOf("notAllowed");
  const refused = (headers: Record<string, string>) => ({ headers, as: notAllowed });
  if (who === "anyone") return [];
  if (who === "app") {
    return (["nobody", ...ACTOR_ROLES] as const).map((caller) => refused(headersOf(world, caller)));
  }
  const noSession = refusalOf("noSession", { reason: "none" });
  const admitted = admittedBy(call);
  return [
    ...(["nobody", "app"] as const).map((caller) => ({
      headers: headersOf(world, caller),
      as: noSession,
    })),
    ...ACTOR_ROLES.flatMap((role, nth) => {
      const { headers } = world.callers[role];
      // an identity that is not held, a role that is no identity, a word that is nothing
      const other = ACTOR_ROLES.find((one) => IDENTITY_OF[one] !== IDENTITY_OF[role]) ?? "manager";
      const words = [IDENTITY_OF[other], "head-teacher", "all"];
      const identity = words[(nth + call.path.length) % words.length] ?? "all";
      return [
        refused({ ...headers, identity }),
        ...(admitted.includes(role) ? [] : [refused(headers)]),
      ];
    }),
    ...world.disabled.flatMap(({ headers }) => [
      refused({ ...headers, identity: "manager" }),
      ...(who === "self" ? [] : [refused(headers), refused({ ...headers, identity: "teacher" })]),
    ]),
    ...(who === "self" ? [] : [refused(world.stranger.headers)]),
  ];
}

describe("anyone who may not make a call is refused alike, whatever is sent, and nothing is written", () => {
  test.each(CALL_LIST)("%s", async (name, call) => {
    const input = inputOf(name);
    await inVain(async () => {
      const callers = refusedCallers(call);
      for (const [nth, { headers, as }] of callers.entries()) {
        // before anything is read of what was sent, which the first and the last of them show
        const isShown = nth === 0 || nth === callers.length - 1;
        for (const sent of isShown ? [input, {}] : [input]) {
          const { status, body } = await sendTo(at.app, call, sent, headers);
          const shown = `${JSON.stringify(sent)} as ${headers["identity"]}`;
          expect({ status, body }, shown).toEqual(as);
        }
      }
    });
  });
});

const namings = CALL_LIST.flatMap(([name, call]) =>
  (NAMINGS[name] ?? []).map((naming) => ({ name, call, naming, shown: `${name}.${naming.field}` })),
);

describe("what is not the caller's answers as what does not exist, and nothing is written", () => {
  test.each(namings)("$shown: $naming.is", async ({ name, call, naming }) => {
    const cells: Cell[] = [];
    for (const caller of callersOf(call)) {
      for (const place of ["absent", ...PLACES] as const) {
        if (place !== "absent" && reaches(naming, caller, place)) continue;
        const id = await make(naming, caller, place);
        if (id === undefined) continue;
        cells.push({ caller, place, input: await namedInput(name, naming, caller, id, place) });
      }
    }
    expect(cells.filter(({ place }) => place !== "absent").length).toBeGreaterThan(0);
    await inVain(async () => {
      let absent: Sent | undefined;
      for (const { caller, place, input } of cells) {
        const told = await sendTo(at.app, call, input, headersOf(world, caller));
        if (place === "absent") absent = told;
        else expect(told, `${caller} and what is ${place}`).toEqual(absent);
      }
    });
  });
});

describe("what is the caller's is reached", () => {
  test.each(namings)("$shown: $naming.is", async ({ name, call, naming }) => {
    for (const caller of callersOf(call)) {
      const nothing = await namedInput(name, naming, caller, absentOf(naming.is));
      const absent = await sendTo(at.app, call, nothing, headersOf(world, caller));
      for (const place of PLACES) {
        if (!reaches(naming, caller, place)) continue;
        const id = await make(naming, caller, place);
        const entries = await childReads();
        const input = await namedInput(name, naming, caller, id ?? "", place);
        const told = await sendTo(at.app, call, input, headersOf(world, caller));
        const shown = `${caller} and what is ${place}: ${JSON.stringify(told.body)}`;
        expect(told.status, shown).toBe(200);
        expect(told.body, shown).not.toEqual(absent.body);
        await expectOnRecord(caller, told.body, entries);
      }
    }
  });
});

describe("anyone who may make a call is answered", () => {
  beforeAll(async () => {
    const whose = { place: "here", role: "teacher", person: world.people.here.teacher } as const;
    await KINDS.pupilsThread(world, whose);
    await KINDS.pupilsInvitation(world, whose);
    await KINDS.correction(world, whose);
  });

  test.each(CALL_LIST)("%s", async (name, call) => {
    for (const caller of callersOf(call)) {
      if (name === "logout" && caller !== "nobody") continue;
      const entries = await childReads();
      const { status, headers, body } = await sendTo(
        at.app,
        call,
        inputOf(name),
        headersOf(world, caller),
      );
      const shown = `${caller}: ${JSON.stringify(body)}`;
      expect(status, shown).not.toBe(401);
      // the page reads an answer without it as that of another server
      if (status === 200) expect(headers, shown).toContainEqual([DECLARED_HEADER, "declared"]);
      const isRefused = (NOT_FOR[name] ?? []).some((role) => role === caller);
      expect((body as { code: number }).code === REFUSALS.notAllowed.code, shown).toBe(isRefused);
      await expectOnRecord(caller, body, entries);
    }
  });
});

describe("what is about oneself is open to who has no school, or a disabled one", () => {
  test.each(CALL_LIST.filter(([, { who }]) => who === "self"))("%s", async (name, call) => {
    for (const { headers } of [...world.disabled, world.stranger]) {
      const { status, body } = await sendTo(at.app, call, inputOf(name), headers);
      expect(status, JSON.stringify(body)).not.toBe(401);
      expect(body).not.toMatchObject({ code: REFUSALS.notAllowed.code });
    }
  });
});

describe("staff who are shown something of a child leave an entry", () => {
  test.each(Object.entries(ALSO) as [CallName, readonly Record<string, unknown>[]][])(
    "%s",
    async (name, inputs) => {
      const call = CALLS[name];
      for (const input of inputs) {
        const entries = await childReads();
        const { body } = await sendTo(at.app, call, input, headersOf(world, "manager"));
        expect(JSON.stringify(body)).toContain(CHILD_MARK);
        await expectOnRecord("manager", body, entries);
      }
    },
  );
});

test("a row that is written, changed or deleted is noticed", async () => {
  const before = await rowsOf(at.db);
  await makeSchool(at.db, { id: "seen" });
  const written = await rowsOf(at.db);
  await at.db.updateTable("school").set({ name: "seen学校" }).where("id", "=", "seen").execute();
  const changed = await rowsOf(at.db);
  await at.db.deleteFrom("school").where("id", "=", "seen").execute();
  const deleted = await rowsOf(at.db);
  const differ = (one: typeof before, other: typeof before) =>
    Object.keys(before).filter((name) => one[name] !== other[name]);
  expect(differ(before, written)).toEqual(["school"]);
  expect(differ(written, changed)).toEqual(["school"]);
  expect(differ(changed, deleted)).toEqual(["school"]);
});

test("every field of every input is known: whose it is, or that it is nobody's", () => {
  const unknown = CALL_LIST.flatMap(([name, call]) =>
    Object.entries(propertiesOf(call))
      .filter(([field, schema]) => mayName(schema) && !isKnown(name, field))
      .map(([field]) => `${name}.${field}`),
  );
  expect(unknown, "say in server/test/matrix/ids.ts what they name").toEqual([]);
});

test("what the table says is of calls and fields that exist", () => {
  const named = namings.map(({ name, naming: { field } }) => `${name}.${field}`);
  const gone = [...named, ...Object.keys(NOBODYS)].filter((address) => {
    const [name = "", field = ""] = address.split(".");
    const call: Call | undefined = CALLS[name as CallName];
    return call === undefined || !(field in propertiesOf(call));
  });
  expect(gone).toEqual([]);
});

interface FieldSchema {
  type?: string;
  enum?: unknown;
  items?: FieldSchema;
}

function propertiesOf(call: Call): Record<string, FieldSchema> {
  return (call.input as { properties?: Record<string, FieldSchema> }).properties ?? {};
}

function mayName({ type, enum: words, items }: FieldSchema): boolean {
  if (items !== undefined) return mayName(items);
  return words === undefined && type !== "boolean" && type !== "integer" && type !== "number";
}

function isKnown(name: CallName, field: string): boolean {
  return (
    NAMINGS[name]?.some((naming) => naming.field === field) === true ||
    `${name}.${field}` in NOBODYS ||
    SAYINGS.has(field)
  );
}

function callersOf(call: Call): readonly Caller[] {
  if (call.who === "anyone") return ["nobody"];
  return call.who === "app" ? ["app"] : admittedBy(call);
}

function reaches({ own, near = [], far = [] }: Naming, caller: Caller, place: Place): boolean {
  const those: Readonly<Record<Place, readonly Caller[]>> = { here: own, near, far };
  return those[place].includes(caller);
}

interface Cell {
  caller: Caller;
  place: Place | "absent";
  input: Record<string, unknown>;
}

/** Makes the thing that a field is to name and returns its id; for a caller who is no person, a teacher's. */
async function make(
  { is }: Pick<Naming, "is">,
  caller: Caller,
  place: Place | "absent",
): Promise<string | undefined> {
  if (place === "absent") return absentOf(is);
  const role = caller === "app" || caller === "nobody" ? "teacher" : caller;
  return KINDS[is](world, { place, role, person: world.people[place][role] });
}

async function namedInput(
  name: CallName,
  { field, with: further, without = [], beside = {}, alike = {} }: Naming,
  caller: Caller,
  id: string,
  place: Place | "absent" = "absent",
): Promise<Record<string, unknown>> {
  const input = { ...inputOf(name), ...further };
  for (const [other, is] of Object.entries(beside)) {
    input[other] = await make({ is }, caller, "here");
  }
  for (const [other, is] of Object.entries(alike)) {
    input[other] = await make({ is }, caller, place);
  }
  for (const left of without) delete input[left];
  const isList = propertiesOf(CALLS[name])[field]?.type === "array";
  return { ...input, [field]: isList ? [id] : id };
}

/** Expects a new audit entry where staff are shown something of a child, since there were this many. */
async function expectOnRecord(caller: Caller, body: unknown, entries: number): Promise<void> {
  const text = JSON.stringify(body);
  if (caller === "student" || caller === "parent" || !text.includes(CHILD_MARK)) return;
  expect((await childReads()) - entries, `${caller}: ${text}`).toBeGreaterThan(0);
}

/** Counts the audit entries of reads of children's data and of acts on children. */
async function childReads(): Promise<number> {
  const { count } = await at.db
    .selectFrom("audit_entry")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where((row) =>
      row.or([row("action", "=", "child-read"), row("subject_id", "like", `${CHILD_MARK}-%`)]),
    )
    .executeTakeFirstOrThrow();
  return count;
}
