import { currentPath, onPathChange } from "../../platform/navigation.ts";
import { session } from "../../session/session.ts";
import { mayAsk } from "./rules.ts";

/**
 * Asks a parent on home, once for a sign-in, about each child under 14 that nobody has agreed for yet (SE-08). Its script
 * is fetched for parents alone; without it the page goes on, and the chunk guard has told the operator.
 */
export function startAskingGuardians(): void {
  let askedFor: string | null = null;
  const look = () => {
    const { token, user } = session.getState();
    const identities = user?.identities ?? [];
    if (!mayAsk({ path: currentPath(), token, identities, askedFor })) return;
    askedFor = token;
    import("./open.tsx").then(
      ({ askGuardian }) => askGuardian(),
      () => {},
    );
  };
  session.subscribe((now, before) => {
    if (now.user !== before.user) look();
  });
  onPathChange(look);
  look();
}
