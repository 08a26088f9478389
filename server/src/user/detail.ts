import type { FastifyInstance } from "fastify";
import type { InputOf, readUserDetail, Setting, User } from "#contract";
import { type Place, placeOf } from "../catalogue/api.ts";
import { memberCaller, rolesIn, type SelfCaller } from "../session/caller.ts";
import { maskEmail, maskMobile } from "../platform/mask.ts";
import type { Person } from "../session/session-record.ts";
import { readSurroundings, type SurroundingField } from "./queries.ts";
import { askedFields, identitiesOf, isNamed, schoolOf, type UserField } from "./rules.ts";

type Wanted = InputOf<typeof readUserDetail>;

/** Returns the person under the active identity, with the requested fields (ID-01). */
export async function userDetail(
  { db, catalogue }: Pick<FastifyInstance, "db" | "catalogue">,
  caller: SelfCaller,
  { fields, identity }: Wanted,
): Promise<User> {
  const asked = askedFields(fields);
  const own = ownPart(caller, identity === "all", {
    mobile: isNamed(fields, "mobile"),
    email: isNamed(fields, "email"),
  });
  const { user_id, identity: active, school } = caller;
  const { place, ...around } = await readSurroundings(
    db,
    { user_id, identity: active, school_id: school?.id ?? null },
    SURROUNDINGS.filter((field) => asked.has(field)),
    // what says which quick apps are still seen
    asked.has("app_ids") && active !== null && school !== null
      ? (at) => placeOf({ ...at, identity: active })
      : undefined,
  );
  const parents = around.parents?.map((parent) => ({
    ...parent,
    mobile: maskMobile(parent.mobile),
  }));
  const app_ids = around.app_ids && (await stillSeen(catalogue, caller, around.app_ids, place));
  return only(asked, {
    ...own,
    ...around,
    ...(parents && { parents }),
    ...(app_ids && { app_ids }),
  });
}

/** Returns the quick apps that the person may still see (AP-05). */
async function stillSeen(
  catalogue: FastifyInstance["catalogue"],
  caller: SelfCaller,
  app_ids: string[],
  place?: Place | null,
): Promise<string[]> {
  if (app_ids.length === 0 || caller.school?.is_abled !== true) return [];
  const { apps } = await catalogue.contentsFor(memberCaller(caller), place ?? undefined);
  const seen = new Set(apps.map(({ id }) => id));
  return app_ids.filter((id) => seen.has(id));
}

const SURROUNDINGS: readonly SurroundingField[] = [
  "app_ids",
  "classes",
  "charge_classes",
  "subjects",
  "parents",
  "children",
  "teaching_info",
];

/** Returns the part of the answer that the session's record already has. */
function ownPart(
  { person, identity, school }: SelfCaller,
  everySchool: boolean,
  whole: { mobile: boolean; email: boolean },
): Omit<User, SurroundingField> {
  const { memberships } = person;
  const shown = everySchool
    ? memberships
    : memberships.filter((membership) => membership.identity === identity);
  return {
    id: person.id,
    name: person.name,
    avatar: person.avatar,
    mobile: whole.mobile ? person.mobile : maskMobile(person.mobile),
    email: whole.email ? person.email : maskEmail(person.email),
    gender: person.gender,
    account: person.account,
    roles: identity === null || school === null ? [] : rolesIn(identity, school),
    identity,
    identities: identitiesOf(person.id, memberships),
    setting: settingOf(person),
    school: school === null ? null : schoolOf(school),
    schools: shown.map(schoolOf),
    admission_time: person.admission_time,
  };
}

/** Returns the preferences in the form of an answer; `fixed` only where a guardian has set the eye-protection rules. */
export function settingOf({
  theme,
  appearance,
  text_size,
  eye_mode: mode,
  eye_interval: interval,
  eye_fixed,
}: Pick<
  Person,
  "theme" | "appearance" | "text_size" | "eye_mode" | "eye_interval" | "eye_fixed"
>): Setting {
  const eye_protection = { mode, interval, ...(eye_fixed && { fixed: true as const }) };
  return { theme, view: "icon", appearance, text_size, eye_protection };
}

function only(asked: ReadonlySet<UserField>, user: User): User {
  return Object.fromEntries(
    Object.entries(user).filter(([field]) => asked.has(field as UserField)),
  );
}
