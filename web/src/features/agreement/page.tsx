import { useEffect } from "react";
import { readAgreement, REFUSALS, versionNote } from "#contract";
import { send } from "../../api/client.ts";
import { ApiError, failureText } from "../../api/failures.ts";
import { useQuery } from "../../api/query.ts";
import { setTitle } from "../../platform/appearance.ts";
import { goBack, navigate } from "../../platform/navigation.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { WrittenText } from "../../ui/written-text.tsx";
import css from "./page.module.css";
import { agreementInput } from "./rules.ts";

/** One agreement, by its type or a numeric id (RT-05). */
export default function AgreementPage({ id = "" }: { id?: string }) {
  const { data, error, reload } = useQuery(`agreement:${id}`, () =>
    send(readAgreement, agreementInput(id), { quietGeneral: true, quietError: true }),
  );
  const title = data?.title;
  useEffect(() => setTitle(title ?? "协议"), [title]);

  return (
    <main className={css["page"]} aria-busy={data === undefined && error === undefined}>
      <Button look="quiet" icon="arrow-left" className={css["back"]} onClick={leave}>
        返回
      </Button>
      {data === undefined && error !== undefined ? <h1 className="visually-hidden">协议</h1> : null}
      {data !== undefined ? (
        <WrittenText title={data.title} note={versionNote(data)} html={data.content} heading="h1" />
      ) : error !== undefined ? (
        <Failed error={error} onRetry={() => void reload()} />
      ) : (
        <Waiting />
      )}
    </main>
  );
}

/** Goes back; or to home from a tab that sign-in opened for the agreement, which has no history. */
function leave(): void {
  if (window.history.length > 1) goBack();
  else navigate("/home/index", { replace: true });
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isAbsent = error instanceof ApiError && error.code === REFUSALS.notFound.code;
  const home = (
    <a className={css["home"]} href="#/home/index">
      返回首页
    </a>
  );
  return isAbsent ? (
    <EmptyState role="alert" title="没有这份协议" action={home}>
      可能已经换了地址，或地址输错了。
    </EmptyState>
  ) : (
    <EmptyState
      icon="warning"
      role="alert"
      title="没能打开这份协议"
      action={
        <div className={css["ways"]}>
          <Button look="primary" icon="refresh" onClick={onRetry}>
            重试
          </Button>
          {home}
        </div>
      }
    >
      {failureText(error)}
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div className={css["waiting"]}>
      <Skeleton width="40%" height={28} />
      {Array.from({ length: 8 }, (_, line) => (
        <Skeleton key={line} width={line % 3 === 2 ? "70%" : "100%"} height={16} />
      ))}
    </div>
  );
}
