import { expect, it } from "vitest";
import { logout } from "#contract";
import { send } from "../../../../test/send.ts";
import { OTHER, query, SERVICE, type CasTestApp } from "./refusals.fixture.ts";

/** Tests refusals of tickets that a service's server sends for validation. */
export function refuseTickets(at: CasTestApp): void {
  const PATHS = ["/serviceValidate", "/proxyValidate", "/p3/serviceValidate", "/p3/proxyValidate"];

  it.each<[string, string, (ticket: string) => Promise<string> | string]>([
    ["without a ticket", "INVALID_REQUEST", () => query({ service: SERVICE })],
    ["without a service", "INVALID_REQUEST", (ticket) => query({ ticket })],
    ["with an empty service", "INVALID_REQUEST", (ticket) => query({ ticket, service: "" })],
    [
      "twice over",
      "INVALID_REQUEST",
      (ticket) => `${query({ ticket, service: SERVICE })}&ticket=x`,
    ],
    [
      "with two services",
      "INVALID_REQUEST",
      (ticket) => `${query({ ticket, service: OTHER })}&${query({ service: SERVICE })}`,
    ],
    [
      "with a zero byte",
      "INVALID_REQUEST",
      (ticket) => query({ ticket: `${ticket}\u0000`, service: SERVICE }),
    ],
    [
      "far too long",
      "INVALID_REQUEST",
      () => query({ ticket: `ST-${"a".repeat(3000)}`, service: SERVICE }),
    ],
    [
      "made up",
      "INVALID_TICKET",
      () => query({ ticket: `ST-${"0".repeat(64)}`, service: SERVICE }),
    ],
    [
      "in another spelling",
      "INVALID_TICKET",
      (ticket) => query({ ticket: ticket.toUpperCase(), service: SERVICE }),
    ],
    [
      "with a letter more",
      "INVALID_TICKET",
      (ticket) => query({ ticket: `${ticket}0`, service: SERVICE }),
    ],
    [
      "with a letter less",
      "INVALID_TICKET",
      (ticket) => query({ ticket: ticket.slice(0, -1), service: SERVICE }),
    ],
    [
      "without its prefix",
      "INVALID_TICKET",
      (ticket) => query({ ticket: ticket.slice(3), service: SERVICE }),
    ],
    [
      "as XML",
      "INVALID_TICKET",
      () => query({ ticket: "</cas:user><cas:user>admin", service: SERVICE }),
    ],
    ["as SQL", "INVALID_TICKET", () => query({ ticket: "ST-' or 1=1 --", service: SERVICE })],
    [
      "of the platform's own session",
      "INVALID_TICKET",
      () => query({ ticket: at.lin.cookie.slice(6), service: SERVICE }),
    ],
    ["at the other app", "INVALID_SERVICE", (ticket) => query({ ticket, service: OTHER })],
    [
      "at another address of the same app",
      "INVALID_SERVICE",
      (ticket) => query({ ticket, service: "https://library.example/" }),
    ],
    [
      "at its service in capitals",
      "INVALID_SERVICE",
      (ticket) => query({ ticket, service: SERVICE.toUpperCase() }),
    ],
    [
      "at its service with markup",
      "INVALID_SERVICE",
      (ticket) => query({ ticket, service: `${SERVICE}"><cas:user>` }),
    ],
    [
      "for a fresh sign-in, which it was not",
      "INVALID_TICKET",
      (ticket) => query({ ticket, service: SERVICE, renew: "true" }),
    ],
    [
      "to get a proxy ticket",
      "UNAUTHORIZED_SERVICE_PROXY",
      (ticket) => query({ ticket, service: SERVICE, pgtUrl: "https://library.example/pgt" }),
    ],
    [
      "a second time",
      "INVALID_TICKET",
      async (ticket) => {
        const shown = query({ ticket, service: SERVICE });
        expect((await at.get(`/cas/serviceValidate?${shown}`)).body).toContain(
          "authenticationSuccess",
        );
        return shown;
      },
    ],
    [
      "after it was shown at the wrong service",
      "INVALID_TICKET",
      async (ticket) => {
        await at.get(`/cas/serviceValidate?${query({ ticket, service: OTHER })}`);
        return query({ ticket, service: SERVICE });
      },
    ],
    [
      "after ten seconds",
      "INVALID_TICKET",
      (ticket) => {
        at.later(10_000);
        return query({ ticket, service: SERVICE });
      },
    ],
    [
      "after its person has signed out",
      "INVALID_TICKET",
      async (ticket) => {
        await send(at.app, logout, {}, { headers: at.lin.headers });
        return query({ ticket, service: SERVICE });
      },
    ],
    [
      "after its person has signed in elsewhere",
      "INVALID_TICKET",
      async (ticket) => {
        await at.person("lin");
        return query({ ticket, service: SERVICE });
      },
    ],
  ])("%s", async (_what, code, given) => {
    for (const path of PATHS) {
      at.lin = await at.person("lin");
      const shown = await given(await at.ticketFor());
      const answer = await at.get(`/cas${path}?${shown}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain(`<cas:authenticationFailure code="${code}">`);
      expect(answer.body.match(/<cas:/g)).toHaveLength(2);
      expect(answer.body).not.toContain("authenticationSuccess");
    }
    at.lin = await at.person("lin");
    const shown = await given(await at.ticketFor());
    const json = await at.get(`/cas/p3/serviceValidate?${shown}&format=JSON`);
    expect(json.json().serviceResponse).toEqual({
      authenticationFailure: { code, description: expect.stringMatching(/[\u4e00-\u9fff]/) },
    });
    at.lin = await at.person("lin");
    expect((await at.get(`/cas/validate?${await given(await at.ticketFor())}`)).body).toBe(
      "no\n\n",
    );
  });

  it.each<[string, string, boolean]>([
    ["/serviceValidate", "INVALID_TICKET_SPEC", false],
    ["/proxyValidate", "INVALID_TICKET", true],
  ])("as a proxy ticket at %s", async (path, code) => {
    const answer = await at.get(
      `/cas${path}?${query({ ticket: `PT-${"0".repeat(64)}`, service: SERVICE })}`,
    );
    expect(answer.body).toContain(`code="${code}"`);
  });

  it("in a format that is none", async () => {
    const ticket = await at.ticketFor();
    const answer = await at.get(
      `/cas/serviceValidate?${query({ ticket, service: SERVICE, format: "YAML" })}`,
    );
    expect(answer.body).toContain('code="INVALID_REQUEST"');
  });

  it.each<[string, string]>([
    [query({ pgt: "PGT-1", targetService: SERVICE }), "UNAUTHORIZED_SERVICE"],
    ["", "INVALID_REQUEST"],
  ])("for a proxy ticket: %s", async (given, code) => {
    const answer = await at.get(`/cas/proxy?${given}`);
    expect(answer.body).toContain(`<cas:proxyFailure code="${code}">`);
  });
}
