import { describe, expect, it } from "vitest";
import { openGate } from "./gate.fixture.ts";
import { refuseLogins } from "./login.suite.ts";
import { refuseTickets } from "./ticket.suite.ts";

/**
 * What must be refused, each row a way that somebody could try (item 8 of the launch's table). One gate for all: its
 * log is looked through at the end.
 */
const gate = openGate();

refuseLogins(gate);
describe("a ticket shown", () => {
  refuseTickets(gate);
});

it("leaves an audit line, and no token, launch or ticket, in the log", () => {
  expect(gate.secrets.length).toBeGreaterThan(50);
  expect(gate.logged).toMatch(
    /"path":"\/cas\/login".*"audit":"launch-refused","kind":"cas","reason":"late"/,
  );
  expect(gate.secrets.filter((secret) => secret !== "" && gate.logged.includes(secret))).toEqual(
    [],
  );
});
