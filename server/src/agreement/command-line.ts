import { parseArgs } from "node:util";
import { AGREEMENT_TYPES, type AgreementType } from "#contract";
import { chinaDay } from "../http/china-day.ts";

/** What `npm run admin -- agreement` was asked for. */
export type AgreementCommand =
  | { do: "publish"; type: AgreementType; title: string; file: string; effectiveAt?: Date }
  | { do: "list" };

export const USAGE = `用法：
  npm run admin -- agreement publish --type 类型 --title 标题 --file 文件 [--effective 日期]
      发布一份协议的新版本，生效后每个人登录时会被再次询问；已经发布的版本不能改动。
      类型为 ${AGREEMENT_TYPES.join("、")}（用户协议、隐私政策、儿童个人信息保护规则）。
      文件为 .html 或 .txt；HTML 里只保留标题、段落、列表、表格、强调和链接，其余不会保存。
      日期如 2026-12-01（北京时间零点），不写则立即生效。
  npm run admin -- agreement list
      列出各类协议的全部版本，现行的打 * 号。`;

const TITLE_AT_MOST = 60;
const FILE = /\.(?:html?|txt)$/i;

/** Reads the command line; undefined when it is not of a form that `USAGE` shows. */
export function readCommand(args: readonly string[]): AgreementCommand | undefined {
  const given = read(args);
  const [verb, ...more] = given?.positionals ?? [];
  if (given === undefined || more.length > 0) return undefined;
  const { values } = given;
  if (verb === "list") return Object.keys(values).length === 0 ? { do: verb } : undefined;
  const type = AGREEMENT_TYPES.find((one) => one === values.type);
  const title = values.title?.trim() ?? "";
  const { file = "", effective } = values;
  if (verb !== "publish" || type === undefined || !FILE.test(file)) return undefined;
  if (title === "" || title.length > TITLE_AT_MOST) return undefined;
  if (effective === undefined) return { do: verb, type, title, file };
  const effectiveAt = chinaDay(effective);
  return effectiveAt && { do: verb, type, title, file, effectiveAt };
}

function read(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { type: text, title: text, file: text, effective: text },
    });
  } catch {
    return undefined;
  }
}
