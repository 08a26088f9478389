import { createHash } from "node:crypto";
import { NO_NAME } from "./person-name.ts";
import { NAMES, BASE_PATH, type Kind } from "./vocabulary.ts";

/** An object of an app's roster: its body without what its row says, references without their addresses. */
export interface RosterRecord {
  kind: Kind;
  sourced_id: string;
  part: string;
  /** Places and people that it belongs to: `school:…`, `class:…`, `user:…`. */
  tags: string[];
  body: Record<string, unknown>;
  /** The person whom it is about. */
  user_id?: string;
}

/** A row of `one_roster_record`, as far as answers need it. */
export interface StoredRecord {
  kind: Kind;
  sourced_id: string;
  part: string;
  tags: string[];
  body: Record<string, unknown>;
  modified_at: Date;
  is_deleted: boolean;
  user_id: string | null;
}

interface Reference {
  sourcedId: string;
  type: Kind;
}

export function refTo(type: Kind, sourcedId: string): Reference {
  return { sourcedId, type };
}

/** Returns the digest by which a changed object is known. */
export function digestOf({ part, tags, body, user_id }: RosterRecord): string {
  return createHash("sha256")
    .update(JSON.stringify([part, tags, body, user_id]))
    .digest("base64url");
}

/** Returns an object as the standard writes it; `fields` chooses of its fields. */
export function objectOf(
  record: StoredRecord,
  origin: string,
  fields?: readonly string[],
): Record<string, unknown> {
  const whole = {
    sourcedId: record.sourced_id,
    status: record.is_deleted ? "tobedeleted" : "active",
    dateLastModified: record.modified_at.toISOString(),
    ...(withAddresses(record.is_deleted ? remainsOf(record) : record.body, origin) as object),
  };
  if (fields === undefined) return whole;
  return Object.fromEntries(Object.entries(whole).filter(([name]) => fields.includes(name)));
}

function withAddresses(value: unknown, origin: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withAddresses(one, origin));
  if (typeof value !== "object" || value === null) return value;
  if (isReference(value)) {
    const { path } = NAMES[value.type];
    const href = `${origin}${BASE_PATH}/${path}/${encodeURIComponent(value.sourcedId)}`;
    return { href, sourcedId: value.sourcedId, type: value.type };
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withAddresses(one, origin)]),
  );
}

function isReference(value: object): value is Reference {
  return Object.keys(value).length === 2 && "sourcedId" in value && "type" in value;
}

/** Returns what is left of an object that has gone: the fields that the standard demands, and nothing about a person. */
function remainsOf({ kind, part, tags, sourced_id }: StoredRecord): Record<string, unknown> {
  const tagged = (name: string) =>
    tags.find((tag) => tag.startsWith(`${name}:`))?.slice(name.length + 1) ?? "";
  const org = refTo("org", tagged("school"));
  switch (kind) {
    case "user": {
      const role = part === "other" || part === "" ? "relative" : part;
      const roles = [{ roleType: "primary", role, org }];
      return { enabledUser: "false", givenName: NO_NAME, familyName: NO_NAME, roles };
    }
    case "demographics":
      return {};
    case "enrollment":
      return {
        user: refTo("user", tagged("user")),
        class: refTo("class", tagged("class")),
        school: org,
        role: part,
        primary: "false",
      };
    case "class":
      return {
        title: NO_NAME,
        classType: "homeroom",
        course: refTo("course", tagged("course")),
        school: org,
        terms: tags
          .filter((tag) => tag.startsWith("term:"))
          .map((tag) => refTo("academicSession", tag.slice("term:".length))),
      };
    case "course":
      return { title: NO_NAME, courseCode: NO_NAME, org };
    case "org":
      return { name: NO_NAME, type: part, identifier: sourced_id };
    case "academicSession":
      return {
        title: NO_NAME,
        ...{ startDate: "1970-01-01", endDate: "1970-01-02", type: part, schoolYear: "1970" },
      };
  }
}
