import type { AnswerOf } from "./call.ts";
import type { readPendingConsents } from "./agreement.ts";
import type { AppsAnswer } from "./catalogue.ts";
import type { readWaiting } from "./school-request.ts";
import type { School } from "./school.ts";
import type { Today } from "./today.ts";
import type { User } from "./user.ts";

/**
 * The answers from which the server rendered a signed-in home; the document holds them as JSON, so that the page needs
 * no call to hydrate. No token, and nothing that the calls themselves would not answer.
 */
export interface DrawnHome {
  /** The person under their current identity. */
  user: User;
  /** Every membership of the person. */
  schools: School[];
  apps: AppsAnswer;
  notices: HomeNotices;
  /** The cards above the apps (HO-02); null where they must be asked for. */
  today: Today | null;
  /** The time in ms at which it was rendered, by the server's clock. */
  at: number;
}

/** The notices above home's apps. */
export interface HomeNotices {
  /** Children under 14 who need a guardian's consent (SE-08). */
  children: AnswerOf<typeof readPendingConsents>["children"];
  waiting: AnswerOf<typeof readWaiting>;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Returns a mark of a session for a document that must not hold its token: 32 bits of a plain hash (FNV-1a), by which a
 * browser recognizes a home rendered for its own session. Proves nothing, and leaves 224 bits of the token unknown.
 */
export function sessionMark(token: string): string {
  let mark = FNV_OFFSET;
  for (let at = 0; at < token.length; at += 1) {
    mark = Math.imul(mark ^ token.charCodeAt(at), FNV_PRIME);
  }
  return (mark >>> 0).toString(36);
}
