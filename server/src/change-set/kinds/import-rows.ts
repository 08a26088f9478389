import { IDENTITY_NAMES, type Identity } from "#contract";
import {
  type KnownPerson,
  type MatchedLine,
  numberToKeep,
  plainName,
} from "../../roster-import/api.ts";
import type { PlannedRow, RowValues } from "../rules.ts";
import { lessonRows } from "./import-lessons.ts";
import { classOf, type ImportPlan, type NewPerson, type OnLeft, personOf } from "./import-plan.ts";

/**
 * Yields the rows that lead from the school to what the file says: rows alike one after the other, as they are written in
 * one statement, and what is referred to before what refers to it.
 */
export function* importRows(plan: ImportPlan, onLeft: OnLeft): Generator<PlannedRow> {
  yield* classRows(plan, onLeft);
  yield* newUserRows(plan);
  yield* changedUserRows(plan, onLeft);
  const memberships = [...membershipRows(plan, onLeft)];
  yield* memberships.filter(({ before }) => before === null);
  yield* memberships.filter(({ before }) => before !== null);
  const seats = [...seatRows(plan, onLeft)];
  yield* seats.filter(({ after }) => after === null);
  yield* seats.filter(({ before }) => before === null);
  yield* lessonRows(plan, onLeft);
  const bonds = [...guardianRows(plan, onLeft)];
  yield* bonds.filter(({ before }) => before === null);
  yield* bonds.filter(({ before }) => before !== null);
}

function* classRows(plan: ImportPlan, onLeft: OnLeft): Generator<PlannedRow> {
  const { roster, school } = plan;
  const all = [...new Set(roster.classes.values())];
  const missing = all.filter(({ known }) => known === null);
  for (const one of missing) {
    const { name, grade_id, stage_id, renames } = one;
    if (renames !== null) continue;
    const key = { school_id: school.id, id: classOf(plan, one).id };
    const after = { name, grade_id, stage_id, sort: 0, is_abled: true };
    yield { table: "class", key, before: null, after, label: name, person_id: null };
  }
  for (const { name, grade_id, stage_id, renames } of missing) {
    if (renames === null) continue;
    const wanted = { name, ...(grade_id !== null && { grade_id, stage_id }) };
    const { before, after } = differing({ ...renames }, wanted);
    if (after === null) continue;
    const key = { school_id: school.id, id: renames.id };
    yield { table: "class", key, before, after, label: renames.name, person_id: null };
  }
  if (roster.draft.kind !== "student") return;
  for (const called of Map.groupBy(all, ({ known }) => known).values()) {
    const [one] = called;
    if (one?.known == null || called.length === 1) continue;
    const names = called.map(({ name }) => `“${name}”`).join("和");
    onLeft(`${one.known.name}：文件里叫${names}，班名没有改动`);
  }
}

function* newUserRows(plan: ImportPlan): Generator<PlannedRow> {
  const { roster, made, idOf } = plan;
  for (const { seq, user_id, person } of roster.lines) {
    const one = made.get(String(seq));
    if (user_id !== null || one === undefined) continue;
    const id = idOf(`person ${seq}`);
    const { name, account } = one;
    const after = {
      ...{ account, name, gender: person.gender ?? null, birth_date: person.birth_date ?? null },
      ...{ mobile: person.mobile ?? null, email: person.email ?? null },
      ...{
        admission_time: person.admission_date ?? null,
        sourced_id: numberToKeep(person) ?? null,
      },
      id_hash: person.id_hash ?? null,
    };
    yield { table: "user", key: { id }, before: null, after, label: name, person_id: id };
  }
  for (const { key, one } of newGuardians(plan)) {
    const id = idOf(`guardian ${key}`);
    const { name, account, mobile } = one;
    const unknown = { gender: null, birth_date: null, email: null, admission_time: null };
    const after = { account, name, ...unknown, mobile, sourced_id: null, id_hash: null };
    yield { table: "user", key: { id }, before: null, after, label: name, person_id: id };
  }
}

