import { sql } from "kysely";
import { GROWTH_DAYS } from "#contract";
import { nobodys, ownedBy, type Subject, sweptAfter, type TableData } from "../declare.ts";

const TICKETS = { days: 14, after: "expires_at", sweptBy: "launch/routes.ts" } as const;
const LTI = { days: 1, after: "expires_at", sweptBy: "launch/lti/launcher.ts" } as const;
const ofTicket = {
  rows: ({ id }: Subject) =>
    sql<boolean>`ticket_hash in (select ticket_hash from app_ticket where user_id = ${id})`,
  erase: "delete",
  exported: false,
} as const;

/** The launch tables, referring rows first. */
export const LAUNCH_DATA = {
  app_item: {
    name: "应用发来的角标、待办和卡片",
    shares: [ownedBy("user_id")],
    retention: sweptAfter(GROWTH_DAYS, "updated_at"),
    columns: {
      learning: ["app_id", "kind", "body", "due_at", "updated_at"],
      school: ["school_id", "identity"],
      technical: ["user_id", "key", "version", "until_at", "is_gone"],
    },
  },
  app_subject: {
    name: "应用称呼本人的代号",
    shares: [ownedBy("user_id")],
    retention: "account",
    columns: { usage: ["app_id", "sub"], technical: ["user_id"] },
  },
  cas_ticket: {
    shares: [ofTicket],
    retention: TICKETS,
    columns: { secret: ["ticket_hash", "ticket"], technical: ["service", "is_fresh"] },
  },
  cas_logout: {
    shares: [{ ...ownedBy("user_id"), exported: false }],
    retention: { days: 1, after: "ended_at", sweptBy: "launch/cas/logout-queue.ts" },
    columns: {
      secret: ["ticket_hash", "ticket"],
      technical: ["app_id", "user_id", "service", "ended_at", "tries", "next_try_at"],
    },
  },
  lti_launch: {
    shares: [ofTicket],
    retention: TICKETS,
    columns: { secret: ["ticket_hash"], technical: ["message", "class_id", "item_id"] },
  },
  app_ticket: {
    name: "应用登录",
    shares: [ownedBy("user_id")],
    retention: TICKETS,
    columns: {
      usage: ["app_id", "identity", "school_id", "created_at", "redeemed_at"],
      secret: ["ticket_hash"],
      technical: ["user_id", "session_id", "expires_at"],
    },
  },
  oidc_payload: {
    shares: [
      {
        rows: ({ id }) => sql<boolean>`grant_id in (select id from oidc_grant where user_id = ${id})
          or strpos(payload::text, ${id}) > 0`,
        erase: "delete",
        exported: false,
      },
    ],
    retention: { days: 0, after: "expires_at", sweptBy: "launch/oidc/adapter.ts" },
    columns: {
      secret: ["id_hash", "payload"],
      technical: ["model", "grant_id", "uid", "expires_at", "consumed_at"],
    },
  },
  oidc_grant: {
    name: "应用登录（单点登录）",
    shares: [ownedBy("user_id")],
    retention: { days: 14, after: "created_at", sweptBy: "launch/oidc/grants.ts" },
    columns: {
      usage: ["app_id", "identity", "school_id", "created_at", "ended_at"],
      secret: ["sid"],
      technical: ["id", "user_id", "session_id", "told_at", "tries"],
    },
  },
  app_disclosure: {
    name: "同意告诉应用的信息",
    shares: [ownedBy("user_id")],
    retention: "account",
    columns: { usage: ["app_id", "claims", "agreed_at"], technical: ["user_id"] },
  },
  lti_deep_link: {
    shares: [{ ...ownedBy("user_id"), exported: false }],
    retention: LTI,
    columns: {
      secret: ["data_hash"],
      technical: [
        "app_id",
        "user_id",
        "session_id",
        "school_id",
        "context_id",
        "expires_at",
        "used_at",
      ],
    },
  },
  lti_score: {
    name: "应用记下的成绩",
    shares: [ownedBy("user_id")],
    retention: "account",
    columns: {
      learning: [
        "line_item_id",
        "score_given",
        "score_maximum",
        "comment",
        "activity_progress",
        "grading_progress",
        "scored_at",
      ],
      technical: ["school_id", "user_id"],
    },
  },
  lti_context: nobodys(["school_id", "id", "app_id", "class_id", "created_at"]),
  // chosen for a class: the school's; who chose it stays as an id without a person
  lti_item: nobodys([
    "school_id",
    "id",
    "app_id",
    "context_id",
    "type",
    "title",
    "text",
    "url",
    "custom",
    "created_by",
    "created_at",
  ]),
  lti_line_item: nobodys([
    "school_id",
    "id",
    "context_id",
    "label",
    "score_maximum",
    "resource_id",
    "tag",
    "resource_link_id",
    "starts_at",
    "ends_at",
    "created_at",
  ]),
  lti_access_token: {
    shares: [],
    retention: LTI,
    columns: { secret: ["token_hash"], none: ["app_id", "scopes", "expires_at"] },
  },
  lti_assertion: {
    shares: [],
    retention: LTI,
    columns: { secret: ["jti_hash"], none: ["app_id", "expires_at"] },
  },
  one_roster_token: {
    shares: [],
    retention: { days: 1, after: "expires_at", sweptBy: "one-roster/routes.ts" },
    columns: { secret: ["token_hash"], none: ["app_id", "scopes", "expires_at"] },
  },
  one_roster_feed: nobodys(["app_id", "entry_digest", "refreshed_at", "stamp", "lease_until"]),
  // a copy of what stands in the tables of people and classes, for one app; of what has gone from those only its id at
  // the app stays, and that it has gone, for 180 days; of an app that may read none any more, of whom it had (one-roster/routes.ts)
  one_roster_record: {
    name: "提供给应用的名册",
    shares: [
      {
        ...ownedBy("user_id"),
        erase: () => ({
          user_id: sql`null`,
          body: sql`'{}'::jsonb`,
          digest: sql`''`,
          is_deleted: sql`true`,
          modified_at: sql`greatest(now(), modified_at)`,
        }),
      },
    ],
    retention: "account",
    columns: {
      identity: ["body"],
      technical: [
        ...["app_id", "kind", "sourced_id", "school_id", "user_id", "part", "tags", "digest"],
        ...["modified_at", "is_deleted"],
      ],
    },
  },
} as const satisfies Record<string, TableData>;
