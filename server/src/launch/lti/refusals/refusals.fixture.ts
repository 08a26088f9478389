import { launchApp } from "#contract";
import { makeApps, makeClass } from "../../../../test/apps.ts";
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
  type ToolKeys,
  type ToolMessage,
} from "../../../../test/lti-tool.ts";
import { makePerson, makeSchool } from "../../../../test/people.ts";
import { send } from "../../../../test/send.ts";
import { LaunchTestApp, openForTests } from "../../launch-test-app.fixture.ts";
import { SCOPES } from "../vocabulary.ts";

export type Form = Record<string, string>;
export const ALL_SCOPES = Object.values(SCOPES).join(" ");

/**
 * Opens an app for a test file: the tools `lab`, `other` and `plain`, which may use no service, the teachers lin, who
 * signs in anew before each test, and sun, and a pupil of lin's class.
 */
export const openLtiApp = (): LtiTestApp => openForTests(new LtiTestApp(), "lin");

export class LtiTestApp extends LaunchTestApp {
  keys!: ToolKeys;
  otherKeys!: ToolKeys;

  constructor() {
    super({ config: { publicUrl: ORIGIN, logLevel: "debug" } });
  }

  seconds(): number {
    return Math.floor(this.now.getTime() / 1000);
  }

  /** Opens the tile and returns the fields of the tool's request. */
  async begin(app_id = "lab", by = this.lin): Promise<Form> {
    const { body } = await send(this.app, launchApp, { app_id }, { headers: by.headers });
    const fields = authorizeFields(body.data.url);
    this.secrets.push(fields["login_hint"] ?? "");
    return fields;
  }

  async authorize(fields: Form, cookie = this.lin.cookie) {
    const answer = await authorize(this.app, fields, cookie);
    const { id_token } = formOf(answer.body).fields;
    if (id_token !== undefined) this.secrets.push(id_token);
    return answer;
  }

  async launched(app_id = "lab", by = this.lin): Promise<ToolMessage> {
    const answer = await this.authorize(await this.begin(app_id, by), by.cookie);
    const { id_token = "" } = formOf(answer.body).fields;
    return readMessage(this.app, id_token, { client_id: app_id, now: this.now });
  }

  /** Signs a tool's assertion; valid except for the given changes. */
  assertion(claims: object = {}, more: { alg?: string; kid?: string; by?: ToolKeys } = {}) {
    return signedByTool(more.by ?? this.keys, {
      now: this.now,
      ...more,
      claims: { iss: "lab", sub: "lab", aud: `${ORIGIN}/lti/token`, ...claims },
    });
  }

  askToken(form: Form) {
    return postForm(this.app, "/lti/token", form);
  }

  async bearerOf(scope = ALL_SCOPES, claims: object = {}, by = this.keys): Promise<string> {
    const answer = await this.askToken(tokenForm(await this.assertion(claims, { by }), scope));
    const token: string = answer.json().access_token;
    this.secrets.push(token);
    return token;
  }

  override async fill(): Promise<void> {
    [this.keys, this.otherKeys] = [await makeToolKeys("lab-1"), await makeToolKeys("other-1")];
    const { db } = this;
    const school = await makeSchool(db, { id: "primary" });
    const memberships = [{ school, identity: "teacher" as const }];
    const linId = await makePerson(db, { account: "lin", memberships });
    const sunId = await makePerson(db, { account: "sun", memberships });
    const pupil = await makePerson(db, {
      account: "pupil",
      memberships: [{ school, identity: "student" }],
    });
    await makeClass(db, school, { id: "c1", grade_id: "3", teachers: [linId], students: [pupil] });
    await makeClass(db, school, { id: "c2", grade_id: "3", teachers: [sunId] });
    await makeApps(db, [
      toolEntry("lab", this.keys),
      toolEntry("other", this.otherKeys),
      toolEntry("plain", this.keys, { settings: { names_and_roles: false, grades: false } }),
      { id: "link" },
      { id: "ticket", launch: "ticket", secret: "s" },
    ]);
  }
}
