import type { Cells } from "./cells.ts";
import { ProviderFault } from "./provider-fault.ts";

/** A school of the platform that a connection reaches. */
export interface OwnSchool {
  id: string;
  name: string;
}

/** The schools that a connection may bring: those it is for, and those that were matched before, by the provider's id. */
export interface ConnectedSchools {
  schools: readonly OwnSchool[];
  /** The district that the connection is for; undefined: it is a school's. */
  district?: OwnSchool | undefined;
  known: ReadonlyMap<string, string>;
  /** The school's id at the provider, where a person has given it. */
  given?: string | undefined;
}

const MAX_NAMED = 5;
/** The id of the connection's district in the roster: the provider's own may be several, or none. */
const DISTRICT = "schoolgate-district";

/** The records of a provider, in the files' form. */
export interface Records {
  orgs: readonly Cells<"orgs">[];
  courses: readonly Cells<"courses">[];
  users: readonly Cells<"users">[];
  roles: readonly Cells<"roles">[];
}

/**
 * Returns the platform's school of each school of a provider. Throws `ProviderFault` where there is one that is none of
 * the connection's, or none at all: what belongs elsewhere is not brought in by halves.
 */
export function matchSchools(
  orgs: readonly Cells<"orgs">[],
  connected: ConnectedSchools,
): Map<string, string> {
  const schools = orgs.filter((org) => org.type === "school");
  if (schools.length === 0) throw new ProviderFault("对方没有给出学校（orgs 里没有 school）");
  const matched = new Map<string, string>();
  const foreign: string[] = [];
  for (const { sourcedId = "", name = "" } of schools) {
    const id = schoolOf({ sourcedId, name }, connected);
    if (id === undefined) foreign.push(name);
    else if ([...matched.values()].includes(id)) {
      throw new ProviderFault(`对方有两所学校都对应“${nameOf(id, connected)}”`);
    } else matched.set(sourcedId, id);
  }
  if (foreign.length === 0) return matched;
  const names = foreign.slice(0, MAX_NAMED).join("、");
  const more = foreign.length > MAX_NAMED ? `等 ${foreign.length} 所` : "";
  throw new ProviderFault(
    `对方给出了不属于这里的学校：${names}${more}；请对方只给这里的学校，或先把名称改成一致`,
  );
}

function schoolOf(
  { sourcedId, name }: { sourcedId: string; name: string },
  { schools, known, given }: ConnectedSchools,
): string | undefined {
  const [only] = schools;
  if (given !== undefined) return given === sourcedId ? only?.id : undefined;
  const before = known.get(sourcedId);
  if (before !== undefined) return schools.find(({ id }) => id === before)?.id;
  const alike = schools.filter((one) => one.name === name.normalize("NFC"));
  return alike.length === 1 ? alike[0]?.id : undefined;
}

function nameOf(id: string, { schools }: ConnectedSchools): string {
  return schools.find((one) => one.id === id)?.name ?? "";
}

/**
 * Leaves only the matched schools of a roster's organisations: those above and beside them are not made here, and roles
 * there are not given.
 */
export function withinSchools<R extends Records>(
  records: R,
  matched: ReadonlyMap<string, string>,
  district: OwnSchool | undefined,
): R {
  const [first = ""] = matched.keys();
  const outside = new Set(
    records.orgs.filter((org) => org.type !== "school").map(({ sourcedId = "" }) => sourcedId),
  );
  const above = district === undefined ? {} : { parentSourcedId: DISTRICT };
  const schools = records.orgs.flatMap(({ sourcedId = "", name = "" }) =>
    matched.has(sourcedId) ? [{ sourcedId, name, type: "school", ...above }] : [],
  );
  const own = district && { sourcedId: DISTRICT, name: district.name, type: "district" };
  return {
    ...records,
    orgs: [...(own === undefined ? [] : [own]), ...schools],
    courses: records.courses.map((one) =>
      outside.has(one.orgSourcedId ?? "") ? { ...one, orgSourcedId: first } : one,
    ),
    roles: records.roles.filter((one) => !outside.has(one.orgSourcedId ?? "")),
    users: records.users.map((one) =>
      outside.has(one.primaryOrgSourcedId ?? "") ? { ...one, primaryOrgSourcedId: "" } : one,
    ),
  };
}

/** Returns the platform's organisation of each of a roster's, by its id there. */
export function placesOf(
  matched: ReadonlyMap<string, string>,
  district: OwnSchool | undefined,
): Map<string, string> {
  return new Map([
    ...matched,
    ...(district === undefined ? [] : [[DISTRICT, district.id] as const]),
  ]);
}
