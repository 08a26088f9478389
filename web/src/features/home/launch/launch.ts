import { EXPIRED_CODE, launchApp, REFUSALS, type AnswerOf, type Launch } from "#contract";
import { send } from "../../../api/client.ts";
import { ApiError, failureText, NetworkError } from "../../../api/failures.ts";
import { invalidate } from "../../../api/query.ts";
import { navigate } from "../../../platform/navigation.ts";
import type { Openable } from "../../../session/page-stores.ts";
import { APPS_QUERY } from "../../../session/user-queries.ts";
import { toast } from "../../../ui/toast.ts";
import type { GivenProof } from "./ask-proof.tsx";

type LaunchAnswer = AnswerOf<typeof launchApp>;

export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

/**
 * Opens an app in a tab or as a module, and says why where it does not open. `tab` is the one that was opened for it in the
 * moment of the press; null: the browser refused it, or the app wants none; undefined: it is opened here.
 */
export async function launch(
  app: Openable,
  afterOpening: (app: Openable) => void,
  { item, tab }: { item?: string | undefined; tab?: Window | null } = {},
): Promise<void> {
  try {
    await withProof(
      app,
      () => ask(app, undefined, item),
      (proof) => open(app, afterOpening, { proof, item, ...(proof === undefined && { tab }) }),
    );
  } catch (error) {
    toast.show(whyNot(app, error), "error");
  }
}

/** Says why an app does not open. Of one that is not there any more the list of apps is read anew, too. */
export function whyNot({ name }: Openable, error: unknown): string {
  if (!navigator.onLine) return `现在没有网络，“${name}”打不开`;
  if (!(error instanceof ApiError && error.code === REFUSALS.notFound.code))
    return failureText(error);
  invalidate(APPS_QUERY);
  return `“${name}”可能已经下线，或者不向当前身份开放`;
}

/**
 * Opens an app; asks for a fresh proof first where the app demands one, unless the person has left by then. Rejects when
 * it does not open.
 */
export async function withProof(
  app: Openable,
  again: () => Promise<unknown>,
  openWith: (proof?: GivenProof) => Promise<void>,
  onGivenUp?: () => void,
  hasLeft: () => boolean = () => false,
): Promise<void> {
  try {
    await openWith();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === REFUSALS.checkWanted.code)) throw error;
    const { askProof } = await import("./ask-proof.tsx");
    if (hasLeft()) return;
    askProof(app, error, { ask: again, open: openWith }, onGivenUp);
  }
}

/** Asks for the address and fields of a launch (LA-02); with an item of what the app has sent. */
export function ask(app: Openable, proof?: GivenProof, item?: string): Promise<LaunchAnswer> {
  const input = { app_id: app.id, ...(item !== undefined && { item }), ...proof };
  return send(launchApp, input, { quietGeneral: true, quietError: true });
}

/**
 * Opens an app. The tab is opened before the answer comes, while the browser still sees the person's click, without an
 * opener, and is closed again when the server refuses. A module of our own opens in this page (RT-08). Rejects when the
 * app does not open, except for an ended session, which the page shows.
 */
async function open(
  app: Openable,
  afterOpening: (app: Openable) => void,
  opening: { proof?: GivenProof | undefined; item: string | undefined; tab?: Window | null },
): Promise<void> {
  const { proof, item } = opening;
  let { tab } = opening;
  try {
    if (!navigator.onLine) throw new NetworkError();
    const inTab = app.launch !== "module";
    // A passkey may take longer than a click counts: what it proved is sent first, and holds at the next click too.
    const proved = proof?.check?.passkey && (await ask(app, proof, item));
    if (inTab && tab === undefined) tab = window.open("about:blank");
    if (tab?.closed) return;
    if (tab) sayOpening(tab, app.name);
    else if (inTab) throw new ApiError(0, "浏览器拦截了新窗口，请允许弹出窗口后重试");
    const answer = proved ?? (await ask(app, proof, item));
    if (answer.kind === "module") {
      afterOpening(app);
      navigate(answer.url);
      return;
    }
    // A server that says no more has let the person in: the entry knows where to.
    const url = answer.url || app.url;
    if (!tab || !isWebAddress(url)) {
      throw new ApiError(0, `“${app.name}”暂时无法在这里打开`);
    }
    if (tab.closed) return;
    go(tab, { ...answer, url });
    afterOpening(app);
  } catch (error) {
    tab?.close();
    if (!(error instanceof ApiError && error.code === EXPIRED_CODE)) throw error;
  }
}

function sayOpening(tab: Window, name: string): void {
  tab.opener = null;
  tab.document.title = name;
  const note = tab.document.createElement("p");
  note.textContent = `正在打开“${name}”…`;
  // Through the object model: the page's security policy forbids style attributes.
  note.style.cssText = "margin:20vh 0;text-align:center;font-family:sans-serif";
  tab.document.body.append(note);
}

/**
 * Sends a tab to the app: the one-time ticket goes in the address or, for POST, in a form's fields; neither stays in
 * this page's history.
 */
export function go(target: Window, { method, url, fields = {} }: Launch): void {
  if (method === "GET") {
    const address = new URL(url);
    for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
    target.location.replace(address.href);
    return;
  }
  const form = target.document.createElement("form");
  form.method = "post";
  form.action = url;
  for (const [name, value] of Object.entries(fields)) {
    const field = target.document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    form.append(field);
  }
  target.document.body.append(form);
  form.submit();
}
