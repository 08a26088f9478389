import { useState } from "react";
import {
  answerTransferRequest,
  type ComingPupil,
  dropTransferRequest,
  type GoingPupil,
  readTransferRequests,
  TRANSFER_DAYS,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import { PlanButton } from "../change/plan-button.tsx";
import { ChooseSchool } from "../list/choose-school.tsx";
import { BY_ACCOUNT, namesakes, withTold } from "../list/namesakes.ts";
import { Part } from "../person/part.tsx";
import { hrefOf } from "../shell/address.ts";
import { BackLink, Heading } from "../shell/heading.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { Waiting } from "../shell/waiting-page.tsx";
import { dayText } from "../shell/words.ts";
import css from "./duplicates.module.css";

/** 「转学」: pupils of rosters who are waited for, and the own pupils whom other schools ask for (RO-05, AD-15). */
export function Transfers() {
  const { one } = usePlace();
  if (one?.is_whole === false) {
    return (
      <>
        <Heading title="转学" place="people/transfers" />
        <EmptyState role="status" icon="box" title="转学由管理全校人员的老师处理">
          本班学生转去别的学校，可以在学生的页面用“转学…”开出转学码。
        </EmptyState>
      </>
    );
  }
  if (one !== undefined) return <TransfersOf key={one.id} school={one.id} />;
  return <ChooseSchool title="转学" place="people/transfers" words="转学按学校处理。" />;
}

function TransfersOf({ school }: { school: string }) {
  const { data, error, reload } = useAnswer(readTransferRequests, { school_id: school });
  const told = namesakes(data?.going ?? [], BY_ACCOUNT);
  return (
    <>
      <BackLink href={hrefOf(["people"])}>人员</BackLink>
      <Heading title="转学" place="people/transfers" />
      {data === undefined ? (
        <Waiting height={160} error={error} onRetry={reload} />
      ) : data.coming.length + data.going.length === 0 ? (
        <EmptyState role="status" icon="box" title="没有等着转学的学生">
          导入名册时说是转来的学生，和别的学校请求接收的本校学生，会列在这里。家长带来转学码的，在“人员”里用“接收转学…”。
        </EmptyState>
      ) : (
        <>
          {data.going.length === 0 ? null : (
            <Part title="别的学校请求接收的本校学生" wide>
              <p className={css["lead"]}>
                请先向家长核实。放行以后由那所学校接收：账号和登录方式不变，在本校的班级和身份结束，本校的记录留在本校。不放行时，那所学校不会知道。
              </p>
              <ul className={css["groups"]}>
                {data.going.map((pupil) => (
                  <Going
                    key={pupil.request_id + pupil.user_id}
                    school={school}
                    pupil={pupil}
                    called={withTold(pupil.name, told.get(pupil))}
                    onDone={reload}
                  />
                ))}
              </ul>
            </Part>
          )}
          {data.coming.length === 0 ? null : (
            <Part title="等着转来的学生" wide>
              <p className={css["lead"]}>
                {`原来的学校放行以后，在这里接收。原来的学校不在本平台时不会有回应；不再等的，按新学生导入。请求 ${TRANSFER_DAYS} 天有效。`}
              </p>
              <ul className={css["groups"]}>
                {data.coming.map((pupil) => (
                  <Coming key={pupil.request_id} school={school} pupil={pupil} onDone={reload} />
                ))}
              </ul>
            </Part>
          )}
        </>
      )}
    </>
  );
}

function Going({
  school,
  pupil: { request_id, user_id, class_name, to_school, asked_at },
  called,
  onDone,
}: {
  school: string;
  pupil: GoingPupil;
  called: string;
  onDone: () => void;
}) {
  const { send, notify } = useModule();
  const { busy, fault, act } = useAct();
  const [isSure, setIsSure] = useState(false);
  const answer = (is_given: boolean) =>
    act(async () => {
      await send(answerTransferRequest, { school_id: school, request_id, user_id, is_given });
      notify(is_given ? `已放行${called}，等${to_school}接收` : "没有放行");
      onDone();
    });
  return (
    <li className={css["one"]}>
      <span className={css["facts"]}>
        <a href={hrefOf(["people", user_id])}>{called}</a>
        {class_name === "" ? "" : `，${class_name}`}。{to_school} {dayText(asked_at)}请求接收。
        <span role="alert">{fault}</span>
      </span>
      {isSure ? (
        <>
          <Button look="primary" busy={busy} onClick={() => void answer(true)}>
            {`确认放行${called}`}
          </Button>
          <Button look="quiet" onClick={() => setIsSure(false)}>
            再想想
          </Button>
        </>
      ) : (
        <>
          <Button aria-label={`放行${called}`} onClick={() => setIsSure(true)}>
            放行
          </Button>
          <Button
            look="quiet"
            aria-label={`不放行${called}`}
            busy={busy}
            onClick={() => void answer(false)}
          >
            不放行
          </Button>
        </>
      )}
    </li>
  );
}

function Coming({
  school,
  pupil: { request_id, name, number, class_name, asked_at, transfer_id, class_id, from_school },
  onDone,
}: {
  school: string;
  pupil: ComingPupil;
  onDone: () => void;
}) {
  const { send, notify } = useModule();
  const { busy, fault, act } = useAct();
  const called = withTold(name, number ?? undefined);
  const drop = () =>
    act(async () => {
      await send(dropTransferRequest, { school_id: school, request_id });
      notify("不再等了；再导入一次名册时，按新学生建账号");
      onDone();
    });
  return (
    <li className={css["one"]}>
      <span className={css["facts"]}>
        {called}
        {class_name === "" ? "" : `，${class_name}`}。
        {from_school === null
          ? `${dayText(asked_at)}请求，还没有学校放行。`
          : `${from_school}已放行。`}
        <span role="alert">{fault}</span>
      </span>
      {transfer_id === null ? null : (
        <PlanButton
          title="接收转学"
          label={`接收${called}`}
          change={{
            ...{ kind: "pupil-take", transfer_id, school_id: school },
            ...(class_id !== null && { class_id }),
          }}
          onSettled={onDone}
        >
          接收…
        </PlanButton>
      )}
      <Button look="quiet" aria-label={`不再等${called}`} busy={busy} onClick={() => void drop()}>
        不再等
      </Button>
    </li>
  );
}
