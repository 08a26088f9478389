import { createRoot } from "react-dom/client";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { RecoveryCodes } from "../../../ui/recovery-codes.tsx";

/** Shows the codes that came with a second step set up on the way in. Stands beside the page's own tree, which moves on. */
export function showRecoveryCodes(codes: readonly string[]): void {
  const root = createRoot(document.createElement("div"));
  const close = () => root.unmount();
  root.render(
    <Dialog
      title="请保存恢复码"
      onClose={close}
      actions={
        <Button look="primary" onClick={close}>
          我已经保存好了
        </Button>
      }
    >
      <p style={{ marginBottom: 16 }}>手机丢了或换了，用它代替动态码登录。只在这里显示这一次。</p>
      <RecoveryCodes codes={codes} />
    </Dialog>,
  );
}
