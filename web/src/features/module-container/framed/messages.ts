import type { SharedData } from "../../../session/shared-data.ts";
import type { PartName } from "./part-names.ts";

/** The version of the protocol between platform and framed module (docs/modules.md). */
export const PROTOCOL = 1;

const PARTS: Readonly<Record<PartName, (shared: SharedData) => unknown>> = {
  identity: ({ identity }) => identity,
  "user.name": ({ user }) => user?.name ?? null,
  "user.school": ({ user }) => user?.school && { id: user.school.id, name: user.school.name },
  "user.classes": ({ user }) => (user?.classes ?? []).map(({ id, name }) => ({ id, name })),
  "user.subjects": ({ user }) => (user?.subjects ?? []).map(({ id, name }) => ({ id, name })),
  app: ({ app }) => app && { id: app.id, name: app.name },
  tagRelations: ({ tagRelations }) => tagRelations,
};

/** Returns the parts of the session that the manifest lists, by name. Never a token, contact, account or a person's id. */
export function sharedParts(
  shared: SharedData,
  words: readonly PartName[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(words.map((word) => [word, PARTS[word](shared) ?? null]));
}

/** Messages of a framed module. */
export type ModuleMessage =
  | { type: "ready" }
  | { type: "unmounted" }
  | { type: "navigate"; path: string }
  | { type: "title"; text: string }
  | { type: "height"; pixels: number }
  | { type: "toast"; text: string; tone: "plain" | "success" | "error" }
  | { type: "report"; event: string; text: string }
  | { type: "fail"; text: string };

const TITLE_LENGTH = 60;
const TOAST_LENGTH = 120;
const TEXT_LENGTH = 500;
const MAX_HEIGHT_PX = 20_000;

/** Reads what came from a framed module; null for anything that is not one of its words, as it should be. */
export function readMessage(data: unknown): ModuleMessage | null {
  if (typeof data !== "object" || data === null) return null;
  const { type, version, path, text, pixels, tone, event } = data as Record<string, unknown>;
  switch (type) {
    case "ready":
      return version === PROTOCOL ? { type } : null;
    case "unmounted":
      return { type };
    case "navigate":
      // a path of ours, and never another server's
      return isText(path, 300) && /^\/(?![/\\])/.test(path) ? { type, path } : null;
    case "title":
      return isText(text, TITLE_LENGTH) ? { type, text } : null;
    case "height":
      return typeof pixels === "number" && pixels >= 0 && pixels <= MAX_HEIGHT_PX
        ? { type, pixels: Math.ceil(pixels) }
        : null;
    case "toast":
      return isText(text, TOAST_LENGTH) ? { type, text, tone: toneOf(tone) } : null;
    case "report":
      return typeof event === "string" && /^[a-z][a-z0-9-]{0,39}$/.test(event)
        ? { type, event, text: isText(text, TEXT_LENGTH) ? text : "" }
        : null;
    case "fail":
      return { type, text: isText(text, TEXT_LENGTH) ? text : "" };
    default:
      return null;
  }
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === "string" && value !== "" && value.length <= longest;
}

function toneOf(tone: unknown): "plain" | "success" | "error" {
  return tone === "success" || tone === "error" ? tone : "plain";
}

/** Returns a rate limit: at most so many in each stretch of time; the rest is dropped. */
export function budget(most: number, stretchMs: number): (now: number) => boolean {
  let since = Number.NEGATIVE_INFINITY;
  let used = 0;
  return (now) => {
    if (now - since >= stretchMs) {
      since = now;
      used = 0;
    }
    used += 1;
    return used <= most;
  };
}
