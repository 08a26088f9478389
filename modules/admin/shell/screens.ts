import { type ComponentType } from "react";
import { MAX_PEOPLE_PAGE_SIZE, readPeople, type Right } from "#contract";
import type { ModuleContext } from "../../../web/src/features/module-container/platform-module.ts";
import { askEarly } from "../list/early.ts";
import { mayAnywhere, type OwnRights } from "./own-rights.tsx";

export interface Screen {
  /** The first part of the screen's path in the module. */
  path: string;
  name: string;
  /** Rights of which one is enough; empty: any right will do. */
  rights: readonly Right[];
  /** Fetches the screen's chunk. */
  load: () => Promise<ComponentType>;
  /** Component of the screen; undefined until its chunk is there. */
  Page?: ComponentType;
}

/** The menu's screens in their order. */
const SCREENS: readonly Screen[] = [
  screen("people", "人员", ["people.read"], () => import("../people/people.tsx")),
  screen("classes", "班级", ["people.read"], () => import("../classes/classes.tsx")),
  screen("rosters", "名册", ["roster.import"], () => import("../rosters/rosters.tsx")),
  screen("year", "新学年", ["year.plan"], () => import("../year/year.tsx")),
  screen("schools", "学校", ["school.write"], () => import("../schools/schools.tsx")),
  screen("apps", "应用", ["app.manage"], () => import("../apps/apps.tsx")),
  screen("rights", "权限", [], () => import("../rights/rights.tsx")),
  screen("notices", "通知", ["notice.send"], () => import("../notices/notices.tsx")),
  screen("feedback", "反馈", ["feedback.answer"], () => import("../feedback/feedback.tsx")),
  screen("content", "内容", ["content.manage"], () => import("../content/contents.tsx")),
  screen("agreements", "协议", ["agreement.publish"], () => import("../agreements/agreements.tsx")),
  screen("codes", "验证码", ["people.secret"], () => import("../codes/codes.tsx")),
  screen("releases", "版本", ["release.publish"], () => import("../releases/releases.tsx")),
  screen("settings", "设置", ["settings.write"], () => import("../settings/settings.tsx")),
  screen("changes", "变更", [], () => import("../change/changes.tsx")),
  screen("audit", "审计", ["audit.read"], () => import("../audit/audit.tsx")),
  screen("overview", "总览", ["report.read"], () => import("../overview/overview.tsx")),
];

export function screensFor(own: OwnRights): Screen[] {
  return SCREENS.filter(
    ({ rights }) => rights.length === 0 || rights.some((right) => mayAnywhere(own, right)),
  );
}

function screen(
  path: string,
  name: string,
  rights: readonly Right[],
  fetchChunk: () => Promise<{ default: ComponentType }>,
): Screen {
  const made: Screen = {
    ...{ path, name, rights },
    load: async () => (made.Page = (await fetchChunk()).default),
  };
  return made;
}

/** Fetches the chunk of a screen by its path; of the first one without. */
export async function loadScreen(path: string | undefined): Promise<void> {
  const wanted = SCREENS.find((one) => one.path === path) ?? SCREENS[0];
  await wanted?.load();
}

/** Asks for the first page of the screen that the module is opened at, beside the person's rights and not after them. */
export function askForScreen(send: ModuleContext["send"], path: readonly string[]): void {
  const [screen, thing] = path;
  if (screen === "people" && thing === undefined)
    askEarly(send, readPeople, { sort: "name", limit: MAX_PEOPLE_PAGE_SIZE });
}
