import { expect } from "vitest";
import { launchApp } from "#contract";
import { makeApps, makeClass } from "../../../test/apps.ts";
import {
  authorize,
  authorizeFields,
  formOf,
  makeToolKeys,
  ORIGIN,
  postForm,
  readMessage,
  signedByTool,
  tokenForm,
  toolEntry,
  type ToolMessage,
  type ToolKeys,
} from "../../../test/lti-tool.ts";
import { makePerson, makeSchool } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { LaunchTestApp, openForTests, type Person } from "../launch-test-app.fixture.ts";
import { MEDIA, SCOPES } from "./vocabulary.ts";

export const TARGET = "https://lab.example/start";

/**
 * Opens an app for a test file: two tools, a class of two pupils, and lin, its teacher, who signs in anew before each
 * test.
 */
export function openLtiApp(): LtiTestApp {
  return openForTests(new LtiTestApp(), "lin");
}

class LtiTestApp extends LaunchTestApp {
  keys!: ToolKeys;

  constructor() {
    super({ config: { publicUrl: ORIGIN } });
  }

  override async fill(): Promise<void> {
    this.keys = await makeToolKeys();
    const { db } = this;
    const school = await makeSchool(db, { id: "primary", name: "启明小学" });
    const linId = await makePerson(db, {
      account: "lin",
      name: "林岚",
      memberships: [
        { school, identity: "teacher" },
        { school, identity: "manager" },
        { school, identity: "parent" },
      ],
    });
    const pupils = [];
    for (const [account, is_abled] of [
      ["xiaoman", true],
      ["yifan", true],
      ["gone", false],
    ] as const) {
      const memberships = [{ school, identity: "student" as const, is_abled }];
      pupils.push(await makePerson(db, { account, name: `学生 ${account}`, memberships }));
    }
    await db
      .insertInto("guardian")
      .values({ child_id: pupils[0] ?? "", user_id: linId })
      .execute();
    await makeClass(db, school, { id: "c32", grade_id: "3", students: pupils, teachers: [linId] });
    await makeClass(db, school, { id: "c33", grade_id: "3", teachers: [linId] });
    await makeApps(db, [
      toolEntry("lab", this.keys),
      toolEntry("quiet", this.keys, {
        claims: [],
        settings: { names_and_roles: false, grades: false, custom: {} },
      }),
      { id: "unset", launch: "lti" },
    ]);
  }
}

/** Follows a whole launch, as browser and tool do; returns the message. */
export async function follow(at: LtiTestApp, url: string, by: Person): Promise<ToolMessage> {
  const fields = authorizeFields(url);
  const page = await authorize(at.app, fields, by.cookie);
  expect(page.statusCode).toBe(200);
  const { action, fields: posted } = formOf(page.body);
  expect([action, posted["state"]]).toEqual([fields["redirect_uri"], fields["state"]]);
  const message = await readMessage(at.app, posted["id_token"] ?? "", {
    client_id: fields["client_id"] ?? "",
    now: at.now,
  });
  expect(message.payload["nonce"]).toBe(fields["nonce"]);
  return message;
}

export async function launch(at: LtiTestApp, by = at.lin, app_id = "lab"): Promise<ToolMessage> {
  const { body } = await send(at.app, launchApp, { app_id }, { headers: by.headers });
  return follow(at, body.data.url, by);
}

export async function token(
  at: LtiTestApp,
  scope = Object.values(SCOPES).join(" "),
  id = "lab",
): Promise<string> {
  const claims = { iss: id, sub: id, aud: `${ORIGIN}/lti/token` };
  const assertion = await signedByTool(at.keys, { now: at.now, claims });
  const answer = await postForm(at.app, "/lti/token", tokenForm(assertion, scope));
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
  return answer.json().access_token;
}

export async function ask(
  at: LtiTestApp,
  address: string,
  {
    method = "GET",
    body,
    media = MEDIA.lineItem,
    bearer,
  }: {
    method?: "GET" | "POST" | "PUT" | "DELETE";
    body?: object;
    media?: string;
    bearer?: string;
  } = {},
) {
  const authorization = `Bearer ${bearer ?? (await token(at))}`;
  return at.app.inject({
    method,
    url: address.replace(ORIGIN, ""),
    headers: { authorization, ...(body && { "content-type": media }) },
    ...(body && { payload: JSON.stringify(body) }),
  });
}
