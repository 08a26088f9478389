import { parseArgs } from "node:util";
import { AGREEMENT_TYPES, type AgreementType } from "#contract";
import { chinaDay } from "../http/china-day.ts";

/** What `npm run admin -- agreement` was asked for. */
export type AgreementCommand =
  | { do: "publish"; type: AgreementType; title: string; file: string; effectiveAt?: Date }
  | { do: "withdraw"; type: AgreementType; version: number }
  | { do: "list" };

export const USAGE = `用法：
  npm run admin -- agreement publish --type 类型 --title 标题 --file 文件 [--effective 日期]
      发布一份协议的新版本，生效后每个人登录时会被再次询问；已经发布的版本不能改动，没有生效的可以撤回。
      类型为 ${AGREEMENT_TYPES.join("、")}（用户协议、隐私政策、儿童个人信息保护规则）。
      文件为 .html 或 .txt；HTML 里只保留标题、段落、列表、表格、强调和链接，其余不会保存。
      日期如 2026-12-01（北京时间零点），不写则立即生效；不能早于还在等待生效的版本。
  npm run admin -- agreement withdraw --type 类型 --version 版本
      撤回一个还没有生效的版本，如日期写错了，或另一版要更早生效。版本如 3，它不会再被使用。
  npm run admin -- agreement list
      列出各类协议的全部版本，现行的打 * 号。`;

const TITLE_AT_MOST = 60;
const VERSION = /^[1-9]\d{0,8}$/;
const FILE = /\.(?:html?|txt)$/i;

/** Reads the command line; undefined when it is not of a form that `USAGE` shows. */
export function readCommand(args: readonly string[]): AgreementCommand | undefined {
  const given = read(args);
  const [verb, ...more] = given?.positionals ?? [];
  if (given === undefined || more.length > 0) return undefined;
  const { values } = given;
  if (verb === "list") return Object.keys(values).length === 0 ? { do: verb } : undefined;
  const { type: named, version, ...rest } = values;
  const type = AGREEMENT_TYPES.find((one) => one === named);
  if (type === undefined) return undefined;
  if (verb === "withdraw") {
    if (version === undefined || !VERSION.test(version)) return undefined;
    return Object.keys(rest).length === 0
      ? { do: verb, type, version: Number(version) }
      : undefined;
  }
  return verb === "publish" && version === undefined ? readPublish(type, rest) : undefined;
}

function readPublish(
  type: AgreementType,
  given: { title?: string; file?: string; effective?: string },
): AgreementCommand | undefined {
  const { file = "", effective } = given;
  const title = given.title?.trim() ?? "";
  if (!FILE.test(file) || title === "" || title.length > TITLE_AT_MOST) return undefined;
  if (effective === undefined) return { do: "publish", type, title, file };
  const effectiveAt = chinaDay(effective);
  return effectiveAt && { do: "publish", type, title, file, effectiveAt };
}

function read(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { type: text, version: text, title: text, file: text, effective: text },
    });
  } catch {
    return undefined;
  }
}
