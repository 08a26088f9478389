import { isChild, isMinor, type AgeFacts, type DataClass } from "#contract";

import type { Retention } from "./declare.ts";

/** The rights over a person's data, with a Chinese sentence where one is missing. */
export interface May {
  may_export: boolean;
  may_erase: boolean;
  why_not: string | null;
}

/**
 * Returns the rights over a person's data: a guardian decides for a child under 18; from 14 on a person may export the
 * own data (PIPL, article 31), and an adult may have it erased.
 */
export function mayOf(facts: AgeFacts, asGuardian: boolean, now: Date): May {
  if (asGuardian) return { may_export: true, may_erase: true, why_not: null };
  if (isChild(facts, now)) {
    return { may_export: false, may_erase: false, why_not: "导出和删除要请爸爸妈妈来做" };
  }
  if (isMinor(facts, now)) {
    return { may_export: true, may_erase: false, why_not: "未满 18 岁，删除账号要请爸爸妈妈来做" };
  }
  return { may_export: true, may_erase: true, why_not: null };
}

/** Returns a retention in Chinese words. */
export function keptText(retention: Retention): string {
  if (retention === "account") return "直到账号删除";
  if (retention === "institution") return "由学校管理";
  if (retention.days < 2) return "用完就删";
  const { days } = retention;
  return days % 365 === 0 ? `${days / 365} 年` : `${days} 天`;
}

/** Each kind of data with its name and the reason why it is kept, in the order shown. */
export const KINDS: Readonly<Record<DataClass, { name: string; why: string }>> = {
  identity: { name: "身份", why: "让老师、同学和应用认得出是谁" },
  contact: { name: "联系方式", why: "找回密码，接收验证码" },
  school: { name: "学校与班级", why: "显示适合所在学校、年级和班级的应用" },
  family: { name: "家庭", why: "让家长看到自己的孩子，替孩子做决定" },
  learning: { name: "学习", why: "老师布置的应用记下的成绩" },
  usage: { name: "使用记录", why: "显示“最近使用”，记住同意过的事" },
  preference: { name: "个人设置", why: "按自己的习惯显示主题、快捷应用和护眼提醒" },
  message: { name: "消息与反馈", why: "送达通知，回答提出的问题" },
  file: { name: "文件", why: "显示头像和反馈里的附件" },
  device: { name: "登录与设备", why: "保护账号，发现别人登录" },
};
