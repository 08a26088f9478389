import {
  EYE_INTERVAL_MINUTES,
  THEMES,
  type App,
  type AppsAnswer,
  type Category,
  type School,
  type Theme,
} from "#contract";
import { answerUnder } from "../api/query.ts";
import { pageClient } from "../platform/shell.ts";
import { ownerOf, pageStores } from "./page-stores.ts";
import { session } from "./session.ts";
import { APPS_QUERY } from "./user-queries.ts";

/** The seed's word for the only mode in which this page runs (ST-01). */
const WEB_MODE = "web_mode";

/** The seed's global state (ST-01), by its names. */
export interface GlobalState {
  theme: Theme;
  appList: readonly App[];
  themes: readonly Theme[];
  category: readonly Category[];
  currentCategory: string | null;
  currentApp: string | null;
  schools: readonly School[];
  /** The quick apps that Cancel restores while they are being edited. */
  backupAppIds: readonly string[];
  isCustom: boolean;
  eyeProtectionMode: boolean;
  /** Minutes. */
  eyeProtectionInterval: number;
  client: "pc" | "web";
  mode: typeof WEB_MODE;
  isFullScreen: boolean;
}

/** The store of each piece, by name, for a person who looks for it. */
export const GLOBAL_STATE_PLACES: Readonly<Record<keyof GlobalState, string>> = {
  theme: "session.theme；服务器 user/setting",
  appList: "应用查询缓存 apps:{身份}",
  themes: "contract 常量 THEMES",
  category: "应用查询缓存 apps:{身份}",
  currentCategory: "homeState.currentCategory",
  currentApp: "homeState.currentApp",
  schools: "session.schools",
  backupAppIds: "homeState.drafts[人/身份].backup",
  isCustom: "homeState.drafts[人/身份]",
  eyeProtectionMode: "session.user.setting.eye_protection.mode",
  eyeProtectionInterval: "session.user.setting.eye_protection.interval",
  client: "外壳标记 schoolgateShell.kind",
  mode: "常量",
  isFullScreen: "会话存储 is_full_screen",
};

/** Returns the whole of it as it stands now. */
export function globalState(): GlobalState {
  const { user, identity, theme, schools } = session.getState();
  const home = pageStores.home?.getState();
  const answer = answerUnder(`${APPS_QUERY}${identity ?? ""}`) as AppsAnswer | undefined;
  const draft = home?.drafts[ownerOf(user?.id ?? "", identity ?? "")];
  const eyes = user?.setting?.eye_protection;
  return {
    theme,
    appList: answer?.apps ?? [],
    themes: THEMES,
    category: answer?.category ?? [],
    currentCategory: home?.currentCategory ?? null,
    currentApp: home?.currentApp ?? null,
    schools,
    backupAppIds: draft?.backup ?? [],
    isCustom: draft !== undefined,
    eyeProtectionMode: eyes?.mode ?? true,
    eyeProtectionInterval: eyes?.interval ?? EYE_INTERVAL_MINUTES,
    client: pageClient(),
    mode: WEB_MODE,
    isFullScreen: pageStores.fullScreen?.getState().isFullScreen ?? false,
  };
}
