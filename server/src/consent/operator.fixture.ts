import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { operate } from "../../test/operate.ts";
import { AgreementRefused } from "./publish.ts";

/** An operator with a folder of texts, beside a platform whose clock the test sets. */
export class Operator {
  now = new Date("2026-11-20T08:00:00Z");
  at!: TestApp;
  folder!: string;

  /** Runs a command line; returns the text for the operator. */
  command = async (line: string): Promise<string> => {
    return operate(this.at.db, `admin agreement ${line}`, { now: this.now });
  };

  /** Returns the message with which a command line is refused; throws if it is not. */
  refusalOf = async (line: string): Promise<string> => {
    const told = await this.command(line).catch((error: unknown) => error);
    if (told instanceof AgreementRefused) return told.message;
    throw new Error(`not refused: ${line}`, { cause: told });
  };

  /** Writes a text file; returns its path. */
  file = async (name: string, content: string | Uint8Array): Promise<string> => {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  };
}

/** Returns an operator shared by all tests of a file. */
export function openOperator(): Operator {
  const operator = new Operator();
  beforeAll(async () => {
    operator.at = await buildTestApp({ now: () => operator.now });
    operator.folder = await mkdtemp(join(tmpdir(), "schoolgate-agreement-"));
  });
  afterAll(async () => {
    await operator.at.close();
    await rm(operator.folder, { recursive: true, force: true });
  });
  return operator;
}
