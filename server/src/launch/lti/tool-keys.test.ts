import { expect, test } from "vitest";
import { makeToolKeys, signedByTool } from "../../../test/lti-tool.ts";
import type { AppFetch } from "../outbound/call-app.ts";
import type { Tool } from "./tool.ts";
import { KeysUnreachableError, verifiedByTool } from "./tool-keys.ts";

const now = new Date();
const [keys, otherKeys] = await Promise.all([makeToolKeys("lab-1"), makeToolKeys("other-1")]);
const tool = {
  entry: { id: "lab" },
  settings: { jwks_uri: "https://lab.example/keys" },
} as unknown as Tool;

async function verify(callApp: AppFetch) {
  const expected = { issuer: "lab", audience: "gate", now, callApp };
  const jwt = await signedByTool(keys, { now, claims: { iss: "lab", aud: "gate" } });
  return verifiedByTool(tool, jwt, expected);
}

test("a message of a tool that publishes its keys is told by them", async () => {
  const answered = (jwk: object) => verify(async () => Response.json({ keys: [jwk] }));
  expect(await answered(keys.jwk)).toMatchObject({ iss: "lab" });
  expect(await answered(otherKeys.jwk)).toBeUndefined();
});

test.each<[string, () => Promise<Response>]>([
  ["is away", () => Promise.reject(new Error("no way there"))],
  ["is late", () => Promise.reject(new DOMException("late", "TimeoutError"))],
  ["fails", async () => new Response("", { status: 500 })],
  ["answers no JSON", async () => new Response("<html>")],
  ["answers no keys", async () => Response.json({})],
])("of a tool that %s nothing is known of the signer", async (_what, callApp) => {
  await expect(verify(callApp)).rejects.toThrow(KeysUnreachableError);
});
