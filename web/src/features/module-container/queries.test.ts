import { afterEach, expect, test, vi } from "vitest";
import { createInvitation, DECLARED_HEADER, editUser, readUserDetail, type Call } from "#contract";
import { configureClient } from "../../api/client.ts";
import type { Manifest } from "./manifest.ts";
import { sendFor } from "./queries.ts";

const MANIFEST: Manifest = {
  name: "profile",
  title: "个人中心",
  version: "1.0.0",
  permission: null,
  calls: ["GET /dt-platform/v1/user/user/detail"],
  entry: "",
  styles: [],
  ahead: [],
  share: [],
};
afterEach(() => vi.unstubAllGlobals());

function answering(data: unknown) {
  const asked: { address: string; method: string | undefined; body: string }[] = [];
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    asked.push({
      address,
      method: init?.method,
      body: typeof init?.body === "string" ? init.body : "",
    });
    return Response.json(
      { code: 200, data, msg: "ok" },
      { headers: { [DECLARED_HEADER]: "declared" } },
    );
  });
  configureClient({
    caller: () => ({ token: "the-token", identity: null, apiServer: "", client: "web" }),
    onSessionExpired() {},
    onFailure() {},
    onError() {},
    onAuthorizeNeeded() {},
  });
  return asked;
}

test("a call that the manifest names is made, and only its answer comes back", async () => {
  const asked = answering({ name: "林岚" });
  const answer = await sendFor(MANIFEST, readUserDetail, { fields: "name" }, {});
  expect(answer).toEqual({ name: "林岚" });
  expect(asked).toHaveLength(1);
});

test.each<[string, Call]>([
  ["not named", editUser],
  ["named with another method", { ...readUserDetail, method: "POST" }],
  ["to elsewhere", { ...readUserDetail, path: "https://elsewhere.example/" }],
  [
    "that only begins as a named one",
    { ...readUserDetail, path: `${readUserDetail.path}/../edit` },
  ],
])("a call %s is refused before anything is sent", async (_what, call) => {
  const asked = answering({});
  await expect(sendFor(MANIFEST, call, {}, {})).rejects.toMatchObject({ name: "ModuleCallError" });
  expect(asked).toEqual([]);
});

test("what makes something is sent as the same attempt until it is answered", async () => {
  const { method, path } = createInvitation;
  const manifest = { ...MANIFEST, calls: [`${method} ${path}`] };
  const asked = answering({ id: "one" });
  const keys = () => asked.map(({ body }) => new URLSearchParams(body).get("attempt"));
  const send = (days: number) =>
    sendFor(manifest, createInvitation, { kind: "staff", days, password: `p${days}` }, {});
  const answer = fetch;
  let isCut = true;
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const answered = await answer(address, init);
    if (isCut) throw new TypeError("the answer was lost");
    return answered;
  });
  await expect(send(7)).rejects.toMatchObject({ name: "NetworkError" });
  await expect(send(30)).rejects.toMatchObject({ name: "NetworkError" });
  isCut = false;
  await send(7);
  await send(7);
  const [first, changed, again, anew] = keys();
  expect(again).toBe(first);
  expect(new Set([first, changed, anew]).size).toBe(3);
});
