import { STAGES } from "#contract";
import type { OwnRights } from "../shell/own-rights.tsx";

export type StageId = (typeof STAGES)[number]["id"];

/** Returns stages in words, 「小学、初中」, in the order in which a child passes through them. */
export function stagesText(ids: readonly string[]): string {
  return STAGES.filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join("、");
}

/** Returns where a person may create a school: anywhere, in their district, or nowhere (undefined). */
export function mayMake({ rights }: OwnRights): "anywhere" | "in-district" | undefined {
  const places = rights.find(({ right }) => right === "school.write")?.places ?? [];
  if (places.some(({ kind }) => kind === "platform")) return "anywhere";
  return places.some(({ kind }) => kind === "district") ? "in-district" : undefined;
}
