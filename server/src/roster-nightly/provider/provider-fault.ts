import { AddressRefused, ResponseTooLarge } from "../../platform/outbound-fetch.ts";

/** Thrown where a provider cannot be read, or its data cannot be used. The message is one Chinese sentence. */
export class ProviderFault extends Error {
  override readonly name = "ProviderFault";

  constructor(message: string, options?: ErrorOptions) {
    // names of collections are set off by blanks, Chinese words are not
    super(message.replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, ""), options);
  }
}

/** Sentences for errors of a connection, by their code. */
const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "对方的服务没有运行，或端口不对",
  ECONNRESET: "连接在传送途中断开",
  ENOTFOUND: "找不到这个主机名，请检查地址",
  EAI_AGAIN: "域名暂时解析不了",
  ETIMEDOUT: "连接超时",
  EHOSTUNREACH: "到不了对方的网络",
  ENETUNREACH: "到不了对方的网络",
  CERT_HAS_EXPIRED: "对方的 HTTPS 证书已过期",
  CERT_NOT_YET_VALID: "对方的 HTTPS 证书还没有生效，请检查两边的时间",
  DEPTH_ZERO_SELF_SIGNED_CERT: "对方的 HTTPS 证书是自签的，不可信",
  SELF_SIGNED_CERT_IN_CHAIN: "对方的 HTTPS 证书是自签的，不可信",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "对方的 HTTPS 证书不完整，缺少中间证书",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "对方的 HTTPS 证书不完整，缺少中间证书",
  ERR_TLS_CERT_ALTNAME_INVALID: "对方的 HTTPS 证书不是这个主机名的",
  EPROTO: "对方的地址不是 HTTPS 的，请检查地址和端口",
  ERR_SSL_WRONG_VERSION_NUMBER: "对方的地址不是 HTTPS 的，请检查地址和端口",
};

/** Returns what a failed call means, in words. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ProviderFault) return error.message;
  if (error instanceof AddressRefused) {
    return "地址在内部网络，或没有用 https；内部网络须由运维人员列入 ROSTER_NETWORKS";
  }
  if (error instanceof ResponseTooLarge) return "一次给出的数据太大，超过 16 MB";
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (name === "TimeoutError" || (error as Error).cause instanceof DOMException) {
    return "等了太久没有答复";
  }
  if (typeof code === "string" && SENTENCES[code] !== undefined) return SENTENCES[code];
  return typeof code === "string" ? `连接失败（${code}）` : "连接失败";
}

/** Returns whether a failed call may succeed a moment later. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof AddressRefused || error instanceof ResponseTooLarge) return false;
  const { code } = error as { code?: unknown };
  return typeof code !== "string" || !/CERT|SSL|EPROTO|ENOTFOUND/.test(code);
}
