import {
  type Collections,
  type Failure,
  type Json,
  person,
  say,
  schoolData,
} from "./test-provider.fixture.ts";

/** A way in which a provider fails, and words of the sentence that it leaves. */
export interface Way {
  /** Spoils the data that is served. */
  data?: (data: Collections) => void;
  /** Spoils how it is served. */
  failure?: Failure;
  /** Serves few records at once, without a total, or without links. */
  served?: { most?: number; tells?: boolean; links?: boolean };
  /** Words of the sentence. */
  says: RegExp;
}

/** Answers one collection in place of the provider. */
const on =
  (name: string, answer: Failure): Failure =>
  (asked) =>
    asked.what === name && answer(asked);
const always =
  (status: number, headers: Record<string, string> = {}): Failure =>
  ({ response }) => {
    say(response, status, {}, headers);
    return true;
  };
const text =
  (body: string | Buffer, headers: Record<string, string> = {}): Failure =>
  ({ response }) => {
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(body);
    return true;
  };
const first = (list: Json[] | undefined): Json => list?.[0] ?? {};
const last = (list: Json[] | undefined): Json => list?.[list.length - 1] ?? {};
const page = (names: Json[], name = "users") => JSON.stringify({ [name]: names });
const LARGE = "x".repeat(150 * 1024);
const FAR = "http://example.invalid/elsewhere";

