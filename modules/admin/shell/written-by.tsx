import type { OriginEntry, RowOrigin } from "#contract";
import { hrefOf } from "./address.ts";
import { dayText } from "./words.ts";

/** Says who wrote something and when, with the change while it is kept (AD-02). */
export function WrittenBy({ words, at, change_id }: OriginEntry) {
  return (
    <>
      {change_id === null ? words : <a href={hrefOf(["changes", change_id])}>{words}</a>}
      {at === null ? "" : `，${dayText(at)}`}
    </>
  );
}

/** Says who made a row, and who changed it last. */
export function Origin({ made, changed }: RowOrigin) {
  return (
    <>
      <WrittenBy {...made} />
      {changed === null ? null : (
        <>
          ；后来
          <WrittenBy {...changed} />
        </>
      )}
    </>
  );
}
