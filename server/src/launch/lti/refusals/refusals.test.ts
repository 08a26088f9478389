import { describe, expect, it } from "vitest";
import { refuseClassServices } from "./class-services.suite.ts";
import { openLtiApp } from "./refusals.fixture.ts";
import { refuseMessageRequests } from "./message-request.suite.ts";
import { refuseReturnedContent } from "./returned-content.suite.ts";
import { refuseTokenRequests } from "./token-request.suite.ts";

/** The app for all refusals, each row an attack that somebody could try. Its log is searched at the end. */
const at = openLtiApp();

describe("a request for the message", () => {
  refuseMessageRequests(at);
});
describe("a request for an access token", () => {
  refuseTokenRequests(at);
});
describe("a tool's server that asks for a class", () => {
  refuseClassServices(at);
});
describe("content that comes back", () => {
  refuseReturnedContent(at);
});

it("leaves an audit line, and no token, hint, message or data, in the log", () => {
  expect(at.logged).toMatch(
    /"path":"\/lti\/authorize".*"audit":"launch-refused","kind":"lti","reason":"late"/,
  );
  expect(at.logged).toMatch(/"path":"\/lti\/token".*"audit":"launch-refused"/);
  expect(at.secrets.length).toBeGreaterThan(100);
  expect(at.secrets.filter((secret) => secret !== "" && at.logged.includes(secret))).toEqual([]);
});
