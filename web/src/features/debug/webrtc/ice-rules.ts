import type { Fact } from "../parts/facts.ts";
import type { Trouble } from "./failures.ts";
import { candidateWords } from "./rules.ts";

export interface IceForm {
  url: string;
  username: string;
  password: string;
}

export type IceFormFault = Partial<Record<keyof IceForm, string>>;

const SERVER =
  /^(?<kind>stuns?|turns?):(?<host>\[[\da-f:]+\]|[\w.-]+)(?::(?<port>\d{1,5}))?(?:\?transport=(?:udp|tcp))?$/i;

/** The server to ask, or what is wrong at which field. */
export function readIceForm(form: IceForm): { server: RTCIceServer } | { fault: IceFormFault } {
  const url = form.url.trim();
  const match = SERVER.exec(url)?.groups;
  if (match === undefined) {
    return { fault: { url: "请写成 stun:主机:端口 或 turn:主机:端口?transport=udp" } };
  }
  if (Number(match["port"] ?? 1) > 65_535 || match["port"] === "0") {
    return { fault: { url: "端口应在 1 到 65535 之间" } };
  }
  if (/^stun/i.test(url)) {
    return /\?/.test(url)
      ? { fault: { url: "stun 地址后面不能带 ?transport=" } }
      : { server: { urls: url } };
  }
  const username = form.username.trim();
  const fault: IceFormFault = {
    ...(username === "" ? { username: "TURN 服务器需要用户名" } : {}),
    ...(form.password === "" ? { password: "TURN 服务器需要密码" } : {}),
  };
  if (Object.keys(fault).length > 0) return { fault };
  return { server: { urls: url, username, credential: form.password } };
}

/** One address that the browser found. */
export interface FoundCandidate {
  type: string;
  protocol: string;
  address: string;
  port: number | null;
}

export interface IceError {
  code: number;
  text: string;
}

export interface IceFindings {
  /** The kind of the server that was asked. */
  kind: "stun" | "turn";
  candidates: readonly FoundCandidate[];
  errors: readonly IceError[];
  /** The time-out came before the browser had finished gathering. */
  late: boolean;
}

export type IceVerdict = { ok: true; what: string } | ({ ok: false } & Trouble);

/** Returns what the findings mean for a call. */
export function iceVerdict({ kind, candidates, errors, late }: IceFindings): IceVerdict {
  const relay = candidates.find(({ type }) => type === "relay");
  const mapped = candidates.find(({ type }) => type === "srflx");
  if (kind === "turn" && relay !== undefined) {
    return { ok: true, what: `中继可用，服务器给出了 ${placeOf(relay)}。` };
  }
  if (kind === "stun" && mapped !== undefined) {
    return { ok: true, what: `STUN 可用，公网看到的地址是 ${placeOf(mapped)}。` };
  }
  const refused = errors.find(({ code }) => code >= 300 && code < 700);
  if (refused !== undefined) return { ok: false, ...refusal(refused) };
  if (candidates.length === 0 && errors.length === 0 && !late) {
    return {
      ok: false,
      what: "浏览器没有给出任何地址。",
      todo: "请检查网络是否已连接，以及管理员是否禁止了 WebRTC。",
    };
  }
  return {
    ok: false,
    what: "服务器没有回应。",
    todo: "请核对主机名和端口；如果都对，请网络管理员放行到这个端口的 UDP（或改用 turn:…?transport=tcp、turns:）。",
  };
}

export function candidateFact(candidate: FoundCandidate, index: number): Fact {
  const { type, protocol } = candidate;
  return {
    name: `${index + 1}. ${candidateWords(type)}`,
    value: `${protocol} ${placeOf(candidate)}`,
  };
}

function refusal({ code, text }: IceError): Trouble {
  if (code === 401 || code === 403 || code === 431 || code === 441) {
    return {
      what: `服务器不接受这组用户名和密码（${code}）。`,
      todo: "请核对后再试；临时密码可能已经过期。",
    };
  }
  if (code === 486 || code === 508) {
    return {
      what: `服务器的中继已经用完（${code}）。`,
      todo: "请稍后再试，或请管理员增加中继端口。",
    };
  }
  return {
    what: `服务器拒绝了请求（${code} ${text.slice(0, 80)}）。`,
    todo: "请把报告发给服务器的管理员。",
  };
}

function placeOf({ address, port }: FoundCandidate): string {
  return `${address === "" ? "（地址隐藏）" : address}${port === null ? "" : `:${port}`}`;
}
