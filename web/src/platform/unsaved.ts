/**
 * Unsaved input that a reload would lose. Two sources: text typed into a field that is still on the page, and callbacks
 * of parts without fields, such as a list in a new order.
 */
const questions = new Map<string, () => boolean>();
const typed = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** Registers a callback that returns whether its part has unsaved changes; a later one replaces an earlier one of the same name. */
export function unsavedIf(name: string, ask: () => boolean): void {
  questions.set(name, ask);
}

export function hasUnsaved(): boolean {
  dropGone();
  return [...typed].some(isFilled) || [...questions.values()].some((ask) => ask());
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
