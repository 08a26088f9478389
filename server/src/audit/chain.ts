import { hashSecret } from "../platform/secret.ts";

export interface Link {
  seq: number;
  entry_id: string;
  digest: string;
  hash: string;
}

/**
 * A place in the chain, small enough to be kept elsewhere: compared with it, a chain that was cut or rewritten shows.
 */
export interface Head {
  seq: number;
  hash: string;
}

/** Returns the hash of a link, as hex: over the hash before it, its number, its entry's id and the entry's digest. */
export function linkHash(before: string, link: Omit<Link, "hash">): string {
  return hashSecret(`${before}\n${link.seq}\n${link.entry_id}\n${link.digest}`);
}

/** Returns the links that continue the chain with these entries, in their order. */
export function chainOn(
  { seq, hash }: Head,
  entries: readonly { entry_id: string; digest: string }[],
): Link[] {
  let before = hash;
  return entries.map(({ entry_id, digest }, index) => {
    const link = { seq: seq + index + 1, entry_id, digest };
    before = linkHash(before, link);
    return { ...link, hash: before };
  });
}

export const headText = ({ seq, hash }: Head): string => `${seq}:${hash}`;

/** Parses a head as `headText` writes it; undefined for any other text. */
export function readHead(given: string): Head | undefined {
  const [, seq = "", hash = ""] = /^(\d{1,15}):([\da-f]{64})$/.exec(given.trim()) ?? [];
  return hash === "" ? undefined : { seq: Number(seq), hash };
}
