import { isList, isPermission, isText, record, type Manifest } from "../manifest.ts";
import { isSharedPart } from "./part-names.ts";

/** Matches the host of an http(s) address; an address with credentials does not match. */
const FRAME_HOST = /^https?:\/\/([\w.-]+|\[[\w:.]+\])(?::\d+)?(?:\/|$)/i;

/**
 * Returns the manifest of a module of another maker from the operator's file; null when that cannot be followed. Its page is never on the
 * platform's own host: cookies know no ports, and the module's server would be sent the platform's.
 */
export function parseFramed(entry: unknown, name: string, ownHost: string): Manifest | null {
  const { title, version, permission = null, frame, share = [] } = record(entry);
  if (!isText(title) || !isText(version) || !isList(share, isSharedPart)) return null;
  if (permission !== null && !isPermission(permission)) return null;
  const host = typeof frame === "string" ? FRAME_HOST.exec(frame)?.[1]?.toLowerCase() : undefined;
  if (typeof frame !== "string" || host === undefined || host === ownHost) return null;
  return {
    name,
    title,
    version,
    permission,
    calls: [],
    entry: "",
    styles: [],
    ahead: [],
    frame,
    share,
  };
}
