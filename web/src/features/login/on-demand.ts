import type { askPasskey as AskPasskey } from "./passkey/sign-in.ts";
import type { signInWithChecks as SignInWithChecks } from "./checks/ask.tsx";

/** Loads the parts of sign-in that are used on demand: one small script names them all, so that the page itself does not. */
export async function openQrSignIn(): Promise<void> {
  (await import("./qr/open.tsx")).openQrSignIn();
}

export async function openCodeSignIn(): Promise<void> {
  (await import("./code/open.tsx")).openCodeSignIn();
}

export async function manageAccounts(): Promise<void> {
  (await import("./accounts/open.tsx")).manageAccounts();
}

export const askPasskey: typeof AskPasskey = async () =>
  (await import("./passkey/sign-in.ts")).askPasskey();

export const signInWithChecks: typeof SignInWithChecks = async (...given) =>
  (await import("./checks/ask.tsx")).signInWithChecks(...given);
