import { AGREEMENT_TYPES } from "#contract";
import { chinaDayStart } from "../platform/china-day.ts";
import { choice, command, read, required } from "./command.ts";

const MAX_TITLE_LENGTH = 60;
const FILE = /\.(?:html?|txt)$/i;
const VERSION = /^[1-9]\d{0,8}$/;

const TYPE = required(choice(AGREEMENT_TYPES, "用户协议、隐私政策、儿童个人信息保护规则"));

export const AGREEMENT_COMMANDS = [
  command("admin agreement publish", {
    about:
      "发布一份协议的新版本\n生效后每个人登录时会被再次询问；已经发布的版本不能改动，没有生效的可以撤回。",
    options: {
      type: TYPE,
      title: required(
        read(
          "标题",
          `最多 ${MAX_TITLE_LENGTH} 个字`,
          (typed) => (typed !== "" && typed.length <= MAX_TITLE_LENGTH ? typed : undefined),
          `不超过 ${MAX_TITLE_LENGTH} 个字的标题`,
        ),
      ),
      file: required(
        read(
          "文件",
          ".html 或 .txt；HTML 里只保留标题、段落、列表、表格、强调和链接，其余不会保存",
          (typed) => (FILE.test(typed) ? typed : undefined),
          " .html 或 .txt 文件",
        ),
      ),
      effective: read(
        "日期",
        "从哪天（北京时间零点）起生效，如 2026-12-01；不写则立即生效，不能早于还在等待生效的版本",
        chinaDayStart,
        " 2026-12-01 这样的日期",
      ),
    },
    run: async ({ type, title, file, effective }, { onDatabase, now }) => {
      const { publish } = await import("../consent/publish.ts");
      const asked = { type, title, file, ...(effective && { effectiveAt: effective }) };
      return onDatabase((db) => publish(db, asked, now()));
    },
  }),
  command("admin agreement withdraw", {
    about: "撤回一个还没有生效的版本\n如日期写错了，或另一版要更早生效。它不会再被使用。",
    options: {
      type: TYPE,
      version: required(
        read(
          "版本",
          "如 3",
          (typed) => (VERSION.test(typed) ? Number(typed) : undefined),
          " 3 这样的版本",
        ),
      ),
    },
    run: async (asked, { onDatabase, now }) => {
      const { withdraw } = await import("../consent/withdraw.ts");
      return onDatabase((db) => withdraw(db, asked, now()));
    },
  }),
  command("admin agreement list", {
    about: "列出各类协议的全部版本，现行的打 * 号",
    options: {},
    run: async (_, { onDatabase, now }) => {
      const { listAgreements } = await import("../consent/list.ts");
      return onDatabase((db) => listAgreements(db, now()));
    },
  }),
];
