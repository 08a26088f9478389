/** The page's look as the browser keeps it, and as the boot script puts it on before the first paint. */
export interface KeptLook {
  /** The `media` of the sheet with the dark values (`DIM_MEDIA`). */
  media: string;
  /** True for large letters. */
  large: boolean;
}

const AS_THE_SYSTEM = "(prefers-color-scheme:dark)";

/** Gives the page a look. */
export function applyLook({ media, large }: KeptLook): void {
  document.documentElement.classList.toggle("large", large);
  const sheet = document.getElementById("dim");
  if (sheet !== null) (sheet as HTMLLinkElement).media = media || AS_THE_SYSTEM;
}