/** Ways to fail, by name. None may change anything. */
export const WAYS: Readonly<Record<string, Way>> = {
  "the secret is wrong": { failure: on("token", always(401)), says: /没有给访问令牌（401）/ },
  "the scope is refused": { failure: on("token", always(400)), says: /授权范围/ },
  "the token is a page": {
    failure: on("token", text("<!doctype html><p>登录</p>")),
    says: /访问令牌的答复是网页，不是数据，请检查取访问令牌的地址/,
  },
  "the token is none": { failure: on("token", text("{}")), says: /访问令牌不能用/ },
  "the token is of another type": {
    failure: on("token", text(JSON.stringify({ access_token: "x", token_type: "mac" }))),
    says: /访问令牌不能用/,
  },
  "the token holds a line break": {
    failure: on("token", text(JSON.stringify({ access_token: "a\r\nb: c", token_type: "bearer" }))),
    says: /访问令牌不能用/,
  },
  "the token is elsewhere": {
    failure: on("token", always(302, { location: FAR })),
    says: /要转到 example\.invalid （302），没有跟过去/,
  },
  "the token's server fails": { failure: on("token", always(500)), says: /一直出错（500）/ },
  "no token holds": { failure: on("classes", always(401)), says: /不认访问令牌（401）/ },
  "people may not be read": { failure: on("users", always(403)), says: /不允许读取 users（403）/ },
  "there is no such list": { failure: on("courses", always(404)), says: /没有 courses（404）/ },
  "it is asked too often, for ever": {
    failure: on("users", always(429, { "retry-after": "0" })),
    says: /请求太多（429）/,
  },
  "it wants to be asked much later": {
    failure: on("users", always(429, { "retry-after": "86400" })),
    says: /过很久再来（429）/,
  },
  "it wants to be asked in another century": {
    failure: on("users", always(503, { "retry-after": "Fri, 01 Jan 2100 00:00:00 GMT" })),
    says: /过很久再来（503）/,
  },
  "it fails": { failure: on("enrollments", always(500)), says: /一直出错（500）/ },
  "it is in repair": { failure: on("orgs", always(503)), says: /一直出错（503）/ },
  "it answers something of its own": { failure: on("users", always(418)), says: /答复 418/ },
  "it has moved": {
    failure: on("users", always(301, { location: FAR })),
    says: /要转到 example\.invalid/,
  },
  "it answers with a page": {
    failure: on("users", text("<html><body>请先登录</body></html>")),
    says: /users 的答复是网页/,
  },
  "half a page": {
    failure: on("users", text(page([person("s1", "student")]).slice(0, -40))),
    says: /users 的数据不完整/,
  },
  "broken JSON": { failure: on("classes", text("{classes: []}")), says: /不是正确的 JSON/ },
  "another encoding": {
    failure: on("users", text(Buffer.from(page([]), "utf16le").subarray(1))),
    says: /不是 UTF-8 的文字|不是正确的 JSON/,
  },
  "nothing at all": { failure: on("users", text("")), says: /users 的答复是空的/ },
  "packed bytes": {
    failure: on("users", text(Buffer.from([0x1f, 0x8b, 8, 0, 0xff, 0xfe]))),
    says: /不是 UTF-8 的文字/,
  },
  "the line is cut": {
    failure: on("users", ({ response }) => {
      response.writeHead(200, { "content-length": "100000" });
      response.write('{"users": [');
      setImmediate(() => response.destroy());
      return true;
    }),
    says: /读取 users 时，连接在传送途中断开/,
  },
  "the line is cut before anything": {
    failure: on("classes", ({ request }) => {
      request.socket.destroy();
      return true;
    }),
    says: /读取 classes 时，连接在传送途中断开/,
  },
  "it never answers": { failure: on("users", () => true), says: /等了太久没有答复/ },
  "it answers without an end": {
    failure: on("users", ({ response }) => {
      response.writeHead(200).write('{"users": [');
      return true;
    }),
    says: /等了太久没有答复/,
  },
  "a giant page": {
    failure: on("users", text(Buffer.alloc(17 * 1024 * 1024, " "))),
    says: /数据太大/,
  },
  "the total is too great": {
    failure: on("users", ({ provider, url, response }) => {
      provider.page(url, response, { "x-total-count": "99", link: "" });
      return true;
    }),
    says: /users 共 99 条，实际给出 14 条/,
  },
  "the total is too small": {
    failure: on("users", ({ provider, url, response }) => {
      provider.page(url, response, { "x-total-count": "5" });
      return true;
    }),
    says: /users 共 5 条，实际给出 14 条/,
  },
  "the total is no number": {
    failure: on("users", ({ provider, url, response }) => {
      provider.page(url, response, { "x-total-count": "many" });
      return true;
    }),
    says: /总数不是数字/,
  },
  "the total changes on the way": {
    served: { most: 5 },
    failure: on("users", ({ provider, before }) => {
      if (before === 1) provider.data["users"]?.pop();
      return false;
    }),
    says: /期间，对方的总数变了/,
  },
  "the second page repeats the first": {
    served: { most: 5, links: false },
    failure: on("users", ({ provider, url, response }) => {
      url.searchParams.set("offset", "0");
      provider.page(url, response);
      return true;
    }),
    says: /users 的第 6 条与第 1 条编号相同/,
  },
  "one record comes twice": {
    data: ({ enrollments }) => void enrollments?.push({ ...first(enrollments) }),
    says: /enrollments 的第 15 条与第 1 条编号相同/,
  },
  "pages that are too much together for one school": {
    failure: on("users", ({ url, response, before }) => {
      const next = new URL(url);
      next.searchParams.set("offset", String(before + 1));
      const large = { ...person(`x${before}`, "student"), note: LARGE };
      say(response, 200, { users: [large] }, { link: `<${next.href}>; rel="next"` });
      return true;
    }),
    says: /一共太多/,
  },
  "pages without an end": {
    failure: on("users", ({ before, url, response }) => {
      const link = `<${url.href}>; rel="next"`;
      say(response, 200, { users: [person(`x${before}`, "student")] }, { link });
      return true;
    }),
    says: /页数没有尽头/,
  },
  "a next page elsewhere": {
    failure: on("users", ({ provider, url, response }) => {
      provider.page(url, response, { link: `<${FAR}>; rel="next"` });
      return true;
    }),
    says: /下一页指向别的地址/,
  },
  "a next page of another list": {
    failure: on("users", ({ provider, url, response }) => {
      provider.page(url, response, { link: `<${url.href.replace("users", "orgs")}>; rel="next"` });
      return true;
    }),
    says: /下一页指向别的地址/,
  },
  "an empty page that is not the last": {
    served: { most: 5 },
    failure: on("users", ({ before, response }) => {
      if (before === 0) return false;
      say(response, 200, { users: [] }, { "x-total-count": "14" });
      return true;
    }),
    says: /users 共 14 条，实际给出 5 条/,
  },
  nobody: { data: (data) => void (data["users"] = []), says: /没有给出任何人/ },
  "everybody is to be deleted": {
    data: ({ users }) => users?.forEach((one) => (one["status"] = "tobedeleted")),
    says: /没有给出任何人/,
  },
  "no classes": { data: (data) => void (data["classes"] = []), says: /没有给出任何班级/ },
  "no school": { data: (data) => void data["orgs"]?.pop(), says: /没有给出学校/ },
  "another school": {
    data: ({ orgs }) => void (last(orgs)["name"] = "别的小学"),
    says: /不属于这里的学校：别的小学/,
  },
  "a second school": {
    data: ({ orgs }) => void orgs?.push({ ...last(orgs), sourcedId: "org-b", name: "第二小学" }),
    says: /不属于这里的学校：第二小学/,
  },
  "the school twice": {
    data: ({ orgs }) => void orgs?.push({ ...last(orgs), sourcedId: "org-b" }),
    says: /两所学校都对应“启明小学”/,
  },
  "a list of its own form": {
    failure: on("users", text(JSON.stringify([person("s1", "student")]))),
    says: /答复里没有 users 列表/,
  },
  "a record that is none": {
    data: ({ users }) => void users?.push(null as never),
    says: /不是记录的内容/,
  },
  "a record without an id": {
    data: ({ users }) => void delete first(users)["sourcedId"],
    says: /users 的第 1 条没有编号/,
  },
  "a name that is an object": {
    data: ({ users }) => void (first(users)["givenName"] = { zh: "小明" }),
    says: /users givenName：第 1 条的内容类型不对/,
  },
  "roles that are no list": {
    data: ({ users }) => void (first(users)["roles"] = "student"),
    says: /users roles：第 1 条的内容类型不对/,
  },
  "a name with control characters": {
    data: ({ users }) => void (first(users)["givenName"] = "小\u0007明"),
    says: /users givenName：记录“s1”：含有换行/,
  },
  "an identity-card number as an id": {
    data: ({ users }) => void users?.push(person("110101199003070003", "student")),
    says: /users 第 15 条 sourcedId是身份证号/,
  },
  "a role that the standard does not have": {
    data: (data) => void data["users"]?.push(person("x1", "wizard")),
    says: /roles role：记录“x1 1”：“wizard”不在/,
  },
  "a status that there is not": {
    data: ({ users }) => void (first(users)["status"] = "gone"),
    says: /users status：记录“s1”：“gone”不在/,
  },
  "a day that there is not": {
    data: ({ academicSessions }) => void (first(academicSessions)["startDate"] = "2026-02-30"),
    says: /academicSessions startDate：记录“y1”：“2026-02-30”/,
  },
  "an enrollment in no class": {
    data: ({ enrollments }) => void (first(enrollments)["class"] = { sourcedId: "c9" }),
    says: /enrollments classSourcedId：“c9”在 classes 中不存在/,
  },
  "an enrollment of somebody to be deleted": {
    data: ({ users }) => void (first(users)["status"] = "tobedeleted"),
    says: /enrollments userSourcedId：“s1”在 users 中不存在/,
  },
  "a role at no school": {
    data: ({ users }) => void users?.push(person("x1", "student", { org: "org-z" })),
    says: /users primaryOrgSourcedId：“org-z”在 orgs 中不存在/,
  },
  "two people with one account": {
    data: ({ users }) => void (first(users)["username"] = "night.s2"),
    says: /users username：/,
  },
  "an account of somebody else": {
    data: ({ users }) => void (first(users)["username"] = "manager"),
    says: /users username：/,
  },
};

/** Returns the data of a way. */
export function dataOf({ data }: Way): Collections {
  const all = schoolData();
  data?.(all);
  return all;
}
