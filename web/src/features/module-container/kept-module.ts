import { type Call, REFUSALS } from "#contract";
import { ApiError } from "../../api/failures.ts";
import { hasUnsaved } from "../../platform/unsaved.ts";
import { signingOut } from "../../session/logout.ts";
import { session } from "../../session/session.ts";
import { startSharing } from "../../session/shared-data.ts";
import type { startModule } from "./stage.ts";

/** A module on the page. What its page shows of it goes through `shown`, which the next page replaces. */
export interface Shown {
  name: string;
  /** The place's key. */
  place: string;
  host: HTMLElement;
  stage: ReturnType<typeof startModule>;
  title: string;
  shown: { ready(): void; failed(error: unknown): void; title(text: string): void };
  /** Makes a call: of a module that is kept it waits until the module is on the page again. */
  around?: (call: Pick<Call, "method">, ask: () => Promise<unknown>) => Promise<unknown>;
}

interface Kept {
  module: Shown;
  overflow: string;
  /** Whether a password or code stood in it, which is not kept. */
  hadSecret: boolean;
  back: Promise<void>;
  comeBack: () => void;
}

/** Matches fields whose content is never kept. */
const SECRET = "input[type=password], input[autocomplete=one-time-code]";
/** Parts that show secrets once: a module that shows one is not kept. */
const SHOWN_SECRET = "[data-secret]";
/** The longest wait in ms for the styles of a module that came back. */
const STYLES_MS = 1500;
const NOT_SAVED = "刚才登录已失效，没有保存，请再试一次。";
const WAYS = ["不要了，重新填写", "知道了"];
const LINE =
  "display:flex;flex:none;flex-wrap:wrap;align-items:center;gap:0 24px;padding:4px 16px;margin-bottom:8px;border-left:4px solid var(--role-strong);background:var(--role-soft);color:var(--ink)";
const BUTTON = "min-height:var(--touch);color:var(--role-strong);text-decoration:underline";
const UNSEEN = "[type=search], [role=combobox]";

let current: Shown | undefined;
let touched: Element | undefined;
let kept: Kept | undefined;
/** Sentence about what the module that came back last has lost. */
let lost = "";

/** Follows the module that is on the page now: what the person touches in it. */
export function follow(module: Shown): void {
  current = module;
  touched = undefined;
  const away = () => (kept?.module === module ? kept.back : undefined);
  module.around = async (call, ask) => {
    await away();
    try {
      return await ask();
    } catch (error) {
      const back = away();
      if (back === undefined) throw error;
      // what was read is read again; what was to be saved waits for another press
      await back;
      if (call.method === "GET") return ask();
      throw new ApiError(REFUSALS.badInput.code, NOT_SAVED);
    }
  };
  const root = module.host.shadowRoot;
  const note = (event: Event) => {
    const [target] = event.composedPath();
    if (!(target instanceof Element) || target.matches(`${SECRET}, ${UNSEEN}`)) return;
    // choices of antd are presses; what a form holds is written, dropped or pressed inside it
    if (event.type !== "click" || target.closest("form, [role=dialog]")) touched = target;
  };
  root?.addEventListener("input", note);
  root?.addEventListener("drop", note);
  root?.addEventListener("click", note);
}

/** Returns whether a module stays although its page goes. */
export function isKept(module: Shown): boolean {
  if (current === module) current = undefined;
  return kept?.module === module;
}

/**
 * Puts the module that was kept for this place on the page again, as it stood; undefined where there is none. Any other
 * place ends what was kept.
 */
export function takeKept(name: string, place: string): Shown | undefined {
  if (kept === undefined) return undefined;
  const { module, overflow, hadSecret, comeBack } = kept;
  if (module.name !== name || module.place !== place) {
    void drop();
    return undefined;
  }
  kept = undefined;
  document.body.style.overflow = overflow;
  current = module;
  lost = hadSecret ? "密码和验证码没有保留。" : "";
  comeBack();
  return module;
}

/** Says in a module that came back that it did, with a way to begin anew, and takes the focus there. */
export async function tellBack({ host }: Shown, discard: () => void): Promise<void> {
  const root = host.shadowRoot;
  if (!root) return;
  // a sheet that is put into the page again loads again
  host.style.visibility = "hidden";
  await Promise.race([stylesIn(root), new Promise((resolve) => setTimeout(resolve, STYLES_MS))]);
  host.style.visibility = "";
  const line = document.createElement("div");
  line.tabIndex = -1;
  line.setAttribute("role", "status");
  line.style.cssText = LINE;
  line.append(
    `已恢复您刚才填写的内容。${lost}`,
    ...WAYS.map((text) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.style.cssText = BUTTON;
      button.onclick = () => {
        line.remove();
        if (text === WAYS[0]) discard();
      };
      return button;
    }),
  );
  const dialogs = root.querySelectorAll("[role=dialog]");
  const dialog = dialogs[dialogs.length - 1];
  if (dialog === undefined) root.lastElementChild?.prepend(line);
  else dialog.firstElementChild?.after(line);
  line.focus();
}

function stylesIn(root: ShadowRoot): Promise<unknown> {
  const sheets = [...root.querySelectorAll("link")];
  const settled = (sheet: HTMLLinkElement) =>
    new Promise((resolve) => {
      sheet.addEventListener("load", resolve);
      sheet.addEventListener("error", resolve);
    });
  return Promise.all(sheets.map(settled));
}

/** Keeps the module, in the memory of the page only, when its session ends otherwise than by signing out. */
function keep(): boolean {
  const module = current;
  const root = module?.host.shadowRoot;
  if (module === undefined || !root || root.querySelector(SHOWN_SECRET) !== null) return false;
  const secrets = [...root.querySelectorAll<HTMLInputElement>(SECRET)].filter(({ value }) => value);
  secrets.forEach(empty);
  if (!hasUnsaved() && touched?.isConnected !== true) return false;
  let comeBack = () => {};
  const back = new Promise<void>((resolve) => (comeBack = resolve));
  const { style } = document.body;
  kept = { module, overflow: style.overflow, hadSecret: secrets.length > 0, back, comeBack };
  style.overflow = "";
  return true;
}

/** Empties a field as typing does, so that the form forgets it, too. */
function empty(field: HTMLInputElement): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "");
  field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
}

function drop(): Promise<void> | undefined {
  const gone = kept;
  kept = undefined;
  return gone?.module.stage.stop();
}

const shared = startSharing();
/** Whether what was kept for somebody else is being unmounted. */
let isEnding = false;

// what modules are told of the person stays as it was while one is kept for them
shared.holds = () => {
  const { token, authData, identity, user } = session.getState();
  if (token === null && signingOut() === null) return kept !== undefined || keep();
  const isSame =
    token !== null && authData?.user_id === shared.userId && identity === shared.identity;
  if (!isSame && kept !== undefined) {
    isEnding = true;
    void drop()?.finally(() => {
      isEnding = false;
      shared.follow();
    });
  }
  // it would take what it holds for the next person's
  if (isEnding) return true;
  // in another tab the same person has signed in again
  return isSame && (kept !== undefined || (user === null && current !== undefined));
};
