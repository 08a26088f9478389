import { saveFile } from "../shell/save-file.ts";

/** Returns a file's content in base64. */
export function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = typeof reader.result === "string" ? reader.result : "";
      resolve(address.slice(address.indexOf(",") + 1));
    };
    reader.onerror = () => reject(reader.error ?? new Error("the file could not be read"));
    reader.readAsDataURL(file);
  });
}

/** Hands a file that the server has made to the browser to be saved. */
export function saveBase64(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  saveFile(name, bytes, type);
}
