import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchApp, MINIMAL_ROSTER_ACCESS, redeemTicket } from "#contract";
import { makeClass } from "../../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../../test/people.ts";
import { understood } from "../../../test/operate.ts";
import { send } from "../../../test/send.ts";
import { entryOf } from "../../cli/app.ts";
import { findApp, listApps, registerApp, rotateSecret } from "./registry.ts";
import { addressesOf, describeApp, describeList } from "./report.ts";

const ORIGIN = "https://school.example";
/** Runs a typed command line; returns the saved entry. */
async function type(line: string) {
  const { given } = understood(`app ${line}`);
  const typed = given as Parameters<typeof entryOf>[0];
  return registerApp(platform.db, typed.id, entryOf(typed));
}

let platform: TestApp;
let person: Record<string, string>;
let clock = new Date("2026-09-01T08:00:00Z");
/** Moves the clock past the lifetime of the node's copy of the catalogue. */
const later = () => (clock = new Date(clock.getTime() + 2000));
beforeAll(async () => {
  platform = await buildTestApp({ now: () => clock });
  const school = await makeSchool(platform.db, { name: "启明小学" });
  await makePerson(platform.db, {
    account: "linlan",
    name: "林兰",
    memberships: [{ school, identity: "teacher" }],
  });
  person = (await signIn(platform.app, "linlan")).headers;
});
afterAll(() => platform.close());

const open = async (app_id: string) => {
  later();
  return send(platform.app, launchApp, { app_id }, { headers: person });
};
const redeem = async (id: string, secret: string) => {
  const launch = await open(id);
  const ticket = new URL(launch.body.data.url).searchParams.get("ticket");
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  return (await send(platform.app, redeemTicket, { ticket }, { headers: { authorization } })).body;
};

const TICKET =
  "register --id hello --name 你好 --kind ticket --url https://hello.example/ --claims name,school --roles teacher";

test("a registered app opens at once, and redeems with the secret that was shown", async () => {
  const { secret = "", is_new } = await type(TICKET);
  expect(is_new).toBe(true);
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  const { code, data } = await redeem("hello", secret);
  expect(code).toBe(200);
  expect(data).toMatchObject({ name: "林兰", school: { name: "启明小学" } });
  expect(data).not.toHaveProperty("identity");
});

test("registering again changes what is given, and neither the rest nor the secret", async () => {
  const before = await findApp(platform.db, "hello");
  const { secret, is_new, app } = await type("register --id hello --name 您好 --claims name");
  expect({ secret, is_new }).toEqual({ secret: undefined, is_new: false });
  const { updated_at: _, revision: _r, ...same } = before;
  expect(app).toMatchObject({ ...same, name: "您好", pinyin: "nin hao", claims: ["name"] });
});

test("a rotated secret is dead, and the new one works", async () => {
  const { secret: old = "" } = await type(TICKET.replace("hello ", "rotated "));
  const { secret: fresh = "" } = await rotateSecret(platform.db, "rotated");
  expect(fresh).not.toBe(old);
  expect(await redeem("rotated", old)).toMatchObject({ code: 40005 });
  expect(await redeem("rotated", fresh)).toMatchObject({ code: 200 });
});

test("an app that changes its kind gets a secret of its own for the new one", async () => {
  const { secret: ticket } = await type(TICKET.replace("hello ", "changing "));
  const oidc = "register --id changing --kind oidc --redirect-uri https://hello.example/cb";
  const { secret, app } = await type(oidc);
  expect(secret).toBeDefined();
  expect(secret).not.toBe(ticket);
  expect(app.settings).toEqual({ redirect_uris: ["https://hello.example/cb"] });
  const { app: link } = await type("register --id changing --kind link");
  expect(link.settings).toEqual({});
});

test("settings that are not given stay, an empty one is taken away", async () => {
  const base = "--name O --kind oidc --url https://o.example/ --redirect-uri https://o.example/cb";
  await type(`register --id keeps ${base} --backchannel-logout-uri https://o.example/out`);
  const { app } = await type("register --id keeps --initiate-login-uri https://o.example/in");
  expect(Object.keys(app.settings).sort()).toEqual([
    "backchannel_logout_uri",
    "initiate_login_uri",
    "redirect_uris",
  ]);
  const { app: less } = await type("register --id keeps --backchannel-logout-uri=");
  expect(less.settings).not.toHaveProperty("backchannel_logout_uri");
});

test.each([
  ["--kind oidc --redirect-uri https://k.example/cb --auth-method none", false],
  ["--kind oidc --redirect-uri https://k.example/cb --auth-method client_secret_post", true],
  ["--kind lti --login-url https://k.example/in --redirect-uri https://k.example/cb", false],
  ["--kind cas --service https://k.example/", false],
  ["--kind link", false],
])("%s: has a secret: %s, and opens", async (options, has) => {
  const id = `kind-${options.replaceAll(/\W+/g, "").slice(4, 40)}`;
  const { secret } = await type(`register --id ${id} --name K --url https://k.example/ ${options}`);
  expect(secret !== undefined).toBe(has);
  expect((await open(id)).body).toMatchObject({ code: 200 });
  if (!has) await expect(rotateSecret(platform.db, id)).rejects.toThrow("没有可换的密钥");
});

