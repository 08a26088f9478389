import {
  startAuthentication,
  startRegistration,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/browser";

type RequestOptions = Parameters<typeof startAuthentication>[0]["optionsJSON"];
type CreationOptions = Parameters<typeof startRegistration>[0]["optionsJSON"];

/** Asks the person to use a passkey; `options` are the server's. Rejects with the browser's error. */
export function answerByPasskey(options: unknown): Promise<AuthenticationResponseJSON> {
  return startAuthentication({ optionsJSON: options as RequestOptions });
}

/** Creates a passkey on the device; `options` are the server's. Rejects with the browser's error. */
export function makePasskey(options: unknown): Promise<RegistrationResponseJSON> {
  return startRegistration({ optionsJSON: options as CreationOptions });
}

/** Explains the browser's refusal to a person. */
export function passkeyFault(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "这台设备上已经有通行密钥了";
  if (name === "NotAllowedError" || name === "AbortError") return "没有完成验证，请再试一次";
  return "这个浏览器暂时不能使用通行密钥，请换一种方式";
}
