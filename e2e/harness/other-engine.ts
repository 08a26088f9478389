import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** The time in ms within which what is pressed or typed into is there. */
export const COMES_WITHIN_MS = 20_000;
/** The name under which WebDriver and Marionette hand an element over. */
export const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Ends a program when its standard input does: with `letGo`, or with the worker, however that ends. */
const UNTIL_LET_GO = `exec 3<&0; "$@" </dev/null & cat <&3 >/dev/null; kill -9 $!; wait`;

/** Starts a program that ends with this process at the latest. */
export function spawnUntilLetGo(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  output: "ignore" | "pipe" = "ignore",
): ChildProcess {
  const args = ["-c", UNTIL_LET_GO, "sh", ...command];
  return spawn("sh", args, { stdio: ["pipe", output, "ignore"], env });
}

/** Ends such a program, and waits until it has. */
export async function letGo(program: ChildProcess): Promise<void> {
  const ended = once(program, "exit");
  program.stdin?.end();
  await ended;
}

/** Finds what is seen and has this name, or else has it in its name, in shadow roots, too. Runs in the page. */
export function findNamed(wanted: string, kinds: string): Element | undefined {
  const under = (root: ParentNode): Element[] =>
    [...root.querySelectorAll("*")].flatMap((one) =>
      one.shadowRoot === null ? [one] : [one, ...under(one.shadowRoot)],
    );
  const labelOf = (one: Element) => (one as HTMLInputElement).labels?.[0]?.textContent;
  const nameOf = (one: Element) =>
    (one.getAttribute("aria-label") ?? labelOf(one) ?? one.textContent).trim();
  const all = under(document).filter(
    (one) => one.matches(kinds) && one.getBoundingClientRect().width > 0,
  );
  return (
    all.find((one) => nameOf(one) === wanted) ?? all.find((one) => nameOf(one).includes(wanted))
  );
}

/** Returns the text of the page, and of what it keeps in shadow roots. Runs in the page. */
export function textOfPage(): string {
  const under = (root: ParentNode): string[] =>
    [...root.querySelectorAll("*")].flatMap(({ shadowRoot }) =>
      shadowRoot === null ? [] : [shadowRoot.textContent, ...under(shadowRoot)],
    );
  return [document.body.innerText, ...under(document)].join("\n");
}
