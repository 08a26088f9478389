/** Returns whether `config.json` offers sign-in by a passkey alone (SE-10). */
export function offersPasskeys(file: unknown): boolean {
  return typeof file === "object" && file !== null && "passkeys" in file && file.passkeys === true;
}
