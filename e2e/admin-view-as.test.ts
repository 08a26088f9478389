import { expect, test } from "vitest";
import { seriousFaults } from "./harness/axe.ts";
import { newPerson, SCREENS, takePicture } from "./harness/browser.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { homeShown, openSignedIn } from "./harness/steps.ts";
import { call, DEMO_PASSWORD, signInByWire } from "./harness/wire.ts";

const stage = openFor(new Stage());

test("somebody's home is looked at as a picture with a reason; nothing opens, pupil and parent are told, the audit knows (AD-18)", async () => {
  const { origin, page: address } = stage.platform;
  const { token } = await signInByWire(origin, "linlan");
  const found = await call(origin, "readPeople", { q: "zhaoyinuo" }, { token });
  const child = found.body.data.people[0];
  if (child === undefined) throw new Error("no such pupil");

  const person = await newPerson(stage.browser, "classroom");
  const { page, context, faults } = person;
  await openSignedIn(page, stage.platform, "linlan");
  await homeShown(page);
  await page.goto(`${address}#/module/admin/people/${child.id}`);
  await page.getByRole("button", { name: "看看这个人的首页…" }).click();
  const panel = page.getByRole("dialog", { name: `${child.name}的首页` });
  const go = panel.getByRole("button", { name: `看“${child.name}”的首页` });
  await go.click();
  await panel.getByText("请写明原因，本人会看到").waitFor();
  await panel.getByLabel("原因（本人会看到）").fill("家长说找不到口算");
  await takePicture(page, "admin/view-home-ask-classroom");
  await go.click();
  const band = panel.getByText(`您正在看${child.name}的首页，只能看`);
  const proof = panel.getByLabel("自己的登录密码");
  await band.or(proof).first().waitFor();
  if (await proof.isVisible()) {
    await proof.fill(DEMO_PASSWORD);
    await page.keyboard.press("Enter");
    await band.waitFor();
  }
  const home = panel.getByRole("region", { name: /^学生 · / });
  await home.getByRole("region", { name: "快捷应用" }).waitFor();
  const pictured = await home
    .getByRole("region", { name: "学习" })
    .getByRole("listitem")
    .allInnerTexts();
  // nothing in it opens or changes anything
  await expect
    .poll(() => home.locator("a, button, input, [tabindex], [role=link]").count())
    .toBe(0);
  for (const [size, viewport] of Object.entries({
    ...SCREENS,
    narrow: { width: 320, height: 640 },
  })) {
    await page.setViewportSize(viewport);
    await takePicture(page, `admin/view-home-${size}`);
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    await expect.poll(isWide, { message: size }).toBe(false);
  }
  await page.setViewportSize(SCREENS.classroom);
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await page.getByText("看别人的首页").first().waitFor();

  const pupil = await newPerson(stage.browser, "phone");
  await openSignedIn(pupil.page, stage.platform, "zhaoyinuo");
  await homeShown(pupil.page);
  const said = /的林岚以只看的方式看了你的首页，原因：家长说找不到口算。/;
  await pupil.page.getByRole("region", { name: "账号通知" }).getByText(said).waitFor();
  await takePicture(pupil.page, "admin/view-home-told-phone");
  // a young pupil with something to do today opens the categories first (HO-02)
  await pupil.page.getByRole("button", { name: "全部应用" }).click();
  const own = pupil.page.getByRole("region", { name: "学习" }).getByRole("listitem");
  expect((await own.allInnerTexts()).map((text) => text.split("\n")[0])).toEqual(
    pictured.map((text) => text.trim()),
  );

  const parent = await signInByWire(origin, "chenjing");
  const told = await call(origin, "readNotices", {}, { token: parent.token });
  expect(told.body.data.notices[0]?.text).toContain(`看了${child.name}的首页`);
  expect([...faults, ...pupil.faults]).toEqual([]);
  await context.close();
  await pupil.context.close();
});
