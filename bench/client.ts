import { Agent, request } from "node:http";

/** One HTTP answer; `ms` from sending to its last byte. */
export interface Reply {
  /** The HTTP status; 0 when no answer came. */
  status: number;
  retryAfter: number;
  etag: string;
  text: string;
  ms: number;
}

export interface ToSend {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: unknown;
}

/** The time-out of a browser in ms (RQ-06). */
const GIVE_UP_MS = 10_000;

/** Keeps connections open, and costs a fraction of `fetch`: the load generator shares the machine with the server. */
const agent = new Agent({ keepAlive: true, maxSockets: 2000 });

export function ask(url: string, asked: ToSend = {}): Promise<Reply> {
  const { method = "GET", headers, body } = asked;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const sent: Record<string, string | number> = { ...headers };
  if (text !== undefined) {
    sent["content-type"] = "application/json";
    sent["content-length"] = Buffer.byteLength(text);
  }
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, read: string, given: Record<string, unknown> = {}): void => {
      const retryAfter = Number(given["retry-after"] ?? 0);
      const etag = typeof given["etag"] === "string" ? given["etag"] : "";
      resolve({ status, retryAfter, etag, text: read, ms: performance.now() - startedAt });
    };
    const sending = request(
      url,
      { method, headers: sent, agent, timeout: GIVE_UP_MS },
      (answer) => {
        let read = "";
        answer.setEncoding("utf8").on("data", (piece: string) => (read += piece));
        answer.on("end", () => end(answer.statusCode ?? 0, read, answer.headers));
        answer.on("error", () => end(0, read));
      },
    );
    sending.on("timeout", () => sending.destroy(new Error("timed out")));
    sending.on("error", (error: NodeJS.ErrnoException) => {
      // the server had just closed a connection that was kept open for nothing
      if (sending.reusedSocket && error.code === "ECONNRESET") resolve(ask(url, asked));
      else end(0, "");
    });
    sending.end(text);
  });
}
