import { AUDIT_ACTIONS } from "../audit/audit.ts";
import { chinaDayStart, zonedTime } from "../platform/china-day.ts";
import { choice, command, count, flag, list, Misused, read, required, text } from "./command.ts";

const MAX_LIST_ENTRIES = 10_000;
const LISTED = 100;
const PERSON = "账号，编号或唯一的姓名也可以；已经注销的人写编号";

const moment = (about: string) =>
  read(
    "日期或时间",
    about,
    (typed) => chinaDayStart(typed) ?? zonedTime(typed),
    " 2026-11-01（北京时间）或 2026-11-01T08:00:00Z 这样的日期或时间",
  );

export const AUDIT_COMMANDS = [
  command("admin audit list", {
    about: "谁在什么时候对谁的什么做了什么，最近的在前",
    options: {
      user: text("账号", `谁做的：${PERSON}`),
      subject: text("账号", `事情关系到谁：${PERSON}`),
      school: text("机构", "机构的编号、代码或名称"),
      action: choice(AUDIT_ACTIONS, "做了什么"),
      since: moment("从什么时候起，如 2026-11-01，按北京时间"),
      until: moment("到什么时候为止"),
      limit: count("条数", `最多列出多少条，默认 ${LISTED}`, MAX_LIST_ENTRIES),
      json: flag("每条一行 JSON"),
    },
    run: async ({ json = false, school, limit = LISTED, ...asked }, { onDatabase }) => {
      const { listEntries } = await import("../audit/list.ts");
      const { describeEntries } = await import("../audit/report.ts");
      const { findSchool } = await import("../school/api.ts");
      return onDatabase(async (db) => {
        const school_id = school === undefined ? undefined : (await findSchool(db, school)).id;
        const entries = await listEntries(db, { ...asked, school: school_id, limit });
        return json
          ? entries.map((entry) => JSON.stringify(entry)).join("\n")
          : describeEntries(entries);
      });
    },
  }),
  command("admin audit verify", {
    about: "核对整条链\n有条目被删除、改动或塞入时逐条说明，退出码为 1。",
    options: {
      head: list("序号:散列", "另存的链尾；写出它，末尾被截断也能发现"),
      link: list("链值", "导出的审计文件里某一行的链值；说明它是否在链上"),
    },
    run: async ({ head = [], link = [] }, { onDatabase, now }) => {
      const { readHead } = await import("../audit/chain.ts");
      const { describeVerdict } = await import("../audit/report.ts");
      const { verify } = await import("../audit/verify.ts");
      const kept = head.map((typed) => {
        const found = readHead(typed);
        if (found === undefined)
          throw new Misused(`--head 的值“${typed}”应为 audit head 打印的链尾。`);
        return found;
      });
      for (const typed of link) {
        if (!/^[\da-f]{64}$/.test(typed))
          throw new Misused(`--link 的值“${typed}”应为导出文件里的链值。`);
      }
      const verdict = await onDatabase((db) => verify(db, now(), kept, link));
      return { text: describeVerdict(verdict), code: verdict.faultCount === 0 ? 0 : 1 };
    },
  }),
  command("admin audit head", {
    about: "打印现在的链尾\n请定期存到这台数据库以外的地方。",
    options: {},
    run: async (_, { onDatabase }) => {
      const { sealedHead } = await import("../audit/seal.ts");
      return onDatabase(sealedHead);
    },
  }),
  command("admin audit cut", {
    about:
      "清理早于一天的条目\n服务也会按 AUDIT_DAYS 每天自动清理；清理本身记入链中。最近 184 天的依法不能清理。",
    options: { before: required(moment("早于这一天，日期如 2026-11-01，按北京时间")) },
    run: async ({ before }, { onDatabase, now }) => {
      const { cut } = await import("../audit/cut.ts");
      return `清理了 ${await onDatabase((db) => cut(db, before, now()))} 条。`;
    },
  }),
];
