import { createRoot } from "react-dom/client";
import { readPendingConsents } from "#contract";
import { send } from "../../api/client.ts";
import { session } from "../../session/session.ts";
import { GuardianCard } from "./guardian-card.tsx";

/** Puts a calm card on top of home, if there is a child to ask about; gone with home, or when the session is. */
export async function askGuardian(): Promise<void> {
  const { token } = session.getState();
  const quiet = { quietGeneral: true, quietError: true };
  // what could not be asked now is asked at the next sign-in, and stands in the profile
  const pending = await send(readPendingConsents, {}, quiet).catch(() => null);
  if (pending === null || pending.children.length === 0) return;
  const main = document.querySelector("main");
  if (main === null || session.getState().token !== token) return;
  const place = document.createElement("div");
  main.prepend(place);
  const root = createRoot(place);
  const close = () => {
    stop();
    root.unmount();
    place.remove();
  };
  const stop = session.subscribe((now) => {
    if (now.token !== token) close();
  });
  root.render(<GuardianCard waiting={pending.children} onClose={close} />);
}
