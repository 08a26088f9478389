/** Parts whose calls the server has; a screen without them is not shown. */
export const SERVED: Readonly<Record<"person" | "changes", boolean>> = {
  person: false,
  changes: true,
};
