import { Value } from "typebox/value";
import {
  CLAIM_NAMES,
  CLIENTS,
  ROLES,
  SETTINGS_OF_KIND,
  type AppSettings,
  type LaunchKind,
} from "#contract";

/** What is checked of an entry before it is kept. */
export interface Entry {
  id: string;
  launch: LaunchKind;
  url: string;
  badge?: string | undefined;
  roles?: readonly string[] | undefined;
  clients?: readonly string[] | undefined;
  claims?: readonly string[] | undefined;
  settings?: AppSettings | undefined;
}

/** `browser` is not among them: it is what `web` is called on some calls (RQ-03). */
const KINDS_OF_CLIENT = CLIENTS.filter((client) => client !== "browser");

/** What is wrong with an entry, each as a Chinese sentence; an address that would run as script is one of them. */
export function entryFaults(entry: Entry): string[] {
  const faults: string[] = [];
  // an app signs in as `id:secret`, so that an id holds no colon
  if (!/^[\w.-]{1,64}$/.test(entry.id)) {
    faults.push(`编号“${entry.id}”应由字母、数字、点、下划线和连字符组成，最多 64 个字符。`);
  }
  if (!isAddress(entry)) {
    const wanted = entry.launch === "module" ? "以 /module/ 开头" : "以 http:// 或 https:// 开头";
    faults.push(`地址“${entry.url}”应${wanted}。`);
  }
  if (!/^(|dot|\d{1,3})$/.test(entry.badge ?? "")) faults.push("角标应为空、dot，或一个数。");
  faults.push(...strangers("角色", entry.roles, ROLES));
  faults.push(...strangers("客户端", entry.clients, KINDS_OF_CLIENT));
  faults.push(...strangers("可告知的信息", entry.claims, CLAIM_NAMES));
  faults.push(...settingsFaults(entry));
  return faults;
}

/** An entry may wait for its settings: until it has them, it opens with a refusal that says so. */
function settingsFaults({ launch, settings = {} }: Entry): string[] {
  if (Object.keys(settings).length === 0) return [];
  const places = Value.Errors(SETTINGS_OF_KIND[launch], settings).map(
    // what is wrong inside of a setting is a fault of the setting
    ({ instancePath }) => instancePath.split("/")[1] ?? "",
  );
  return [...new Set(places)]
    .filter((place) => place !== "" || places.every((other) => other === ""))
    .map((place) => `${launch} 的接入设置${place && ` ${place} `}无法使用。`);
}

function isAddress({ launch, url }: Entry): boolean {
  if (launch === "module") return /^\/module\/[\w-]/.test(url);
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

function strangers(
  what: string,
  given: readonly string[] = [],
  known: readonly string[],
): string[] {
  return given
    .filter((value) => !known.includes(value))
    .map((value) => `${what}“${value}”无法识别。`);
}
