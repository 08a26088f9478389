import type { MediaType } from "#contract";
import { call } from "./wire.ts";

/** Returns the id of an animation among the demo's lessons that opens with a medium of this type. */
export async function animationWith(
  type: MediaType,
  origin: string,
  token: string,
): Promise<string> {
  const found = await call(
    origin,
    "searchContent",
    { type_id: "animation", page_size: 50 },
    { token },
  );
  for (const { id } of found.body.data.items) {
    const detail = await call(origin, "readContent", { id }, { token });
    if (detail.body.data.media[0]?.type === type) return id;
  }
  throw new Error(`No animation of the demo opens with ${type}`);
}
