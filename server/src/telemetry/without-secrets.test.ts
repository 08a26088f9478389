import { describe, expect, it } from "vitest";
import { detailWithoutSecrets, pageWithoutQuery, textWithoutSecrets } from "./without-secrets.ts";

const TOKEN = "Zk9Jq3xQ0mB7tYc2-Ld_W8sPvR5nHuE1aGfXo4iKbTz";

describe("pageWithoutQuery", () => {
  it.each([
    ["/platformEntry/?jwt=abc&t=1#/home", "/platformEntry/#/home"],
    ["/platformEntry/#/load-data?redirect=%2Fhome&jwt=abc", "/platformEntry/#/load-data"],
    ["https://a.example/x?y", "https://a.example/x"],
    ["/a?b#c?d", "/a#c"],
    [`/#/x/${TOKEN}`, "/#/x/…"],
    ["#access_token=abc", "#access_token=…"],
  ])("%s becomes %s", (page, kept) => {
    expect(pageWithoutQuery(page)).toBe(kept);
  });
});

describe("textWithoutSecrets", () => {
  it.each([
    ["GET https://a.example/x.js?jwt=abc&t=1 failed", "GET https://a.example/x.js failed"],
    ["Authorization: Bearer abc.def", "Authorization: Bearer …"],
    [`seen ${TOKEN}.`, "seen …."],
    ["eyJhbGciOi.eyJzdWIi.sig", "…"],
    ['{"password":"xuemen","name":"a"}', '{"password":"…","name":"a"}'],
    ["code=123456", "code=…"],
    ["真的吗? 是的", "真的吗? 是的"],
    ["a\u0000b\uD800", "ab\uFFFD"],
  ])("%j becomes %j", (text, kept) => {
    expect(textWithoutSecrets(text)).toBe(kept);
  });

  it("keeps no more than 2,000 characters, and never half of one", () => {
    const kept = textWithoutSecrets("学".repeat(1999) + "😀" + "学".repeat(50));
    expect(kept.length).toBe(2000);
    expect(kept.isWellFormed()).toBe(true);
  });
});

describe("detailWithoutSecrets", () => {
  it("drops what is named as a secret, at any depth, in any spelling", () => {
    const detail = {
      jwt: "a",
      accessToken: "a",
      old_password: "a",
      Cookie: "a",
      request: { url: "/x?jwt=a", headers: { authorization: "a", identity: "teacher" } },
      list: [{ credential: "a", step: 1 }],
    };
    expect(detailWithoutSecrets(detail)).toEqual({
      request: { url: "/x", headers: { identity: "teacher" } },
      list: [{ step: 1 }],
    });
  });

  it.each([
    [{ code: 40003 }, true],
    [{ code: "CSS_CHUNK_LOAD_FAILED" }, true],
    [{ code: "123456" }, false],
    [{ code: 123456 }, false],
    [{ sms_code: "1234" }, false],
    [{ invitation_code: "AB12CD" }, false],
  ])("%j is kept: %s", (detail, kept) => {
    expect(detailWithoutSecrets(detail)).toEqual(kept ? detail : {});
  });

  it("cuts what is deep and long", () => {
    expect(detailWithoutSecrets({ a: { b: { c: { d: { e: 1 } } } } })).toEqual({
      a: { b: { c: { d: "…" } } },
    });
    const wide = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`k${index}`, 1]));
    expect(Object.keys(detailWithoutSecrets(wide))).toHaveLength(50);
    expect(
      detailWithoutSecrets({ list: Array.from({ length: 80 }, () => 1) })["list"],
    ).toHaveLength(50);
  });

  it("gives up a detail that is too large", () => {
    const texts = Array.from({ length: 5 }, () => "x".repeat(1900));
    expect(detailWithoutSecrets({ texts })).toEqual({ too_large: true });
  });

  it.each(["?", "passw", "-eyJ", "bearer ", "token ", "a=?"])(
    "is not slowed down by %j again and again",
    (piece) => {
      const detail = Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`k${index}`, piece.repeat(2000 / piece.length)]),
      );
      const before = performance.now();
      detailWithoutSecrets(detail);
      expect(performance.now() - before).toBeLessThan(250);
    },
  );

  it("keeps numbers, flags and nothing as they are", () => {
    const detail = { n: 1.5, yes: true, none: null, text: "启明小学" };
    expect(detailWithoutSecrets(detail)).toEqual(detail);
  });
});
