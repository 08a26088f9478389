/** The platform's refusals: HTTP status, envelope code and Chinese sentence (contract.md, "Envelope and failures"). */
export const REFUSALS = {
  noSession: { status: 401, code: 401, msg: "请先登录" },
  sessionExpired: { status: 401, code: 401, msg: "登录已过期，请重新登录" },
  sessionReplaced: { status: 401, code: 401, msg: "账号已在其他地方登录，请重新登录" },
  sessionRevoked: { status: 401, code: 401, msg: "登录已失效，请重新登录" },
  badInput: { status: 400, code: 40001, msg: "提交的内容有误，请检查后重试" },
  wrongPassword: { status: 400, code: 40002, msg: "账号或密码不正确" },
  badCode: { status: 400, code: 40003, msg: "验证信息有误、已使用或已过期" },
  checkWanted: { status: 400, code: 40004, msg: "还需要一步验证" },
  notAllowed: { status: 400, code: 40005, msg: "当前身份不能进行此操作" },
  notFound: { status: 404, code: 40400, msg: "内容不存在" },
  conflict: { status: 409, code: 40900, msg: "内容已被他人更改，请刷新后重试" },
  tooLarge: { status: 413, code: 41300, msg: "提交的内容过大" },
  tooMany: { status: 429, code: 42900, msg: "操作过于频繁，请稍后再试" },
  fault: { status: 500, code: 50000, msg: "服务出现故障，请稍后再试" },
  notReady: { status: 503, code: 50300, msg: "服务暂时不可用，请稍后再试" },
} as const satisfies Record<string, { status: number; code: number; msg: string }>;

export type RefusalName = keyof typeof REFUSALS;

/** The reason for a 401, in `data.reason`. */
export type SessionEndReason = "none" | "expired" | "replaced" | "revoked";
