/** Answers that carry an ETag are kept, so that asking again costs a 304; `t` makes every address new to the browser's cache. */
interface Known {
  etag: string;
  data: unknown;
}

let owner: string | null = null;
let answers = new Map<string, Known>();

export function knownAnswer(key: string, token: string | null): Known | undefined {
  return owner === token ? answers.get(key) : undefined;
}

export function rememberAnswer(
  key: string,
  token: string | null,
  etag: string | null,
  data: unknown,
): void {
  if (etag === null) return;
  if (owner !== token) {
    owner = token;
    answers = new Map();
  }
  answers.set(key, { etag, data });
}
