import { exportData, type OwnProof } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { ProofAsk, useProvenAct } from "../kit/proof-ask.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useFocusBack } from "../kit/use-focus-back.ts";
import css from "./data-part.module.css";
import form from "./form.module.css";

/** Prepares an export and lets the browser download it; asks for a fresh proof when the last one is too old. */
export function ExportRow({ childId }: { childId: string | undefined }) {
  const { send, notify } = useModule();
  const { busy, fault, wanted, start, drop } = useProvenAct(fetchIt);
  const back = useFocusBack(wanted !== undefined);

  async function fetchIt(proof: OwnProof) {
    const child = childId === undefined ? {} : { child_id: childId };
    const { url } = await send(exportData, { ...child, ...proof });
    drop();
    saveAs(url);
    notify("开始下载，请在浏览器的下载里查看", "success");
  }

  if (wanted !== undefined) {
    return (
      <div className={form["inset"]}>
        <ProofAsk title="导出数据" button="导出" wanted={wanted} ask={fetchIt} onCancel={drop} />
      </div>
    );
  }
  return (
    <>
      <Button ref={back} busy={busy} onClick={start}>
        导出
      </Button>
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
    </>
  );
}

/** Downloads an address as a file, without leaving the page. */
function saveAs(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}