function* newGuardians({ roster, made }: ImportPlan): Generator<{ key: string; one: NewPerson }> {
  const seen = new Set<string>();
  for (const { guardians } of roster.lines) {
    for (const { user_id, key } of guardians) {
      const one = made.get(key);
      if (user_id !== null || seen.has(key) || one === undefined) continue;
      seen.add(key);
      yield { key, one };
    }
  }
}

/** Fields that the file may change; a way to sign in is only filled in where there is none. */
function wantedOf(known: KnownPerson, { person }: MatchedLine): RowValues {
  const names = [known.name, ...known.former_names].map(plainName);
  const { gender, birth_date, admission_date, id_hash, mobile, email } = person;
  const number = numberToKeep(person, known.number);
  return {
    ...(!names.includes(plainName(person.name)) && { name: person.name }),
    ...(gender !== undefined && { gender }),
    ...(birth_date !== undefined && { birth_date }),
    ...(admission_date !== undefined && { admission_time: admission_date }),
    ...(number !== undefined && { sourced_id: number }),
    ...(id_hash !== undefined && { id_hash }),
    ...(mobile !== undefined && known.mobile === null && { mobile }),
    ...(email !== undefined && known.email === null && { email }),
  };
}

function* changedUserRows({ roster, above }: ImportPlan, onLeft: OnLeft): Generator<PlannedRow> {
  for (const line of roster.lines) {
    const known = line.user_id === null ? undefined : roster.known.people.get(line.user_id);
    if (known === undefined) continue;
    const { number: sourced_id, ...rest } = known;
    const { before, after } = differing({ ...rest, sourced_id }, wantedOf(known, line));
    if (after === null) continue;
    const { id, name, source } = known;
    if (source !== null) onLeft(`${name}：资料由名册“${source}”管理，没有改动`);
    else if (known.is_elsewhere) onLeft(`${name}：账号也属于别的学校，资料没有改动`);
    else if (above.has(id)) onLeft(`${name}：管理权限超出您的，资料没有改动`);
    else yield { table: "user", key: { id }, before, after, label: name, person_id: id };
  }
}

/** Returns the columns that differ, as they are and as they are to be; null where none does. */
function differing(
  has: RowValues,
  wanted: RowValues,
): { before: RowValues | null; after: RowValues | null } {
  const names = Object.keys(wanted).filter(
    (name) => (has[name] ?? null) !== (wanted[name] ?? null),
  );
  if (names.length === 0) return { before: null, after: null };
  const pick = (from: RowValues) =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { before: pick(has), after: pick(wanted) };
}

function* membershipRows(plan: ImportPlan, onLeft: OnLeft): Generator<PlannedRow> {
  const { roster, idOf, ended } = plan;
  const { kind } = roster.draft;
  const seen = new Set<string>();
  for (const line of roster.lines) {
    yield* present(plan, personOf(plan, line), line.person.name, kind, onLeft);
    for (const { user_id, key, name } of line.guardians) {
      if (seen.has(key)) continue;
      seen.add(key);
      yield* present(plan, user_id ?? idOf(`guardian ${key}`), name, "parent", onLeft);
    }
  }
  for (const { person, identity } of ended) {
    yield {
      ...ofMembership(plan, person.id, person.name, identity),
      ...{ before: { is_abled: true }, after: { is_abled: false } },
    };
  }
}

function ofMembership({ school }: ImportPlan, user_id: string, name: string, identity: Identity) {
  const key = { school_id: school.id, user_id, identity };
  const label = `${name}（${IDENTITY_NAMES[identity]}）`;
  return {
    table: "membership",
    key,
    label,
    words: { [school.id]: school.name },
    person_id: user_id,
  } as const;
}

