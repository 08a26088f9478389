import { useLayoutEffect, useRef, useState, type FocusEvent } from "react";
import type { ChangeSet } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { isFocusLost } from "../../kit/use-focus-back.ts";
import { ChooseSchool } from "../list/choose-school.tsx";
import { goTo, hrefOf } from "../shell/address.ts";
import { Heading } from "../shell/heading.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { numberText } from "../shell/words.ts";
import { Columns } from "./columns.tsx";
import { DraftPart } from "./draft-part.tsx";
import { Faults } from "./faults.tsx";
import { FilePart } from "./file-part.tsx";
import { ImportedPart } from "./imported-part.tsx";
import { Nightly } from "./nightly.tsx";
import { KIND_NAMES } from "./rules.ts";
import { Steps } from "./steps.tsx";
import css from "./rosters.module.css";
import { useRoster, type Bundle, type Reading, type Roster } from "./use-roster.ts";

/**
 * The screen 名册: `/module/admin/rosters`, `…/rosters/nightly` for the nightly synchronisation (RO-08), and
 * `…/rosters/{change id}` for what an import will do or has done (RO-01…06).
 */
export default function Rosters() {
  const { place } = useModule();
  const { one } = usePlace();
  if (place.path[1] === "nightly") return <Nightly />;
  if (one !== undefined) return <RostersOf key={one.id} school={one.id} />;
  return <ChooseSchool title="名册" place="rosters" words="名册按学校导入。" />;
}

function RostersOf({ school }: { school: string }) {
  const { place } = useModule();
  const [, id] = place.path;
  const [planned, setPlanned] = useState<Partial<ChangeSet>>();
  const roster = useRoster(school, (change) => {
    setPlanned(change);
    goTo(["rosters", change.id]);
  });
  const { parts, onFocus } = useFocusOn(roster);
  if (id !== undefined) {
    return (
      <ImportedPart
        key={id}
        id={id}
        {...(isWhole(planned) && planned.id === id && { known: planned })}
        next={roster.waiting}
        onNext={() => {
          goTo(["rosters"]);
          roster.choose(roster.waiting);
        }}
        onOther={() => {
          goTo(["rosters"]);
          roster.startOver();
        }}
        onSettled={() => {
          // done with: the menu leads to an empty form, and not to a file that was imported
          if (roster.waiting.length === 0) roster.startOver();
        }}
        onBack={() => goTo(["rosters"])}
      />
    );
  }
  return (
    <>
      <Heading title="名册" place="rosters">
        <a className={css["other"]} href={hrefOf(["rosters", "nightly"])}>
          每晚同步
        </a>
      </Heading>
      <Steps at={stepOf(roster)} />
      <div ref={parts} className={css["parts"]} onFocus={onFocus}>
        <FilePart roster={roster} />
        {roster.bundle === undefined ? null : <BundleFaults bundle={roster.bundle} />}
        <Read roster={roster} />
      </div>
    </>
  );
}

/**
 * Hands on the focus that the work on the file took: to what is asked next, or back to where it was if nothing has come
 * of it. Nobody is followed who has gone elsewhere meanwhile.
 */
function useFocusOn({ doing, reading, draft, bundle }: Roster) {
  const { root } = useModule();
  const parts = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement>(undefined);
  const isBusy = doing !== undefined;
  const before = useRef({ isBusy, reading, draft, bundle });
  useLayoutEffect(() => {
    const then = before.current;
    if (then.isBusy === isBusy) return;
    before.current = { isBusy, reading, draft, bundle };
    if (isBusy) return;
    const at = root.activeElement;
    const isLost = isFocusLost(root);
    const isNew = then.reading !== reading || then.draft !== draft || then.bundle !== bundle;
    const isAtFile = at?.closest("[data-chooses-file]") != null;
    if (!isLost && !(isNew && isAtFile)) return;
    // a column that was said anew is still there, with those after it
    if (isLost && (!isNew || last.current?.isConnected === true)) return last.current?.focus();
    const asks = [...(parts.current?.querySelectorAll<HTMLElement>("[data-asks]") ?? [])];
    // what was read asks in order; an answer leads on to what comes last
    const isRead = then.reading !== reading || then.bundle !== bundle;
    asks[isRead ? 0 : asks.length - 1]?.focus();
  }, [root, isBusy, reading, draft, bundle]);
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => (last.current = target);
  return { parts, onFocus };
}

