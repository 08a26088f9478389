import { useState } from "react";
import { createRoot } from "react-dom/client";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { RecoveryCodes } from "../../../ui/recovery-codes.tsx";

/** Shows the codes that came with a second step set up on the way in. Stands beside the page's own tree, which moves on. */
export function showRecoveryCodes(codes: readonly string[]): void {
  const root = createRoot(document.createElement("div"));
  root.render(<SaveCodes codes={codes} onClose={() => root.unmount()} />);
}

/** Dialog that closes by its own button until the codes were copied or printed: they are not shown again. */
function SaveCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [isTaken, setTaken] = useState(false);
  const [asks, setAsks] = useState(false);
  return (
    <Dialog
      title="请保存恢复码"
      onClose={isTaken ? onClose : () => setAsks(true)}
      actions={
        <Button look="primary" onClick={onClose}>
          我已经保存好了
        </Button>
      }
    >
      <p style={{ marginBottom: 16 }}>手机丢了或换了，用它代替动态码登录。只在这里显示这一次。</p>
      <RecoveryCodes codes={codes} onTaken={() => setTaken(true)} />
      <p role="alert" style={{ marginTop: 8 }}>
        {asks && !isTaken ? "还没有复制或打印，关上就看不到了。抄好了，请点“我已经保存好了”。" : ""}
      </p>
    </Dialog>
  );
}
