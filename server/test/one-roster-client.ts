import { Compile } from "typebox/schema";

// A client of OneRoster 1.2 Rostering, written from 1EdTech's documents alone: it imports nothing of the platform, and
// checks each answer against the schemas of the REST binding (final release 1.0 of 2022), closed to unknown fields.

type Json = Record<string, unknown>;

// clients that are in use refuse an empty text
const text = { type: "string", minLength: 1 } as const;
const date = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" } as const;
const boolean = { type: "string", enum: ["true", "false"] } as const;
const list = (items: object, minItems = 0) => ({ type: "array", items, minItems });
const texts = list(text);
const open = (...words: string[]) => ({
  type: "string",
  pattern: `^(${words.join("|")}|ext:[A-Za-z0-9._-]+)$`,
});
const closed = (required: Json, optional: Json = {}) => ({
  type: "object",
  additionalProperties: false,
  required: Object.keys(required),
  properties: { ...required, ...optional },
});
const reference = (type: string) =>
  closed({
    href: { type: "string", pattern: "^https?://[^ ]+$" },
    sourcedId: { type: "string", minLength: 1 },
    type: { type: "string", enum: [type] },
  });
const entity = (required: Json, optional: Json = {}) =>
  closed(
    {
      sourcedId: { type: "string", minLength: 1 },
      status: { type: "string", enum: ["active", "tobedeleted"] },
      dateLastModified: {
        type: "string",
        pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$",
      },
      ...required,
    },
    { metadata: { type: "object" }, ...optional },
  );

const SCHEMAS: Readonly<Record<string, object>> = {
  academicSession: entity(
    {
      title: text,
      startDate: date,
      endDate: date,
      type: open("gradingPeriod", "semester", "schoolYear", "term"),
      schoolYear: { type: "string", pattern: "^\\d{4}$" },
    },
    { parent: reference("academicSession"), children: list(reference("academicSession")) },
  ),
  class: entity(
    {
      title: text,
      course: reference("course"),
      school: reference("org"),
      terms: list(reference("academicSession"), 1),
    },
    {
      classCode: text,
      classType: open("homeroom", "scheduled"),
      location: text,
      grades: texts,
      subjects: texts,
      subjectCodes: texts,
      periods: texts,
      resources: list(reference("resource")),
    },
  ),
  course: entity(
    { title: text, courseCode: text },
    {
      schoolYear: reference("academicSession"),
      grades: texts,
      subjects: texts,
      org: reference("org"),
      subjectCodes: texts,
      resources: list(reference("resource")),
    },
  ),
  demographics: entity(
    {},
    { birthDate: date, sex: open("male", "female", "unspecified", "other") },
  ),
  enrollment: entity(
    {
      user: reference("user"),
      class: reference("class"),
      school: reference("org"),
      role: open("administrator", "proctor", "student", "teacher"),
      primary: boolean,
    },
    { beginDate: date, endDate: date },
  ),
  org: entity(
    {
      name: text,
      type: open("department", "school", "district", "local", "state", "national"),
      identifier: text,
    },
    { parent: reference("org"), children: list(reference("org")) },
  ),
  user: entity(
    {
      enabledUser: boolean,
      givenName: text,
      familyName: text,
      roles: list(
        closed(
          {
            roleType: { type: "string", enum: ["primary", "secondary"] },
            role: open(
              ...["aide", "counselor", "districtAdministrator", "guardian", "parent", "principal"],
              ...["proctor", "relative", "siteAdministrator", "student", "systemAdministrator"],
              "teacher",
            ),
            org: reference("org"),
          },
          { userProfile: text, beginDate: date, endDate: date },
        ),
        1,
      ),
    },
    {
      userMasterIdentifier: text,
      username: text,
      userIds: list(closed({ type: text, identifier: text })),
      middleName: text,
      preferredFirstName: text,
      preferredMiddleName: text,
      preferredLastName: text,
      pronouns: text,
      primaryOrg: reference("org"),
      identifier: text,
      email: text,
      sms: text,
      phone: text,
      agents: list(reference("user")),
      grades: texts,
      resources: list(reference("resource")),
    },
  ),
  statusInfo: closed(
    {
      imsx_codeMajor: { type: "string", enum: ["success", "processing", "failure", "unsupported"] },
      imsx_severity: { type: "string", enum: ["status", "warning", "error"] },
    },
    {
      imsx_description: text,
      imsx_CodeMinor: closed({
        imsx_codeMinorField: list(
          closed({
            imsx_codeMinorFieldName: text,
            imsx_codeMinorFieldValue: {
              type: "string",
              enum: [
                ...[
                  "fullsuccess",
                  "invalid_filter_field",
                  "invalid_selection_field",
                  "invaliddata",
                ],
                ...["unauthorisedrequest", "forbidden", "server_busy", "unknownobject"],
                "internal_server_error",
              ],
            },
          }),
          1,
        ),
      }),
    },
  ),
};
const CHECKS = new Map(
  Object.entries(SCHEMAS).map(([name, schema]) => [name, Compile(schema)] as const),
);

