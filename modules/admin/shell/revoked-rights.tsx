import { useMemo, useState, type ReactNode } from "react";
import { REFUSALS } from "#contract";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { ModuleGiven, useModule } from "../../kit/react-module.tsx";
import { codeOf } from "../../kit/refusal.ts";
import type { OwnRights } from "./own-rights.tsx";

/**
 * Calls `onRevoked` when a call is refused for want of a right, and says so instead of naming the identity: the screen showed what the
 * person was allowed when it was opened.
 */
export function RevocationWatch({
  onRevoked,
  children,
}: {
  onRevoked: () => void;
  children: ReactNode;
}) {
  const given = useModule();
  const { send, explain } = given;
  const watched = useMemo(
    () => ({
      send: (async (call, input, options) => {
        try {
          return await send(call, input, options);
        } catch (error) {
          if (isForWantOfRight(error)) onRevoked();
          throw error;
        }
      }) satisfies typeof send,
      explain: (error: unknown) =>
        isForWantOfRight(error) ? "您没有这项权限，它可能刚被收回。" : explain(error),
    }),
    [send, explain, onRevoked],
  );
  const context = useMemo(() => ({ ...given, ...watched }), [given, watched]);
  return <ModuleGiven value={context}>{children}</ModuleGiven>;
}

/** Returns the rights that were read first: what is missing from the own ones by now was taken back meanwhile. */
export function useInitialRights(own: OwnRights | undefined): OwnRights | undefined {
  const [first, setFirst] = useState(own);
  if (first === undefined && own !== undefined) setFirst(own);
  return first ?? own;
}

/** Shown in place of what a right had opened. */
export function RightsRevoked() {
  return (
    <EmptyState role="alert" icon="warning" title="您在这里的管理权限已被收回">
      您不能再查看和更改这里的内容。还需要时，请联系给您授权的管理员。
    </EmptyState>
  );
}

/** Returns whether a call was refused by its rule alone; a refusal with a sentence of its own says more. */
function isForWantOfRight(error: unknown): boolean {
  const { code, msg } = REFUSALS.notAllowed;
  return codeOf(error) === code && (error as { msg?: unknown }).msg === msg;
}
