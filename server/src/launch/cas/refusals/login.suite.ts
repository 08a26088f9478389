import { describe, expect, it } from "vitest";
import { launchApp, logout } from "#contract";
import { send } from "../../../../test/send.ts";
import { OTHER, query, SERVICE, type CasTestApp } from "./refusals.fixture.ts";

/** Tests refusals of addresses that ask for a ticket: for a service, for a person, after a launch. */
export function refuseLogins(at: CasTestApp): void {
  describe("a service that is not on a list, letter by letter", () => {
    it.each<[string, string]>([
      ["another host", "https://evil.example/"],
      ["a host that begins like it", "https://library.example.evil.example/"],
      ["a host that ends like it", "https://evil-library.example/"],
      ["a subdomain", "https://reading.other.example/"],
      ["the host as a user name", "https://library.example@evil.example/"],
      ["a user name before the host", "https://x@library.example/"],
      ["a user name and password", "https://a:b@library.example/"],
      ["another port", "https://library.example:8443/"],
      ["the usual port, written", "https://library.example:443/"],
      ["another scheme", "http://library.example/"],
      ["a scheme that runs", "javascript:alert(1)//https://library.example/"],
      ["data", "data:text/html,https://library.example/"],
      ["no scheme", "//library.example/"],
      ["a path only", "/cas"],
      ["capital letters in the host", "https://LIBRARY.example/"],
      ["capital letters in the scheme", "HTTPS://library.example/"],
      ["a dot behind the host", "https://library.example./"],
      ["a deeper path", "https://library.example/admin"],
      ["no slash at the end", "https://library.example"],
      ["two slashes at the end", "https://library.example//"],
      ["a path that climbs", "https://library.example/x/../"],
      ["a path that climbs, encoded", "https://library.example/x/%2e%2e/"],
      ["a fragment", "https://library.example/#x"],
      ["a query of its own", "https://library.example/?next=https://evil.example"],
      ["a query that goes on", `${SERVICE}&next=x`],
      ["the query in capitals", "https://library.example/cas?FROM=gate"],
      ["an encoded letter", "https://library.example/c%61s?from=gate"],
      ["encoded twice", encodeURIComponent(SERVICE)],
      ["a back slash", "https://library.example\\@evil.example/"],
      ["a space before", ` ${SERVICE}`],
      ["a space behind", `${SERVICE} `],
      ["a letter that looks alike", "https://lіbrary.example/"],
      ["an app of another kind", "https://homework.example/"],
      ["markup", 'https://library.example/"><script>alert(1)</script>'],
    ])("%s", async (_what, service) => {
      for (const more of [{}, { gateway: "true" }, { renew: "true" }, { method: "POST" }]) {
        for (const cookie of ["", at.lin.cookie]) {
          const answer = await at.get(`/cas/login?${query({ service, ...more })}`, cookie);
          expect([answer.statusCode, answer.headers["location"]]).toEqual([400, undefined]);
          expect(answer.body).toContain("这个地址没有登记");
          expect(answer.body).not.toContain("evil.example");
          expect(answer.body).not.toContain("<script>");
        }
      }
    });
  });

  describe("a request to sign in that is none", () => {
    it.each<[string, string]>([
      ["two services", `${query({ service: SERVICE })}&${query({ service: OTHER })}`],
      ["a line break in the service", query({ service: `${SERVICE}\r\nSet-Cookie: a=b` })],
      ["a zero byte in the service", query({ service: `${SERVICE}\u0000` })],
      [
        "a service longer than any",
        query({ service: `https://library.example/${"x".repeat(3000)}` }),
      ],
      ["a way to answer that is none", query({ service: SERVICE, method: "PUT" })],
      ["two launches", `${query({ service: SERVICE })}&launch=a&launch=b`],
    ])("%s", async (_what, given) => {
      const answer = await at.get(`/cas/login?${given}`, at.lin.cookie);
      expect([answer.statusCode, answer.headers["location"]]).toEqual([400, undefined]);
      expect(answer.body).toContain("<h1>");
    });

    it.each(["POST", "PUT", "DELETE"] as const)("%s", async (method) => {
      const answer = await at.app.inject({
        method,
        url: `/cas/login?${query({ service: SERVICE })}`,
        headers: { cookie: at.lin.cookie },
      });
      expect([404, 405]).toContain(answer.statusCode);
      expect(answer.headers["location"]).toBeUndefined();
    });
  });

  describe("a person for whom it is not", () => {
    const location = async (service: string, cookie: string) => {
      const answer = await at.get(`/cas/login?${query({ service })}`, cookie);
      return [answer.statusCode, answer.headers["location"], answer.body] as const;
    };

    it.each<[string, string, string]>([
      ["another identity", "pupil", SERVICE],
      ["a school that is closed", "old", SERVICE],
      ["an app that has closed", "lin", "https://closed.example/"],
    ])("%s", async (_what, account, service) => {
      const { cookie } = await at.person(account);
      const [status, to, body] = await location(service, cookie);
      expect([status, to]).toEqual([400, undefined]);
      expect(body).toContain("当前身份不能使用这个应用");
    });

    it.each<[string, () => string | Promise<string>]>([
      ["no cookie", () => ""],
      ["a token that is none", () => "token=guess"],
      [
        "a session that has ended",
        async () => {
          await send(at.app, logout, {}, { headers: at.lin.headers });
          return at.lin.cookie;
        },
      ],
      [
        "a session that was replaced",
        async () => {
          await at.person("lin");
          return at.lin.cookie;
        },
      ],
    ])("%s: asked to sign in, no ticket", async (_what, cookie) => {
      const [status, to] = await location(SERVICE, await cookie());
      expect(status).toBe(302);
      expect(to).toMatch(/^\/platformEntry\/#\/continue\/%2Fcas%2Flogin/);
    });

    it("a token in the address instead of the cookie", async () => {
      const jwt = at.lin.cookie.slice("token=".length);
      const answer = await at.get(`/cas/login?${query({ service: SERVICE, jwt })}`);
      expect(String(answer.headers["location"])).not.toContain("ticket=");
    });
  });

  describe("a launch", () => {
    const launched = async (app_id = "library", by = at.lin) => {
      const { body } = await send(at.app, launchApp, { app_id }, { headers: by.headers });
      const url = new URL(body.data.url);
      at.secrets.push(url.searchParams.get("launch") ?? "");
      return url;
    };
    const open = (url: URL, cookie: string) => at.get(url.pathname + url.search, cookie);

    it.each<[string, () => Promise<[URL, string]>]>([
      [
        "tampered with",
        async () => {
          const url = await launched();
          url.searchParams.set("launch", `${url.searchParams.get("launch")}x`);
          return [url, at.lin.cookie];
        },
      ],
      [
        "made up",
        async () => {
          const url = await launched();
          url.searchParams.set("launch", "a".repeat(43));
          return [url, at.lin.cookie];
        },
      ],
      [
        "of another app",
        async () => {
          const url = await launched("other");
          url.searchParams.set("service", SERVICE);
          return [url, at.lin.cookie];
        },
      ],
      [
        "in another person's browser",
        async () => [await launched(), (await at.person("sun", "teacher")).cookie],
      ],
      ["in a browser where nobody is signed in", async () => [await launched(), ""]],
      [
        "a minute later",
        async () => {
          const url = await launched();
          at.now = new Date(at.now.getTime() + 60_000);
          return [url, at.lin.cookie];
        },
      ],
      [
        "a second time",
        async () => {
          const url = await launched();
          await open(url, at.lin.cookie);
          return [url, at.lin.cookie];
        },
      ],
      [
        "in the person's next session",
        async () => {
          const url = await launched();
          return [url, (await at.person("lin")).cookie];
        },
      ],
      [
        "a ticket of an app that redeems tickets",
        async () => {
          const { body } = await send(
            at.app,
            launchApp,
            { app_id: "homework" },
            { headers: at.lin.headers },
          );
          const launch = new URL(body.data.url).searchParams.get("ticket") ?? "";
          at.secrets.push(launch);
          return [
            new URL(`https://gate.example/cas/login?${query({ service: SERVICE, launch })}`),
            at.lin.cookie,
          ];
        },
      ],
      [
        "a service ticket",
        async () => {
          const launch = await at.ticketFor();
          return [
            new URL(`https://gate.example/cas/login?${query({ service: SERVICE, launch })}`),
            at.lin.cookie,
          ];
        },
      ],
    ])("%s", async (_what, given) => {
      const [url, cookie] = await given();
      const answer = await open(url, cookie);
      expect([answer.statusCode, answer.headers["location"]]).toEqual([400, undefined]);
      expect(answer.body).toContain("这次打开已经失效");
    });
  });
}
