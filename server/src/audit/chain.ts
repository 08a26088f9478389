import { hashSecret } from "../platform/secret.ts";

export interface Link {
  seq: number;
  entry_id: string;
  digest: string;
  hash: string;
}

/** A place in the chain, fit to be kept elsewhere: with it a chain that was cut or written anew shows. */
export interface Head {
  seq: number;
  hash: string;
}

export function linkHash(before: string, link: Omit<Link, "hash">): string {
  return hashSecret(`${before}\n${link.seq}\n${link.entry_id}\n${link.digest}`);
}

/** The links that chain these entries on, in their order. */
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

/** Undefined when the text is not of the form that `headText` makes. */
export function readHead(given: string): Head | undefined {
  const [, seq = "", hash = ""] = /^(\d{1,15}):([\da-f]{64})$/.exec(given.trim()) ?? [];
  return hash === "" ? undefined : { seq: Number(seq), hash };
}
