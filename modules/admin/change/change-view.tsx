import { useContext, useEffect, useRef, useState } from "react";
import { CHANGE_WHOLE_UP_TO, type ChangeSet, REFUSALS } from "#contract";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { codeOf } from "../../kit/refusal.ts";
import { forgetLists } from "../list/kept-lists.ts";
import { hrefOf } from "../shell/address.ts";
import { StateBadge } from "../shell/state-badge.tsx";
import { mayAnywhere, ReloadNamesContext, useOwnRights } from "../shell/own-rights.tsx";
import { momentText, numberText } from "../shell/words.ts";
import { Waiting } from "../shell/waiting-page.tsx";
import { ChangeActs } from "./change-acts.tsx";
import { ChangeRows } from "./change-rows.tsx";
import css from "./change.module.css";
import { countsText, isUnderWay, sentenceOf, sourceText, stateMark, undoText } from "./rules.ts";
import { useChange } from "./use-change.ts";

/** Shows what a change will do or has done, in words and row by row, and the acts on it (CS-02…06). */
export function ChangeView({
  id,
  known,
  onBack,
  onDecided,
  onSettled,
  onStale,
  onDiscarded,
}: {
  id: string;
  /** The plan as the server has just answered it. */
  known?: ChangeSet;
  /** Called after a plan was discarded, to go back to the form that asked for it. */
  onBack?: (() => void) | undefined;
  /** Called once the plan is more than one: applied, submitted or waiting for its hour. */
  onDecided?: () => void;
  /** Called after it was applied or undone, so that what it touches is read again. */
  onSettled?: () => void;
  /** Called once somebody else has changed what it touches, and it was planned anew. */
  onStale?: (() => void) | undefined;
  onDiscarded: () => void;
}) {
  const [plan, setPlan] = useState<{ id: string; changed: readonly string[] }>({ id, changed: [] });
  const { change, error, setChange, reload } = useChange(plan.id, known);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const namesChanged = useContext(ReloadNamesContext);
  const wasUnderWay = useRef(false);
  const underWay = change !== undefined && isUnderWay(change);
  useEffect(() => {
    if (wasUnderWay.current && !underWay) {
      setChosen(new Set());
      forgetLists();
      namesChanged();
      onSettled?.();
    }
    wasUnderWay.current = underWay;
  }, [underWay, onSettled, namesChanged]);

  const sentence = useRef<HTMLParagraphElement>(null);
  const state = change?.state;
  const shownState = useRef(known === undefined ? state : undefined);
  useEffect(() => {
    // the button that was pressed is gone, and the focus with it
    if (shownState.current !== state && (shownState.current !== undefined || known !== undefined))
      sentence.current?.focus({ preventScroll: true });
    shownState.current = state;
  }, [state, known]);

  if (change === undefined && codeOf(error) === REFUSALS.notFound.code) {
    return (
      <EmptyState
        role="alert"
        icon="search"
        title="没有这个变更"
        action={<a href={hrefOf(["changes"])}>所有变更</a>}
      >
        地址可能输错了，或者它不在您管理的范围内。
      </EmptyState>
    );
  }
  if (change === undefined) {
    return <Waiting label="正在打开变更" height={240} error={error} onRetry={reload} />;
  }
  const mark = stateMark(change);
  const stands = change.state === "applied" || change.state === "undone";
  return (
    <div className={css["view"]}>
      {plan.changed.length === 0 || !WARNS.has(change.state) ? null : (
        <Changed rows={plan.changed} />
      )}
      <p ref={sentence} tabIndex={-1} className={css["sentence"]}>
        {sentenceOf(change)}
      </p>
      <p className={css["facts"]}>
        <StateBadge tone={mark.tone}>{mark.text}</StateBadge>
        <span>{[change.place_name, countsText(change)].filter(Boolean).join(" · ")}</span>
      </p>
      <Guards change={change} />
      {change.unmatched.length === 0 ? null : <Unmatched change={change} />}
      {underWay ? <Progress change={change} /> : null}
      {change.error === null ? null : (
        <p className={css["danger"]} role="alert">
          {change.error}
        </p>
      )}
      {change.replaced_by === null ? null : (
        <p className={css["whole"]}>
          <a href={hrefOf(["changes", change.replaced_by])}>看按现在的情况重新做的计划</a>
        </p>
      )}
      {change.state === "waiting" ? <Submitted change={change} /> : null}
      {change.state === "scheduled" && change.apply_at !== null ? (
        <p className={css["whole"]}>将在 {momentText(change.apply_at)} 自动应用。</p>
      ) : null}
      {change.refused === null ? null : (
        <p className={css["warning"]} role="status">
          {[`${change.refused.by ?? "审批的人"}没有批准`, change.refused.why]
            .filter(Boolean)
            .join("：")}
          。什么都没有改。
        </p>
      )}
      {known !== undefined && change.kind === "person-make" && change.state === "applied" ? (
        <NoPassword />
      ) : null}
      {stands ? <p className={css["undo"]}>{undoText(change)}</p> : null}
      <ChangeActs
        key={`${change.id}/${change.state}`}
        change={change}
        chosen={chosen}
        onChange={(next) => {
          setChange(next);
          onDecided?.();
        }}
        onNewPlan={(next) => {
          setPlan({ id: next.id, changed: next.rows });
          onStale?.();
        }}
        onBack={onBack}
        onDiscarded={onDiscarded}
      />
      <ChangeRows
        key={`rows/${change.id}/${change.state}`}
        change={change}
        chosen={chosen}
        onChoose={change.may.undo ? setChosen : undefined}
      />
      <History change={change} />
    </div>
  );
}

