import { describe, expect, test } from "vitest";
import {
  closeFeedback,
  createFeedback,
  fileUrl,
  markFeedbackRead,
  readFeedback,
  readFeedbackList,
  replyFeedback,
  type Call,
} from "#contract";
import { openTestApp, TEXT } from "./feedback.fixture.ts";

const testApp = openTestApp();
const { as, ids, make, begin, unread, inbox, attach } = testApp;

test("a conversation, with unread counts on both sides", async () => {
  const before = await unread("gao");
  const id = await begin("chen");
  expect([await unread("gao"), await unread("chen")]).toEqual([before + 1, 0]);
  const seen = (await make("gao", readFeedback, { id })).data;
  expect(seen).toMatchObject({
    ...{ id, kind: "problem", title: TEXT.title, status: "open", side: "staff", unread: 1 },
    ...{
      person_name: "chen",
      identity: "parent",
      school_name: "启明小学",
      assigned_school_name: "启明小学",
    },
    messages: [{ seq: 1, side: "person", name: "chen", mine: false, content: TEXT.content }],
  });
  expect((await make("gao", markFeedbackRead, { id, seq: 1 })).data.unread).toBe(0);
  expect(await unread("gao")).toBe(before);

  const answered = await make("gao", replyFeedback, { id, content: "请清除缓存后再试。" });
  expect(answered.data).toEqual({ seq: 2, status: "answered" });
  expect([await unread("gao"), await unread("chen")]).toEqual([before, 1]);
  await make("gao", replyFeedback, { id, content: "还有问题再告诉我。" });
  // what came while one was reading stays unread
  expect((await make("chen", markFeedbackRead, { id, seq: 2 })).data.unread).toBe(1);
  expect((await make("chen", markFeedbackRead, { id, seq: 1 })).data.unread).toBe(1);
  expect((await make("chen", markFeedbackRead, { id, seq: 99 })).data.unread).toBe(0);

  await make("chen", closeFeedback, { id });
  const listed = (await make("chen", readFeedbackList, { status: "closed" })).data;
  expect(listed.items.find((one) => one.id === id)).toMatchObject({
    ...{ status: "closed", side: "person", preview: "还有问题再告诉我。", unread: 0 },
  });
  expect((await make("chen", replyFeedback, { id, content: "又不行了" })).data.status).toBe("open");
  expect(await unread("gao")).toBe(before + 1);
});

describe("whose it is", () => {
  test.each([
    ["sun", undefined, ["gao", "lin"], ["zhou", "wang", "he"]],
    ["xiao", undefined, ["gao", "lin"], ["zhou", "wang"]],
    ["gao", undefined, ["wang", "he"], ["zhou"]],
    ["lin", "parent", ["zhou"], ["gao", "wang"]],
  ] as const)(
    "feedback of %s as %s is answered by %j, and not by %j",
    async (who, identity, staff, others) => {
      const id = await begin(who, {}, identity);
      for (const one of staff) expect(await inbox(one)).toContain(id);
      for (const one of others) expect(await inbox(one)).not.toContain(id);
      expect(await inbox("gao")).not.toContain(who === "gao" ? id : undefined);
    },
  );

  const calls: [Call, object][] = [
    [readFeedback, {}],
    [replyFeedback, { content: "x" }],
    [markFeedbackRead, { seq: 1 }],
    [closeFeedback, {}],
  ];
  test.each(calls)("a foreign thread is an absent one: $path", async (call, input) => {
    const id = await begin("chen");
    const rows = () =>
      Promise.all([
        testApp.at.db.selectFrom("feedback_thread").selectAll().orderBy("id").execute(),
        testApp.at.db.selectFrom("feedback_message").select("content").execute(),
      ]);
    const before = JSON.stringify(await rows());
    for (const who of ["zhou", "sun", "xiao", "wang"]) {
      const foreign = await make(who, call, { ...input, id });
      const absent = await make(who, call, { ...input, id: "f-nothing" });
      expect([who, foreign]).toEqual([who, absent]);
      expect(foreign.code).toBe(40400);
    }
    expect(JSON.stringify(await rows())).toBe(before);
  });

  test("staff without the staff's identity are on no side", async () => {
    const id = await begin("chen");
    expect((await make("lin", readFeedback, { id })).code).toBe(200);
    expect((await make("lin", readFeedback, { id }, "parent")).code).toBe(40400);
  });

  test("an inbox is for staff", async () => {
    for (const who of ["chen", "sun", "xiao"]) {
      expect((await make(who, readFeedbackList, { side: "staff" })).code).toBe(40005);
    }
  });

  test("one's own thread is one's own under every identity, and never in one's own inbox", async () => {
    const id = await begin("lin", {}, "parent");
    expect((await make("lin", readFeedback, { id }, "manager")).data.side).toBe("person");
    await make("zhou", replyFeedback, { id, content: "好的" });
    expect(await unread("lin", "manager")).toBeGreaterThan(0);
    expect(await inbox("lin")).not.toContain(id);
  });

  test("a staff member who reads a child's thread leaves an entry in the audit", async () => {
    const id = await begin("xiao");
    const entries = () =>
      testApp.at.db
        .selectFrom("audit_entry")
        .select(["action", "object_id"])
        .where("object_id", "=", id)
        .where("action", "=", "child-read")
        .execute();
    await make("xiao", readFeedback, { id });
    expect(await entries()).toEqual([]);
    await make("gao", readFeedback, { id });
    expect(await entries()).toHaveLength(1);
    await make("gao", readFeedbackList, { side: "staff" });
    const { subject_id, detail } = await testApp.at.db
      .selectFrom("audit_entry")
      .select(["subject_id", "detail"])
      .where("object_kind", "=", "feedback-list")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect({ subject_id, detail }).toEqual({ subject_id: ids["xiao"], detail: {} });
  });
});

