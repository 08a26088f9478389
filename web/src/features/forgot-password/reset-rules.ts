import { codeFault, passwordFault, PASSWORD_MIN_LENGTH, receiverOf, REFUSALS } from "#contract";
import { ApiError, failureText } from "../../api/failures.ts";

/** The form as it was typed. */
export interface Typed {
  account: string;
  receiver: string;
  code: string;
  fresh: string;
  again: string;
}

export type Field = keyof Typed;
export type Faults = Partial<Record<Field, string>>;

/** Returns the faults that keep a code from being asked for. */
export function receiverFaults({ account, receiver }: Pick<Typed, "account" | "receiver">): Faults {
  const faults: Faults = {};
  if (account.trim() === "") faults.account = "请输入账号";
  if (receiver.trim() === "") faults.receiver = "请输入这个账号留下的手机号或邮箱";
  else if (receiverOf(receiver) === undefined) {
    faults.receiver = "请输入 11 位手机号，或正确的邮箱";
  }
  return faults;
}

/** Returns the faults that keep a new password from being sent. */
export function passwordFaults({ account, code, fresh, again }: Typed): Faults {
  const faults: Faults = {};
  const wrong = codeFault(code.trim());
  if (wrong !== undefined) faults.code = wrong;
  const fault = passwordFault(fresh, account);
  if (fault !== undefined) faults.fresh = fault;
  else if (again !== fresh) faults.again = "两次输入的新密码不一致";
  return faults;
}

/** Demands on a new password, shown beside the field. */
export const PASSWORD_RULES = [
  {
    text: `至少 ${PASSWORD_MIN_LENGTH} 位`,
    isMet: (fresh: string) => fresh.length >= PASSWORD_MIN_LENGTH,
  },
  {
    text: "与账号不同",
    isMet: (fresh: string, account: string) =>
      fresh !== "" && fresh.toLowerCase() !== account.trim().toLowerCase(),
  },
  {
    text: "不容易被猜到：不只是连着或重复的字符、生日、常用的词",
    isMet: (fresh: string, account: string) => passwordFault(fresh, account) === undefined,
  },
] as const;

const FIELD_OF: ReadonlyMap<string, Field> = new Map([
  ["account", "account"],
  ["receiver", "receiver"],
  ["code", "code"],
  ["new_password", "fresh"],
]);

/** Returns the faults of a refusal by field; the code's, where it names none. */
export function faultsOfRefusal(error: unknown): Faults {
  const data = error instanceof ApiError ? error.data : null;
  const { errors } = (data ?? {}) as { errors?: { path?: string }[] };
  const field = FIELD_OF.get(errors?.[0]?.path ?? "") ?? "code";
  return { [field]: failureText(error) };
}

/** Returns the seconds until another code may be asked for, where too many were; 0 after any other failure. */
export function waitOf(error: unknown): number {
  const isEnough = error instanceof ApiError && error.code === REFUSALS.tooMany.code;
  const data = isEnough ? error.data : null;
  const { retry_after: wait } = (data ?? {}) as { retry_after?: unknown };
  return typeof wait === "number" ? Math.ceil(wait) : 0;
}
