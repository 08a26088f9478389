import { createRoot } from "react-dom/client";
import { EXPIRED_CODE, type InputOf, type launchApp } from "#contract";
import { ApiError, failureText } from "../../../api/failures.ts";
import { onPathChange } from "../../../platform/navigation.ts";
import type { Openable } from "../../../session/page-stores.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { proofWantedIn, useProof, type ProofWanted } from "../../../ui/use-proof.tsx";

/** The proof as the call takes it. */
export type GivenProof = Pick<InputOf<typeof launchApp>, "password" | "check">;

/** The calls for opening an app that demands a fresh proof; both reject with a refusal. */
interface Opening {
  /** Launches again without opening anything, to get a new refusal. */
  ask: () => Promise<unknown>;
  open: (proof: GivenProof) => Promise<void>;
}

const PASSWORD_ONLY: ProofWanted = { ways: [], passkey: undefined };

/**
 * Asks for the proof that the refusal of an app with `step_up` demands, and opens the app with it. Rendered outside the
 * page's own tree; gone with the page.
 */
export function askProof(
  app: Openable,
  refusal: unknown,
  opening: Opening,
  onClose?: () => void,
): void {
  const wanted = proofWantedIn(refusal) ?? PASSWORD_ONLY;
  const root = createRoot(document.createElement("div"));
  const close = () => {
    stop();
    root.unmount();
    onClose?.();
  };
  const stop = onPathChange(close);
  root.render(<ProofDialog app={app} wanted={wanted} opening={opening} onClose={close} />);
}

function ProofDialog({
  app,
  wanted,
  opening,
  onClose,
}: {
  app: Openable;
  wanted: ProofWanted;
  opening: Opening;
  onClose: () => void;
}) {
  const hint = `打开“${app.name}”前，需要确认是本人`;
  const { form, field, submit, other } = useProof({
    wanted,
    hint,
    button: "确认并打开",
    async prove(proof) {
      await opening.open(proof);
      onClose();
    },
    /** Asks for the refusal anew without opening a tab, which would take the focus that browsers demand for a passkey. */
    async askAgain() {
      try {
        await opening.ask();
      } catch (error) {
        // the page shows that by itself
        if (error instanceof ApiError && error.code === EXPIRED_CODE) onClose();
        throw error;
      }
    },
    explain: failureText,
  });
  return (
    <Dialog
      title="再次确认身份"
      onClose={onClose}
      actions={
        submit === null ? undefined : (
          <>
            {other}
            <Button onClick={onClose}>取消</Button>
            {submit}
          </>
        )
      }
    >
      {form === undefined ? (
        <>
          <p style={{ marginBottom: 16 }}>{hint}</p>
          {field}
        </>
      ) : (
        <form {...form}>{field}</form>
      )}
    </Dialog>
  );
}
