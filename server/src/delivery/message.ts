import type { Channel, CodeUse } from "#contract";

/** A code on its way to somebody. */
export interface Message {
  channel: Channel;
  receiver: string;
  use: CodeUse;
  code: string;
  expires_at: Date;
}

/** A message by mail that is no code. */
export interface Mail {
  receiver: string;
  /** Without the platform's name, which is put before it. */
  subject: string;
  body: string;
}

/** News that a notice waits: by mail with its words, by SMS by a template that names the school. */
export interface NoticeAlert extends Mail {
  school: string;
}

/** Delivers messages of one channel; rejects when it could not, and is then called again. */
export interface Carrier {
  carry(message: Message): Promise<void>;
  /** Absent: the channel carries codes only. */
  carryMail?(mail: Mail): Promise<void>;
  /** Absent: the channel carries no news of notices. */
  carryAlert?(alert: NoticeAlert): Promise<void>;
  close?(): void;
}

export const USE_NAMES: Readonly<Record<CodeUse, string>> = {
  login: "登录",
  reset: "重设密码",
  bind: "绑定联系方式",
};
