import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { platformSecret } from "./platform-state.ts";
import { readOnce } from "./read-once.ts";
import { newSecret } from "./secret.ts";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const FILE = "secrets.key";
const STATE = "secrets_key";

interface Key {
  id: string;
  bytes: Buffer;
}

/**
 * Encrypts values that the database must not hold in the clear. The key is the operator's (`SECRETS_KEY`, the same on
 * every node); without one it is a file beside the embedded database, or a row of a database server, which is all that
 * nodes share. A former key still decrypts, so that a new one can be put in front.
 */
export class Sealed {
  readonly #app: Pick<FastifyInstance, "config" | "db">;
  readonly #keys = readOnce(() => this.#read());

  constructor(app: Pick<FastifyInstance, "config" | "db">) {
    this.#app = app;
  }

  /** Encrypts a text for a `use`, without which it cannot be decrypted. */
  async seal(text: string, use: string): Promise<string> {
    const [{ id, bytes }] = await this.#keys();
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, bytes, iv).setAAD(Buffer.from(use));
    const parts = [iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
    return `${id}.${Buffer.concat(parts).toString("base64url")}`;
  }

  /** Decrypts a text; undefined when it was not sealed here, for this use, with a known key. */
  async open(sealed: string, use: string): Promise<string | undefined> {
    const [id, text = ""] = sealed.split(".");
    const key = (await this.#keys()).find((one) => one.id === id);
    const bytes = Buffer.from(text, "base64url");
    if (key === undefined || bytes.length < IV_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(use))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const opened = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
      return Buffer.concat([opened, decipher.final()]).toString("utf8");
    } catch {
      return undefined;
    }
  }

  /**
   * Returns a key for keyed hashes of one `use`, of the oldest known secret: what was hashed is still found after a new
   * one is put in front.
   */
  async hashKey(use: string): Promise<Buffer> {
    const keys = await this.#keys();
    const oldest = keys[keys.length - 1] ?? keys[0];
    return Buffer.from(hkdfSync("sha256", oldest.bytes, "", use, 32));
  }

  async #read(): Promise<[Key, ...Key[]]> {
    const { db, config } = this.#app;
    const kept = await db
      .selectFrom("platform_state")
      .select("value")
      .where("key", "=", STATE)
      .executeTakeFirst();
    const known = [...config.secretsKeys, await readFileSecret(config.dataDir, FILE), kept?.value];
    const [first, ...rest] = known.filter((key) => key !== undefined);
    if (first !== undefined) return [keyOf(first), ...rest.map(keyOf)];
    const made =
      config.databaseUrl === undefined
        ? await fileSecret(config.dataDir, FILE)
        : await platformSecret(db, STATE);
    return [keyOf(made)];
  }
}

function keyOf(text: string): Key {
  const bytes = Buffer.from(hkdfSync("sha256", text, "", "schoolgate secrets at rest", 32));
  return { id: createHash("sha256").update(bytes).digest("hex").slice(0, 8), bytes };
}

/** Reads the secret in a file of the data directory; undefined while there is none. */
async function readFileSecret(dataDir: string, name: string): Promise<string | undefined> {
  try {
    const text = (await readFile(join(dataDir, name), "utf8")).trim();
    return text === "" ? undefined : text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Makes a secret file that only the server's own user can read, synced to disk. */
async function fileSecret(dataDir: string, name: string): Promise<string> {
  const secret = newSecret();
  const file = await open(join(dataDir, name), "w", 0o600);
  try {
    await file.writeFile(`${secret}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return secret;
}
