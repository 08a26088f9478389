const KB = 1024;

/** Says how large a file is: 41 KB, 2.5 MB. */
export function sizeText(bytes: number): string {
  return bytes < KB * KB
    ? `${Math.max(1, Math.round(bytes / KB))} KB`
    : `${(bytes / KB / KB).toFixed(1)} MB`;
}
