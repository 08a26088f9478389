// Takes the pictures of the help page (HO-08) from a running product with the demo district:
//   node e2e/help-pictures.ts [http://127.0.0.1:7100]
import { mkdir, writeFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { atRest, newPerson, openBrowser } from "./harness/browser.ts";
import { homeShown, openPersonMenu, openSignedIn } from "./harness/steps.ts";
import { call, signIn } from "./harness/wire.ts";

const ORIGIN = process.argv[2] ?? "http://127.0.0.1:7100";
const FOLDER = new URL("../web/public/help/", import.meta.url);
/** The part of the screen that is shown, in CSS px, and the picture's own size. */
const SHOWN = { width: 1080, height: 630 };
const PICTURE = { width: 720, height: 420 };

interface Shot {
  account: string;
  identity: "student" | "parent" | "teacher" | "manager";
  /** The in-app path. */
  path: string;
  /** What is done on the screen before the picture. */
  before?: (page: Page) => Promise<unknown>;
}

const HOME = "/home/index";

const SHOTS: Readonly<Record<string, Shot>> = {
  "pupil-home": {
    account: "zhaoyifan",
    identity: "student",
    path: HOME,
    before: (page) =>
      page.getByRole("heading", { name: "快捷应用" }).evaluate((it) => it.scrollIntoView()),
  },
  "pupil-today": { account: "linxiaoman", identity: "student", path: HOME },
  search: { account: "zhaoyifan", identity: "student", path: "/search-result/index/分数" },
  leave: { account: "zhaoyifan", identity: "student", path: HOME, before: openPersonMenu },
  "parent-home": { account: "chenjing", identity: "parent", path: HOME },
  family: { account: "chenjing", identity: "parent", path: "/module/profile/family" },
  messages: { account: "chenjing", identity: "parent", path: "/messages" },
  data: { account: "chenjing", identity: "parent", path: "/module/profile/data" },
  "teacher-home": { account: "linlan", identity: "teacher", path: HOME },
  "class-roster": { account: "linlan", identity: "teacher", path: "/module/class-roster" },
  invitation: { account: "linlan", identity: "teacher", path: "/module/invitation/new" },
  identities: {
    account: "linlan",
    identity: "teacher",
    path: HOME,
    before: (page) => page.getByRole("button", { name: /身份/ }).first().click(),
  },
  timetable: { account: "linxiaoman", identity: "student", path: "/timetable" },
  rosters: { account: "linlan", identity: "manager", path: "/module/admin/rosters" },
  people: { account: "linlan", identity: "manager", path: "/module/admin/people" },
  notices: { account: "linlan", identity: "manager", path: "/module/admin/notices/new" },
};

const browser = await openBrowser();
await mkdir(FOLDER, { recursive: true });
for (const [name, shot] of Object.entries(SHOTS)) {
  const { context, page } = await newPerson(browser);
  await page.setViewportSize(SHOWN);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const token = await signIn(ORIGIN, shot.account);
  const { body } = await call(
    ORIGIN,
    "readUserDetail",
    { fields: "schools", identity: "all" },
    { token },
  );
  const school = body.data.schools?.find(({ identity }) => identity === shot.identity);
  await call(ORIGIN, "editUser", { identity: shot.identity, school_id: school?.id }, { token });
  const address = { origin: ORIGIN, page: `${ORIGIN}/platformEntry/` };
  await openSignedIn(page, address, shot.account, `#${shot.path}`);
  if (shot.path === HOME) await homeShown(page);
  await atRest(context);
  await shot.before?.(page);
  await atRest(context);
  const taken = await page.screenshot({ animations: "disabled" });
  await writeFile(
    new URL(`${name}.webp`, FOLDER),
    await sharp(taken).resize(PICTURE).webp({ quality: 72 }).toBuffer(),
  );
  console.log(name);
  await context.close();
}
await browser.close();
