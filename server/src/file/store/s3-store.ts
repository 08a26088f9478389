import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { AwsClient } from "aws4fetch";
import type { Config } from "../../platform/config.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Store } from "./store.ts";

type S3 = NonNullable<Config["s3"]>;

const ANSWER_WITHIN_MS = 20_000;
const RETRIES = 2;

/**
 * Keeps files in an S3-compatible store. People upload into `quarantine/`; only the server writes to `kept/` and reads
 * from it.
 */
export class S3Store implements Store {
  readonly provider = "s3";
  readonly #config: S3;
  readonly #client: AwsClient;

  constructor(config: S3) {
    this.#config = config;
    this.#client = new AwsClient({
      accessKeyId: config.accessKeyId,
      secretAccessKey: config.secretAccessKey,
      region: config.region,
      service: "s3",
      retries: RETRIES,
    });
  }

  /** Signs an upload address. Type and length are part of the signature, so the store itself refuses anything else. */
  async permit({ key, mime, size, now, expires_at }: Parameters<Store["permit"]>[0]) {
    const { publicEndpoint, bucket, region } = this.#config;
    const url = new URL(this.#address(publicEndpoint, `quarantine/${key}`));
    const seconds = Math.floor((expires_at.getTime() - now.getTime()) / 1000);
    url.searchParams.set("X-Amz-Expires", String(seconds));
    const signed = await this.#client.sign(url, {
      method: "PUT",
      headers: { "content-type": mime, "content-length": String(size) },
      aws: { signQuery: true, allHeaders: true, datetime: amzTime(now) },
    });
    return {
      endpoint: publicEndpoint,
      bucket,
      region,
      method: "PUT" as const,
      url: signed.url,
      headers: { "content-type": mime },
    };
  }

  async readArrived(key: string, most: number): Promise<Buffer | undefined> {
    const answer = await this.#ask("GET", `quarantine/${key}`);
    if (answer === undefined) return undefined;
    const length = Number(answer.headers.get("content-length") ?? Number.NaN);
    if (!(length <= most)) {
      await answer.body?.cancel();
      throw new Refusal("tooLarge");
    }
    return buffer(streamOf(answer));
  }

  async dropArrived(key: string): Promise<void> {
    await this.#ask("DELETE", `quarantine/${key}`);
  }

  async keep(key: string, bytes: Buffer, mime: string): Promise<void> {
    const headers = { "content-type": mime };
    await this.#ask("PUT", `kept/${key}`, { body: new Uint8Array(bytes), headers });
  }

  async open(key: string, part?: { from: number; to: number }): Promise<Readable | undefined> {
    const range = part && { range: `bytes=${part.from}-${part.to}` };
    const answer = await this.#ask("GET", `kept/${key}`, { headers: { ...range } });
    return answer === undefined ? undefined : streamOf(answer);
  }

  async drop(key: string): Promise<void> {
    await this.#ask("DELETE", `kept/${key}`);
  }

  /** Sends a request to the store; undefined when there is no such object, any other failure is thrown. */
  async #ask(
    method: "GET" | "PUT" | "DELETE",
    path: string,
    sent: { body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
  ): Promise<Response | undefined> {
    let answer: Response;
    try {
      answer = await this.#client.fetch(this.#address(this.#config.endpoint, path), {
        method,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        ...sent,
      });
    } catch (error) {
      throw new Refusal("notReady", { cause: error, retryAfter: 5 });
    }
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404) return undefined;
    const cause = new Error(`the object store answered ${answer.status} to ${method}`);
    throw new Refusal("notReady", { cause, retryAfter: 5 });
  }

  #address(endpoint: string, path: string): string {
    const { bucket, addressing } = this.#config;
    if (addressing === "path") return `${endpoint}/${bucket}/${path}`;
    const url = new URL(endpoint);
    return `${url.protocol}//${bucket}.${url.host}/${path}`;
  }
}

function streamOf({ body }: Response): Readable {
  return body === null ? Readable.from([]) : Readable.fromWeb(body);
}

/** Returns a moment as `20261120T080000Z`. */
function amzTime(now: Date): string {
  return now.toISOString().replace(/[:-]|\.\d{3}/g, "");
}
