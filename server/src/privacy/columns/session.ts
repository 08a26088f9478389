import { sql } from "kysely";
import { ownedBy, type TableData } from "../declare.ts";

/** Days that sessions are kept: half a year, as the Cybersecurity Law demands of sign-in records. */
const KEEP_SESSIONS_DAYS = 180;

export const SESSION_DATA = {
  session: {
    name: "登录记录",
    shares: [ownedBy("user_id")],
    retention: {
      days: KEEP_SESSIONS_DAYS,
      after: "ended_at",
      old: (before: Date) => sql<boolean>`coalesce(ended_at, expires_at) < ${before}
        and not exists (select from oidc_grant g where g.session_id = session.id)
        and not exists (select from app_ticket t where t.session_id = session.id)
        and not exists (select from lti_deep_link l where l.session_id = session.id)`,
    },
    columns: {
      device: ["client", "device", "ip", "created_at", "last_seen_at"],
      secret: ["token_hash"],
      technical: [
        "id",
        "user_id",
        "expires_at",
        "ended_at",
        "end_reason",
        "proved_at",
        "administered_at",
        "credential_id",
      ],
    },
  },
  device_credential: {
    name: "记住的设备",
    shares: [ownedBy("user_id")],
    retention: { days: 30, after: "expires_at", sweptBy: "sign-in/routes.ts" },
    columns: {
      device: ["created_at", "used_at"],
      secret: ["secret_hash"],
      technical: ["id", "user_id", "expires_at", "revoked_at"],
    },
  },
  login_throttle: {
    // under a hash of the account or under a network: nobody's row can be told from another's
    shares: [],
    retention: { days: 1, after: "last_failure_at", sweptBy: "sign-in/routes.ts" },
    columns: { technical: ["key", "failures", "last_failure_at", "blocked_until"] },
  },
  qr_code: {
    name: "扫码登录",
    shares: [ownedBy("user_id")],
    retention: { days: 1, after: "expires_at", sweptBy: "sign-in/qr/codes.ts" },
    columns: {
      device: ["client", "device", "ip", "network", "created_at"],
      secret: ["poll_hash", "code_hash", "browser_hash"],
      technical: ["status", "user_id", "expires_at"],
    },
  },
  spent_check: {
    shares: [],
    retention: { days: 0, after: "expires_at", sweptBy: "sign-in/proof/proof-of-work.ts" },
    columns: { technical: ["id", "expires_at"] },
  },
  totp: {
    name: "两步验证",
    shares: [ownedBy("user_id")],
    retention: "account",
    columns: {
      device: ["created_at", "used_at"],
      secret: ["secret", "last_step"],
      technical: ["user_id"],
    },
  },
  passkey: {
    name: "通行密钥",
    shares: [ownedBy("user_id")],
    retention: "account",
    columns: {
      device: ["name", "created_at", "used_at"],
      secret: ["public_key", "counter", "transports"],
      technical: ["id", "user_id"],
    },
  },
  recovery_code: {
    name: "恢复码",
    shares: [ownedBy("user_id")],
    retention: "account",
    columns: { secret: ["code_hash"], technical: ["user_id", "used_at"] },
  },
} as const satisfies Record<string, TableData>;

export const CODE_DATA = {
  code: {
    shares: [ownedBy("user_id")],
    retention: { days: 0, after: "expires_at", sweptBy: "sign-in/code/codes.ts" },
    columns: {
      secret: ["receiver_key", "code_hash"],
      technical: ["use", "user_id", "wrong_tries", "created_at", "expires_at", "used_at"],
    },
  },
  code_limit: {
    shares: [],
    retention: { days: 1, after: "last_at", sweptBy: "sign-in/code/codes.ts" },
    columns: { technical: ["key", "taken", "last_at", "blocked_until"] },
  },
  verified_contact: {
    name: "验证过的联系方式",
    shares: [ownedBy("user_id")],
    retention: "account",
    columns: {
      contact: ["channel", "verified_at"],
      secret: ["receiver_key"],
      technical: ["user_id"],
    },
  },
  outbox: {
    name: "发出的验证码",
    shares: [
      {
        rows: ({ mobile, email }) =>
          sql<boolean>`receiver in (${mobile}, lower(${email}), ${email})`,
        erase: "delete",
      },
    ],
    retention: { days: 7, after: "created_at", sweptBy: "delivery/delivery.ts" },
    columns: {
      contact: ["channel", "receiver", "use", "created_at"],
      secret: ["code"],
      technical: ["id", "status", "expires_at"],
    },
  },
  mail: {
    name: "发出的邮件",
    shares: [
      {
        rows: ({ email }) => sql<boolean>`receiver in (lower(${email}), ${email})`,
        erase: "delete",
      },
    ],
    retention: { days: 7, after: "created_at", sweptBy: "delivery/delivery.ts" },
    columns: {
      contact: ["receiver", "subject", "body", "created_at"],
      technical: ["id", "status"],
    },
  },
} as const satisfies Record<string, TableData>;
