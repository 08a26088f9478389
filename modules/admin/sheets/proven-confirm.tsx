import type { ReactNode } from "react";
import type { OwnProof } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { ProofAsk, useProvenAct } from "../../kit/proof-ask.tsx";
import css from "./sheets.module.css";

/** Shows what an act will do, and does it after the person has given a fresh proof. */
export function ProvenConfirm({
  act,
  ask,
  onCancel,
  stay = "不改了",
  children,
}: {
  /** The button's words; after 「将」 they are the panel's title. */
  act: string;
  /** Does the act with the proof; rejects when that is refused. */
  ask: (proof: OwnProof) => Promise<void>;
  onCancel: () => void;
  /** The words of the button that leaves everything as it is. */
  stay?: string;
  /** The text about what the act will do. */
  children: ReactNode;
}) {
  const { busy, fault, wanted, start } = useProvenAct(ask);
  const words = (
    <div className={css["words"]}>
      <p className={css["sentence"]}>将{act}</p>
      {children}
    </div>
  );
  if (wanted !== undefined) {
    return (
      <>
        {words}
        <ProofAsk title="再次确认身份" button={act} wanted={wanted} ask={ask} onCancel={onCancel} />
      </>
    );
  }
  return (
    <>
      {words}
      <p role="alert" className={css["fault"]}>
        {fault}
      </p>
      <div className={css["keys"]}>
        <Button look="primary" busy={busy} onClick={start}>
          {act}
        </Button>
        <Button onClick={onCancel}>{stay}</Button>
      </div>
    </>
  );
}
