import type { Browser, BrowserContext, CDPSession } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seriousFaults } from "../harness/axe.ts";
import { newPerson, openBrowser, takePicture } from "../harness/browser.ts";
import { startPlatform } from "../harness/platform.ts";
import type { Platform } from "../harness/run-server.ts";
import { homeShown, openSignedIn } from "../harness/steps.ts";
import { workerReady } from "./steps.ts";

let on: Platform;
let browser: Browser;
beforeAll(async () => {
  [on, browser] = await Promise.all([startPlatform(), openBrowser([], "whole")]);
});
afterAll(async () => {
  await browser.close();
  await on.stop();
});

/** Returns the id by which DevTools knows the page's worker. */
function registrationOf(session: CDPSession): Promise<string> {
  return new Promise((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });
}

/** The part of the worker's scope that the test uses; these tests are typed for pages. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, of: { notification: Notification }) => Event;
  dispatchEvent(event: Event): boolean;
}

/** Presses the one notification that is shown, as its worker hears of it. */
async function press(context: BrowserContext): Promise<void> {
  await context.serviceWorkers()[0]?.evaluate(async () => {
    const worker = globalThis as unknown as WorkerScope;
    const [notification] = await worker.registration.getNotifications();
    if (notification === undefined) return;
    worker.dispatchEvent(new worker.NotificationEvent("notificationclick", { notification }));
  });
}

test("a push shows the school and the title, and opens the messages; nothing asks before the button is pressed (IN-05)", async () => {
  const { context, page, faults } = await newPerson(browser, "phone", "allow");
  await openSignedIn(page, on, "chenjing");
  await homeShown(page);
  await workerReady(page);
  const devtools = await context.newCDPSession(page);
  const registration = registrationOf(devtools);
  const workerFaults: string[] = [];
  devtools.on("ServiceWorker.workerErrorReported", ({ errorMessage }) =>
    workerFaults.push(errorMessage.errorMessage),
  );
  await devtools.send("ServiceWorker.enable");
  await page.goto(`${on.page}#/module/profile`);
  const alerts = page.getByRole("region", { name: "消息提醒" });
  const button = alerts.getByRole("button", { name: "开启浏览器通知" });
  await button.click();
  await alerts.getByText(/^浏览器没有允许/).waitFor();
  await alerts.scrollIntoViewIfNeeded();
  await takePicture(page, "push-refused-phone");
  expect(await seriousFaults(page)).toEqual([]);

  const { origin } = new URL(on.page);
  await context.grantPermissions(["notifications"], { origin });
  await button.click();
  // this browser has no push service
  const fault = alerts.getByText(/^没有开启：这个浏览器连不上它的推送服务/);
  await fault.waitFor();
  // one that tries for minutes is given up
  await page.clock.install();
  await page.evaluate(() => {
    PushManager.prototype.subscribe = () => new Promise(() => {});
  });
  await button.click();
  await fault.waitFor({ state: "detached" });
  await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
  await takePicture(page, "push-waits-phone");
  await page.clock.fastForward(15_000);
  await fault.waitFor();
  await takePicture(page, "push-given-up-phone");
  await page.clock.resume();

  const shown = () =>
    page.evaluate(async () => {
      const worker = await navigator.serviceWorker.getRegistration();
      const all = (await worker?.getNotifications()) ?? [];
      return all.map(({ title, body }) => ({ title, body }));
    });
  const news = { title: "启明小学的通知", body: "周五秋游" };
  const registrationId = await registration;
  const deliver = (data: string) =>
    devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
  await deliver(JSON.stringify(news));
  await expect.poll(shown).toEqual([news]);
  // a picture that the worker's policy refuses is missing without a word
  expect(workerFaults).toEqual([]);
  await press(context);
  await page.getByRole("heading", { name: "消息", exact: true }).waitFor();
  await expect.poll(shown).toEqual([]);
  await deliver("not ours");
  await expect.poll(shown).toEqual([{ title: "有新的通知", body: "" }]);
  expect(faults).toEqual([]);
  await context.close();
});
