import { useState } from "react";
import { exportData, type OwnProof } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { ProofAsk } from "../kit/proof-ask.tsx";
import { proofWantedIn, type ProofWanted } from "../kit/proof-wanted.ts";
import { useModule } from "../kit/react-module.tsx";
import css from "./data-part.module.css";
import form from "./form.module.css";
import { saveAs } from "./save-as.ts";
import { useAct } from "./use-act.ts";

/** Makes an export ready and lets the browser fetch it; who is there is asked once more when that was proved long ago. */
export function ExportRow({ childId }: { childId: string | undefined }) {
  const { send, notify } = useModule();
  const [wanted, setWanted] = useState<ProofWanted>();
  const { busy, fault, act } = useAct();

  async function fetchIt(proof: OwnProof) {
    const child = childId === undefined ? {} : { child_id: childId };
    const { url } = await send(exportData, { ...child, ...proof });
    setWanted(undefined);
    saveAs(url);
    notify("开始下载，请在浏览器的下载里查看", "success");
  }

  if (wanted !== undefined) {
    return (
      <div className={form["inset"]}>
        <ProofAsk
          title="导出数据"
          button="导出"
          wanted={wanted}
          ask={fetchIt}
          onCancel={() => setWanted(undefined)}
        />
      </div>
    );
  }
  return (
    <>
      <Button
        busy={busy}
        onClick={() =>
          void act(async () => {
            try {
              await fetchIt({});
            } catch (error) {
              const proof = proofWantedIn(error);
              if (proof === undefined) throw error;
              setWanted(proof);
            }
          })
        }
      >
        导出
      </Button>
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
    </>
  );
}
