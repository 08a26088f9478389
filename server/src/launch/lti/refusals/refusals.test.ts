import { describe, expect, it } from "vitest";
import { refuseClassServices } from "./class-services.suite.ts";
import { openGate } from "./gate.fixture.ts";
import { refuseMessageRequests } from "./message-request.suite.ts";
import { refuseReturnedContent } from "./returned-content.suite.ts";
import { refuseTokenRequests } from "./token-request.suite.ts";

/** What must be refused, each row a way that somebody could try. One gate for all: its log is looked through at the end. */
const gate = openGate();

describe("a request for the message", () => {
  refuseMessageRequests(gate);
});
describe("a request for an access token", () => {
  refuseTokenRequests(gate);
});
describe("a tool's server that asks for a class", () => {
  refuseClassServices(gate);
});
describe("content that comes back", () => {
  refuseReturnedContent(gate);
});

it("leaves an audit line, and no token, hint, message or data, in the log", () => {
  expect(gate.logged).toMatch(
    /"path":"\/lti\/authorize".*"audit":"launch-refused","kind":"lti","reason":"late"/,
  );
  expect(gate.logged).toMatch(/"path":"\/lti\/token".*"audit":"launch-refused"/);
  expect(gate.secrets.length).toBeGreaterThan(100);
  expect(gate.secrets.filter((secret) => secret !== "" && gate.logged.includes(secret))).toEqual(
    [],
  );
});
