export type RouteParameters = Readonly<Record<string, string>>;

/** Matches a path against a pattern such as `/agreement/:id` or `/forget-pwd/:identity?`; null when it does not match. */
export function matchPath(pattern: string, path: string): RouteParameters | null {
  const wanted = segments(pattern);
  const given = segments(path);
  if (given.length > wanted.length) return null;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index];
    if (!part.startsWith(":")) {
      if (part !== value) return null;
      continue;
    }
    const optional = part.endsWith("?");
    if (value === undefined) {
      if (!optional) return null;
      continue;
    }
    const text = decoded(value);
    if (text === null) return null;
    found[part.slice(1, optional ? -1 : undefined)] = text;
  }
  return found;
}

function segments(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