/** The names of collections in answers, and the schema of what is in them. */
const KIND_OF: Readonly<Record<string, string>> = {
  academicSessions: "academicSession",
  classes: "class",
  courses: "course",
  demographics: "demographics",
  enrollments: "enrollment",
  orgs: "org",
  users: "user",
};

/** Throws with the first faults when a value is not what the standard says. */
export function check(schema: string, value: unknown): void {
  const validator = CHECKS.get(schema);
  if (validator === undefined) throw new Error(`no schema ${schema}`);
  if (validator.Check(value)) return;
  const [, faults] = validator.Errors(value);
  throw new Error(
    `not a ${schema}: ${JSON.stringify(faults.slice(0, 3))} in ${JSON.stringify(value)}`,
  );
}

export interface Page {
  items: Json[];
  total: number;
  links: Readonly<Record<string, string>>;
}

export class ServiceError extends Error {
  readonly status: number;
  readonly minor: string;
  constructor(status: number, minor: string) {
    super(`${status} ${minor}`);
    this.status = status;
    this.minor = minor;
  }
}

const SCOPE = "https://purl.imsglobal.org/spec/or/v1p2/scope/";

export class OneRosterClient {
  readonly #origin: string;
  #token = "";

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Gets a token by client credentials; returns the granted scopes by their last words, or the status of a refusal. */
  async authorize(
    id: string,
    secret: string,
    scopes: readonly string[],
  ): Promise<string[] | number> {
    const answer = await fetch(`${this.#origin}/ims/oneroster/token`, {
      method: "POST",
      headers: {
        authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        scope: scopes.map((one) => SCOPE + one).join(" "),
      }),
    });
    if (!answer.ok) return answer.status;
    const { access_token, token_type, scope } = (await answer.json()) as Record<string, string>;
    if (token_type?.toLowerCase() !== "bearer") throw new Error("not a bearer token");
    this.#token = access_token ?? "";
    return (scope ?? "").split(" ").map((one) => one.replace(SCOPE, ""));
  }

  /** Gets a page of a list by its path, with every object checked. */
  async page(path: string, query: Readonly<Record<string, string>> = {}): Promise<Page> {
    const search = new URLSearchParams(query).toString();
    return this.#page(`${this.#origin}/ims/oneroster/rostering/v1p2${path}?${search}`);
  }

  /** Gets a whole list, following the links to the next page. */
  async all(path: string, query: Readonly<Record<string, string>> = {}): Promise<Json[]> {
    let page = await this.page(path, query);
    const items = [...page.items];
    while (page.links["next"] !== undefined) {
      page = await this.#page(page.links["next"]);
      items.push(...page.items);
    }
    if (items.length !== page.total) throw new Error(`${items.length} of ${page.total} came`);
    return items;
  }

  /** Gets one object. */
  async one(path: string, kind: string): Promise<Json> {
    const body = await this.#get(`${this.#origin}/ims/oneroster/rostering/v1p2${path}`);
    const found = ((await body.json()) as Json)[kind];
    check(kind, found);
    return found as Json;
  }

  async #page(address: string): Promise<Page> {
    const answer = await this.#get(address);
    const body = (await answer.json()) as Json;
    const [[name, items] = ["", []], ...more] = Object.entries(body);
    const kind = KIND_OF[name];
    if (kind === undefined || more.length > 0) throw new Error(`not a collection: ${name}`);
    if (!new URL(address).searchParams.has("fields")) {
      for (const item of items as Json[]) check(kind, item);
    }
    const links = [...(answer.headers.get("link") ?? "").matchAll(/<([^>]+)>; rel="(\w+)"/g)];
    return {
      items: items as Json[],
      total: Number(answer.headers.get("x-total-count")),
      links: Object.fromEntries(links.map(([, to = "", rel = ""]) => [rel, to])),
    };
  }

  async #get(address: string): Promise<Response> {
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${this.#token}`, accept: "application/json" },
    });
    if (answer.ok) return answer;
    const status = (await answer.json()) as {
      imsx_CodeMinor?: { imsx_codeMinorField: { imsx_codeMinorFieldValue: string }[] };
    };
    check("statusInfo", status);
    const [field] = status.imsx_CodeMinor?.imsx_codeMinorField ?? [];
    throw new ServiceError(answer.status, field?.imsx_codeMinorFieldValue ?? "");
  }
}
