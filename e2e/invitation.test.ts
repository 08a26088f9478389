import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { bindChild } from "#contract";
import { seriousFaults } from "./harness/axe.ts";
import { newPerson, takePicture } from "./harness/browser.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { homeShown, openPersonMenu, openSignedIn } from "./harness/steps.ts";

const NARROW = { width: 320, height: 640 };

const stage = openFor(new Stage());

const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Makes an invitation as the head-teacher does: by the app on the home page. Answers its code. */
async function make(page: Page, fill: (page: Page) => Promise<void>): Promise<string> {
  await page.goto(`${stage.platform.page}#/module/invitation`);
  await page.getByRole("link", { name: "新建邀请码" }).click();
  await page.getByRole("heading", { name: "新建邀请码" }).waitFor();
  await fill(page);
  await page.getByRole("button", { name: "新建", exact: true }).click();
  const shown = page.getByLabel(/^邀请码 /);
  await shown.waitFor();
  return (await shown.innerText()).trim();
}

describe("invitations (SE-12, RT-03)", () => {
  test("a class code on the wall: a pupil registers with a phone and is home; the teacher sees it used, and revokes it", async () => {
    const teacher = await newPerson(stage.browser);
    await openSignedIn(teacher.page, stage.platform, "linlan");
    await homeShown(teacher.page);
    await teacher.page.getByRole("button", { name: "邀请码" }).first().click();
    await teacher.page.getByText("还没有邀请码").waitFor();
    await takePicture(teacher.page, "invitation-empty-classroom");
    const code = await make(teacher.page, async (page) => {
      await page.getByLabel("班级", { exact: true }).selectOption({ label: "三年级（2）班" });
      await page.getByLabel("可以用几次").fill("0");
      await page.getByRole("button", { name: "新建", exact: true }).click();
      await page.getByText("请输入 1 到 500 之间的数").waitFor();
      await page.getByLabel("可以用几次").fill("3");
      await takePicture(page, "invitation-new-classroom");
      expect(await seriousFaults(page)).toEqual([]);
    });
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/);
    await takePicture(teacher.page, "invitation-wall-classroom");
    expect(await seriousFaults(teacher.page)).toEqual([]);

    // on paper it stands alone, in black, also where the screen is dark
    await teacher.page.emulateMedia({ media: "print", colorScheme: "dark" });
    await takePicture(teacher.page, "invitation-print");
    const ink = teacher.page.getByLabel(/^邀请码 /);
    expect(await ink.evaluate((one) => getComputedStyle(one).color)).toBe("rgb(31, 39, 51)");
    for (const name of ["打印", "消息"]) {
      expect(await teacher.page.getByRole("button", { name }).first().isVisible()).toBe(false);
    }
    expect(await teacher.page.getByText("已新建邀请码").isVisible()).toBe(false);
    expect(await teacher.page.getByRole("link", { name: "返回首页" }).isVisible()).toBe(false);
    await teacher.page.getByText(`或打开 ${stage.platform.page}，点“注册”`).waitFor();
    await teacher.page.emulateMedia({ media: "screen", colorScheme: "light" });

    const pupil = await newPerson(stage.browser, "phone");
    const { page } = pupil;
    await page.goto(stage.platform.page);
    await page.getByRole("link", { name: "注册" }).click();
    await page.getByRole("heading", { name: "注册" }).waitFor();
    await expect.poll(() => page.title()).toBe("注册");
    await page.getByRole("button", { name: "下一步" }).click();
    await page.getByText("请输入邀请码").waitFor();
    await page.getByLabel("邀请码").fill("ABCDE-FGHJK");
    await page.getByRole("button", { name: "下一步" }).click();
    await page.getByText("邀请码不正确，或者已经失效").waitFor();
    const isFocused = (field: Element) => field.matches(":focus");
    expect(await page.getByLabel("邀请码").evaluate(isFocused)).toBe(true);
    await takePicture(page, "register-code-phone");
    await page.getByLabel("邀请码").fill(code.toLowerCase().replace("-", " "));
    await page.getByRole("button", { name: "下一步" }).click();
    await page.getByText("以学生的身份加入 启明小学 三年级（2）班").waitFor();
    await takePicture(page, "register-purpose-phone");
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "没有账号，现在注册" }).click();
    await page.getByRole("button", { name: "注册并登录" }).click();
    await page.getByText("请输入姓名").waitFor();
    await page.getByText("请先阅读并同意这些协议").waitFor();
    await page.getByLabel("姓名").fill("周明宇");
    await page.getByLabel("账号").fill("linlan");
    await page.getByLabel("密码", { exact: true }).fill("rivers-and-hills");
    await page.getByLabel("再输一次密码").fill("rivers-and-hills");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "注册并登录" }).click();
    await page.getByText("这个账号已经有人用了").waitFor();
    await expect.poll(() => page.getByLabel("姓名").inputValue()).toBe("周明宇");
    await takePicture(page, "register-person-phone");
    expect(await seriousFaults(page)).toEqual([]);
    await page.setViewportSize(NARROW);
    expect(await wide(page)).toBe(0);
    await takePicture(page, "register-person-narrow");
    await page.getByLabel("账号").fill("zhoumingyu");
    // another code, as for one that ended meanwhile, takes nothing away that was typed
    await page.getByRole("button", { name: "换一个邀请码" }).click();
    await page.getByRole("button", { name: "下一步" }).click();
    await page.getByRole("button", { name: "没有账号，现在注册" }).click();
    await expect.poll(() => page.getByLabel("姓名").inputValue()).toBe("周明宇");
    await expect.poll(() => page.getByLabel("账号").inputValue()).toBe("zhoumingyu");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "注册并登录" }).click();
    await page.getByText("欢迎来到学门").waitFor();
    await page.getByRole("button", { name: "进入学门" }).click();
    await homeShown(page);
    await page.getByRole("heading", { name: /周明宇/ }).waitFor();
    expect(pupil.faults).toEqual([]);
    await pupil.context.close();

    await teacher.page.getByRole("link", { name: "返回邀请码" }).click();
    await teacher.page.reload();
    await teacher.page.getByText(/已用 1 \/ 3/).waitFor();
    await takePicture(teacher.page, "invitation-list-classroom");
    expect(await seriousFaults(teacher.page)).toEqual([]);
    await teacher.page.setViewportSize(NARROW);
    expect(await wide(teacher.page)).toBe(0);
    await takePicture(teacher.page, "invitation-list-narrow");
    await teacher.page.getByRole("button", { name: /^作废/ }).click();
    await teacher.page.getByRole("button", { name: "确认作废" }).click();
    await teacher.page.getByText(/已作废，已用 1 \/ 3/).waitFor();
    expect(teacher.faults).toEqual([]);
    await teacher.context.close();
  });

  test("a parent binds another child in the profile, and opens a code from its QR code while signed in (ID-10)", async () => {
    const manager = await newPerson(stage.browser);
    await openSignedIn(manager.page, stage.platform, "linlan");
    await homeShown(manager.page);
    const forChild = () =>
      make(manager.page, async (page) => {
        await page.getByText("绑定孩子", { exact: true }).click();
        await page.getByLabel("班级", { exact: true }).selectOption({ label: "三年级（2）班" });
        await page.getByLabel("学生", { exact: true }).selectOption({ label: "林小满" });
      });
    const [first, second, third] = [await forChild(), await forChild(), await forChild()];
    await manager.context.close();

    const { context, page, faults } = await newPerson(stage.browser, "phone");
    await openSignedIn(page, stage.platform, "chenjing");
    await homeShown(page);
    await page.goto(`${stage.platform.page}#/module/profile/family`);
    const card = page.getByRole("region", { name: "绑定孩子，或加入学校" });
    await card.getByLabel("邀请码或绑定码").fill(first);
    await card.getByRole("button", { name: "下一步" }).click();
    await card.getByText(/成为 启明小学 三年级（2）班 林＊满 的家长/).waitFor();
    await card.getByText("其他监护人").click();
    await takePicture(page, "profile-bind-child-phone");
    expect(await seriousFaults(page)).toEqual([]);
    // without an answer what was chosen stays, to be sent again
    const answers = (url: URL) => url.pathname === bindChild.path;
    await page.route(answers, (route) => route.abort());
    const bind = card.getByRole("button", { name: "绑定", exact: true });
    await bind.click();
    await card.getByText("网络连接失败，请检查网络后重试").waitFor();
    await takePicture(page, "profile-bind-child-offline-phone");
    expect(await card.getByRole("radio", { name: "其他监护人" }).isChecked()).toBe(true);
    await page.unroute(answers);
    await bind.click();
    await page.getByRole("status").getByText("已绑定 林小满").waitFor();
    await page.getByRole("region", { name: "我的孩子" }).getByText("林小满").waitFor();

    // a teacher who binds a child is a parent from then on, without a reload
    const teacher = await newPerson(stage.browser);
    await openSignedIn(teacher.page, stage.platform, "sunhao", "#/module/profile/family");
    await teacher.page.getByLabel("邀请码或绑定码").fill(second);
    await teacher.page.getByRole("button", { name: "下一步" }).click();
    await teacher.page.getByRole("button", { name: "绑定", exact: true }).click();
    await teacher.page.getByRole("status").getByText("已绑定 林小满").waitFor();
    await openPersonMenu(teacher.page);
    await teacher.page.getByRole("menuitemradio", { name: "家长" }).waitFor();
    expect(teacher.faults).toEqual([]);
    await teacher.context.close();

    await page.goto(`${stage.platform.page}#/register/parent/${third}`);
    await page.getByRole("button", { name: "以“陈静”的账号绑定" }).click();
    await page.getByText("您已经绑定了这个孩子").waitFor();
    await takePicture(page, "register-signed-in-phone");
    await page.getByRole("button", { name: "换一个邀请码" }).click();
    await expect.poll(() => page.getByLabel("邀请码").inputValue()).toBe(third);
    expect(faults).toEqual([]);
    await context.close();
  });
});
