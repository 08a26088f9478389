import { beforeEach, expect, vi } from "vitest";
import { launchApp } from "#contract";
import { makeApps, makeClass } from "../../../test/apps.ts";
import { makePerson, makeSchool } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { LaunchTestApp, openForTests } from "../launch-test-app.fixture.ts";
import { openBackChannel, RelyingParty } from "./relying-party.fixture.ts";

export const BACK = "https://bank.example/callback";
/** openid-client's error when an access token opens nothing. */
export const REFUSED = /WWW-Authenticate/;

/**
 * Opens a listening app for a test file, with a clock and sweeps of its own: the apps of two schools, and lin, who
 * signs in anew before each test as a teacher.
 */
export function openOidcApp(): OidcTestApp {
  const at = openForTests(new OidcTestApp(), "lin");
  beforeEach(async () => {
    await at.app.background.settle();
    at.backChannel.got.length = 0;
    at.backChannel.answerWith(200);
  });
  return at;
}

class OidcTestApp extends LaunchTestApp {
  linId!: string;
  bank!: RelyingParty;
  backChannel!: Awaited<ReturnType<typeof openBackChannel>>;

  constructor() {
    super({ now: new Date(), listens: true, config: { appNetworks: ["127.0.0.1"] } });
  }

  get issuer(): string {
    return `${this.origin}/oidc`;
  }

  /** Goes the whole way from the app's request to its tokens. */
  async signInAt(rp: RelyingParty, who = this.lin, more: Record<string, string> = {}) {
    const { url, checks } = await rp.begin(this.issuer, more);
    const visit = await who.browser.open(url);
    if (visit.left === undefined) throw new Error(`stopped at ${visit.status}: ${visit.html}`);
    return rp.finish(this.issuer, visit.left, checks);
  }

  override async open(): Promise<void> {
    // jobs are run when a test wants them
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    this.backChannel = await openBackChannel();
    await super.open();
    this.bank = new RelyingParty("bank", "secret of bank", BACK);
  }

  override async fill(): Promise<void> {
    const { db } = this;
    const primary = await makeSchool(db, { id: "primary", name: "启明小学" });
    const junior = await makeSchool(db, { id: "junior", name: "启明中学" });
    this.linId = await makePerson(db, {
      account: "lin",
      name: "林岚",
      memberships: [
        { school: primary, identity: "teacher" },
        { school: primary, identity: "parent" },
        { school: junior, identity: "manager" },
      ],
    });
    await makePerson(db, {
      account: "sun",
      name: "孙浩",
      memberships: [{ school: junior, identity: "teacher" }],
    });
    await makePerson(db, {
      account: "pupil",
      memberships: [{ school: primary, identity: "student" }],
    });
    await makeClass(db, primary, { id: "c32", grade_id: "3", teachers: [this.linId] });
    const oidc = { launch: "oidc" as const, approved: true, url: "https://bank.example/start" };
    const claims = ["name", "identity", "school", "classes"];
    const settings = { redirect_uris: [BACK] };
    await makeApps(db, [
      {
        id: "bank",
        ...oidc,
        claims,
        secret: "secret of bank",
        roles: ["teacher", "parent", "manager"],
        settings: {
          ...settings,
          post_logout_redirect_uris: ["https://bank.example/bye"],
          initiate_login_uri: "https://bank.example/login?from=gate",
          backchannel_logout_uri: this.backChannel.url,
        },
      },
      { id: "quiet", ...oidc, claims: ["identity"], secret: "secret of quiet", settings },
      { id: "marks", ...oidc, claims, step_up: true, secret: "secret of marks", settings },
      { id: "new", ...oidc, approved: false, claims: ["name"], secret: "secret of new", settings },
      { id: "unset", ...oidc, secret: "secret of unset" },
    ]);
  }

  override async close(): Promise<void> {
    this.backChannel.close();
    await super.close();
    vi.useRealTimers();
  }
}

/** Opens a tile; returns the address that the browser is sent to. */
export async function tile(at: OidcTestApp, app_id: string, who = at.lin): Promise<URL> {
  const { status, body } = await send(at.app, launchApp, { app_id }, { headers: who.headers });
  expect(status, JSON.stringify(body)).toBe(200);
  return new URL(body.data.url);
}
