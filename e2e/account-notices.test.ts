import { expect, test } from "vitest";
import { seriousFaults } from "./harness/axe.ts";
import { atRest, newPerson, takePicture, takePictures } from "./harness/browser.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { homeShown, openSignedIn, openWithSession } from "./harness/steps.ts";
import { call, DEMO_PASSWORD, signInByWire } from "./harness/wire.ts";

const stage = openFor(new SharedStage());
/** People whose notices no other file looks at. */
const [TEACHER, PUPIL] = ["sunjinfeng", "liuhuaijin"] as const;

/** Acts on a person's account as an administrator. */
async function actOn(
  by: string,
  account: string,
  what: "resetPersonFactors" | "endPersonSessions",
) {
  const { origin } = stage.platform;
  const { token } = await signInByWire(origin, by);
  const found = await call(origin, "readPeople", { q: account }, { token });
  const user_id = found.body.data.people[0]?.id;
  const input = { user_id, password: DEMO_PASSWORD };
  const { body } = await call(origin, what, input, { token });
  if (body.code !== 200) throw new Error(body.msg);
}

/** Returns the layout shift of the page since it was opened. */
const SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.value;
    resolve(sum);
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 300);
})`;

test("home tells what was done to the account, without moving; 「知道了」 holds on every device (AD-12)", async () => {
  await actOn("wangfang", TEACHER, "resetPersonFactors");
  await actOn("wangfang", TEACHER, "endPersonSessions");
  const { page, context, faults } = await newPerson(stage.browser, "classroom");
  await openSignedIn(page, stage.platform, TEACHER);
  await homeShown(page);
  const notice = page.getByRole("region", { name: "账号通知" });
  await notice.getByText(/的管理员取消了您的两步验证/).waitFor();
  await notice.getByText(/的管理员结束了您在所有设备上的登录/).waitFor();
  await expect.poll(() => page.evaluate(SHIFT)).toBe(0);
  await takePictures(page, "account-notices/home");
  expect(await seriousFaults(page)).toEqual([]);
  const marked = page.waitForResponse((answer) => answer.url().includes("/notices/seen"));
  await notice.getByRole("button", { name: "知道了" }).click();
  await marked;
  await notice.waitFor({ state: "detached" });

  const elsewhere = await newPerson(stage.browser, "phone");
  await openSignedIn(elsewhere.page, stage.platform, TEACHER);
  await homeShown(elsewhere.page);
  await atRest(elsewhere.context);
  await expect.poll(() => elsewhere.page.getByRole("region", { name: "账号通知" }).count()).toBe(0);
  await elsewhere.page.goto(`${stage.platform.page}#/module/profile/security`);
  const list = elsewhere.page.getByRole("region", { name: "账号通知" });
  await list.getByText(/的管理员结束了您在所有设备上的登录/).waitFor();
  await takePicture(elsewhere.page, "account-notices/profile-phone");
  expect([...faults, ...elsewhere.faults]).toEqual([]);
  await context.close();
  await elsewhere.context.close();
});

test("a pupil is told as well, in a child's words", async () => {
  const { origin } = stage.platform;
  await actOn("linlan", PUPIL, "endPersonSessions");
  const login = await signInByWire(origin, PUPIL);
  const { page, context, faults } = await newPerson(stage.browser, "phone");
  await openWithSession(page, stage.platform.page, login);
  await homeShown(page);
  const notice = page.getByRole("region", { name: "账号通知" });
  await notice.getByText(/的林岚结束了你在所有设备上的登录/).waitFor();
  await takePicture(page, "account-notices/pupil-phone");
  await notice.getByRole("button", { name: "查看全部" }).click();
  const list = page.getByRole("region", { name: "账号通知" });
  await list.getByText("新", { exact: true }).waitFor();
  await page.goto(`${stage.platform.page}#/home/index`);
  await homeShown(page);
  await page.reload();
  await homeShown(page);
  await atRest(context);
  await expect.poll(() => page.getByRole("region", { name: "账号通知" }).count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});
