const CHECK_WANTED = 40004;

/** The refusal that asks for the caller's own password. */
export function isPasswordWanted(error: unknown): boolean {
  const { code, data } = error as { code?: unknown; data?: { check?: unknown } | null };
  return code === CHECK_WANTED && data?.check === "password";
}

/** Has the browser fetch an address as a file; the page stays. */
export function saveAs(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}
