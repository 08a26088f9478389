import type { AnswerOf } from "./call.ts";
import type { readPendingConsents } from "./agreement.ts";
import type { AppsAnswer } from "./catalogue.ts";
import type { readWaiting } from "./school-request.ts";
import type { School } from "./school.ts";
import type { User } from "./user.ts";

/**
 * The answers that the server drew a signed-in home from; they stand in the document beside what was drawn, as JSON, so
 * that the page needs no call before it lives. No token, and nothing that the calls themselves would not answer.
 */
export interface DrawnHome {
  /** Under the identity that the person acts as now. */
  user: User;
  /** Every membership of the person. */
  schools: School[];
  apps: AppsAnswer;
  notices: HomeNotices;
  /** Hour of the day (0–23) in China, which the greeting was drawn for. */
  hour: number;
}

/** Notices of home, above the apps. */
export interface HomeNotices {
  /** Children under 14 for whom a guardian is asked (SE-08). */
  children: AnswerOf<typeof readPendingConsents>["children"];
  waiting: AnswerOf<typeof readWaiting>;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Marks a session in a document that must not hold its token: 32 bits of a plain hash (FNV-1a), by which a browser knows
 * whether what was drawn is for the session it keeps. It proves nothing, and leaves a token 224 unknown bits.
 */
export function sessionMark(token: string): string {
  let mark = FNV_OFFSET;
  for (let at = 0; at < token.length; at += 1) {
    mark = Math.imul(mark ^ token.charCodeAt(at), FNV_PRIME);
  }
  return (mark >>> 0).toString(36);
}
