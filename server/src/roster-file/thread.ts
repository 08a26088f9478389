import { Worker } from "node:worker_threads";
import { concurrencyLimit } from "../platform/concurrency-limit.ts";
import { MAX_SECONDS } from "./limits.ts";
import { RosterFileRefused } from "./refused.ts";

/** Memory, in megabytes, that a thread may take for its objects. */
const MAX_HEAP_MB = 640;
/** One file at a time on a node: others wait, so that memory stays bounded. */
const limit = concurrencyLimit(1);

/** The refusal of a thread: its sentence. */
export interface ThreadRefused {
  refused: string;
  is_one_roster: boolean;
}

/**
 * Reads a file in a thread of its own, one at a time, with bounded memory and time (RO-07). Returns the thread's last message;
 * throws its refusal, or one of our own where it takes too much.
 *
 * @param take receives each message; true where further ones follow
 */
export function inThread<Message extends object>(
  url: URL,
  task: object,
  take: (message: Message) => boolean,
): Promise<Message> {
  return limit(() => runThread(url, task, take));
}

function runThread<Message extends object>(
  url: URL,
  task: object,
  take: (message: Message) => boolean,
): Promise<Message> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(url, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const end = () => {
      clearTimeout(clock);
      void worker.terminate();
    };
    const clock = setTimeout(() => {
      end();
      reject(new RosterFileRefused(`${MAX_SECONDS} 秒里没有读完，没有读下去；请检查文件。`));
    }, MAX_SECONDS * 1000);
    worker.on("message", (message: Message | ThreadRefused) => {
      if ("refused" in message) {
        end();
        reject(new RosterFileRefused(message.refused, message));
        return;
      }
      if (take(message)) return;
      end();
      resolve(message);
    });
    worker.once("error", (error: Error & { code?: string }) => {
      end();
      const isTooLarge = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      reject(
        isTooLarge
          ? new RosterFileRefused("表格的内容太多，没有读下去；请去掉不需要的列，或分成几个文件。")
          : error,
      );
    });
  });
}
