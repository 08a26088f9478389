import type { Identity, Right } from "#contract";
import { eyeSettings } from "../../session/eye-settings.ts";
import { session } from "../../session/session.ts";
import { chooseTheme } from "./choose.ts";
import type { Findable } from "./search.ts";

/** A thing to do in the platform that the search of home finds by its words (AD-23, SF-02). */
export interface Task extends Findable {
  /** The place at which it is done, in words. */
  where: string;
  /** Does it, or opens the in-app path at which it is done. */
  opens: string | (() => void);
}

/** A task of whoever is signed in. */
interface OwnTask extends Task {
  /** Identities that have it; absent: all. */
  identities?: readonly Identity[];
  /** The end of the address of an app that must be in the person's catalogue. */
  tile?: string;
}

/** A task of administration. */
interface AdminTask extends Task {
  /** Rights of which one is enough; empty: any right will do. */
  rights: readonly Right[];
}

const PROFILE = "/module/profile";
const ROSTER = "/module/class-roster";
const INVITATIONS = "/module/invitation";

export const OWN_TASKS: readonly OwnTask[] = [
  {
    ...own("重置学生密码", "chong zhi xue sheng mi ma", ROSTER, ["重置密码", "忘记密码"]),
    ...{ where: "班级学生", tile: ROSTER },
  },
  {
    ...own("发邀请码", "fa yao qing ma", `${INVITATIONS}/new`, ["邀请码", "邀请家长", "二维码"]),
    ...{ where: "邀请码", tile: INVITATIONS },
  },
  {
    ...own("我的孩子", "wo de hai zi", `${PROFILE}/family`, ["绑定孩子", "孩子的应用", "孩子"]),
    identities: ["parent"],
  },
  {
    ...own("重置孩子的密码", "chong zhi hai zi de mi ma", `${PROFILE}/family`, [
      "重置密码",
      "忘记密码",
    ]),
    identities: ["parent"],
  },
  {
    ...own("孩子的护眼规则", "hai zi de hu yan gui ze", `${PROFILE}/family`, ["护眼", "休息"]),
    identities: ["parent"],
  },
  {
    ...own("护眼设置", "hu yan she zhi", () => eyeSettings.setState({ open: true }), [
      "眼睛",
      "休息",
    ]),
    ...{ where: "设置", identities: ["student"] },
  },
  own("修改密码", "xiu gai mi ma", `${PROFILE}/security`, ["改密码", "换密码", "忘记密码"]),
  own("两步验证", "liang bu yan zheng", `${PROFILE}/security`, [
    "通行密钥",
    "指纹",
    "刷脸",
    "验证器",
  ]),
  own("已登录的设备", "yi deng lu de she bei", `${PROFILE}/security`, ["退出其他设备", "盗号"]),
  own("头像和姓名", "tou xiang he xing ming", PROFILE, ["换头像", "改名字", "基本资料"]),
  own("手机号和邮箱", "shou ji hao he you xiang", PROFILE, ["绑定手机", "换手机号", "联系方式"]),
  own("加入学校或班级", "jia ru xue xiao huo ban ji", `${PROFILE}/family`, ["邀请码", "绑定"]),
  own("我的数据", "wo de shu ju", `${PROFILE}/data`, ["导出数据", "注销账号", "删除账号", "隐私"]),
  {
    ...own("消息", "xiao xi", "/messages", ["通知", "收到", "未读"]),
    where: "消息",
  },
  {
    ...own("课程表", "ke cheng biao", "/timetable", ["今天的课", "下一节课", "上课"]),
    ...{ where: "首页", identities: ["student", "teacher", "parent"] },
  },
  {
    ...own("编辑常用应用", "bian ji chang yong ying yong", "/customize-menus", [
      "快捷应用",
      "排序",
    ]),
    where: "首页",
  },
  {
    ...own("更换图标颜色", "geng huan tu biao yan se", changeTheme, [
      "主题",
      "彩色",
      "单色",
      "黑白",
    ]),
    where: "设置",
  },
  {
    ...own("意见反馈", "yi jian fan kui", "/feedback", ["提意见", "报错", "客服"]),
    where: "反馈",
  },
  {
    ...own("帮助", "bang zhu", "/help", ["怎么用", "不会用", "使用说明", "教程", "手册"]),
    where: "帮助",
  },
];

function own(
  name: string,
  pinyin: string,
  opens: Task["opens"],
  aliases: readonly string[],
): OwnTask {
  return { name, pinyin, opens, aliases, description: "", where: "个人中心" };
}

function changeTheme(): void {
  void chooseTheme(session.getState().theme === "color" ? "monochrome" : "color");
}

function task(
  name: string,
  pinyin: string,
  path: string,
  rights: readonly Right[],
  aliases: readonly string[] = [],
): AdminTask {
  const opens = `/module/admin/${path}`;
  return { name, pinyin, opens, rights, aliases, description: "", where: "学校管理" };
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
    "导入名册",
    "dao ru ming ce",
    "rosters",
    ["roster.import"],
    ["excel", "导入学生", "批量导入", "模板"],
  ),
  task("新学年", "xin xue nian", "year", ["year.plan"], ["升级", "升年级", "毕业", "留级", "分班"]),
  task("发通知", "fa tong zhi", "notices", ["notice.send"], ["通知", "公告", "家长回执", "提醒"]),
  task(
    "学校资料",
    "xue xiao zi liao",
    "schools",
    ["school.write"],
    ["新建学校", "学段", "停用学校"],
  ),
  task("应用上架", "ying yong shang jia", "apps", ["app.manage"], ["接入应用", "谁能看见应用"]),
  task(
    "导入课程表",
    "dao ru ke cheng biao",
    "classes/timetable",
    ["class.write"],
    ["排课", "课表", "节次"],
  ),
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

/** Returns the tasks of someone with this identity, these addresses of apps, and these rights. */
export function tasksFor({
  identity,
  urls,
  rights,
}: {
  identity: Identity | null;
  urls: readonly string[];
  rights: readonly Right[];
}): readonly Task[] {
  const isOwn = ({ identities, tile }: OwnTask) =>
    (identities === undefined || (identity !== null && identities.includes(identity))) &&
    (tile === undefined || urls.some((url) => url.endsWith(tile)));
  const isAllowed = (wanted: readonly Right[]) =>
    rights.length > 0 && (wanted.length === 0 || wanted.some((right) => rights.includes(right)));
  return [
    ...ADMIN_TASKS.filter((one) => isAllowed(one.rights)),
    ...OWN_TASKS.filter((one) => isOwn(one)),
  ];
}
