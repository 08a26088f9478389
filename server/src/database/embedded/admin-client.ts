import { connect, type Socket } from "node:net";
import type { PostgresPool, PostgresQueryResult } from "kysely";
import pg from "pg";
import { asPoolClient } from "../prepared-client.ts";
import { codeOf, DatabaseUnavailable } from "../unavailable.ts";
import {
  adminSocketIn,
  type Answer,
  type Hello,
  readMessages,
  sendMessage,
} from "./admin-socket.ts";

const LOST =
  "与正在运行的平台断开了连接：平台停止了，或者这个命令在写入的中途停顿了半分钟以上。没有写完的内容已经撤销，请再执行一次。";

/**
 * Connects to the engine of the platform that runs on this data directory; returns undefined when none does. Throws
 * `DatabaseUnavailable` when it may not be used, or when another program runs than the given one.
 *
 * @param program undefined for work that any version's tables will do for
 */
export async function connectToEngine(
  dataDir: string,
  program: string | undefined,
): Promise<PostgresPool | undefined> {
  const path = adminSocketIn(dataDir);
  if (path === undefined) return undefined;
  const first = await openLink(path, program);
  if (first === undefined) return undefined;
  const links = [first];
  const idle = [first];
  const another = async (): Promise<Link> => {
    const link = await openLink(path, program);
    if (link === undefined) throw new DatabaseUnavailable(LOST);
    links.push(link);
    return link;
  };
  return {
    connect: async () => {
      const { send, close } = idle.pop() ?? (await another());
      return asPoolClient(send, (isBroken) => {
        if (isBroken === true) close();
        else idle.push({ send, close });
      });
    },
    end: async () => {
      for (const link of links) link.close();
    },
    options: {},
  };
}

interface Link {
  send(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Record<string, unknown>>>;
  close(): void;
}

async function openLink(path: string, program: string | undefined): Promise<Link | undefined> {
  const socket = await reach(path);
  if (socket === undefined) return undefined;
  const arriving = readMessages(socket);
  // a later statement's answer is waited for after the earlier ones', in the order of both
  const next = async (): Promise<unknown> => {
    const { value, done } = await arriving.next().catch(() => ({ value: undefined, done: true }));
    if (done === true) throw new DatabaseUnavailable(LOST);
    return value;
  };
  const hello = (await next()) as Hello;
  if (program !== undefined && hello.program !== program) {
    socket.destroy();
    throw new DatabaseUnavailable(
      "正在运行的平台与这个命令不是同一个版本的程序，请先用现在的程序重新启动平台，再执行这个命令。",
    );
  }
  return {
    send: async (sql, parameters) => {
      sendMessage(socket, { sql, parameters });
      return resultOf((await next()) as Answer);
    },
    close: () => void socket.destroy(),
  };
}

function resultOf(answer: Answer): PostgresQueryResult<Record<string, unknown>> {
  if ("result" in answer) return answer.result;
  if ("refused" in answer) throw new DatabaseUnavailable(answer.refused);
  const { message, ...fields } = answer.failed;
  throw Object.assign(new pg.DatabaseError(message, message.length, "error"), fields);
}

/** Connects to a socket; returns undefined when nobody listens. */
function reach(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => resolve(socket));
    // also later: the end of the messages says it then
    socket.on("error", (error) => {
      const code = codeOf(error) ?? "";
      if (/^(ENOENT|ECONNREFUSED)$/.test(code)) resolve(undefined);
      else if (/^(EACCES|EPERM)$/.test(code)) {
        const sentence = "平台正以另一个系统用户的身份运行，请用那个用户来执行这个命令。";
        reject(new DatabaseUnavailable(sentence, { cause: error }));
      } else reject(error);
    });
  });
}
