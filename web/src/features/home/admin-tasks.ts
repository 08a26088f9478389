import { readAdministration, type Right } from "#contract";
import { send } from "../../api/client.ts";
import type { Findable } from "./search.ts";

/** A task of administration that the search of home finds by its words (AD-23). */
export interface AdminTask extends Findable {
  /** In-app path. */
  path: string;
  /** Rights of which one is enough; empty: any right will do. */
  rights: readonly Right[];
}

function task(
  name: string,
  pinyin: string,
  path: string,
  rights: readonly Right[],
  aliases: readonly string[] = [],
): AdminTask {
  return { name, pinyin, path: `/module/admin/${path}`, rights, aliases, description: "" };
}

export const ADMIN_TASKS: readonly AdminTask[] = [
  task(
    "重置密码",
    "chong zhi mi ma",
    "people",
    ["people.secret"],
    ["忘记密码", "改密码", "初始密码", "密码条"],
  ),
  task(
    "查找人员",
    "cha zhao ren yuan",
    "people",
    ["people.read"],
    ["学生", "教师", "老师", "家长", "账号"],
  ),
  task(
    "新建人员",
    "xin jian ren yuan",
    "people",
    ["people.write"],
    ["添加学生", "添加老师", "加人", "转入"],
  ),
  task(
    "停用或锁定账号",
    "ting yong huo suo ding zhang hao",
    "people",
    ["people.write"],
    ["锁定", "解锁", "离职"],
  ),
  task("调班", "tiao ban", "people", ["people.write"], ["换班", "分班"]),
  task("监护人", "jian hu ren", "people", ["people.write"], ["绑定家长", "解除监护"]),
  task("导出名单", "dao chu ming dan", "people", ["people.read"], ["excel", "xlsx", "打印名单"]),
  task(
    "疑似重复的账号",
    "yi si chong fu de zhang hao",
    "people/duplicates",
    ["people.write"],
    ["合并账号", "重名"],
  ),
  task(
    "离校人员",
    "li xiao ren yuan",
    "people/leavers",
    ["people.write"],
    ["即将删除", "毕业", "注销"],
  ),
  task(
    "班级和任课",
    "ban ji he ren ke",
    "classes",
    ["people.read"],
    ["班主任", "安排任课", "新建班级"],
  ),
  task(
    "学校资料",
    "xue xiao zi liao",
    "schools",
    ["school.write"],
    ["新建学校", "学段", "停用学校"],
  ),
  task("应用上架", "ying yong shang jia", "apps", ["app.manage"], ["接入应用", "谁能看见应用"]),
  task("授权", "shou quan", "rights/give", ["grant.give"], ["权限", "管理员"]),
  task("谁有管理权限", "shei you guan li quan xian", "rights", [], ["我的权限"]),
  task("撤销变更", "che xiao bian geng", "changes", [], ["恢复", "回退", "审批"]),
  task("处理反馈", "chu li fan kui", "feedback", ["feedback.answer"], ["回复反馈"]),
  task(
    "课程与资源",
    "ke cheng yu zi yuan",
    "content",
    ["content.manage"],
    ["下架课程", "新建课程", "微课", "课件"],
  ),
  task("审计记录", "shen ji ji lu", "audit", ["audit.read"], ["日志", "谁看过"]),
  task(
    "学校就绪和统计",
    "xue xiao jiu xu he tong ji",
    "overview",
    ["report.read"],
    ["总览", "登录人数"],
  ),
];

const QUIET = { quietGeneral: true, quietError: true } as const;
let known: { at: number; tasks: Promise<readonly AdminTask[]> } | undefined;
const KNOWN_MS = 60_000;

/** Returns the tasks that the person may do; asked for once a minute at most. */
export function readTasks(): Promise<readonly AdminTask[]> {
  if (known === undefined || Date.now() - known.at > KNOWN_MS) {
    const tasks = send(readAdministration, {}, QUIET).then(
      ({ rights }) => tasksFor(rights.map(({ right }) => right)),
      () => [],
    );
    known = { at: Date.now(), tasks };
  }
  return known.tasks;
}

/** Returns the tasks for rights. */
export function tasksFor(rights: readonly Right[]): readonly AdminTask[] {
  if (rights.length === 0) return [];
  return ADMIN_TASKS.filter(
    ({ rights: wanted }) => wanted.length === 0 || wanted.some((right) => rights.includes(right)),
  );
}
