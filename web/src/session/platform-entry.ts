import { createStore } from "zustand/vanilla";
import { isIdentity, type Identity } from "#contract";
import type { KeptLook } from "../platform/looks.ts";
import { localStore, readJson, writeJson } from "../platform/storage.ts";

/** A remembered account (SE-02). `password` holds a device credential of the server, never the password; the spelling is the spec's. */
export interface RememberedAccount {
  username: string;
  password: string;
  needRemeber: boolean;
}

/** The only state that outlives a sign-out (ST-03, SE-06). */
export interface PlatformEntry {
  /** `apiServer` is empty for the page's own origin, null until the operator's file has been read once (RQ-02). */
  global: {
    apiServer: string | null;
    user: { identity: Identity | null };
    /** The look last used. */
    look?: KeptLook;
  };
  accounts: RememberedAccount[];
}

export const PLATFORM_ENTRY_KEY = "platform-entry";
/** The greatest number of remembered accounts: more would not fit under the form, and the computer may be a classroom's. */
export const MAX_REMEMBERED_ACCOUNTS = 5;

const BLANK: PlatformEntry = {
  global: { apiServer: null, user: { identity: null } },
  accounts: [],
};

export const platformEntry = createStore<PlatformEntry>(() => BLANK);

/** Loads the kept entry; invalid content counts as none. */
export function loadPlatformEntry(): void {
  platformEntry.setState(parsePlatformEntry(readJson(localStore, PLATFORM_ENTRY_KEY)), true);
}

export function savePlatformEntry(): void {
  writeJson(localStore, PLATFORM_ENTRY_KEY, platformEntry.getState());
}

export function setGlobal(change: {
  apiServer?: string;
  identity?: Identity | null;
  look?: KeptLook;
}): void {
  const { global } = platformEntry.getState();
  const { look = global.look } = change;
  platformEntry.setState({
    global: {
      ...(look !== undefined && { look }),
      apiServer: change.apiServer ?? global.apiServer,
      user: { identity: change.identity === undefined ? global.user.identity : change.identity },
    },
  });
  savePlatformEntry();
}

export function rememberAccount(username: string, credential: string): void {
  setAccounts(withAccount(platformEntry.getState().accounts, username, credential));
}

/** Moves the account to the front, in place of any entry of the same name (SE-02). */
export function withAccount(
  accounts: readonly RememberedAccount[],
  username: string,
  credential: string,
): RememberedAccount[] {
  const account = { username, password: credential, needRemeber: true };
  const others = accounts.filter((other) => other.username !== username);
  return [account, ...others].slice(0, MAX_REMEMBERED_ACCOUNTS);
}

export function forgetAccount(username: string): void {
  const { accounts } = platformEntry.getState();
  setAccounts(accounts.filter((account) => account.username !== username));
}

/** Returns the well-formed part of the kept JSON. */
export function parsePlatformEntry(kept: unknown): PlatformEntry {
  const entry = record(kept);
  const global = record(entry["global"]);
  const { identity } = record(global["user"]);
  const apiServer = global["apiServer"];
  const { media, large } = record(global["look"]);
  const accounts = Array.isArray(entry["accounts"]) ? entry["accounts"] : [];
  return {
    global: {
      ...(typeof media === "string" && { look: { media, large: large === true } }),
      apiServer: typeof apiServer === "string" ? apiServer : null,
      user: { identity: isIdentity(identity) ? identity : null },
    },
    accounts: accounts.filter(isRememberedAccount).slice(0, MAX_REMEMBERED_ACCOUNTS),
  };
}

function setAccounts(accounts: RememberedAccount[]): void {
  platformEntry.setState({ accounts });
  savePlatformEntry();
}

function isRememberedAccount(value: unknown): value is RememberedAccount {
  const { username, password } = record(value);
  return typeof username === "string" && typeof password === "string" && password !== "";
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
