/** Whether a passkey alone can sign in here: the server says so in `config.json` (SE-10). */
export function offersPasskeys(file: unknown): boolean {
  return typeof file === "object" && file !== null && "passkeys" in file && file.passkeys === true;
}
