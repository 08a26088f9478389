import { useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import { proveForAdministration, type OwnProof } from "#contract";
import { proofWantedIn, type ProofWanted } from "../../../web/src/ui/use-proof.tsx";
import { ProofAsk } from "../../kit/proof-ask.tsx";
import { ModuleGiven, useModule } from "../../kit/react-module.tsx";
import css from "./shell.module.css";
import { SidePanel } from "./side-panel.tsx";

interface Waiting {
  go: () => void;
  stop: () => void;
}

/**
 * Asks for a fresh proof when administration was not used for a while (GR-08). Calls refused meanwhile wait and are
 * repeated after the proof, so that no input is lost.
 */
export function AdministrationGate({ children }: { children: ReactNode }) {
  const given = useModule();
  const { send } = given;
  const [wanted, setWanted] = useState<ProofWanted>();
  const waiting = useRef<Waiting[]>([]);
  // one function for all places: answers that were asked for by another are asked for again
  const sendProved = useCallback<typeof send>(
    async (call, input, options) => {
      try {
        return await send(call, input, options);
      } catch (error) {
        const proof = wantedByGate(error);
        if (proof === undefined) throw error;
        await new Promise<void>((go, fail) => {
          waiting.current.push({ go, stop: () => fail(error) });
          setWanted(proof);
        });
        return send(call, input, options);
      }
    },
    [send],
  );
  const context = useMemo(() => ({ ...given, send: sendProved }), [given, sendProved]);

  function settle(how: keyof Waiting) {
    const all = waiting.current.splice(0);
    setWanted(undefined);
    for (const one of all) one[how]();
  }
  const prove = async (proof: OwnProof) => {
    await send(proveForAdministration, proof);
    settle("go");
  };
  return (
    <ModuleGiven value={context}>
      {children}
      {wanted === undefined ? null : (
        <SidePanel title="再次确认身份" onClose={() => settle("stop")}>
          <p className={css["gate"]}>
            管理页面有一会儿没有使用了。为了防止别人使用您打开的页面，请再次确认是您本人。
          </p>
          <ProofAsk
            title="再次确认身份"
            button="继续"
            wanted={wanted}
            ask={prove}
            onCancel={() => settle("stop")}
          />
        </SidePanel>
      )}
    </ModuleGiven>
  );
}

function wantedByGate(error: unknown): ProofWanted | undefined {
  const { data } = (error ?? {}) as { data?: { why?: unknown } | null };
  return data?.why === "administration" ? proofWantedIn(error) : undefined;
}
