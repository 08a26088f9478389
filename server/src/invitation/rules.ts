import {
  ACCOUNT_PATTERN,
  INVITATION_LIMITS,
  INVITED_IDENTITIES,
  nameFault,
  passwordFault,
  type Identity,
  type Invitation,
  type InvitationKind,
} from "#contract";

/** The complete terms of an invitation. */
export interface Terms {
  identity: "manager" | "teacher" | "student" | "parent";
  max_uses: number;
  days: number;
}

export interface Fault {
  path: string;
  message: string;
}

/** Returns the terms of a new invitation, or the fault of the request. */
export function termsOf(asked: {
  kind: InvitationKind;
  identity?: Identity | undefined;
  max_uses?: number | undefined;
  days?: number | undefined;
}): Terms | Fault {
  const { kind } = asked;
  const invited: readonly Terms["identity"][] = INVITED_IDENTITIES[kind];
  const limits = INVITATION_LIMITS[kind];
  const identity = invited.find((one) => one === (asked.identity ?? invited[0]));
  const { max_uses = limits.uses, days = limits.days } = asked;
  if (identity === undefined) return { path: "identity", message: "这种邀请码不能给这个身份" };
  if (max_uses > limits.maxUses) {
    return { path: "max_uses", message: `最多可用 ${limits.maxUses} 次` };
  }
  if (days > limits.maxDays) {
    return { path: "days", message: `有效期最长 ${limits.maxDays} 天` };
  }
  return { identity, max_uses, days };
}

/**
 * Returns whether somebody with these identities may take another: a pupil cannot become staff or a parent, and none of
 * those a pupil.
 */
export function mayBecome(held: readonly Identity[], wanted: Identity): boolean {
  return wanted === "student"
    ? held.every((identity) => identity === "student")
    : !held.includes("student");
}

/** Returns the state of an invitation at a time: revoked before used, used before expired. */
export function stateOf(
  {
    used,
    max_uses,
    expires_at,
    revoked_at,
    maker_stays,
  }: {
    used: number;
    max_uses: number;
    expires_at: Date;
    revoked_at: Date | null;
    maker_stays: boolean;
  },
  now: Date,
): Invitation["state"] {
  if (revoked_at !== null || !maker_stays) return "revoked";
  if (used >= max_uses) return "used";
  return expires_at <= now ? "expired" : "active";
}

/** Returns a typed account in its stored form. */
export function accountOf(typed: string): string {
  return typed.normalize("NFKC").trim().toLowerCase();
}

const ACCOUNT = new RegExp(ACCOUNT_PATTERN);

/** Returns the fault of a registering person's own data; undefined when there is none. */
export function personFault({
  account,
  password,
  name,
}: Record<"account" | "password" | "name", string>): Fault | undefined {
  const unfit = nameFault(name);
  if (unfit !== undefined) return { path: "name", message: unfit };
  if (!ACCOUNT.test(account)) {
    return {
      path: "account",
      message: "账号为 4 到 32 位小写字母、数字、点、短横或下划线，以字母开头",
    };
  }
  const message = passwordFault(password, account);
  return message === undefined ? undefined : { path: "password", message };
}

/** Returns a masked name (林小满 → 林＊满): enough for a parent to recognize the child, too little for anyone else. */
export function maskName(name: string): string {
  const letters = Array.from(name);
  if (letters.length < 2) return "＊";
  const last = letters.length > 2 ? (letters.at(-1) ?? "") : "";
  return `${letters[0]}＊${last}`;
}

/** Returns the agreements that a person registering under an identity must agree to (SE-08). */
export function agreementsFor(identity: Identity): readonly ("user" | "privacy" | "child")[] {
  return identity === "student" ? ["user", "privacy", "child"] : ["user", "privacy"];
}
