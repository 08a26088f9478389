import { codeFault, receiverOf } from "#contract";

export interface Values {
  receiver: string;
  code: string;
}

export type Faults = Partial<Record<keyof Values | "consent", string>>;

/** Returns the faults that keep the form from being sent. */
export function faultsOf({ receiver, code }: Values): Faults {
  if (receiver.trim() === "") return { receiver: "请输入手机号或邮箱" };
  if (receiverOf(receiver) === undefined) return { receiver: "请输入 11 位手机号，或正确的邮箱" };
  const wrong = codeFault(code);
  return wrong === undefined ? {} : { code: wrong };
}
