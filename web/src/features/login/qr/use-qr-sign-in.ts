import { useEffect, useState } from "react";
import { createQrCode, QR_POLL_MS, readQrStatus } from "#contract";
import { send } from "../../../api/client.ts";
import { failureText } from "../../../api/failures.ts";
import { startSession } from "../../../session/session.ts";
import { watchCode } from "./watch-code.ts";

const QUIET = { quietGeneral: true, quietError: true } as const;

/** The state of a sign-in by QR code on this page. */
export type QrState =
  | { kind: "loading" }
  | { kind: "failed"; text: string }
  | { kind: "waiting"; content: string }
  | { kind: "scanned"; name: string; avatar: string | null }
  | { kind: "refused" }
  | { kind: "expired" };

/** Shows a code and follows it, until this page is signed in (SE-03). */
export function useQrSignIn(): { state: QrState; refresh: () => void } {
  const [state, setState] = useState<QrState>({ kind: "loading" });
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    let over = false;
    let stop = () => {};
    const show = (next: QrState) => {
      if (!over) setState(next);
    };
    const begin = async () => {
      show({ kind: "loading" });
      const { id, content } = await send(createQrCode, {}, QUIET);
      if (over) return;
      show({ kind: "waiting", content });
      stop = watchCode({
        ask: () => send(readQrStatus, { id }, QUIET),
        everyMs: QR_POLL_MS,
        hidden: () => document.hidden,
        onAnswer({ status, scanned_by, login }) {
          if (login !== undefined) return startSession(login.token, login.auth_data);
          if (status === "scanned" && scanned_by) show({ kind: "scanned", ...scanned_by });
          else if (status === "refused") show({ kind: "refused" });
          else if (status !== "waiting") show({ kind: "expired" });
        },
      });
    };
    begin().catch((error: unknown) => show({ kind: "failed", text: failureText(error) }));
    return () => {
      over = true;
      stop();
    };
  }, [turn]);

  return { state, refresh: () => setTurn((now) => now + 1) };
}
