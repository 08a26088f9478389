import { describe, expect, it } from "vitest";
import { openCasApp } from "./refusals.fixture.ts";
import { refuseLogins } from "./login.suite.ts";
import { refuseTickets } from "./ticket.suite.ts";

/**
 * The app for all refusals, each row an attack that somebody could try (item 8 of the launch's table). Its log is
 * searched at the end.
 */
const at = openCasApp();

refuseLogins(at);
describe("a ticket shown", () => {
  refuseTickets(at);
});

it("leaves an audit line, and no token, launch or ticket, in the log", () => {
  expect(at.secrets.length).toBeGreaterThan(50);
  expect(at.logged).toMatch(
    /"path":"\/cas\/login".*"audit":"launch-refused","kind":"cas","reason":"late"/,
  );
  expect(at.secrets.filter((secret) => secret !== "" && at.logged.includes(secret))).toEqual([]);
});
