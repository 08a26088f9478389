import { LAUNCH_KINDS, type AudienceList, type LaunchKind } from "#contract";
import { zonedTime } from "../../http/china-day.ts";
import {
  readOptions,
  RegistryRefused,
  SETTING_OPTIONS,
  type SettingOption,
  type Values,
} from "./options.ts";

/** What is to be kept of an app; what is not given stays as it is. */
export interface Given extends Partial<Record<AudienceList, string[]>> {
  name?: string;
  kind?: LaunchKind;
  url?: string;
  category?: string;
  category_name?: string;
  description?: string;
  icon?: string;
  icon_mono?: string;
  sort?: number;
  roles?: string[];
  clients?: string[];
  claims?: string[];
  /** Null: the platform's own. */
  district_id?: string | null;
  school_ids?: string[];
  stage_ids?: string[];
  grade_ids?: string[];
  class_ids?: string[];
  open_at?: Date | null;
  close_at?: Date | null;
  opens_in?: "tab" | "frame" | "module";
  display?: boolean;
  approved?: boolean;
  step_up?: boolean;
  /** By option; an empty text or list takes the setting away. */
  settings: Partial<Record<SettingOption, string | string[] | boolean>>;
}

/** What `npm run app` was asked for. */
export type RegistryCommand =
  | { do: "list" }
  | { do: "show" | "rotate-secret"; id: string }
  | { do: "register"; id: string; given: Given };

export const USAGE = `用法：
  npm run app -- register --id 编号 --name 名称 --kind link|ticket|oidc|lti|cas|module --url 地址 [选项……]
      登记一个应用；编号已经有的，只改写出的选项。
  npm run app -- rotate-secret --id 编号    换一个新密钥，旧的立即失效
  npm run app -- show --id 编号             接入所需的全部信息（不含密钥）
  npm run app -- list                       全部应用
选项：
  --category 分类编号或名称  --category-name 新分类的名称  --description 说明  --sort 次序
  --icon 彩色图标  --icon-mono 单色图标  --opens-in tab|frame  --[no-]display
  --roles teacher,student,…  --clients web,pc,…  --claims name,identity,school,classes
  --district 所属区域的编号（只给它和它的学校）  --for-schools/-stages/-grades/-classes 编号,编号,…
  --open-at/--close-at 2026-09-01T08:00+08:00  以下名单中“拒绝”优先，都写编号或身份，逗号分开：
  --allow-people/-schools/-classes/-identities  --deny-people/-schools/-classes/-identities
  --[no-]approved（学校已同意告知，登录时不再询问）  --[no-]step-up（打开前再次验证密码）
  oidc：--redirect-uri（可多个）  --post-logout-redirect-uri（可多个）  --initiate-login-uri  --backchannel-logout-uri
        --auth-method client_secret_basic|client_secret_post|private_key_jwt|none  --jwks-uri
  lti： --login-url  --redirect-uri（可多个）  --deployment-id  --target-link-uri  --deep-link-uri  --jwks-uri
        --[no-]names-and-roles  --[no-]grades
  cas： --service（可多个）  --[no-]single-logout  --single-logout-url
说明见 docs/apps.md。`;

const OPENINGS = ["tab", "frame", "module"] as const;

/** Reads the command line; undefined when no command is named, `RegistryRefused` when one cannot be followed. */
export function readCommand(args: readonly string[]): RegistryCommand | undefined {
  const { values, positionals } = readOptions(args);
  const [verb, ...more] = positionals;
  if (verb === undefined) return undefined;
  if (more.length > 0)
    throw new RegistryRefused(`“${more[0]}”不知道是什么：值里有空格时要加引号。`);
  const options = Object.keys(values).filter((name) => name !== "id");
  switch (verb) {
    case "list":
      return { do: verb };
    case "show":
    case "rotate-secret":
      if (options.length > 0)
        throw new RegistryRefused(`${verb} 只需要 --id，不能带 --${options[0]}。`);
      return { do: verb, id: idOf(values) };
    case "register":
      return { do: verb, id: idOf(values), given: givenOf(values) };
    default:
      throw new RegistryRefused(
        `没有“${verb}”这个命令，可用的有 register、rotate-secret、show、list。`,
      );
  }
}

function idOf({ id = "" }: Values): string {
  if (id.trim() === "") throw new RegistryRefused("请用 --id 写出应用的编号。");
  return id.trim();
}

function givenOf(values: Values): Given {
  const { category, icon, sort } = values;
  return withoutMissing({
    name: values.name?.trim(),
    kind: oneOf("kind", values.kind, LAUNCH_KINDS),
    url: values.url?.trim(),
    category: category?.trim(),
    category_name: values["category-name"]?.trim(),
    description: values.description?.trim(),
    icon: icon?.trim(),
    icon_mono: values["icon-mono"]?.trim(),
    sort: sort === undefined ? undefined : wholeNumber(sort),
    roles: words(values.roles),
    clients: words(values.clients),
    claims: words(values.claims),
    district_id: values.district === undefined ? undefined : values.district.trim() || null,
    school_ids: words(values["for-schools"]),
    stage_ids: words(values["for-stages"]),
    grade_ids: words(values["for-grades"]),
    class_ids: words(values["for-classes"]),
    allow_user_ids: words(values["allow-people"]),
    allow_school_ids: words(values["allow-schools"]),
    allow_class_ids: words(values["allow-classes"]),
    allow_identities: words(values["allow-identities"]),
    deny_user_ids: words(values["deny-people"]),
    deny_school_ids: words(values["deny-schools"]),
    deny_class_ids: words(values["deny-classes"]),
    deny_identities: words(values["deny-identities"]),
    open_at: moment("open-at", values["open-at"]),
    close_at: moment("close-at", values["close-at"]),
    opens_in: oneOf("opens-in", values["opens-in"], OPENINGS),
    display: values.display,
    approved: values.approved,
    step_up: values["step-up"],
    settings: withoutMissing(
      Object.fromEntries(
        Object.keys(SETTING_OPTIONS).map((option) => [option, values[option as SettingOption]]),
      ),
    ),
  }) as Given;
}

function oneOf<T extends string>(
  option: string,
  given: string | undefined,
  known: readonly T[],
): T | undefined {
  const found = known.find((one) => one === given);
  if (given === undefined || found !== undefined) return found;
  throw new RegistryRefused(`--${option} 的值“${given}”无法识别，应为 ${known.join("、")} 之一。`);
}

function moment(option: string, given: string | undefined): Date | null | undefined {
  if (given === undefined) return undefined;
  if (given.trim() === "") return null;
  const found = zonedTime(given);
  if (found !== undefined) return found;
  throw new RegistryRefused(
    `--${option} 的值“${given}”应为带时区的时间，如 2026-09-01T08:00+08:00。`,
  );
}

function wholeNumber(given: string): number {
  if (/^\d{1,6}$/.test(given)) return Number(given);
  throw new RegistryRefused(`--sort 的值“${given}”应为 0 到 999999 之间的整数。`);
}

function words(list: string | undefined): string[] | undefined {
  const found = list?.split(",").map((word) => word.trim());
  return found && [...new Set(found)].filter((word) => word !== "");
}

function withoutMissing(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
