import {
  monthDayText,
  INVITATION_LIMITS,
  INVITED_IDENTITIES,
  REGISTER_PATH,
  type Identity,
  type Invitation,
  type InvitationKind,
} from "#contract";

export const KIND_NAMES: Readonly<Record<InvitationKind, string>> = {
  class: "加入班级",
  child: "绑定孩子",
  staff: "加入学校",
};

export const KIND_HINTS: Readonly<Record<InvitationKind, string>> = {
  class: "发给一个班的学生，或这个班的任课教师",
  child: "发给一名学生的家长，每个孩子单独一个",
  staff: "发给本校的教职工",
};

/** The names of the people whom an invitation can bring in, by identity. */
const INVITED_NAMES: Partial<Record<Identity, string>> = {
  student: "学生",
  teacher: "教师",
  parent: "家长",
  manager: "学校管理员",
};

export function invitedName(identity: Identity): string {
  return INVITED_NAMES[identity] ?? identity;
}

/** Returns the kinds that a person may create: only a manager invites staff. */
export function kindsFor(identity: Identity | null): readonly InvitationKind[] {
  if (identity === "manager") return ["class", "child", "staff"];
  return identity === "teacher" ? ["class", "child"] : [];
}

export function titleOf({ kind, identity, class: of, child }: Invitation): string {
  const place = kind === "child" ? child?.name : kind === "class" ? of?.name : "全校";
  return [place, invitedName(identity)].filter(Boolean).join(" · ");
}

const STATE_NAMES = { used: "已用完", expired: "已过期", revoked: "已作废" } as const;

/** Returns an invitation's state in words: 已用 12 / 60，12月20日到期. */
export function stateText({ state, used, max_uses, expires_at }: Invitation): string {
  const count = `已用 ${used} / ${max_uses}`;
  return state === "active"
    ? `${count}，${monthDayText(expires_at)}到期`
    : `${STATE_NAMES[state]}，${count}`;
}

/** Returns the address in an invitation's QR code: the page where it is used. */
export function addressOf(page: string, identity: Identity, code: string): string {
  return `${page}#${REGISTER_PATH}${identity}/${code}`;
}

export const DAYS = [1, 7, 14, 30, 90, 180] as const;

/** The form's values; counts as they were typed. */
export interface Draft {
  kind: InvitationKind;
  identity: Identity;
  class_id: string;
  child_id: string;
  uses: string;
  days: number;
}

/** Returns a new draft of a kind, with its default uses and days. */
export function draftOf(kind: InvitationKind, class_id: string): Draft {
  const { uses, days } = INVITATION_LIMITS[kind];
  const identity = INVITED_IDENTITIES[kind][0];
  return { kind, identity, class_id, child_id: "", uses: String(uses), days };
}

export interface DraftFaults {
  place?: string;
  uses?: string;
}

export function faultsOf({ kind, class_id, child_id, uses }: Draft): DraftFaults {
  const faults: DraftFaults = {};
  const { maxUses } = INVITATION_LIMITS[kind];
  if (kind === "class" && class_id === "") faults.place = "请选择班级";
  if (kind === "child" && child_id === "") faults.place = "请选择学生";
  const count = Number(uses);
  if (!Number.isInteger(count) || count < 1 || count > maxUses) {
    faults.uses = `请输入 1 到 ${maxUses} 之间的数`;
  }
  return faults;
}
