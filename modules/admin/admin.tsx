import { readAdministration, readOrganisations, REFUSALS } from "#contract";
import { EmptyState } from "../../web/src/ui/empty-state.tsx";
import { Failure } from "../kit/failure.tsx";
import { reactModule, useModule } from "../kit/react-module.tsx";
import { codeOf } from "../kit/refusal.ts";
import { useAnswer } from "../kit/use-answer.ts";
import { usePersonKey } from "../kit/use-person-key.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { keepListsOf } from "./list/kept-lists.ts";
import { hasNoFilters } from "./shell/address.ts";
import { Frame, ScreenSkeleton } from "./shell/frame.tsx";
import { AdministrationGate } from "./shell/gate.tsx";
import { ownConflictText } from "./rights/rules.ts";
import { ReloadNamesContext, type OwnRights, OwnRightsContext } from "./shell/own-rights.tsx";
import { PlaceProvider } from "./shell/place-strip.tsx";
import { askForScreen, loadScreen } from "./shell/screens.ts";
import { RevocationWatch, RightsRevoked, useInitialRights } from "./shell/revoked-rights.tsx";

/** The administration of schools: `/module/admin/{screen}/…` (AD). */
function Admin() {
  return (
    <AdministrationGate>
      <Screens />
    </AdministrationGate>
  );
}

/** The age in ms of rights and places from which they are read again where another screen is opened: others may have changed them. */
const FRESH_MS = 60_000;

function Screens() {
  const { send, session, place, refreshUser } = useModule();
  const { data: own, error, reload } = useAnswer(readAdministration, {});
  const organisations = useAnswer(readOrganisations, {});
  const before = useInitialRights(own);
  const readPlaces = organisations.reload;
  const readAnew = useCallback(() => {
    reload();
    readPlaces();
  }, [reload, readPlaces]);
  const readNames = useCallback(() => {
    readAnew();
    refreshUser().catch(() => {});
  }, [readAnew, refreshUser]);
  const [path] = place.path;
  useEffect(() => {
    // beside the answers, and not after them
    void loadScreen(path).catch(() => {});
  }, [path]);
  const readAt = useRef<number>(null);
  useEffect(() => {
    const now = performance.now();
    if (now - (readAt.current ??= now) < FRESH_MS) return;
    readAt.current = now;
    readAnew();
  }, [path, readAnew]);
  const person = usePersonKey();
  const [first] = useState(() => {
    keepListsOf(person);
    return place.path;
  });
  useEffect(() => {
    if (hasNoFilters()) askForScreen(send, first);
  }, [send, first]);
  useEffect(() => {
    // another identity has other rights
    const follow = (event: Event) => {
      const { changed } = (event as CustomEvent<{ changed: string[] }>).detail;
      if (changed.includes("user") || changed.includes("identity")) reload();
    };
    session.addEventListener("change", follow);
    return () => session.removeEventListener("change", follow);
  }, [session, reload]);

  if (own === undefined) {
    if (error === undefined) return <ScreenSkeleton />;
    const isRefused = codeOf(error) === REFUSALS.notAllowed.code;
    return isRefused ? <NoRights /> : <Failure error={error} onRetry={reload} />;
  }
  if (own.rights.length === 0) {
    const isTaken = own.conflict.length === 0 && before !== undefined && before.rights.length > 0;
    return isTaken ? <RightsRevoked /> : <NoRights conflict={own.conflict} />;
  }
  return (
    <OwnRightsContext value={own}>
      <ReloadNamesContext value={readNames}>
        <RevocationWatch onRevoked={readAnew}>
          <PlaceProvider answer={organisations}>
            <Frame before={before ?? own} />
          </PlaceProvider>
        </RevocationWatch>
      </ReloadNamesContext>
    </OwnRightsContext>
  );
}

function NoRights({ conflict = [] }: { conflict?: OwnRights["conflict"] }) {
  if (conflict.length > 0) {
    return (
      <EmptyState icon="warning" title="您的管理权限不生效">
        {ownConflictText(conflict)}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="warning" title="您没有管理权限">
      这里用来管理学校的人员和班级。需要权限时，请联系本校的学校管理员；如果您有别的身份，请先切换身份。
    </EmptyState>
  );
}

export default reactModule(Admin);
