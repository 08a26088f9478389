import { useSyncExternalStore } from "react";
import { createStore } from "zustand/vanilla";
import type { AuthData, Identity, School, Theme, User } from "#contract";
import { forgetAnswers } from "../api/answers-epoch.ts";
import { localStore, readJson, writeJson } from "../platform/storage.ts";
import { platformEntry, setGlobal } from "./platform-entry.ts";

/** The signed-in person and their current identity. */
export interface Session {
  token: string | null;
  authData: AuthData | null;
  /** The current identity; null without a session, and for a person without a membership. */
  identity: Identity | null;
  lastIdentity: Identity | null;
  /** The person, as seen under the current identity. */
  user: User | null;
  /** Every membership, whatever its identity. */
  schools: School[];
  /** True when at least one membership is enabled; null until the school check has asked (ID-03). */
  anySchoolAbled: boolean | null;
  /** Result of the school check for the current identity (GD-04). */
  schoolState: "unknown" | "valid" | "none";
  theme: Theme;
}

export const TOKEN_KEY = "token";
const AUTH_DATA_KEY = "auth_data";

const SIGNED_OUT: Session = {
  token: null,
  authData: null,
  identity: null,
  lastIdentity: null,
  user: null,
  schools: [],
  anySchoolAbled: null,
  schoolState: "unknown",
  theme: "color",
};

export const session = createStore<Session>(() => SIGNED_OUT);

/** Selects from the session; unlike the library's own hook also on the server and while hydrating. */
export function useSession<T>(select: (state: Session) => T): T {
  const read = () => select(session.getState());
  return useSyncExternalStore(session.subscribe, read, read);
}

/** Restores the kept session, as on load. The identity last used here replaces the one of sign-in. */
export function restoreSession(): void {
  const token = localStore.read(TOKEN_KEY);
  if (token === null || token === "") {
    session.setState(SIGNED_OUT, true);
    return;
  }
  const authData = readJson(localStore, AUTH_DATA_KEY) as AuthData | null;
  const identity = platformEntry.getState().global.user.identity ?? authData?.identity ?? null;
  session.setState({ ...SIGNED_OUT, token, authData, identity }, true);
}

/** Reads the session that the browser keeps: another tab may have changed it. */
export function keptSession(): { token: string | null; userId: string | null } {
  const authData = readJson(localStore, AUTH_DATA_KEY) as AuthData | null;
  return { token: localStore.read(TOKEN_KEY), userId: authData?.user_id ?? null };
}

/** Keeps what a sign-in answered (SE-01). */
export function startSession(token: string, authData: AuthData): void {
  forgetAnswers();
  // The token comes last: other tabs wake up to it and read both.
  writeJson(localStore, AUTH_DATA_KEY, authData);
  localStore.write(TOKEN_KEY, token);
  setGlobal({ identity: authData.identity });
  session.setState({ ...SIGNED_OUT, token, authData, identity: authData.identity }, true);
}

/** Forgets the token and all that was learnt with it; what else is stored stays (ER-01). */
export function endSession(): void {
  localStore.remove(TOKEN_KEY);
  localStore.remove(AUTH_DATA_KEY);
  forgetAnswers();
  session.setState(SIGNED_OUT, true);
}
