import { describe, expect, test } from "vitest";
import { maskEntry, maskText } from "./masking.ts";

const TOKEN = "q1Zx-9_kPmT4rB7vYw2LsN8dFh3GjC5aE6uKoIi0XyZ";

describe("what the dump shows of a store", () => {
  test("the token by its length only", () => {
    expect(maskEntry("token", TOKEN)).toEqual({
      key: "token",
      length: 43,
      text: "••••（43 个字符）",
    });
  });

  test("what somebody last saw of home not at all", () => {
    const seen = JSON.stringify({ user: { name: "王芳" } });
    expect(maskEntry("last-seen:u1/admin", seen)).toEqual({
      key: "last-seen:••••/admin",
      length: seen.length,
      text: `••••（${seen.length} 个字符）`,
    });
  });

  test("auth data keeps its shape and what tells nothing", () => {
    const kept = {
      user_id: "u1",
      account: "wangfang",
      name: "王芳",
      identity: "admin",
      session_id: "s1",
      expires_at: "2026-12-01T00:00:00Z",
      permissions: ["debug"],
    };
    const { text } = maskEntry("auth_data", JSON.stringify(kept));
    expect(JSON.parse(text)).toEqual({
      user_id: "••••（2 个字符）",
      account: "••••（8 个字符）",
      name: "••••（2 个字符）",
      identity: "admin",
      session_id: "••••（2 个字符）",
      expires_at: "2026-12-01T00:00:00Z",
      permissions: ["debug"],
    });
  });

  test("remembered accounts lose their credential and most of their name", () => {
    const kept = {
      global: { apiServer: "", user: { identity: "admin" } },
      accounts: [{ username: "wangfang", password: "short", needRemeber: true }],
    };
    const { text } = maskEntry("platform-entry", JSON.stringify(kept));
    expect(JSON.parse(text)).toEqual({
      global: { apiServer: "", user: { identity: "admin" } },
      accounts: [{ username: "w＊（8 个字符）", password: "••••（5 个字符）", needRemeber: true }],
    });
  });

  test.each([
    ["a token under a harmless key", "x", TOKEN],
    ["a token in a list", "x", JSON.stringify([TOKEN])],
    ["a token as a key", "x", JSON.stringify({ [TOKEN]: 1 })],
    ["a token in an address", "last", `https://a.example/?t=1&jwt=${TOKEN}`],
    ["a short ticket in an address", "last", "https://a.example/in?ticket=ST-1"],
    ["a JWT", "x", "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyMSJ9.c2lnbmF0dXJlMTIz"],
    ["a number under a secret name", "x", JSON.stringify({ code: 123456 })],
    ["a secret key's JSON", "session-cache", JSON.stringify({ ok: "ST-1" })],
  ])("%s is hidden", (_, key, value) => {
    const { text } = maskEntry(key, value);
    expect(text).toContain("••••");
    for (const secret of [TOKEN, "ST-1", "eyJzdWIiOiJ1c2VyMSJ9", "123456"]) {
      expect(text).not.toContain(secret);
    }
  });

  test("a key that is a token itself is hidden", () => {
    expect(JSON.stringify(maskEntry(TOKEN, "1"))).not.toContain(TOKEN);
  });

  test("ordinary values stay readable", () => {
    expect(maskEntry("wanted-path", '{"path":"/home/index","userId":null}').text).toBe(
      '{\n "path": "/home/index",\n "userId": null\n}',
    );
    expect(maskEntry("note", "今天的作业：阅读《草房子》第三章").text).toContain("草房子");
    expect(maskText("/dt-platform/v1/log-management/event/report")).not.toContain("••••");
    expect(maskText("/platformEntry/assets/internationalization-component")).not.toContain("••••");
  });

  test("a long value is cut, and says how long it is", () => {
    const { text, length } = maskEntry("x", "长文 ".repeat(3000));
    expect([length, text.length < 4100, text.endsWith("（共 9000 个字符）")]).toEqual([
      9000,
      true,
      true,
    ]);
  });
});
