import { type RefObject, useEffect, useState } from "react";

/** Faults of a form. */
export interface FieldFaults {
  /** Faults by the field's name. */
  fields: Readonly<Record<string, string>>;
  /** The fault of the whole form. */
  form?: string;
}

/**
 * Returns the faults of a refusal at the fields of a form that it names; `text` says the whole of it.
 *
 * @param marked the fields, as the whole form's fault names them
 */
export function fieldFaults(
  error: unknown,
  text: string,
  known: readonly string[],
  marked = "标出的内容",
): FieldFaults {
  const { data } = (error ?? {}) as { data?: unknown };
  const { errors } = (data ?? {}) as { errors?: { path: string; message: string }[] };
  if (!Array.isArray(errors) || errors.length === 0) return { fields: {}, form: text };
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const { path, message } of errors) {
    const field = path.split(/[./]/)[0] ?? "";
    const said = fields[field];
    if (known.includes(path)) fields[path] ??= message;
    else if (!known.includes(field)) rest.push(message);
    // the parts of a field that is given as a whole, such as settings in JSON, have no places of their own
    else if (said === undefined) fields[field] = message;
    else if (!said.includes(message)) fields[field] = said + message;
  }
  return { fields, form: [`请检查${marked}。`, ...rest].join("") };
}

/**
 * Returns a function that brings the first field of the form that is marked as wrong into view, with the focus. Called
 * after the faults were set, it acts when they are drawn: a busy machine draws them later than any number of frames.
 */
export function useShowFault(form: RefObject<HTMLElement | null>): () => void {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked === 0) return;
    const marked = form.current?.querySelector("[aria-invalid=true], [role=alert]:not(:empty)");
    marked?.scrollIntoView({ block: "center" });
    if (marked instanceof HTMLInputElement || marked instanceof HTMLTextAreaElement) marked.focus();
  }, [asked, form]);
  return () => setAsked((times) => times + 1);
}
