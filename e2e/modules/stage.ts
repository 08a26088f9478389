import type { BrowserContext, Page } from "playwright-core";
import { newPerson } from "../harness/browser.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import { homeShown, openSignedIn } from "../harness/steps.ts";

/** A module of the test's own: it records its calls, and acts as its place says. */
const PROBE = `
let element, timer;
const log = (window.probe ??= []);
const say = (what, { place }) => log.push(what + " /" + place.path.join("/") + "?" + place.params.join(","));
const draw = (context) => {
  const [child, params] = [context.place.path[0], context.place.params];
  if (child === "throws") throw new Error("the probe is broken");
  element.innerHTML = '<p class="probe">探针：' + (child ?? "首页") + "</p>";
  if (child === "fails-later") setTimeout(() => context.fail(new Error("later")), 50);
};
export function mount(given, context) {
  element = given;
  window.probeContext = context;
  timer = setInterval(() => {}, 1000);
  say("mount", context);
  draw(context);
}
export function update(context) {
  say("update", context);
  draw(context);
}
export function unmount() {
  clearInterval(timer);
  log.push("unmount");
}
`;

export interface Seen {
  schoolgateSession?: { app: { id: string } | null };
  probe?: string[];
  probeContext?: {
    signal: AbortSignal;
    send(call: object, input: object): Promise<unknown>;
    session: { userId: string; identity: string; user: { name: string } };
  };
}

export const openStage = (): ModuleStage => openFor(new ModuleStage());

class ModuleStage extends SharedStage {
  /** Opens home for a person, and records what the page reports. */
  async signedIn(account = "sunhao") {
    const person = await newPerson(this.browser);
    const events: string[] = [];
    person.page.on("request", (request) => {
      if (request.url().includes("/event/report")) events.push(request.postData() ?? "");
    });
    await openSignedIn(person.page, this.platform, account);
    await homeShown(person.page);
    return { ...person, events };
  }
}

/** Serves the probe as module `probe`; `parts` changes its manifest. */
export async function serveProbe(context: BrowserContext, parts: object = {}, code = PROBE) {
  const manifest = {
    name: "probe",
    title: "探针",
    version: "1.0.0",
    permission: null,
    calls: ["GET /dt-platform/v1/user/user/detail"],
    entry: "assets/modules/probe/index-1.js",
    styles: ["assets/modules/probe/style-1.css"],
    ...parts,
  };
  await context.route("**/modules/probe.json", (route) => route.fulfill({ json: manifest }));
  await context.route("**/assets/modules/probe/index-1.js*", (route) =>
    route.fulfill({ contentType: "text/javascript", body: code }),
  );
  await context.route("**/assets/modules/probe/style-1.css", (route) =>
    route.fulfill({ contentType: "text/css", body: ".probe { color: rgb(1, 2, 3) }" }),
  );
}

export const open = (page: Page, path: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, path);
export const log = (page: Page) => page.evaluate(() => (window as unknown as Seen).probe ?? []);
export const failure = (page: Page) => page.getByRole("alert");