function Changed({ rows }: { rows: readonly string[] }) {
  return (
    <div className={css["warning"]} role="alert">
      <p>
        {rows.length === 0 ? "其中的内容" : rows.slice(0, 5).join("、")}
        {rows.length > 5 ? `等 ${numberText(rows.length)} 项` : ""}
        刚刚被别人改过，什么都还没有变。下面是按现在的情况重新做的计划，请再看一遍。
      </p>
    </div>
  );
}

const WARNS: ReadonlySet<ChangeSet["state"]> = new Set(["planned", "held", "waiting"]);

function Guards({ change }: { change: ChangeSet }) {
  // they warn of what may happen: once it is decided they are a part of its history
  if (change.guards.length === 0 || !WARNS.has(change.state) || change.refused !== null)
    return null;
  return (
    <ul className={css["guards"]} aria-label="需要注意">
      {change.guards.map(({ rule, sentence }) => (
        <li key={rule + sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function Submitted({ change: { may, made_by, apply_at, reason } }: { change: ChangeSet }) {
  const when = apply_at === null ? "立即应用" : `到 ${momentText(apply_at)} 自动应用`;
  return (
    <>
      {reason === null ? null : <p className={css["whole"]}>原因：{reason}</p>}
      <p className={css["undo"]} role="status">
        {may.approve
          ? `${made_by?.name ?? "有人"}提出的变更，在等您审批。批准后${when}。`
          : `已提交审批。由另一位有“审批变更”权限的人批准后${apply_at === null ? "才会应用" : when}，提出的人不能自己批准。`}
      </p>
    </>
  );
}

/** Says what somebody made by hand lacks to sign in. */
function NoPassword() {
  const may = mayAnywhere(useOwnRights(), "people.secret");
  return (
    <p className={css["warning"]} role="status">
      这个账号还没有密码，不能登录。
      {may
        ? "请点下面的姓名打开此人的页面，用“设临时密码…”设一个，交给本人。"
        : "请有“重置登录方式”权限的人设一个临时密码，交给本人。"}
    </p>
  );
}

/** Words after the number of lines, where they are no people. */
const UNMATCHED: Partial<Record<ChangeSet["kind"], string>> = {
  "roster-import": "项没有照文件改",
  "timetable-import": "位教师只显示姓名",
};

function Unmatched({ change: { kind, unmatched: lines } }: { change: ChangeSet }) {
  return (
    <details className={css["unmatched"]}>
      <summary>
        有 {numberText(lines.length)} {UNMATCHED[kind] ?? "行没有对应到人"}
      </summary>
      <ol>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two lines may be equal
          <li key={index}>{line}</li>
        ))}
      </ol>
    </details>
  );
}

function Progress({ change }: { change: ChangeSet }) {
  const { done = 0, total = change.counts.rows } = change.progress ?? {};
  const word = change.state === "undoing" ? "正在撤销" : "正在应用";
  // many rows are compared with how things are before the first is written
  const how =
    done === 0 && change.state === "applying" && total > CHANGE_WHOLE_UP_TO
      ? `正在核对 ${numberText(total)} 项和计划时是否一样，随后应用`
      : `${word}：${numberText(done)} / ${numberText(total)}`;
  return (
    <div className={css["progress"]} role="status">
      <p>{how}。可以离开这一页，服务器会继续做完。</p>
      <progress aria-label={word} max={Math.max(total, 1)} value={done} />
    </div>
  );
}

function History({ change }: { change: ChangeSet }) {
  const lines = [
    ["计划", change.created_at, change.made_by?.name],
    ["应用", change.applied_at, change.approved_by ? `${change.approved_by.name} 批准` : undefined],
    ["撤销", change.undone_at, undefined],
  ] as const;
  return (
    <dl className={css["history"]}>
      {change.guards.length === 0 || WARNS.has(change.state) ? null : (
        <div>
          <dt>当时的提醒</dt>
          <dd>{change.guards.map(({ sentence }) => sentence).join("；")}</dd>
        </div>
      )}
      {change.reason === null || change.state === "waiting" ? null : (
        <div>
          <dt>原因</dt>
          <dd>{change.reason}</dd>
        </div>
      )}
      {change.source === null ? null : (
        <div>
          <dt>来源</dt>
          <dd>
            {sourceText(change.source)}
            <span className={css["hash"]}>SHA-256：{change.source.sha256}</span>
          </dd>
        </div>
      )}
      {lines.map(([what, when, who]) =>
        when === null ? null : (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{[momentText(when), who].filter(Boolean).join(" · ")}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
