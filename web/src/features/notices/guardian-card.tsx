import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { GuardianDialog } from "./guardian-dialog.tsx";
import css from "./card.module.css";
import type { WaitingChild } from "./rules.ts";

/** Says for which children a guardian is wanted; the question itself is asked when one wants to hear it. */
export function GuardianCard({
  waiting,
  onClose,
}: {
  waiting: readonly WaitingChild[];
  onClose: () => void;
}) {
  const [open, setOpen] = useState(false);
  const names = waiting.map(({ name }) => name).join("、");
  return (
    <section className={css["card"]} aria-label="等你同意">
      <p className={css["words"]}>{names}未满 14 岁，保护孩子个人信息的规则等你同意。</p>
      <div className={css["keys"]}>
        <Button look="primary" onClick={() => setOpen(true)}>
          看一看
        </Button>
        <Button look="quiet" onClick={onClose}>
          以后再说
        </Button>
      </div>
      {open ? <GuardianDialog waiting={waiting} onClose={onClose} /> : null}
    </section>
  );
}
