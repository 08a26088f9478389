import {
  ACCOUNT_PATTERN,
  isIdentity,
  nameFault,
  passwordFault,
  REFUSALS,
  type AnswerOf,
  type Identity,
  type previewInvitation,
} from "#contract";
import { ApiError, failureText } from "../../api/failures.ts";

export type Preview = AnswerOf<typeof previewInvitation>;

/** The form as it was typed. */
export interface Typed {
  name: string;
  account: string;
  password: string;
  again: string;
  mobile: string;
  agreed: boolean;
}

export type Field = keyof Typed | "invitation" | "form";
export type Faults = Partial<Record<Field, string>>;

/** Returns the faults that keep the form from being sent; empty when there are none. */
export function faultsOf({ name, account, password, again, mobile, agreed }: Typed): Faults {
  const faults: Faults = {};
  const unfit = name.trim() === "" ? "请输入姓名" : nameFault(name);
  if (unfit !== undefined) faults.name = unfit;
  const spelled = tidyAccount(account);
  if (spelled === "") faults.account = "请给自己起一个账号";
  else if (!new RegExp(ACCOUNT_PATTERN).test(spelled)) {
    faults.account = "账号要 4 到 32 位，用小写字母和数字，以字母开头";
  }
  const unsafe = passwordFault(password, spelled);
  if (unsafe !== undefined) faults.password = unsafe;
  else if (again !== password) faults.again = "两次输入的密码不一致";
  if (mobile.trim() !== "" && !/^1[3-9]\d{9}$/.test(tidyMobile(mobile))) {
    faults.mobile = "请输入 11 位手机号，或者留空";
  }
  if (!agreed) faults.agreed = "请先阅读并同意这些协议";
  return faults;
}

export function tidyAccount(typed: string): string {
  return typed.normalize("NFKC").trim().toLowerCase();
}

/** Returns a mobile number without spaces, hyphens and country code. */
export function tidyMobile(typed: string): string {
  return typed.replace(/[\s-]/g, "").replace(/^\+?86(?=1\d{10}$)/, "");
}

const FIELDS: readonly Field[] = ["name", "account", "password", "mobile", "invitation"];

/** Returns the faults of a refusal by field. */
export function faultsIn(error: unknown): Faults {
  const text = failureText(error);
  if (!(error instanceof ApiError)) return { form: text };
  if (error.code === REFUSALS.badCode.code) return { invitation: text };
  if (error.code === REFUSALS.checkWanted.code) return { agreed: text };
  const { field, errors } = (error.data ?? {}) as {
    field?: unknown;
    errors?: readonly { path: string; message: string }[];
  };
  if (error.code === REFUSALS.badInput.code && Array.isArray(errors) && errors.length > 0) {
    return Object.fromEntries(errors.map(({ path, message }) => [placeOf(path), message]));
  }
  return { [placeOf(field)]: text };
}

function placeOf(path: unknown): Field {
  return FIELDS.find((field) => field === path) ?? "form";
}

/** Returns a sentence that says who gives out invitation codes, by the identity in the address (RT-03). */
export function guidanceFor(identity: string | undefined): string {
  const known = isIdentity(identity) ? GUIDANCE[identity] : undefined;
  return known ?? "邀请码由班主任或学校管理员发放。";
}

const GUIDANCE: Partial<Record<Identity, string>> = {
  student: "邀请码由班主任发给全班，有时写在黑板上或贴在教室里。",
  parent: "请向孩子的班主任要绑定码，每个孩子一个。",
  teacher: "邀请码由学校管理员或班主任发给您。",
  manager: "邀请码由区域或平台的管理员发给您。",
};

/** Says what a code is for, in one sentence. */
export function purposeOf({
  kind,
  identity,
  school_name,
  class_name,
  child_name,
}: Preview): string {
  if (kind === "child") return `成为 ${school_name} ${class_name ?? ""} ${child_name ?? ""} 的家长`;
  const as = identity === "student" ? "学生" : identity === "manager" ? "学校管理员" : "教师";
  return `以${as}的身份加入 ${[school_name, class_name].filter(Boolean).join(" ")}`;
}
