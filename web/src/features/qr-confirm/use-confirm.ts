import { useEffect, useState } from "react";
import { confirmQrCode, scanQrCode, type QrRequest } from "#contract";
import { send } from "../../api/client.ts";
import { failureText } from "../../api/failures.ts";
import { useAct } from "../../ui/use-act.ts";
import { askedConsents, isOutOfDate, type AskedConsent } from "./rules.ts";

const QUIET = { quietGeneral: true, quietError: true } as const;

export type ConfirmState =
  | { kind: "loading" }
  | { kind: "asking"; request: QrRequest }
  | { kind: "failed"; text: string; final: boolean }
  | { kind: "done"; status: "confirmed" | "refused"; ends: boolean };

/** Holds the state of confirming a code on the phone: reported as scanned when opened, then decided once. */
export function useConfirm(code: string) {
  const [state, setState] = useState<ConfirmState>({ kind: "loading" });
  const [turn, setTurn] = useState(0);
  const [consents, setConsents] = useState<AskedConsent[]>([]);
  const { busy, fault, act } = useAct(explain);

  useEffect(() => {
    let over = false;
    const show = (next: ConfirmState) => {
      if (!over) setState(next);
    };
    show({ kind: "loading" });
    send(scanQrCode, { code }, QUIET).then(
      (request) => show({ kind: "asking", request }),
      (error: unknown) =>
        show({ kind: "failed", text: failureText(error), final: isOutOfDate(error) }),
    );
    return () => {
      over = true;
    };
  }, [code, turn]);

  function explain(error: unknown): string | undefined {
    const asked = askedConsents(error);
    if (asked !== null) setConsents(asked);
    else if (isOutOfDate(error)) {
      setState({ kind: "failed", text: failureText(error), final: true });
    } else return failureText(error);
    return undefined;
  }

  const decide = (agreed: boolean) =>
    act(async () => {
      if (state.kind !== "asking") return;
      const check =
        agreed && consents.length > 0 ? { check: { consents: consents.map(plain) } } : {};
      const { status } = await send(confirmQrCode, { code, agreed, ...check }, QUIET);
      setState({ kind: "done", status, ends: agreed && state.request.ends_this });
    });

  return { state, busy, consents, fault, decide, retry: () => setTurn((now) => now + 1) };
}

function plain({ type, version }: AskedConsent) {
  return { type, version };
}