test("every address that is printed is one of the platform's", async () => {
  for (const launch of ["ticket", "oidc", "lti", "cas"] as const) {
    const addresses = addressesOf({ id: "any", launch }, ORIGIN)
      .map(([, value]) => value)
      // names of a server rather than pages of it
      .filter((value) => value.startsWith(`${ORIGIN}/`) && !/\/(oidc|cas)$/.test(value));
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) {
      const url = address.slice(ORIGIN.length);
      const method = /redeem$|token$/.test(url) ? "POST" : "GET";
      const { statusCode } = await platform.app.inject({ method, url });
      expect(`${statusCode} ${url}`).not.toMatch(/^(404|5\d\d)/);
    }
  }
});

test("an app is told its number where it names itself, and the roster's addresses where it reads that", () => {
  const told = (app: Parameters<typeof addressesOf>[0]) =>
    Object.fromEntries(addressesOf(app, ORIGIN));
  expect(told({ id: "any", launch: "ticket" })).toHaveProperty("应用编号（client_id）", "any");
  expect(told({ id: "any", launch: "link" })).toEqual({});
  expect(told({ id: "any", launch: "link", roster: MINIMAL_ROSTER_ACCESS })).toEqual({
    "应用编号（client_id）": "any",
    "名册接口（OneRoster 1.2）": `${ORIGIN}/ims/oneroster/rostering/v1p2`,
    名册的访问令牌: `${ORIGIN}/ims/oneroster/token`,
  });
});

describe("what is printed", () => {
  test("the secret once, then never again", async () => {
    const registered = await type(TICKET.replace("hello ", "printed "));
    const { secret = "none" } = registered;
    const text = describeApp(registered, ORIGIN);
    expect(text).toContain(`密钥：${secret}\n`);
    expect(text).toContain(`${ORIGIN}${redeemTicket.path}`);
    const again = describeApp({ app: await findApp(platform.db, "printed") }, ORIGIN);
    const list = describeList(await listApps(platform.db));
    expect(again).toContain("密钥：已有");
    expect(list).toContain("printed\tticket\t其他\t你好\thttps://hello.example/");
    for (const shown of [again, list]) {
      expect(shown).not.toContain(secret);
      expect(shown).not.toContain(registered.app.secret_hash);
    }
  });
});

test("a category is found by id or name, or made", async () => {
  const { app } = await type(`${TICKET} --category tools --category-name 工具`);
  expect(app.category_id).toBe("tools");
  const link = "--kind link --url https://l.example/ --name L";
  expect((await type(`register --id l1 ${link} --category 工具`)).app.category_id).toBe("tools");
  expect((await type(`register --id l2 ${link} --category tools`)).app.category_id).toBe("tools");
  await expect(type(`register --id l3 ${link} --category 玩具`)).rejects.toThrow(
    "没有“玩具”这个分类",
  );
  await expect(
    type(`register --id l4 ${link} --category toys --category-name 玩\u202e具`),
  ).rejects.toThrow("分类的名称里不能有");
});

test("who is let in and who is kept out, and when", async () => {
  const { db } = platform;
  const { id: school } = await db.selectFrom("school").select("id").executeTakeFirstOrThrow();
  const { id: user } = await db.selectFrom("user").select("id").executeTakeFirstOrThrow();
  await makeSchool(db, { id: "east", kind: "district" });
  const base = "register --id limited --name L --kind link --url https://l.example/";
  const limits = `--district east --for-schools ${school} --for-stages primary --for-grades 3,4 --allow-people ${user} --deny-identities parent,student --open-at 2026-09-01T08:00+08:00`;
  const { app } = await type(`${base} ${limits}`);
  expect(app).toMatchObject({
    district_id: "east",
    school_ids: [school],
    stage_ids: ["primary"],
    grade_ids: ["3", "4"],
    allow_user_ids: [user],
    deny_identities: ["parent", "student"],
    open_at: new Date("2026-09-01T00:00:00Z"),
    close_at: null,
  });
  const shown = describeApp({ app }, ORIGIN);
  expect(shown).toContain(`允许的人：${user}\n`);
  expect(shown).toContain("拒绝的身份：parent、student\n");
  const { app: open } = await type("register --id limited --district= --allow-people= --open-at=");
  expect(open).toMatchObject({ district_id: null, allow_user_ids: [], open_at: null });
  expect(open.deny_identities).toEqual(["parent", "student"]);
});

test("schools, classes, people, roles and grades are found by what people call them", async () => {
  const { db } = platform;
  await makeClass(db, await schoolId(), { id: "c32", grade_id: "3" });
  const line =
    "register --id by-name --name B --kind link --url https://b.example/ --roles 教师,班主任 " +
    "--for-grades 三年级,大班 --for-stages 小学 --for-schools 启明小学 --for-classes 启明小学/c32 " +
    "--allow-people LinLan,林兰 --deny-identities 家长";
  const { app } = await type(line);
  expect(app).toMatchObject({
    roles: ["teacher", "head-teacher"],
    grade_ids: ["3", "k3"],
    stage_ids: ["primary"],
    school_ids: [await schoolId()],
    class_ids: ["c32"],
    deny_identities: ["parent"],
  });
  expect(app.allow_user_ids).toHaveLength(1);
});

