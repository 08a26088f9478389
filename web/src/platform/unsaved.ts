/**
 * Unsaved input that a reload or a sign-out would lose. Two sources: text typed into a field that is still on the page, and
 * callbacks of parts without fields, such as a list in a new order.
 */
interface Part {
  /** Returns what is unsaved in words, such as 「快捷应用」. */
  ask: () => readonly string[];
  drop: (() => void) | undefined;
}
const parts = new Map<string, Part>();
const typed = new Set<HTMLInputElement | HTMLTextAreaElement>();

/**
 * Registers a part by a callback that names what is unsaved in it, and one that gives that up; a later part replaces an
 * earlier one of the same name.
 */
export function unsavedIf(name: string, ask: Part["ask"], drop?: () => void): void {
  parts.set(name, { ask, drop });
}

/** Names what is unsaved, each once; what was typed by the page's title, unless the module there has named something itself. */
export function unsavedWords(): string[] {
  dropGone();
  const named = [...parts].flatMap(([name, { ask }]) =>
    ask().map((words) => [name, words] as const),
  );
  const ofPage = (name: string) => location.hash.startsWith(`#/module/${name.split("/", 1)[0]}`);
  const isTyped = [...typed].some(isFilled) && !named.some(([name]) => ofPage(name));
  const words = named.map(([, one]) => one);
  return [...new Set(isTyped ? [...words, unsavedOn(document.title)] : words)];
}

export function hasUnsaved(): boolean {
  return unsavedWords().length > 0;
}

/** Returns the words for what a page of this title holds; of a screen's title, the screen's own. */
export function unsavedOn(title: string): string {
  return `“${title.split(" · ", 1)[0]}”里填写的内容`;
}

/** Gives up what parts hold, as before a sign-out. */
export function dropUnsaved(): void {
  for (const { drop } of parts.values()) drop?.();
}

/** Forgets the fields whose text a call has brought to the server. */
export function forgetSent(input: unknown): void {
  const sent = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
    else sent.add(String(value).trim());
  };
  collect(input);
  for (const field of typed) if (sent.has(field.value.trim())) typed.delete(field);
}

/** Starts to note the fields that a person types into, including those in a module's shadow root. */
export function noteTyping(): void {
  document.addEventListener("input", (event) => {
    const [field] = event.composedPath();
    if (
      !isTextField(field) ||
      field.type === "search" ||
      field.getAttribute("role") === "combobox"
    ) {
      return;
    }
    dropGone();
    typed.add(field);
  });
}

function isTextField(field: unknown): field is HTMLInputElement | HTMLTextAreaElement {
  return (
    field instanceof HTMLTextAreaElement ||
    (field instanceof HTMLInputElement && !/^(checkbox|radio|range|color|file)$/.test(field.type))
  );
}

function isFilled(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  return field.value.trim() !== "";
}

function dropGone(): void {
  for (const field of typed) if (!field.isConnected) typed.delete(field);
}
