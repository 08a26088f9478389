import type { FactorWanted } from "#contract";
import { Dialog } from "../../../ui/dialog.tsx";
import { FactorForm } from "../../../ui/factor-form.tsx";
import type { CheckParts } from "./further-check.ts";

/** Asks for the second factor of a person who has one (SE-10). */
export default function SecondStep({ data, tryWith, askAgain, onClose }: CheckParts) {
  const { ways, passkey } = data as unknown as FactorWanted;

  async function renewPasskey(): Promise<object | string | null> {
    const again = await askAgain();
    if (again === null || typeof again === "string") return again;
    return (again as unknown as FactorWanted).passkey ?? "请换一种方式验证";
  }

  return (
    <Dialog title="两步验证" onClose={onClose}>
      <FactorForm
        ways={ways}
        passkey={passkey}
        renewPasskey={renewPasskey}
        button="验证并登录"
        submit={tryWith}
      />
      <p style={{ marginTop: 16, color: "var(--ink-soft)" }}>
        都用不了？请联系学校或上级的管理员取消两步验证，再用密码登录。
      </p>
    </Dialog>
  );
}