const schoolId = async () =>
  (
    await platform.db
      .selectFrom("school")
      .select("id")
      .where("name", "=", "启明小学")
      .executeTakeFirstOrThrow()
  ).id;

describe("what is refused, with a sentence", () => {
  const LINK = "register --id n --name N --kind link --url https://n.example/";
  const OIDC = "--kind oidc --name N --url https://n.example/";
  test.each([
    ["register --id new", "还缺 --name、--kind、--url"],
    ["register --name N --kind link --url https://n.example/", "还缺 --id 编号"],
    ["register --id n:n --name N --kind link --url https://n.example/", "编号“n:n”"],
    [
      "register --id n --name N --kind link --url javascript:alert(1)",
      "应以 http:// 或 https:// 开头",
    ],
    ["register --id n --name N --kind module --url https://n.example/", "应以 /module/ 开头"],
    ["register --id n --name N --kind saml --url https://n.example/", "--kind 的值“saml”应为 "],
    [`${LINK} --roles pupil`, "--roles 的值“pupil”应为 manager（学校管理员）、"],
    [`${LINK} --claims mobile`, "--claims 的值“mobile”应为 name、identity、school、classes 之一。"],
    [`${LINK} --clients tv`, "--clients 的值“tv”应为 web、pc、mobile 之一。"],
    [`${LINK} --opens-in module`, "--opens-in 的值“module”应为 tab、frame 之一。"],
    [
      "register --id n --name N --kind link --url https://n.example/ --service https://s",
      "只用于 cas",
    ],
    ["register --id n --name N --kind link --url https://n.example/ --sort many", "整数"],
    [`register --id n ${OIDC}`, "oidc 应用还需要 --redirect-uri"],
    [
      `register --id n ${OIDC} --redirect-uri app:/cb`,
      "返回地址（redirect_uri）里的“app:/cb”应以 http:// 或 https:// 开头",
    ],
    [`register --id n ${OIDC} --redirect-uri https://n.example/#cb`, "带有“#”"],
    [`register --id n ${OIDC} --redirect-uri https://`, "不完整"],
    [
      `register --id n ${OIDC} --redirect-uri https://n.example/ --auth-method magic`,
      "应用证明自己的方式无法使用",
    ],
    [
      `register --id n ${OIDC} --redirect-uri https://n.example/ --auth-method private_key_jwt`,
      "--jwks-uri",
    ],
    ["register --id n --kind cas --name N --url https://n.example/", "cas 应用还需要 --service"],
    [
      "register --id n --kind lti --name N --url https://n.example/",
      "lti 应用还需要 --login-url、--redirect-uri",
    ],
    [
      "register --id n --kind lti --name N --url https://n.example/ --login-url https://n.example/in --redirect-uri https://n.example/cb --grades",
      "--grades 需要应用的公钥，请填写 --jwks-uri",
    ],
    [`${LINK} --allow-people nobody`, "没有账号“nobody”"],
    [`${LINK} --deny-classes 1-1`, "没有编号、代码或名称为“1-1”的班级"],
    [`${LINK} --for-schools elsewhere`, "没有编号、代码或名称为“elsewhere”的机构"],
    [`${LINK} --district elsewhere`, "没有编号、代码或名称为“elsewhere”的区域"],
    [`${LINK} --for-grades 13`, "--for-grades 的值“13”应为 "],
    [`${LINK} --for-stages 大学`, "--for-stages 的值“大学”应为 "],
    [`${LINK} --deny-identities pupil`, "--deny-identities 的值“pupil”应为 "],
    [`${LINK} --open-at 2026-09-01`, "应为带时区的时间"],
    [`${LINK} --open-at 2026-02-30T08:00+08:00`, "应为带时区的时间"],
    [`${LINK} --open-at 2026-09-01T08:00Z --close-at 2026-08-01T08:00Z`, "关闭时间应晚于"],
    ["register --id n --secret mine", "没有“--secret”这个选项"],
    ["register --id", "--id”后面要写它的值"],
    ["register --id n --approved=yes", "后面不带值"],
    ["register --id n 你好", "“你好”不知道是什么"],
    ["rotate-secret --id n --name N", "没有“--name”这个选项"],
    ["remove --id n", "没有“app remove”这个命令"],
  ])("%s", async (line, sentence) => {
    const asked = (async () => type(line))();
    await expect(asked).rejects.toThrow(sentence);
    await expect(asked).rejects.toThrow(/^[^\n]*[\u4e00-\u9fff][^\n]*。$/);
    expect((await listApps(platform.db)).some(({ id }) => id === "n")).toBe(false);
  });

  test("no such app", async () => {
    await expect(rotateSecret(platform.db, "nobody")).rejects.toThrow("没有编号为“nobody”的应用");
    await expect(findApp(platform.db, "nobody")).rejects.toThrow("没有编号为“nobody”的应用");
  });
});
