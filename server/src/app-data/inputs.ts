import { DAY_MS } from "../platform/days.ts";
import { type AppBadge, type AppCard, type AppDeletion, type AppTodo, isSeen } from "#contract";
import type { AppItemBody } from "../database/tables/app-data.ts";
import { Refusal } from "../http/refusal.ts";
import { hasControl } from "../platform/control-characters.ts";

/** One change that an app asks for, checked. */
export interface Change {
  sub: string;
  identity: string | undefined;
  kind: "badge" | "todo" | "card";
  /** Empty: the badge. */
  key: string;
  version: number;
  body: AppItemBody;
  due_at: Date | null;
  until_at: Date | null;
  is_gone: boolean;
}

const NEEDED: Readonly<Record<AppCard["kind"], readonly (keyof AppCard)[]>> = {
  lesson: ["starts"],
  homework: ["due"],
  figure: ["value"],
  list: ["lines"],
  medal: [],
};
/** The length of a lesson whose end is not given. */
const LESSON_MS = 45 * 60_000;
/** A homework is shown for so long after it was due. */
const OVERDUE_MS = 3 * DAY_MS;

type Deletion = AppDeletion & Pick<Change, "sub" | "kind"> & { key?: string | undefined };

/** Checks changes of one app, whose address bounds the links; `at` returns the path of a fault. */
export class InputReader {
  readonly #address: string;
  readonly faults: { path: string; message: string }[] = [];

  constructor(address: string) {
    this.#address = address;
  }

  badge(sub: string, { version, identity, count, dot }: AppBadge, at: string): Change {
    if ((count === undefined) === (dot === undefined)) {
      this.#fault(at, "count", "count 和 dot 要有一个，且只有一个");
    }
    const body = count !== undefined ? { count } : { dot: dot === true };
    return { ...blank(sub, "badge", "", version), identity, body };
  }

  todo(sub: string, key: string, given: AppTodo, at: string): Change {
    const { version, identity, due, done = false } = given;
    return {
      ...blank(sub, "todo", key, version),
      identity,
      body: { title: this.#text(given.title, `${at}title`), ...this.#link(given.link, at), done },
      due_at: due === undefined ? null : new Date(due),
    };
  }

  card(sub: string, key: string, given: AppCard, at: string): Change {
    const { version, identity, kind, note, value, unit, lines, due, starts, ends, until } = given;
    for (const field of NEEDED[kind]) {
      if (given[field] === undefined) this.#fault(at, field, `${kind} 卡片要有 ${field}`);
    }
    const said = (name: "note" | "value" | "unit", text: string | undefined) =>
      text === undefined ? {} : { [name]: this.#text(text, at + name) };
    const body: AppItemBody = {
      card: kind,
      title: this.#text(given.title, `${at}title`),
      ...this.#link(given.link, at),
      ...said("note", note),
      ...said("value", value),
      ...said("unit", unit),
      ...(starts !== undefined && { starts }),
      ...(ends !== undefined && { ends }),
      ...(lines !== undefined && {
        lines: lines.map((line, nth) => ({
          text: this.#text(line.text, `${at}lines.${nth}.text`),
          ...(line.note !== undefined && { note: this.#text(line.note, `${at}lines.${nth}.note`) }),
        })),
      }),
    };
    return {
      ...blank(sub, "card", key, version),
      identity,
      body,
      due_at: due === undefined ? null : new Date(due),
      until_at: lastShown({ due, starts, ends, until }),
    };
  }

  deletion({ sub, kind, key, version, identity }: Deletion, at: string): Change {
    const isBadge = kind === "badge";
    if (!isBadge && key === undefined) this.#fault(at, "key", `${kind} 要有 key`);
    return { ...blank(sub, kind, isBadge ? "" : (key ?? ""), version), identity, is_gone: true };
  }

  /** Returns the changes; throws a refusal with every fault that was found. */
  checked<T>(changes: T): T {
    if (this.faults.length === 0) return changes;
    throw new Refusal("badInput", { data: { errors: this.faults.slice(0, 20) } });
  }

  #fault(at: string, field: string, message: string): void {
    this.faults.push({ path: at + field, message });
  }

  #text(given: string, path: string): string {
    const text = given.toWellFormed().normalize("NFC").trim();
    // a text that turns the direction of what follows it could pass for another
    if (!isSeen(text) || hasControl(text) || /[\u202a-\u202e\u2066-\u2069]/.test(text)) {
      this.faults.push({ path, message: "应为一行文字，不能含有控制字符" });
    }
    return text;
  }

  #link(given: string | undefined, at: string): { link?: string } {
    if (given === undefined) return {};
    const link = ownLink(given, this.#address);
    if (link === undefined) {
      this.#fault(at, "link", "只能是应用自己的地址（同一协议、主机和端口）");
      return {};
    }
    return { link };
  }
}

/** Returns a link of an app as a whole address; undefined where it leads to another origin than the app's own. */
export function ownLink(given: string, address: string): string | undefined {
  if (!URL.canParse(address) || !URL.canParse(given, address)) return undefined;
  const [link, own] = [new URL(given, address), new URL(address)];
  const isOwn = link.origin === own.origin && /^https?:$/.test(link.protocol);
  return isOwn && link.username === "" && link.password === "" ? link.href : undefined;
}

function blank(sub: string, kind: Change["kind"], key: string, version: number) {
  return {
    ...{ sub, kind, key, version, is_gone: false, due_at: null, until_at: null },
    body: {},
    identity: undefined,
  } satisfies Change;
}

function lastShown(card: {
  due?: string | undefined;
  starts?: string | undefined;
  ends?: string | undefined;
  until?: string | undefined;
}): Date | null {
  const { due, starts, ends, until } = card;
  if (until !== undefined) return new Date(until);
  if (ends !== undefined) return new Date(ends);
  if (starts !== undefined) return new Date(Date.parse(starts) + LESSON_MS);
  return due === undefined ? null : new Date(Date.parse(due) + OVERDUE_MS);
}
