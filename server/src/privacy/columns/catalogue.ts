import { ENTRY_COLUMNS } from "../../database/tables/catalogue.ts";
import { nobodys, notedIn, ownedBy, sweptAfter, type TableData } from "../declare.ts";

// The columns are named here although save-contents.ts names most of them too: a declaration taken from the code that
// writes would pass whatever that code comes to write. Here somebody must say of each column whose it is, and a test holds
// the list against the database. An app's entry has one list of columns: it is of nobody as a whole.
export const CATALOGUE_DATA = {
  app_category: nobodys(["id", "name", "sort"]),
  // an app's lists name people by id only. An id stays when its person is erased: the account is empty then and opens
  // nothing, and a list that became empty would let everybody in
  app: nobodys(["id", ...ENTRY_COLUMNS, "off_school_ids", "revision", "created_at", "updated_at"], {
    secret: ["secret_hash"],
  }),
  quick_app: {
    name: "快捷应用",
    shares: [ownedBy("user_id")],
    retention: "account",
    columns: { preference: ["identity", "app_ids", "updated_at"], technical: ["user_id"] },
  },
  app_use: {
    name: "打开过的应用",
    shares: [ownedBy("user_id")],
    retention: sweptAfter(365, "used_at"),
    columns: { usage: ["identity", "app_id", "used_at", "times"], technical: ["user_id"] },
  },
} as const satisfies Record<string, TableData>;

export const CONTENT_DATA = {
  content: nobodys([
    "school_id",
    "id",
    "type_id",
    "title",
    "description",
    "cover",
    "stage_id",
    "grade_id",
    "subject_id",
    "author",
    "source",
    "keywords",
    "sections",
    "media",
    "medium_id",
    "state",
    "tok",
    "title_plain",
    "sounds",
    "initials",
    "published_at",
    "withdrawn_at",
    "created_at",
    "updated_at",
  ]),
  content_view: nobodys([
    "school_id",
    "content_id",
    "views",
    "slot",
    "views_before",
    "former_slot",
    "former_views_before",
  ]),
  content_version: nobodys(["school_id", "version"]),
} as const satisfies Record<string, TableData>;

export const PLATFORM_DATA = {
  platform_state: nobodys(["key"], { secret: ["value"] }),
  schema_migration: nobodys(["number", "name", "hash", "applied_at"]),
  job_step: nobodys(["job_id", "step"]),
  job: {
    shares: [notedIn("created_by")],
    retention: { days: 30, after: "finished_at", sweptBy: "platform/jobs.ts" },
    columns: {
      technical: [
        ...["id", "kind", "ref_id", "school_id", "state", "progress", "total", "error"],
        ...["run_at", "lease_until", "leased_by", "attempts", "created_by"],
        ...["created_at", "started_at", "finished_at"],
      ],
    },
  },
  release: nobodys([
    "device",
    "version",
    "min_version",
    "force",
    "notes",
    "url",
    "published_at",
    "withdrawn_at",
  ]),
  signing_key: nobodys(["period", "kid", "created_at"], { secret: ["private_jwk"] }),
  event_report: {
    // of nobody: neither person nor session is kept with it, and what could name one is taken out before
    shares: [],
    retention: { days: 30, after: "created_at", sweptBy: "telemetry/routes.ts" },
    columns: { technical: ["id", "event", "client", "page", "detail", "created_at"] },
  },
} as const satisfies Record<string, TableData>;
