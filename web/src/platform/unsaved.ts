/**
 * Whether something would be lost if the page began again. Two sources: what a person typed into a field that is still
 * on the page, and whatever says so of itself because it has no fields, as a list in a new order.
 */
const questions = new Map<string, () => boolean>();
const typed = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** From now on `ask` is asked as well; the later of two under one name counts. */
export function unsavedIf(name: string, ask: () => boolean): void {
  questions.set(name, ask);
}

export function hasUnsaved(): boolean {
  dropGone();
  return [...typed].some(isFilled) || [...questions.values()].some((ask) => ask());
}

/** Notes from now on which fields a person types into, also those in a module's shadow root. */
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
