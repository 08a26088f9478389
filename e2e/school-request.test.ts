import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { seriousFaults } from "./harness/axe.ts";
import { newPerson, SCREENS, takePicture } from "./harness/browser.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { homeShown, openSignedIn } from "./harness/steps.ts";
import { DEMO_PASSWORD } from "./harness/wire.ts";

// people about whom no other file asks the school for anything
const stage = openFor(new SharedStage());

async function at(account: string, path: string) {
  const person = await newPerson(stage.browser);
  await openSignedIn(person.page, stage.platform, account);
  await homeShown(person.page);
  if (path !== "") await open(person.page, path);
  return person;
}
const open = (page: Page, path: string) => page.goto(`${stage.platform.page}#/module/${path}`);
const card = (page: Page, name: string) => page.getByRole("region", { name });

async function takeBoth(page: Page, name: string) {
  for (const screen of ["phone", "classroom"] as const) {
    await page.setViewportSize(SCREENS[screen]);
    await takePicture(page, `${name}-${screen}`);
  }
}

describe("a name that the roster gave is corrected by the school (ID-11)", () => {
  test("a pupil asks, the head-teacher is told on home and agrees, and the pupil has the new name", async () => {
    const pupil = await at("wuzixuan", "profile");
    const form = pupil.page.getByRole("form", { name: "申请更正姓名" });
    await pupil.page.getByRole("button", { name: "申请更正姓名" }).click();
    await form.getByRole("button", { name: "提交申请" }).click();
    await form.getByText("与现在的姓名相同").waitFor();
    await form.getByLabel("正确的姓名").fill("吴子萱");
    await form.getByLabel("原因").fill("名册里写错了字");
    await takeBoth(pupil.page, "name-correction");
    expect(await seriousFaults(pupil.page)).toEqual([]);
    await form.getByRole("button", { name: "提交申请" }).click();
    await pupil.page.getByText("已申请更正为“吴子萱”，等学校处理。").waitFor();

    const head = await at("linlan", "");
    await card(head.page, "等您处理").getByRole("button", { name: "去处理" }).click();
    const requests = card(head.page, "等学校处理的申请");
    await requests.getByText("名册里写错了字").waitFor();
    await takeBoth(head.page, "school-requests");
    expect(await seriousFaults(head.page)).toEqual([]);
    await requests.getByRole("button", { name: "同意：吴子轩改为吴子萱", exact: true }).click();
    await requests.waitFor({ state: "detached" });
    await head.page.getByRole("listitem").getByText("吴子萱", { exact: true }).waitFor();

    await pupil.page.reload();
    await pupil.page.getByText("吴子萱", { exact: true }).first().waitFor();
    expect([...pupil.faults, ...head.faults]).toEqual([]);
    await pupil.context.close();
    await head.context.close();
  });
});

describe("the erasure of an enrolled pupil is told, and the school may object (ID-11)", () => {
  test("a parent asks for it, the school objects, the parent reads why and takes it back", async () => {
    const parent = await at("gaoxiaomin", "profile/data");
    await parent.page.getByRole("link", { name: "崔语嫣的数据" }).click();
    const part = card(parent.page, "删除账号");
    await part.getByRole("button", { name: "删除账号…" }).click();
    const account = await part.getByLabel(/^请输入账号/).getAttribute("id");
    const label = await part.locator(`label[for="${account}"]`).innerText();
    await part.getByLabel(/^请输入账号/).fill(/账号 (\S+)，/.exec(label)?.[1] ?? "");
    await part.getByRole("button", { name: "申请删除" }).click();
    const password = part.getByLabel(/密码/).first();
    if (
      await Promise.race([
        password.waitFor().then(() => true),
        part
          .getByText("在那之前账号照常使用")
          .waitFor()
          .then(() => false),
      ])
    ) {
      await password.fill(DEMO_PASSWORD);
      await part.getByRole("button", { name: "申请删除" }).click();
    }
    await part.getByText("在那之前账号照常使用").waitFor();

    const school = await at("linlan", "class-roster");
    const requests = card(school.page, "等学校处理的申请");
    await requests.getByRole("button", { name: "提出异议：崔语嫣" }).click();
    await requests.getByRole("button", { name: "提出异议", exact: true }).click();
    await requests.getByText("请写明原因").waitFor();
    await requests.getByLabel("对删除崔语嫣的账号有异议的原因").fill("学籍档案须保存到毕业");
    await takeBoth(school.page, "erasure-objection");
    await requests.getByRole("button", { name: "提出异议", exact: true }).click();
    await requests.getByRole("button", { name: "撤回异议：崔语嫣" }).waitFor();

    await parent.page.reload();
    await part.getByText(/启明小学提出了异议：学籍档案须保存到毕业/).waitFor();
    await takeBoth(parent.page, "erasure-objected");
    expect(await seriousFaults(parent.page)).toEqual([]);
    await part.getByRole("button", { name: "撤回删除" }).click();
    await part.getByRole("button", { name: "删除账号…" }).waitFor();
    expect([...parent.faults, ...school.faults]).toEqual([]);
    await parent.context.close();
    await school.context.close();
  });
});
