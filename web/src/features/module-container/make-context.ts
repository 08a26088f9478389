import type { Call } from "#contract";
import { failureText } from "../../api/failures.ts";
import { absoluteUrl } from "../../api/request.ts";
import { serverNow } from "../../api/server-time.ts";
import { setTitle } from "../../platform/appearance.ts";
import { navigate } from "../../platform/navigation.ts";
import { unsavedIf, unsavedOn } from "../../platform/unsaved.ts";
import { platformEntry } from "../../session/platform-entry.ts";
import { session } from "../../session/session.ts";
import { startSharing } from "../../session/shared-data.ts";
import { readAllSchools, readUser } from "../../session/user-queries.ts";
import { toast } from "../../ui/toast.ts";
import type { Manifest } from "./manifest.ts";
import { placeHref } from "./place.ts";
import type { ModuleContext } from "./platform-module.ts";
import { lateCalls, sendFor } from "./queries.ts";

interface Given {
  manifest: Manifest;
  root: ShadowRoot;
  signal: AbortSignal;
  onTitle(title: string): void;
  fail(error: unknown): void;
  /** Makes a call of a module that may have to wait for its person; undefined where nothing follows that. */
  around(call: Pick<Call, "method">, ask: () => Promise<unknown>): Promise<unknown> | undefined;
}

/** Makes a module's context without its place: the same for as long as it stays. Once it has been left, none of it does anything. */
export function makeContext(given: Given): Omit<ModuleContext, "place"> {
  const { manifest, root, signal, onTitle, fail, around } = given;
  const whileHere =
    <A extends unknown[]>(act: (...values: A) => void) =>
    (...values: A) => {
      if (!signal.aborted) act(...values);
    };
  const upload: ModuleContext["upload"] = async (file, purpose, options) =>
    (await lateCalls()).uploadFor(manifest, file, purpose, { signal, ...options });
  return {
    name: manifest.name,
    version: manifest.version,
    base: import.meta.env.BASE_URL,
    root,
    signal,
    session: startSharing(),
    send: (call, input, { timeoutMs, notify = false } = {}) => {
      const ask = () =>
        sendFor(manifest, call, input, {
          signal,
          quietGeneral: !notify,
          quietError: !notify,
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
        });
      return (around(call, ask) ?? ask()) as never;
    },
    now: serverNow,
    upload: (...given) => {
      // like what is read: one that the end of a session has cut off begins anew when the module is back
      const ask = () => upload(...given);
      return (around({ method: "GET" }, ask) ?? ask()) as ReturnType<typeof upload>;
    },
    fileAddress: (url) => absoluteUrl(url, platformEntry.getState().global.apiServer ?? ""),
    codeWays: async () => (await lateCalls()).codeWays(),
    askForCode: async (...asked) => (await lateCalls()).askForCodeFor(manifest, ...asked),
    explain: failureText,
    refreshUser,
    href: (...path) => placeHref(manifest.name, path),
    navigate: whileHere((path: string) => navigate(path)),
    notify: whileHere((text, tone) => toast.show(text, tone)),
    setTitle: whileHere((title: string) => {
      setTitle(title);
      onTitle(title);
    }),
    unsavedIf: (part, ask, drop) => {
      const words = () => {
        const found = ask();
        return typeof found === "boolean" ? (found ? [unsavedOn(manifest.title)] : []) : found;
      };
      unsavedIf(`${manifest.name}/${part}`, words, drop);
    },
    fail,
  };
}

async function refreshUser(): Promise<void> {
  const { token, identity } = session.getState();
  // by a code that was used there may be another school or identity, too
  const [user, schools] = await Promise.all([readUser(identity), readAllSchools()]);
  const now = session.getState();
  // else another person is here, or another identity was chosen meanwhile
  if (now.token === token && now.identity === identity) session.setState({ user, schools });
}
