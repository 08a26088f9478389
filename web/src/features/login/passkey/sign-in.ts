import { beginPasskeyLogin, loginByPasskey, type InputOf } from "#contract";
import { send } from "../../../api/client.ts";
import { ApiError } from "../../../api/failures.ts";
import type { Check } from "../../../session/login.ts";
import { startSession } from "../../../session/session.ts";
import { answerByPasskey, passkeyFault } from "../../../ui/passkey.ts";

const QUIET = { quietGeneral: true, quietError: true } as const;

/**
 * Has the person choose a passkey of this device; resolves to the attempt to sign in by it. The device is asked once:
 * further checks are sent along with the same answer.
 */
export async function askPasskey(): Promise<(check?: Check) => Promise<void>> {
  const { options } = await send(beginPasskeyLogin, {}, QUIET);
  const passkey = await answerByPasskey(options).catch((error: unknown) => {
    throw new ApiError(0, passkeyFault(error));
  });
  return async ({ consents, new_password } = {}) => {
    const check = {
      ...(consents !== undefined && { consents }),
      ...(new_password !== undefined && { new_password }),
    };
    const input = { passkey, check } as InputOf<typeof loginByPasskey>;
    const { token, auth_data } = await send(loginByPasskey, input, QUIET);
    startSession(token, auth_data);
  };
}
