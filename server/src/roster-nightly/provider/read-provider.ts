import { FaultList, type RosterFile, type RosterRecords } from "../../roster/api.ts";
import { type Cells, cellsOf, rolesOf } from "./cells.ts";
import type { ProviderClient } from "./client.ts";
import { type Bounds, BOUNDS, type JsonRecord, readCollection } from "./collection.ts";
import { matchSchools, placesOf, type ConnectedSchools, withinSchools } from "./orgs.ts";
import { ProviderFault } from "./provider-fault.ts";

/** The collections, in the order in which they are read: what is referred to first. */
const COLLECTIONS = [
  "orgs",
  "academicSessions",
  "courses",
  "classes",
  "users",
  "enrollments",
] as const satisfies readonly RosterFile[];
type Collection = (typeof COLLECTIONS)[number] | "demographics";

/** A provider's roster, in the files' form. */
export interface ProviderRead {
  records: Required<Pick<RosterRecords, (typeof COLLECTIONS)[number] | "roles">> & RosterRecords;
  /** The platform's organisation of each of the roster's, by its id there. */
  places: ReadonlyMap<string, string>;
  /** Fields of another type than they should be. */
  faults: FaultList;
  counts: Readonly<Partial<Record<Collection, number>>>;
}

export interface Wanted extends ConnectedSchools {
  address: string;
  /** True reads sex and day of birth as well. */
  demographics: boolean;
  bounds?: Bounds;
}

/** Reads a provider's roster whole; throws `ProviderFault`. */
export async function readProvider(
  client: ProviderClient,
  wanted: Wanted,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<ProviderRead> {
  const { address, demographics, district, bounds = BOUNDS } = wanted;
  const faults = new FaultList();
  const orgs: Cells<"orgs">[] = [];
  const courses: Cells<"courses">[] = [];
  const users: Cells<"users">[] = [];
  const roles: Cells<"roles">[] = [];
  const rest: Record<string, Cells<RosterFile>[]> = {};
  const counts: Partial<Record<Collection, number>> = {};
  const names: readonly Collection[] = demographics
    ? [...COLLECTIONS, "demographics"]
    : COLLECTIONS;
  for (const [turn, name] of names.entries()) {
    onProgress(turn, names.length);
    const others = (rest[name] ??= []);
    counts[name] = await readCollection(client, { address, name, bounds }, (record, position) => {
      // what is to be deleted is as if it were not there; often nothing else of it is said
      if (record["status"] === "tobedeleted") return;
      const at = { position, faults };
      if (name === "orgs") orgs.push(cellsOf(name, record, at));
      else if (name === "courses") courses.push(cellsOf(name, record, at));
      else if (name === "users") {
        users.push(cellsOf(name, withUsername(record), at));
        roles.push(...rolesOf(record, at));
      } else others.push(cellsOf(name, record, at));
    });
    // a school that is none of these ends it before people are read
    if (name === "orgs") matchSchools(orgs, wanted);
    if (name === "classes" && others.length === 0) {
      throw new ProviderFault("对方没有给出任何班级，没有用这份数据");
    }
  }
  if (users.length === 0) throw new ProviderFault("对方没有给出任何人，没有用这份数据");
  const schools = matchSchools(orgs, wanted);
  const { academicSessions = [], classes = [], enrollments = [], demographics: about } = rest;
  const own = withinSchools({ orgs, courses, users, roles }, schools, district);
  return {
    records: {
      ...{ ...own, academicSessions, classes, enrollments },
      ...(about !== undefined && { demographics: about }),
    },
    places: placesOf(schools, district),
    ...{ faults, counts },
  };
}

/** Returns a user with the account of its first credential, where it has none of its own. */
function withUsername(record: JsonRecord): JsonRecord {
  const { username, userProfiles } = record;
  if ((username ?? "") !== "" || !Array.isArray(userProfiles)) return record;
  const [profile] = userProfiles as unknown[];
  const credentials: unknown = Object(profile)["credentials"];
  const [first] = Array.isArray(credentials) ? (credentials as unknown[]) : [];
  return { ...record, username: Object(first)["username"] };
}
