import { useEffect, useRef } from "react";
import type { FactorWanted } from "#contract";
import { Dialog } from "../../../ui/dialog.tsx";
import { FactorForm } from "../../../ui/factor-form.tsx";
import type { CheckParts } from "./further-check.ts";

/** The second step of who has set one up (SE-10). */
export default function SecondStep({ data, tryWith, onClose }: CheckParts) {
  const wanted = data as unknown as FactorWanted;
  const newest = useRef(wanted);
  const shown = useRef(false);
  useEffect(() => {
    newest.current = wanted;
  }, [wanted]);

  async function passkeyOptions() {
    // Each answers once, and not for long: asked again without an answer, the server gives others.
    if (shown.current) await tryWith({});
    shown.current = true;
    return newest.current.passkey;
  }

  return (
    <Dialog title="两步验证" onClose={onClose}>
      <FactorForm
        ways={wanted.ways}
        passkeyOptions={passkeyOptions}
        button="验证并登录"
        submit={tryWith}
      />
    </Dialog>
  );
}
