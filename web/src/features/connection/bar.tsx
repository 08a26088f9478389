import { useStore } from "zustand/react";
import { Button } from "../../ui/button.tsx";
import { useSession } from "../../session/session.ts";
import css from "./bar.module.css";
import { lookAgain } from "./look.ts";
import { sentenceFor } from "./rules.ts";
import { connection } from "./state.ts";

/**
 * Bar that says that the platform cannot be reached and what is shown meanwhile. Always mounted, so that screen readers
 * announce a change.
 */
export default function ConnectionBar() {
  const { state, looking } = useStore(connection);
  const signedIn = useSession(({ token }) => token !== null);
  const known = useSession(({ user }) => user !== null);
  const shows = signedIn ? (known ? "last" : "nothing") : "sign-in";
  return (
    <div role="status">
      {state === "online" ? null : (
        <div className={css["bar"]}>
          <p>{sentenceFor(state, shows)}</p>
          <Button look="quiet" busy={looking} onClick={() => void lookAgain()}>
            重试
          </Button>
        </div>
      )}
    </div>
  );
}