/** Yields the row by which a person has an identity at the school from now on, unless it is so already. */
function* present(
  plan: ImportPlan,
  user_id: string,
  name: string,
  identity: Identity,
  onLeft: OnLeft,
): Generator<PlannedRow> {
  const known = plan.roster.known.people.get(user_id);
  const identities = identity === "teacher" ? ["teacher", "manager"] : [identity];
  const held = known?.memberships.filter((one) => identities.includes(one.identity)) ?? [];
  if (held.some(({ is_abled }) => is_abled)) return;
  const of = ofMembership(plan, user_id, name, identity);
  const [one] = held.filter((is) => is.identity === identity);
  if (one === undefined) {
    const sort = known?.next_sort ?? 0;
    const after = { is_abled: true, sort, until: null, created_at: plan.now.toISOString() };
    yield { ...of, before: null, after };
  } else if (one.source !== null) {
    onLeft(`${name}：在本校的身份由名册“${one.source}”停用，没有恢复`);
  } else if (plan.above.has(user_id)) {
    onLeft(`${name}：管理权限超出您的，身份没有恢复`);
  } else {
    yield {
      ...of,
      before: { is_abled: false, until: one.until },
      after: { is_abled: true, until: null },
    };
  }
}

function* seatRows(plan: ImportPlan, onLeft: OnLeft): Generator<PlannedRow> {
  const { roster, school, ended } = plan;
  const names = new Map(roster.known.classes.map(({ id, name }) => [id, name]));
  const of = (user_id: string, class_id: string, label: string, name: string) =>
    ({
      table: "class_student",
      key: { school_id: school.id, class_id, user_id },
      ...{ label, words: { [class_id]: name }, person_id: user_id },
    }) as const;
  for (const line of roster.lines) {
    const one = line.class_key === null ? undefined : roster.classes.get(line.class_key);
    if (line.person.identity !== "student" || one === undefined) continue;
    const { id: class_id, name } = classOf(plan, one);
    const user_id = personOf(plan, line);
    const label = line.person.name;
    const seats = roster.known.seats.get(user_id) ?? [];
    if (seats.some((seat) => seat.class_id === class_id)) continue;
    const owned = seats.find(({ source }) => source !== null);
    if (owned !== undefined) {
      onLeft(`${label}：班级由名册“${owned.source}”管理，没有调班`);
      continue;
    }
    for (const { class_id: from, source } of seats) {
      // a class that is archived keeps its pupils
      const was = names.get(from);
      if (was !== undefined)
        yield { ...of(user_id, from, label, was), before: { source }, after: null };
    }
    yield { ...of(user_id, class_id, label, name), before: null, after: { source: null } };
  }
  for (const { person, identity } of ended) {
    if (identity !== "student") continue;
    for (const { class_id, source } of roster.known.seats.get(person.id) ?? []) {
      if (source !== null) continue;
      const name = names.get(class_id) ?? "";
      yield { ...of(person.id, class_id, person.name, name), before: { source }, after: null };
    }
  }
}

function* guardianRows(plan: ImportPlan, onLeft: OnLeft): Generator<PlannedRow> {
  const { roster, idOf } = plan;
  for (const line of roster.lines) {
    const child_id = personOf(plan, line);
    for (const guardian of line.guardians) {
      const user_id = guardian.user_id ?? idOf(`guardian ${guardian.key}`);
      const { name: label, relation } = guardian;
      const bond = roster.known.bonds.get(child_id)?.find((one) => one.user_id === user_id);
      const words = { [child_id]: line.person.name };
      const of = { key: { child_id, user_id }, label, words, person_id: child_id };
      if (bond === undefined) {
        yield { table: "guardian", ...of, before: null, after: { relation, source: null } };
      } else if (bond.relation === relation) continue;
      else if (bond.source !== null) {
        onLeft(`${label}：与${line.person.name}的关系由名册“${bond.source}”管理，没有改动`);
      } else {
        const before = { relation: bond.relation };
        yield { table: "guardian", ...of, before, after: { relation } };
      }
    }
  }
}
