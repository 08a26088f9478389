import { connect, type Socket } from "node:net";
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import { asPoolClient } from "../prepared-client.ts";
import { codeOf, DatabaseUnavailable } from "../unavailable.ts";
import { socketIn } from "./data-socket.ts";
import { readFrames, writeFrame } from "./frames.ts";
import { type Answer, type Asked, type Hello, LENDING_SOCKET } from "./lending.ts";

const LOST =
  "与正在运行的平台断开了连接：平台停止了，或者这个命令在写入的中途停顿了半分钟以上。没有写完的内容已经撤销，请再执行一次。";

/**
 * The engine of the platform that runs on this data directory, as `lendEngine` lends it; undefined when none does.
 * Throws `DatabaseUnavailable` when it may not be used, or is another program than this one.
 */
export async function borrowEngine(
  dataDir: string,
  program: string,
): Promise<PostgresPool | undefined> {
  const path = socketIn(dataDir, LENDING_SOCKET);
  const first = path === undefined ? undefined : await openLink(path, program);
  if (path === undefined || first === undefined) return undefined;
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
      const link = idle.pop() ?? (await another());
      return link.client(() => void idle.push(link));
    },
    end: async () => {
      for (const link of links) link.close();
    },
    options: {},
  };
}

/** A connection to who lends. */
interface Link {
  client(onRelease: () => void): PostgresPoolClient;
  close(): void;
}

async function openLink(path: string, program: string): Promise<Link | undefined> {
  const socket = await reach(path);
  if (socket === undefined) return undefined;
  const arriving = readFrames(socket);
  // a later question's answer is waited for after the earlier ones', in the order of both
  const next = async (): Promise<unknown> => {
    const { value, done } = await arriving.next().catch(() => ({ value: undefined, done: true }));
    if (done) throw new DatabaseUnavailable(LOST);
    return value;
  };
  const hello = (await next()) as Hello;
  if (hello.program !== program) {
    socket.destroy();
    throw new DatabaseUnavailable(
      "正在运行的平台与这个命令不是同一个版本的程序，请先用现在的程序重新启动平台，再执行这个命令。",
    );
  }
  const send = async (sql: string, parameters: readonly unknown[]) => {
    writeFrame(socket, { sql, parameters } satisfies Asked);
    return resultOf((await next()) as Answer);
  };
  return {
    client: (onRelease) =>
      asPoolClient(send, (isBroken) => {
        if (isBroken === true) socket.destroy();
        else onRelease();
      }),
    close: () => socket.destroy(),
  };
}

function resultOf(answer: Answer): PostgresQueryResult<Record<string, unknown>> {
  if ("result" in answer) return answer.result;
  if ("refused" in answer) throw new DatabaseUnavailable(answer.refused);
  const { message, ...fields } = answer.failed;
  throw Object.assign(new pg.DatabaseError(message, message.length, "error"), fields);
}

/** Undefined when nobody listens there. */
function reach(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => resolve(socket));
    // also later: what waits for an answer then is told by the frames
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
