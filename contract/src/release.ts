import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { DEVICES } from "./release-version.ts";
import { Nullable, Time } from "./schema.ts";

/** A release that an installation compares itself with (`release-version.ts`). */
export const Release = Type.Object({
  device: Type.Enum(DEVICES),
  version: Type.String(),
  /** The oldest version that need not be updated. */
  min_version: Type.String(),
  /** True when every other version must be updated. */
  force: Type.Boolean(),
  /** Release notes in plain words; may be empty. */
  notes: Type.String(),
  /** The address of an installer, of an app store's page, or of the page itself. */
  url: Type.String(),
  published_at: Time,
});
export type Release = Static<typeof Release>;

/** Reads the current release of a device; null where none was ever published. */
export const readUpdateInfo = declareCall({
  method: "GET",
  path: "/dt-platform/v1/version/api/update-info",
  who: "anyone",
  summary: "读取一种设备的最新版本",
  feature: "release",
  input: Type.Object({ device: Type.Enum(DEVICES) }),
  answer: Nullable(Release),
  anyServer: true,
});
