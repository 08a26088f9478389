import { makeApps } from "../../../../test/apps.ts";
import { makePerson, makeSchool } from "../../../../test/people.ts";
import { LaunchTestApp, openForTests } from "../../launch-test-app.fixture.ts";

export const SERVICE = "https://library.example/cas?from=gate";
export const OTHER = "https://other.example/";
export const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** Opens the app for a test file; lin signs in anew before each test. */
export const openCasApp = (): CasTestApp => openForTests(new CasTestApp(), "lin");

export class CasTestApp extends LaunchTestApp {
  constructor() {
    super({ config: { publicUrl: "https://gate.example", logLevel: "debug" } });
  }

  get(url: string, cookie = "") {
    return this.app.inject({ method: "GET", url, headers: cookie === "" ? {} : { cookie } });
  }

  async ticketFor(service = SERVICE, cookie = this.lin.cookie): Promise<string> {
    const { headers } = await this.get(`/cas/login?${query({ service })}`, cookie);
    const ticket = new URL(String(headers["location"])).searchParams.get("ticket") ?? "";
    this.secrets.push(ticket);
    return ticket;
  }

  override async fill(): Promise<void> {
    const { db } = this;
    const school = await makeSchool(db, { id: "primary", name: "启明小学" });
    const shut = await makeSchool(db, { id: "shut", name: "旧城小学", is_abled: false });
    const memberships = [{ school, identity: "teacher" as const }];
    await makePerson(db, { account: "lin", name: "林岚", memberships });
    await makePerson(db, { account: "sun", name: "孙浩", memberships });
    await makePerson(db, { account: "pupil", memberships: [{ school, identity: "student" }] });
    await makePerson(db, { account: "old", memberships: [{ school: shut, identity: "teacher" }] });
    const cas = { launch: "cas" as const, claims: ["name"], roles: ["teacher"] };
    const apps = [
      {
        id: "library",
        ...cas,
        url: SERVICE,
        settings: { services: [SERVICE, "https://library.example/"] },
      },
      { id: "other", ...cas, url: OTHER, settings: { services: [OTHER] } },
      {
        id: "closed",
        ...cas,
        url: "https://closed.example/",
        close_at: new Date("2026-08-01"),
        settings: { services: ["https://closed.example/"] },
      },
      { id: "homework", launch: "ticket" as const, url: "https://homework.example/", secret: "s" },
    ];
    await makeApps(db, apps);
  }
}