/** Tells a change that the server has just planned and shown from one whose id alone is known. */
function isWhole(change: Partial<ChangeSet> | undefined): change is ChangeSet {
  return change?.state !== undefined;
}

function stepOf({ reading, draft }: Roster): number {
  if (draft !== undefined) return 3;
  if (reading === undefined) return 0;
  return reading.sheets.every(({ columns }) => columns.every(({ meaning }) => meaning === null))
    ? 1
    : 2;
}

/** Lists the faults of a OneRoster package, each with file, line and column: they are put right where it was exported (RO-01). */
function BundleFaults({ bundle: { faults, fault_count } }: { bundle: Bundle }) {
  const rest = fault_count - faults.length;
  return (
    <section aria-label="核对问题" className={css["card"]}>
      <h3 className={css["title"]} tabIndex={-1} data-asks>
        有 {numberText(fault_count)} 处要改正
      </h3>
      <p className={css["soft"]}>
        什么都没有改。请在导出这个数据包的系统里改好，重新导出后再选一次。
      </p>
      <ul className={css["bundleFaults"]}>
        {faults.map(({ file, line, column, message }) => {
          const place = [file, line === null ? "" : `第 ${line} 行`, column ?? ""];
          return (
            <li key={[...place, message].join()}>
              <strong>{place.filter(Boolean).join(" ")}</strong>
              <span className={css["message"]}>{message}</span>
            </li>
          );
        })}
      </ul>
      {rest > 0 ? <p className={css["soft"]}>另有 {numberText(rest)} 处没有列出。</p> : null}
    </section>
  );
}

/** Asks whether it is the other roster, where every sheet that was read looks like one: its people would be made pupils. */
function OtherKind({ roster, reading }: { roster: Roster; reading: Reading }) {
  const read = reading.sheets.filter(({ is_hidden, is_left_out }) => !is_hidden && !is_left_out);
  const seems = read[0]?.seems;
  if (!seems || read.some((sheet) => sheet.seems === null)) return null;
  const name = KIND_NAMES[seems.kind];
  return (
    <section aria-label="名册种类" className={css["card"]}>
      <h3 className={css["title"]} tabIndex={-1} data-asks>
        这份文件看起来是{name}名册
      </h3>
      <p className={css["soft"]}>
        有{seems.heads.map((head) => `“${head}”`)}这样的表头，现在是按{KIND_NAMES[roster.kind]}
        读的。
      </p>
      <Button look="primary" onClick={() => roster.setKind(seems.kind)}>
        按{name}重新读
      </Button>
    </section>
  );
}

/** Shows the outcome of reading: the columns, faults and questions, each where there is something to see. */
function Read({ roster }: { roster: Roster }) {
  const { reading, draft, doing } = roster;
  if (reading === undefined) return null;
  const isDoubtful =
    reading.people === 0 ||
    reading.sheets.some(({ columns }) => columns.some(({ why }) => why === "cells"));
  const columns = (
    <Columns
      // columns that are certain are looked at only if one wants to
      key={isDoubtful ? "open" : "closed"}
      roster={roster}
      reading={reading}
      isOpen={isDoubtful}
    />
  );
  return (
    <div inert={doing !== undefined}>
      <OtherKind roster={roster} reading={reading} />
      {isDoubtful ? columns : null}
      {reading.faults.length === 0 ? null : <Faults roster={roster} reading={reading} />}
      {isDoubtful ? null : columns}
      {draft === undefined ? null : (
        <DraftPart key={draft.draft_id} roster={roster} draft={draft} />
      )}
    </div>
  );
}
