import { expect, it } from "vitest";
import { SETTINGS_OF_KIND } from "#contract";
import { SETTING_FIELDS } from "./setting-fields.ts";
import { entryFaults, faultsByField, type Entry } from "./entry-faults.ts";

const link: Entry = {
  id: "homework-2.0_a",
  launch: "link",
  url: "https://app.example/start?a=1#top",
};

it.each<[string, Entry]>([
  ["a plain link", link],
  ["a module", { ...link, launch: "module", url: "/module/growth-record" }],
  ["the timetable", { ...link, launch: "module", url: "/timetable" }],
  [
    "every list known",
    { ...link, roles: ["head-teacher"], clients: ["pc"], claims: ["name"], badge: "12" },
  ],
  [
    "an OpenID app with its addresses",
    { ...link, launch: "oidc", settings: { redirect_uris: ["https://app.example/back"] } },
  ],
  ["an OpenID app that waits for its settings", { ...link, launch: "oidc", settings: {} }],
])("finds nothing wrong with %s", (_what, entry) => {
  expect(entryFaults(entry)).toEqual([]);
});

it.each<[string, Entry, string]>([
  ["an id that could not sign in", { ...link, id: "a:b" }, "编号"],
  ["an empty id", { ...link, id: "" }, "编号"],
  ["script as an address", { ...link, url: "javascript:alert(1)" }, "http://"],
  ["data as an address", { ...link, url: "data:text/html,x" }, "http://"],
  ["an address without a scheme", { ...link, url: "//app.example" }, "http://"],
  ["an address that is none", { ...link, url: "https://" }, "http://"],
  ["a module elsewhere", { ...link, launch: "module", url: "https://app.example" }, "/module/"],
  ["a role nobody knows", { ...link, roles: ["principal"] }, "principal"],
  ["a client nobody knows", { ...link, clients: ["tv"] }, "tv"],
  ["a claim nobody knows", { ...link, claims: ["mobile"] }, "mobile"],
  ["a badge that is neither dot nor number", { ...link, badge: "new" }, "角标"],
  [
    "an OpenID app without an address to come back to",
    { ...link, launch: "oidc", settings: { redirect_uris: [] } },
    "请填写返回地址（redirect_uri）",
  ],
  [
    "script as an address to come back to",
    { ...link, launch: "oidc", settings: { redirect_uris: ["javascript:alert(1)"] } },
    "返回地址（redirect_uri）里的“javascript:alert(1)”应以 http:// 或 https:// 开头",
  ],
  [
    "settings of another kind",
    { ...link, launch: "link", settings: { services: ["https://app.example"] } },
    "link 的接入设置没有 services。",
  ],
])("names %s", (_what, entry, word) => {
  expect(entryFaults(entry)).toEqual([expect.stringContaining(word)]);
});

it("names each setting of a kind that is missing, at its own place", () => {
  const settings = { deployment_id: "d", names_and_roles: true } as never;
  expect(faultsByField({ ...link, launch: "lti", settings })).toEqual([
    {
      path: "settings.login_initiation_url",
      message: "请填写发起登录的地址（login_initiation_url）。",
    },
    { path: "settings.redirect_uris", message: "请填写返回地址（redirect_uri）。" },
  ]);
});

it("names every setting that cannot be used, however many there are", () => {
  const tool = SETTINGS_OF_KIND.lti.properties;
  const settings = { ...Object.fromEntries(Object.keys(tool).map((name) => [name, 0])), x: 0 };
  const faults = faultsByField({ ...link, launch: "lti", settings });
  expect(faults.map(({ path }) => path).toSorted()).toEqual(
    Object.keys(settings)
      .map((name) => `settings.${name}`)
      .toSorted(),
  );
});

it.each(["oidc", "lti", "cas"] as const)(
  "every setting of %s has a field, but those as JSON",
  (kind) => {
    const fields = SETTING_FIELDS.filter(({ launch }) => launch === kind).map(({ name }) => name);
    const settings = Object.keys(SETTINGS_OF_KIND[kind].properties);
    expect(fields.toSorted()).toEqual(
      settings.filter((name) => name !== "jwks" && name !== "custom").toSorted(),
    );
  },
);
