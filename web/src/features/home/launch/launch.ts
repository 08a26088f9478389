import { EXPIRED_CODE, launchApp, REFUSALS, type AnswerOf, type App, type Launch } from "#contract";
import { send } from "../../../api/client.ts";
import { ApiError, failureText } from "../../../api/failures.ts";
import { navigate } from "../../../platform/navigation.ts";
import { toast } from "../../../ui/toast.ts";
import type { GivenProof } from "./ask-proof.tsx";

type LaunchAnswer = AnswerOf<typeof launchApp>;

export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

/** The app that is being opened: a second press on a tile that is slow opens nothing more. */
let opening: string | undefined;

/** Opens an app in a tab or as a module, and says why where it does not open. */
export async function launch(
  app: App,
  afterOpening: (app: App) => void,
  item?: string,
): Promise<void> {
  if (opening === app.id) return;
  opening = app.id;
  try {
    await withProof(
      app,
      () => ask(app, undefined, item),
      (proof) => open(app, afterOpening, { proof, item }),
    );
  } catch (error) {
    toast.show(failureText(error), "error");
  } finally {
    if (opening === app.id) opening = undefined;
  }
}

/** Opens an app; asks for a fresh proof first where the app demands one. Rejects when it does not open. */
export async function withProof(
  app: App,
  again: () => Promise<unknown>,
  openWith: (proof?: GivenProof) => Promise<void>,
  onGivenUp?: () => void,
): Promise<void> {
  try {
    await openWith();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === REFUSALS.checkWanted.code)) throw error;
    const { askProof } = await import("./ask-proof.tsx");
    askProof(app, error, { ask: again, open: openWith }, onGivenUp);
  }
}

/** Asks for the address and fields of a launch (LA-02); with an item of what the app has sent. */
export function ask(app: App, proof?: GivenProof, item?: string): Promise<LaunchAnswer> {
  const input = { app_id: app.id, ...(item !== undefined && { item }), ...proof };
  return send(launchApp, input, { quietGeneral: true, quietError: true });
}

/**
 * Opens an app. The tab is opened before the answer comes, while the browser still sees the person's click, without an
 * opener, and is closed again when the server refuses. A module of our own opens in this page (RT-08). Rejects when the
 * app does not open, except for an ended session, which the page shows.
 */
async function open(
  app: App,
  afterOpening: (app: App) => void,
  { proof, item }: { proof?: GivenProof | undefined; item?: string | undefined },
): Promise<void> {
  if (!navigator.onLine) throw new ApiError(0, `现在没有网络，“${app.name}”打不开`);
  const inTab = app.launch !== "module";
  let tab: Window | null = null;
  try {
    // A passkey may take longer than a click counts: what it proved is sent first, and holds at the next click too.
    const proved = proof?.check?.passkey && (await ask(app, proof, item));
    tab = inTab ? openWaitingTab(app.name) : null;
    if (inTab && tab === null) throw new ApiError(0, "浏览器拦截了新窗口，请允许弹出窗口后重试");
    const answer = proved ?? (await ask(app, proof, item));
    if (answer.kind === "module") {
      afterOpening(app);
      navigate(answer.url);
      return;
    }
    // A server that says no more has let the person in: the entry knows where to.
    const url = answer.url || app.url;
    if (tab === null || !isWebAddress(url)) {
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

function openWaitingTab(name: string): Window | null {
  const tab = window.open("about:blank", "_blank");
  if (tab === null) return null;
  tab.opener = null;
  tab.document.title = name;
  const note = tab.document.createElement("p");
  note.textContent = `正在打开“${name}”…`;
  // Through the object model: the page's security policy forbids style attributes.
  note.style.cssText = "margin:20vh 0;text-align:center;font-family:sans-serif";
  tab.document.body.append(note);
  return tab;
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
