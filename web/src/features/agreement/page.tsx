import { useEffect } from "react";
import { readAgreement, type Agreement } from "#contract";
import { send } from "../../api/client.ts";
import { failureText } from "../../api/failures.ts";
import { useQuery } from "../../api/query.ts";
import { setTitle } from "../../platform/appearance.ts";
import { goBack } from "../../platform/navigation.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import css from "./page.module.css";
import { agreementInput, effectiveDate } from "./rules.ts";

/** One agreement, by its type or a numeric id (RT-05). */
export default function AgreementPage({ id = "" }: { id?: string }) {
  const { data, error, reload } = useQuery(`agreement:${id}`, () =>
    send(readAgreement, agreementInput(id), { quietGeneral: true, quietError: true }),
  );
  const title = data?.title;
  useEffect(() => setTitle(title ?? "协议"), [title]);

  return (
    <main className={css["page"]} aria-busy={data === undefined && error === undefined}>
      <Button look="quiet" icon="arrow-left" className={css["back"]} onClick={goBack}>
        返回
      </Button>
      {data === undefined && error !== undefined ? <h1 className="visually-hidden">协议</h1> : null}
      {data !== undefined ? (
        <Text agreement={data} />
      ) : error !== undefined ? (
        <EmptyState
          icon="warning"
          role="alert"
          title="没能打开这份协议"
          action={<Button onClick={() => void reload()}>重试</Button>}
        >
          {failureText(error)}
        </EmptyState>
      ) : (
        <Waiting />
      )}
    </main>
  );
}

function Text({ agreement }: { agreement: Agreement }) {
  return (
    <article>
      <h1 className={css["title"]}>{agreement.title}</h1>
      <p className={css["note"]}>
        第 {agreement.version} 版，{effectiveDate(agreement.effective_at)}起生效
      </p>
      {/* The server sanitizes an agreement when it is written; only operators write them. */}
      <div className={css["text"]} dangerouslySetInnerHTML={{ __html: agreement.content }} />
    </article>
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