describe("attachments", () => {
  const read = (key: string, who: string) =>
    testApp.at.app
      .inject({ url: fileUrl(key), headers: as[who] ?? {} })
      .then(({ statusCode }) => statusCode);

  test("are read by the two sides and the district above only, once they are attached", async () => {
    const key = await attach("chen");
    expect([await read(key, "chen"), await read(key, "gao")]).toEqual([200, 404]);
    const id = await begin("chen", { file_keys: [key] });
    const [message] = (await make("gao", readFeedback, { id })).data.messages;
    expect(message?.attachments).toEqual([
      {
        key,
        name: "截图.png",
        mime: "image/png",
        size: expect.any(Number),
        width: 30,
        height: 20,
        url: fileUrl(key),
      },
    ]);
    const codes: Record<string, number> = {};
    for (const who of ["chen", "gao", "lin", "zhou", "sun", "xiao", "wang"]) {
      codes[who] = await read(key, who);
    }
    expect(codes).toEqual({
      chen: 200,
      gao: 200,
      lin: 200,
      zhou: 404,
      sun: 404,
      xiao: 404,
      // answers for the school's district (AD-20)
      wang: 200,
    });
  });

  test("a child's that staff open is on record as such, another's as a file; one's own is not", async () => {
    const entries = () =>
      testApp.at.db
        .selectFrom("audit_entry")
        .select(["action", "subject_id", "user_id"])
        .where("object_kind", "=", "file")
        .where("action", "in", ["child-read", "file-read"])
        .execute();
    const before = (await entries()).length;
    for (const who of ["xiao", "chen"]) {
      const key = await attach(who);
      await begin(who, { file_keys: [key] });
      await read(key, who);
      await read(key, "gao");
    }
    expect((await entries()).slice(before)).toEqual([
      { action: "child-read", subject_id: ids["xiao"], user_id: ids["gao"] },
      { action: "file-read", subject_id: ids["chen"], user_id: ids["gao"] },
    ]);
  });

  test("of others, attached already, or never put are refused, and nothing is written", async () => {
    const used = await attach("chen");
    await begin("chen", { file_keys: [used] });
    const count = async () => (await make("chen", readFeedbackList, {})).data.total;
    const before = await count();
    for (const key of [used, await attach("gao"), "A".repeat(22), "../../etc/passwd"]) {
      const { code, msg } = await make("chen", createFeedback, { ...TEXT, file_keys: [key] });
      expect([key, code]).toEqual([key, 40001]);
      expect(msg).toMatch(/重新/);
    }
    expect(await count()).toBe(before);
  });

  test("an attachment named twice is attached once", async () => {
    const key = await attach("chen");
    const id = await begin("chen", { file_keys: [key, key] });
    const [message] = (await make("chen", readFeedback, { id })).data.messages;
    expect(message?.attachments).toHaveLength(1);
  });
});

describe("limits", () => {
  test.each([
    [{ title: " \u200B" }, "title"],
    [{ content: "\n\u0000 " }, "content"],
    [{ content: "x".repeat(2001) }, "content"],
    [{ title: "x".repeat(61) }, "title"],
    [{ kind: "praise" }, "kind"],
    [{ file_keys: ["1", "2", "3", "4", "5", "6", "7"] }, "file_keys"],
  ])("%j is refused", async (input, path) => {
    const { code, data } = await make("chen", createFeedback, { ...TEXT, ...input });
    expect(code).toBe(40001);
    expect(data).toMatchObject({ errors: [{ path }] });
  });

  test("markup stays text", async () => {
    const content = "<img src=x onerror=alert(1)>\r\n\u202E好";
    const id = await begin("chen", { content });
    const [message] = (await make("chen", readFeedback, { id })).data.messages;
    expect(message?.content).toBe("<img src=x onerror=alert(1)>\n好");
  });

  test("ten threads a day", async () => {
    const codes: number[] = [];
    for (let turn = 0; turn < 11; turn += 1) {
      codes.push((await make("sun", createFeedback, TEXT)).code);
    }
    expect(codes.filter((code) => code === 200)).toHaveLength(10);
    expect(codes.at(-1)).toBe(42900);
  });

  test("sixty messages an hour, numbered without holes however many come at once", async () => {
    const id = await begin("chen");
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        make(index % 2 === 0 ? "chen" : "gao", replyFeedback, { id, content: `第 ${index} 条` }),
      ),
    );
    expect(sent.every(({ code }) => code === 200)).toBe(true);
    const { messages } = (await make("chen", readFeedback, { id })).data;
    expect(messages.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 21 }, (_, index) => index + 1),
    );
    let last = 200;
    for (let turn = 0; turn < 60 && last === 200; turn += 1) {
      last = (await make("chen", replyFeedback, { id, content: "再来" })).code;
    }
    expect(last).toBe(42900);
  });

  test("pages are stable and bounded", async () => {
    const ids = [];
    for (let turn = 0; turn < 5; turn += 1) {
      testApp.later(1000);
      ids.unshift(await begin("chen", { title: `第 ${turn} 条` }));
    }
    const page = async (number: number) =>
      (await make("chen", readFeedbackList, { page: number, page_size: 2 })).data.items.map(
        ({ id }) => id,
      );
    expect([...(await page(1)), ...(await page(2))]).toEqual(ids.slice(0, 4));
    expect((await make("chen", readFeedbackList, { page_size: 51 })).code).toBe(40001);
  });
});
