import { useState } from "react";
import { type AnswerOf, keepLeavers, readLeavers } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Checkbox } from "../../../web/src/ui/checkbox.tsx";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import change from "../change/change.module.css";
import list from "../list/list.module.css";
import { SelectionBar } from "../list/selection-bar.tsx";
import { PagedList } from "../list/paged-list.tsx";
import { usePages } from "../list/use-pages.ts";
import { DayField } from "../fields/date-field.tsx";
import { requireDays } from "../fields/field-moment.ts";
import { hrefOf } from "../shell/address.ts";
import { BackLink, Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { SidePanel } from "../shell/side-panel.tsx";
import { dayText, numberText } from "../shell/words.ts";
import css from "./duplicates.module.css";
import { LeaverRule } from "./leaver-rule.tsx";
import { identitiesText, schoolsText } from "./rules.ts";

type Answer = AnswerOf<typeof readLeavers>;
type Leaver = Answer["leavers"][number];

/** 「即将删除」: people who have left, with the day of erasure, and those who are kept anyway (AD-07). */
export function Leavers() {
  const { send } = useModule();
  const { school } = usePlace();
  // by place: another one has another rule
  const [rules, setRules] = useState<Readonly<Record<string, Answer["rule"]>>>({});
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [keeping, setKeeping] = useState(false);
  const pages = usePages<Leaver>(
    async (after) => {
      const answer = await send(readLeavers, {
        ...(school !== undefined && { school_id: school }),
        ...(after !== undefined && { after }),
      });
      if (after === undefined) setRules((now) => ({ ...now, [school ?? ""]: answer.rule }));
      return { rows: answer.leavers, next: answer.next };
    },
    `leavers ${school ?? ""}`,
  );
  const rule = rules[school ?? ""];
  const { busy, fault, act } = useAct();
  const settle = () => {
    setChosen(new Set());
    setKeeping(false);
    pages.reload();
  };
  const drop = () =>
    act(async () => {
      await send(keepLeavers, { user_ids: [...chosen], keep: false });
      settle();
    });
  const kept = pages.rows.filter(({ person, kept: of }) => of !== null && chosen.has(person.id));
  return (
    <>
      <BackLink href={hrefOf(["people"])}>人员</BackLink>
      <Heading title="即将删除" place="people/leavers" />
      <p className={css["lead"]}>
        已经不属于任何学校的人员，保留一段时间后会删除账号和个人信息。名册或管理员让他们重新属于学校时，就会从这里消失。停用了所有身份的人，一小时之内会出现在这里。
      </p>
      {rule == null || school === undefined ? null : (
        <LeaverRule
          key={school}
          rule={rule}
          school={school}
          className={css["lead"]}
          onChanged={pages.reload}
        />
      )}
      <PagedList
        pages={pages}
        loading="正在加载"
        empty={
          <EmptyState role="status" icon="box" title="没有即将删除的人员">
            到了保留的日子以前，他们都会列在这里。
          </EmptyState>
        }
      >
        <ul className={list["card"]} aria-label="即将删除的人员">
          {pages.rows.map((leaver) => (
            <Row
              key={leaver.person.id}
              leaver={leaver}
              chosen={chosen.has(leaver.person.id)}
              onChoose={(on) => {
                const next = new Set(chosen);
                if (on) next.add(leaver.person.id);
                else next.delete(leaver.person.id);
                setChosen(next);
              }}
            />
          ))}
        </ul>
      </PagedList>
      {pages.rows.length > 0 && !pages.done ? (
        <Button look="quiet" onClick={pages.more}>
          再显示一些
        </Button>
      ) : null}
      {chosen.size === 0 ? null : (
        <SelectionBar
          what="人"
          count={`${numberText(chosen.size)} 人`}
          onClear={() => setChosen(new Set())}
        >
          <Button aria-haspopup="dialog" onClick={() => setKeeping(true)}>
            保留…
          </Button>
          {kept.length === chosen.size ? (
            <Button busy={busy} onClick={() => void drop()}>
              不再保留
            </Button>
          ) : null}
          <span role="alert" className={list["fault"]}>
            {fault}
          </span>
        </SelectionBar>
      )}
      {keeping ? (
        <SidePanel title={`保留 ${numberText(chosen.size)} 人`} onClose={() => setKeeping(false)}>
          <Keep ids={[...chosen]} onKept={settle} />
        </SidePanel>
      ) : null}
    </>
  );
}

function Row({
  leaver: { person, left_at, due_at, kept },
  chosen,
  onChoose,
}: {
  leaver: Leaver;
  chosen: boolean;
  onChoose: (on: boolean) => void;
}) {
  const { id, name, account, memberships } = person;
  return (
    <li className={css["one"]}>
      <div className={css["keep"]}>
        <Checkbox
          label={`${name}（${account}）`}
          checked={chosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
      </div>
      <p className={css["facts"]}>
        {[identitiesText(memberships), schoolsText(memberships), `${dayText(left_at)}离校`]
          .filter(Boolean)
          .join(" · ")}{" "}
        <a href={hrefOf(["people", id])} aria-label={`查看${name}`}>
          查看
        </a>
      </p>
      <p>
        {kept === null ? (
          <StateBadge tone={due_at === null ? "plain" : "warning"}>
            {due_at === null ? "一直保留" : `${dayText(due_at)}删除`}
          </StateBadge>
        ) : (
          <>
            <StateBadge tone="good">
              {kept.until === null ? "已保留" : `保留到${dayText(kept.until)}`}
            </StateBadge>{" "}
            {[kept.why, kept.by].filter(Boolean).join(" · ")}
          </>
        )}
      </p>
    </li>
  );
}

function Keep({ ids, onKept }: { ids: string[]; onKept: () => void }) {
  const { send } = useModule();
  const [why, setWhy] = useState("");
  const [until, setUntil] = useState("");
  const [missing, setMissing] = useState("");
  const { busy, fault, act } = useAct();
  return (
    <form
      className={change["form"]}
      aria-label="保留"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (why.trim() === "") return setMissing("请写明为什么保留");
        return void act(async () => {
          requireDays(until);
          const day = until === "" ? {} : { until };
          await send(keepLeavers, { user_ids: ids, keep: true, why: why.trim(), ...day });
          onKept();
        });
      }}
    >
      <TextField
        label="原因"
        value={why}
        maxLength={200}
        autoComplete="off"
        hint="如：休学，明年复学"
        onChange={({ target }) => {
          setWhy(target.value);
          setMissing("");
        }}
      />
      <DayField label="保留到哪一天" value={until} hint="留空表示一直保留" onChange={setUntil} />
      <p role="alert" className={change["fault"]}>
        {missing || fault}
      </p>
      <Button type="submit" look="primary" busy={busy}>
        保留
      </Button>
    </form>
  );
}
