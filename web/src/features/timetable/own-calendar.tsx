import { useId, useRef, useState } from "react";
import { chinaDay, makeCalendar, readCalendar, revokeCalendar } from "#contract";
import { send } from "../../api/client.ts";
import { failureText } from "../../api/failures.ts";
import { setQuery, useQuery } from "../../api/query.ts";
import { absoluteUrl } from "../../api/request.ts";
import { platformEntry } from "../../session/platform-entry.ts";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { useAct } from "../../ui/use-act.ts";
import css from "./own-calendar.module.css";
import { dayText } from "./rules.ts";

const QUIET = { quietGeneral: true, quietError: true } as const;

/** The address of the timetable for another program's calendar: made, shown once, renewed, revoked (HO-03). */
export function OwnCalendar({ of, child_id }: { of: string; child_id: string | undefined }) {
  const heading = useId();
  const input = child_id === undefined ? {} : { child_id };
  const key = `calendar:${of}/${child_id ?? ""}`;
  const { data } = useQuery(key, () => send(readCalendar, input, QUIET));
  const [address, setAddress] = useState<string>();
  // the button that was pressed is gone then, and the focus with it
  const [isEnded, setEnded] = useState(false);
  const { busy, fault, act } = useAct(failureText);
  if (data === undefined) return null;
  const { made_at } = data;

  const make = () =>
    void act(async () => {
      const made = await send(makeCalendar, input, QUIET);
      const server = platformEntry.getState().global.apiServer ?? "";
      setAddress(new URL(absoluteUrl(made.path, server), location.href).href);
      setQuery(key, { made_at: made.made_at });
    });
  const revoke = () =>
    void act(async () => {
      setQuery(key, await send(revokeCalendar, input, QUIET));
      setAddress(undefined);
      setEnded(true);
    });

  return (
    <section className={css["own"]} aria-labelledby={heading}>
      <h2 id={heading} className={css["title"]}>
        放进自己的日历
      </h2>
      <p className={css["soft"]}>
        手机和电脑的日历都能订阅一个地址，课程表变了会跟着变。知道地址的人都能看到这份课程表，请不要转发。
      </p>
      {address === undefined ? null : <Address address={address} />}
      {address === undefined && made_at !== null ? (
        <p>已在 {dayText(chinaDay(made_at))} 生成了地址。忘记了可以重新生成，原来的随即作废。</p>
      ) : null}
      <p className={css["ways"]}>
        {address === undefined ? (
          <Button key={made_at} autoFocus={isEnded} busy={busy} onClick={make}>
            {made_at === null ? "生成日历地址" : "重新生成"}
          </Button>
        ) : null}
        {made_at === null ? null : (
          <Button busy={busy} onClick={revoke}>
            停用地址
          </Button>
        )}
      </p>
      <p role="alert" className={css["fault"]}>
        {fault}
      </p>
    </section>
  );
}

function Address({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState("");

  async function copy() {
    const copied = await copyText(address);
    if (!copied) field.current?.select();
    setSaid(copied ? "已复制" : "没有复制成功，请长按地址自己复制");
  }

  return (
    <>
      <p className={css["once"]}>地址只显示这一次，请现在复制到日历里。</p>
      <p className={css["ways"]}>
        <input
          ref={field}
          className={css["address"]}
          aria-label="日历地址"
          readOnly
          autoFocus
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button look="primary" onClick={() => void copy()}>
          复制
        </Button>
        <span role="status">{said}</span>
      </p>
    </>
  );
}
