import { Type, type Static } from "typebox";
import { Nullable } from "./schema.ts";

/** By whom, or by which import, something was written, as far as the reader may know (AD-02). */
export const OriginEntry = Type.Object({
  words: Type.String({ description: "由谁、由哪次导入写入，一句中文" }),
  at: Nullable(Type.String({ format: "date-time", description: "何时写入，没有记录时为空" })),
  change_id: Nullable(
    Type.String({
      description: "写入它的变更；不是变更、已不再逐行保留，或当前登录者不能看时为空",
    }),
  ),
});
export type OriginEntry = Static<typeof OriginEntry>;

/** The origin of a row: when it was made, and the last change of it since. */
export const RowOrigin = Type.Object({
  made: OriginEntry,
  changed: Nullable(OriginEntry),
});
export type RowOrigin = Static<typeof RowOrigin>;
