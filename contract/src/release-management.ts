import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { DEVICES, type Device } from "./release-version.ts";
import { Release } from "./release.ts";
import { Nullable } from "./schema.ts";
import { OwnProof } from "./second-factor.ts";

/** Publishing releases, by holders of `release.publish` on the whole platform (AD-20). */

export const RELEASE_NOTES_MAX = 500;
export const RELEASE_URL_MAX = 500;

export const DEVICE_NAMES: Readonly<Record<Device, string>> = {
  web: "网页",
  pc: "电脑客户端",
  ios: "iOS",
  android: "Android",
};

const PATH = "/dt-platform/v1/administration/release";
const closed = { additionalProperties: false };
const Version = Type.String({ minLength: 1, maxLength: 60, description: "如 2.4.0" });

export const ManagedRelease = Type.Object({
  ...Release.properties,
  counts: Type.Boolean({ description: "现行的" }),
  is_withdrawn: Type.Boolean({ description: "已撤回" }),
});
export type ManagedRelease = Static<typeof ManagedRelease>;

export const readReleases = declareCall({
  method: "GET",
  path: `${PATH}/list`,
  who: { right: "release.publish" },
  summary: "列出发布过的版本",
  feature: "release",
  input: Type.Object({}),
  answer: Type.Object({ releases: Type.Array(ManagedRelease) }),
});

/** Publishes a release. Refused with 40004 and `data.check` = `password` without a fresh proof. */
export const publishRelease = declareCall({
  method: "POST",
  path: `${PATH}/publish`,
  who: { right: "release.publish" },
  summary: "发布一个版本，或补写网页构建的说明",
  feature: "release",
  input: Type.Object(
    {
      device: Type.Enum(DEVICES),
      version: Version,
      min_version: Type.Optional(Version),
      force: Type.Boolean(),
      notes: Type.String({ maxLength: RELEASE_NOTES_MAX }),
      url: Type.Optional(Type.String({ minLength: 1, maxLength: RELEASE_URL_MAX })),
      ...OwnProof.properties,
    },
    closed,
  ),
  answer: Type.Object({}),
});

export const withdrawRelease = declareCall({
  method: "POST",
  path: `${PATH}/withdraw`,
  who: { right: "release.publish" },
  summary: "撤回一个版本，前一个重新成为现行版本",
  feature: "release",
  input: Type.Object(
    { device: Type.Enum(DEVICES), version: Version, ...OwnProof.properties },
    closed,
  ),
  answer: Type.Object({
    version: Nullable(Type.String({ description: "重新成为现行的版本，没有时为 null" })),
  }),
});
