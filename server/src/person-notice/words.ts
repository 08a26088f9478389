import {
  BUNDLES,
  type Identity,
  IDENTITIES,
  IDENTITY_NAMES,
  isRight,
  type NoticeKind,
  type PersonNotice,
  RIGHT_NAMES,
} from "#contract";
import type { NoticeRow, Reader } from "./queries.ts";

const DAY = new Intl.DateTimeFormat("zh-CN", {
  timeZone: "Asia/Shanghai",
  year: "numeric",
  month: "long",
  day: "numeric",
});

/** Returns a notice as its reader sees it. */
export function noticeOf(row: NoticeRow, { identity }: Reader): PersonNotice {
  const { id, kind, at, seen_at } = row;
  const text = noticeText(row, identity === "student" ? "你" : "您");
  return { id, kind, at: at.toISOString(), text, seen_at: seen_at?.toISOString() ?? null };
}

/** Says in one sentence who did what. `you` is how the reader is addressed. */
function noticeText(row: NoticeRow, you: "你" | "您"): string {
  return WORDS[row.kind](row, actorOf(row, you), you);
}

/** Names the actor as far as the reader may know: by name within the own school, else as the place's administrator. */
function actorOf({ detail, place, by_name }: NoticeRow, you: string): string {
  if (detail.by === "guardian") return `${you}的家长`;
  if (detail.by === "operator") return "平台的运维人员";
  if (place === null) return "平台管理员";
  return `${place}的${by_name ?? "管理员"}`;
}

type Words = (row: NoticeRow, who: string, you: string) => string;

const WORDS: Readonly<Record<NoticeKind, Words>> = {
  "password-reset": (_row, who, you) =>
    `${who}为${you}的账号设了临时密码，之前的登录已经全部结束。`,
  "factors-reset": (_row, who, you) =>
    `${who}取消了${you}的两步验证，之前的登录已经全部结束。需要时请重新设置。`,
  "sessions-ended": (_row, who, you) => `${who}结束了${you}在所有设备上的登录。`,
  "code-read": (_row, who, you) =>
    `${who}查看了发给${you}的验证码。如果不是${you}请人转告的，请尽快修改密码。`,
  "account-locked": ({ detail }, who, you) =>
    `${who}锁定了${you}的账号${untilText(detail.until)}。`,
  "account-unlocked": ({ detail }, who, you) =>
    detail.by === "day" ? `${you}的账号已经到期解锁。` : `${who}解锁了${you}的账号。`,
  "identity-added": (row, who, you) =>
    `${who}启用了${you}${identityText(row)}身份${untilText(row.detail.until)}。`,
  "identity-ended": (row, who, you) =>
    row.detail.by === "day"
      ? `${you}${identityText(row)}身份已经到期。`
      : `${who}停用了${you}${identityText(row)}身份。`,
  "right-given": (row, who, you) =>
    `${who}授予${you}${rightText(row)}的权限${untilText(row.detail.until)}。`,
  "home-viewed": (row, who, you) =>
    `${who}以只看的方式看了${childText(row, you)}的首页，原因：${row.detail.reason ?? ""}。`,
  "guardian-bound": ({ about_id, child, detail }, who, you) =>
    `${who}登记${you}为${about_id === null || child === null ? "一个孩子" : child}的${detail.relation || "家长"}。如果有误，请联系学校。`,
  "guardian-changed": (row, who, you) =>
    `${who}把${you}与${childText(row, you)}的关系改成了${row.detail.relation ?? ""}。`,
  // the name of somebody else's child is not told any more
  "guardian-ended": (_row, who, you) =>
    `${who}解除了${you}与孩子的关系，${you}不再能看到孩子的信息。有疑问请联系学校。`,
  "nightly-failed": ({ detail, school }) =>
    `${school ?? ""}的每晚同步没有成功，名册没有改动。${detail.reason ?? ""}`,
  "nightly-held": ({ detail, school }) =>
    `${school ?? ""}的每晚同步带来的变更没有应用，请在“名册”里决定。${detail.reason ?? ""}`,
  "change-stopped": ({ detail, school }) =>
    `${school ?? "全平台"}一次已经批准的变更没有在${dayText(detail.until)}生效：${detail.reason ?? ""}请在“变更”里核对，需要时重新提交。`,
  "right-taken": (row, who, you) => `${who}收回了${you}${rightText(row)}的权限。`,
};

/** The reader's child, where it is about one. */
function childText({ about_id, child }: NoticeRow, you: string): string {
  return about_id === null ? you : (child ?? "孩子");
}

function dayText(at: string | null | undefined): string {
  return at == null ? "" : DAY.format(new Date(at));
}

function untilText(until: string | null | undefined): string {
  return until == null ? "" : `，到${dayText(until)}为止`;
}

/** The identity with its place: 在启明小学的教师. */
function identityText({ detail: { identity }, school }: NoticeRow): string {
  const known = IDENTITIES.find((one): one is Identity => one === identity);
  const name = known === undefined ? "" : IDENTITY_NAMES[known];
  return school === null ? `的${name}` : `在${school}的${name}`;
}

/** A bundle or right with its place: 启明小学“教务”. */
function rightText({ detail: { bundle, right }, bundle_name, school }: NoticeRow): string {
  const known = Object.entries(BUNDLES).find(([id]) => id === bundle)?.[1].name ?? bundle_name;
  const name = known ?? (isRight(right) ? RIGHT_NAMES[right].name : "");
  return `${school ?? "全平台"}“${name}”`;
}
