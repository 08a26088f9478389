import { expect } from "vitest";
import { call, signInByWire } from "./wire.ts";

/**
 * Sends a notice to the parents and pupils of classes of 启明小学, as its manager does; `audience` says which, all where it
 * says nothing. `asked` is what it asks of them, which is nothing else.
 */
export async function sendNotice(
  origin: string,
  title: string,
  audience: object,
  asked: object = {},
): Promise<void> {
  const { token } = await signInByWire(origin, "linlan");
  const identity = "manager" as const;
  const as = { token, headers: { identity } };
  const { data: user } = (await call(origin, "readUserDetail", { identity }, as)).body;
  const input = {
    ...{ school_id: user.school?.id ?? "", title, text: "请看一看。", confirm: "none" as const },
    ...{ choices: [], guardians: "any" as const, ...asked },
    audience: { identities: ["parent", "student"], grade_ids: [], class_ids: [], ...audience },
  };
  expect((await call(origin, "sendNotice", input, as)).body.code).toBe(200);
}
