import { createServer, type AddressInfo } from "node:net";
import { codeOf } from "../database/unavailable.ts";
import { StartFailure } from "./failure.ts";

/**
 * Checks that a port is free, so that the start fails at once and not after an import of minutes. Returns the port: for
 * 0 a free one, since the platform must know its own address before it listens.
 */
export async function findFree(host: string, port: number, variable: string): Promise<number> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject);
      probe.listen({ host, port }, resolve);
    });
  } catch (error) {
    explainListening(error, host, port, variable);
  }
  const { port: found } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return found;
}

/** Throws the error of listening at an address, as a sentence where there is one. */
export function explainListening(
  error: unknown,
  host: string,
  port: number,
  variable: string,
): never {
  const sentence = SENTENCES[codeOf(error) ?? ""]?.(host, port, variable);
  throw sentence === undefined ? error : new StartFailure(sentence, { cause: error });
}

const SENTENCES: Record<string, (host: string, port: number, variable: string) => string> = {
  EADDRINUSE: (host, port, variable) =>
    `端口 ${port} 已被占用：${host}:${port} 上有别的程序在监听，请停止它，或用环境变量 ${variable} 另选一个端口。`,
  EACCES: (_host, port, variable) =>
    `无权使用端口 ${port}：小于 1024 的端口通常要管理员权限，请用环境变量 ${variable} 另选一个端口。`,
  EADDRNOTAVAIL: noSuchAddress,
  ENOTFOUND: noSuchAddress,
  EAI_AGAIN: noSuchAddress,
};

function noSuchAddress(host: string): string {
  return `这台机器上没有地址 ${host}，请把环境变量 HOST 改成本机的地址，例如 127.0.0.1 或 0.0.0.0。`;
}
