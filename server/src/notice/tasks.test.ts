import { afterAll, beforeAll, expect, test } from "vitest";
import { readInboxCounts, readInboxTasks } from "#contract";
import { AppDataTestApp } from "../app-data/app-data.fixture.ts";
import { send } from "../../test/send.ts";

let on: AppDataTestApp;
beforeAll(async () => {
  on = await AppDataTestApp.open();
});
afterAll(() => on.at.close());

const tasksOf = async (account: string, identity?: string) => {
  const as = await on.as(account, identity);
  const { tasks } = (await send(on.at.app, readInboxTasks, {}, as)).body.data;
  const { tasks: count } = (await send(on.at.app, readInboxCounts, {}, as)).body.data;
  expect(count).toBe(tasks.length);
  return tasks.map(({ kind, title, from_name, link }) => [kind, title, from_name, link]);
};

test("a guardian's children under 14 who wait for consent; nobody else's", async () => {
  // the other child has it
  expect(await tasksOf("mother")).toEqual([["consent", "young", "", "/module/profile/family"]]);
  expect(await tasksOf("teen")).toEqual([]);
});

test("to-dos of apps, the nearest due first, until they are done, taken away or the app is not seen", async () => {
  const put = (key: string, input: object) =>
    on.app("PUT", `people/${on.sub("teen")}/todos/${key}`, { version: 1, ...input });
  await put("later", { title: "订正", due: "2026-11-28T08:00:00Z" });
  await put("soon", {
    ...{ title: "口算第 3 页", due: "2026-11-24T08:00:00Z" },
    link: "https://app.example/3",
  });
  await put("done", { title: "做完了", done: true });
  expect(await tasksOf("teen")).toEqual([
    ["todo", "口算第 3 页", "homework", "https://app.example/3"],
    ["todo", "订正", "homework", ""],
  ]);
  // on a Monday, in home's words
  const { body } = await send(on.at.app, readInboxTasks, {}, await on.as("teen"));
  const words = body.data.tasks.map(({ due_words }) => due_words);
  expect(words).toEqual(["明天 16:00 前", "周六 16:00 前"]);
  await on.app("DELETE", `people/${on.sub("teen")}/todos/soon?version=2`);
  expect(await tasksOf("teen")).toEqual([["todo", "订正", "homework", ""]]);
  await on.at.db
    .updateTable("app")
    .set({ off_school_ids: ["a"] })
    .where("id", "=", "homework")
    .execute();
  on.clock += 2000;
  expect(await tasksOf("teen")).toEqual([]);
});

test("to-dos of a child under 14 stand as long as a guardian agrees, as on home", async () => {
  await on.at.db.updateTable("app").set({ off_school_ids: [] }).execute();
  on.clock += 2000;
  await on.app("PUT", `people/${on.sub("child")}/todos/read`, { version: 1, title: "读书" });
  expect(await tasksOf("child")).toEqual([["todo", "读书", "homework", ""]]);
  const consent = await on.at.db.deleteFrom("consent").where("user_id", "=", "child").execute();
  expect(consent).toHaveLength(1);
  expect(await tasksOf("child")).toEqual([]);
});

test("an answer to feedback that was not read, under the identity that asked", async () => {
  const { db } = on.at;
  const at = new Date(on.clock);
  await db
    .insertInto("feedback_thread")
    .values({
      ...{ school_id: "a", id: "f1", user_id: "teacher", identity: "teacher", kind: "question" },
      ...{ assigned_school_id: "a", title: "怎么调课", created_at: at, updated_at: at },
      person_unread: 1,
    })
    .execute();
  expect(await tasksOf("teacher")).toEqual([["feedback", "怎么调课", "", "/feedback/thread/f1"]]);
  await db.updateTable("feedback_thread").set({ person_unread: 0 }).execute();
  expect(await tasksOf("teacher")).toEqual([]);
});
