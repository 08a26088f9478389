import type { FastifyRequest } from "fastify";
import type { Identity } from "#contract";
import type { Queryable } from "../database/database.ts";

declare module "fastify" {
  interface FastifyInstance {
    audit: Audit;
  }
}

/** The kinds of act that the audit records. A new kind is added here. */
export const AUDIT_ACTIONS = [
  "sign-in",
  /** A password asked for again from a person who is signed in. */
  "proof",
  "sign-out",
  /** Another session of the same person was ended by the person. */
  "session-end",
  /** A remembered account was removed from a device. */
  "device-forget",
  /** The active identity or school. */
  "switch",
  "password-change",
  "contact-change",
  "profile-change",
  /** A correction of a name that the roster gave: asked for, withdrawn, accepted, refused. */
  "name-correction",
  "second-factor-change",
  "consent",
  "launch",
  /** An app learnt who somebody is, or who is in a class. */
  "app-told",
  "leave",
  /** An app proving itself, server to server. */
  "app-call",
  /** An app got a token for the roster that it may read, or was refused one. */
  "roster-token",
  /** An app read a list of its roster, or one person. */
  "roster-read",
  "code-send",
  "code-use",
  /** A code that nobody delivers was read, to be told to its person. */
  "code-hand-on",
  "qr-grant",
  "invitation-make",
  "invitation-use",
  /** A child and a guardian were joined or parted. */
  "relation-change",
  /** Staff read what belongs to a child. */
  "child-read",
  /** Somebody's home was looked at as that person sees it. */
  "home-view",
  "export",
  "erase",
  /** An address of a calendar was made or revoked. */
  "calendar-change",
  "file-put",
  "file-read",
  "feedback-send",
  "feedback-answer",
  /** Taken, handed on, noted beside, or closed by who answers it. */
  "feedback-handle",
  "app-change",
  "release-change",
  "agreement-change",
  /** A lesson or resource was made, changed, hidden, shown or deleted in the page. */
  "content-change",
  /** The platform's name, logo, colours, addresses. */
  "settings-change",
  // by an operator's command
  "person-create",
  "password-reset",
  "second-factor-reset",
  "membership-change",
  /** An organisation was renamed, merged into another or deleted. */
  "school-change",
  /** A person or a school was enabled or disabled. */
  "access-change",
  "roster-import",
  /** A nightly synchronisation was set up, tried, or begun by hand. */
  "roster-nightly",
  "content-import",
  "backup",
  "restore",
  /** A right was given or taken, a bundle made or retired. */
  "grant-change",
  /** A pupil goes to another school: a code was given, or shown. */
  "transfer",
  /** A leaver is kept beyond the school's rule, or no longer (AD-07). */
  "leaver-keep",
  /** Accounts that look alike were said to be several people's. */
  "person-distinct",
  /** A change set was planned, applied, approved, undone or discarded. */
  "change-set",
  "group-change",
  "year-plan",
  /** A notice was written, changed, taken back or its people reminded. */
  "notice-change",
  /** The beginning of the audit was cut off by the retention rule. */
  "audit-cut",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * Plain values: ids and words of ours. Never a name, contact, account, password, token, code or text that a person
 * wrote.
 */
export type AuditDetail = Readonly<
  Record<string, string | number | boolean | null | undefined | readonly string[]>
>;

/** The actor of an event, where the request has no caller: while signing in, on an app's page. */
export interface AuditActor {
  readonly user_id?: string | undefined;
  readonly session_id?: string | undefined;
  readonly identity?: Identity | null | undefined;
  readonly school_id?: string | null | undefined;
  readonly app_id?: string | undefined;
}

export interface AuditEvent {
  readonly action: AuditAction;
  /** `ok` unless said otherwise. */
  readonly outcome?: "ok" | "refused";
  readonly actor?: AuditActor;
  /** The thing that was acted on, as `{ kind: "app", id }`. */
  readonly object?: { readonly kind: string; readonly id: string } | undefined;
  /** The id of the person that it concerns, also where that is the actor. */
  readonly subject_id?: string | undefined;
  readonly detail?: AuditDetail;
  /** The network address of the actor, where the request is not at hand. */
  readonly address?: string;
}

/** Records audit entries. Actor, school, address and request id are taken from the request. */
export interface Audit {
  /**
   * Writes the entry and waits until it is kept: in the caller's transaction, so that the act and its entry are one,
   * or by itself together with what others record at the same moment. Throws when it cannot: no act without its entry.
   */
  record(request: FastifyRequest | null, event: AuditEvent, trx?: Queryable): Promise<void>;
  /**
   * Records a refusal: writes in the background, never throws, and logs a line as well. Entries of people who are not
   * signed in are limited per minute; those beyond are only counted.
   */
  note(request: FastifyRequest | null, event: AuditEvent): void;
}
