import { readChildren, readKeptData, type KeptData } from "#contract";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { Card } from "../kit/card.tsx";
import { Failure } from "../kit/failure.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAnswer } from "../kit/use-answer.ts";
import { DataLedger } from "./data-ledger.tsx";
import css from "./data-part.module.css";
import { EraseRow } from "./erase-row.tsx";
import { ExportRow } from "./export-row.tsx";

/** Shows the data that the platform keeps of oneself, or of one's child: why, how long, to take along, to have erased. */
export function DataPart({ childId }: { childId: string | undefined }) {
  return (
    <>
      <Whose childId={childId} />
      <Kept key={childId ?? ""} childId={childId} />
    </>
  );
}

/** Chooses between the person and each child; hidden without children. */
function Whose({ childId }: { childId: string | undefined }) {
  const { href } = useModule();
  const { data: children = [] } = useAnswer(readChildren, {});
  if (children.length === 0) return null;
  const people = [
    { id: undefined, name: "我的数据" },
    ...children.map(({ id, name }) => ({ id, name: `${name}的数据` })),
  ];
  return (
    <nav className={css["whose"]} aria-label="谁的数据">
      {people.map(({ id, name }) => (
        <a
          key={id ?? ""}
          className={css["link"]}
          href={id === undefined ? href("data") : href("data", id)}
          aria-current={id === childId ? "page" : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

function Kept({ childId }: { childId: string | undefined }) {
  const input = childId === undefined ? {} : { child_id: childId };
  const { data, error, reload } = useAnswer(readKeptData, input);
  if (data === undefined) {
    if (error !== undefined) return <Failure error={error} onRetry={reload} />;
    return <Skeleton height={320} />;
  }
  const whose = childId === undefined ? "我" : data.person.name;
  return (
    <>
      <Card
        title={`平台保存了${whose}的哪些数据`}
        hint="密码和登录令牌只用来核对身份，平台不知道它们的原文。"
      >
        <Kinds kinds={data.kinds} />
      </Card>
      {childId === undefined ? null : <DataLedger childId={childId} name={data.person.name} />}
      <Card title="导出数据" hint="得到一个 zip 文件：每类数据一个 JSON，还有上传过的文件。">
        {data.may_export ? (
          <ExportRow childId={childId} />
        ) : (
          <p className={css["soft"]}>{data.why_not}。</p>
        )}
      </Card>
      <Card title="删除账号">
        <EraseRow kept={data} childId={childId} onChanged={reload} />
      </Card>
    </>
  );
}

function Kinds({ kinds }: { kinds: KeptData["kinds"] }) {
  return (
    <dl>
      {kinds.map(({ class: one, name, why, parts }) => (
        <div key={one} className={css["kind"]}>
          <dt className={css["name"]}>{name}</dt>
          <dd className={css["what"]}>
            <p>{why}</p>
            <ul className={css["soft"]}>
              {parts.map((part) => (
                <li key={part.name}>
                  {part.name}：{part.count} 条，{keptText(part.kept)}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function keptText(kept: string): string {
  return /^\d/.test(kept) ? `保存 ${kept}` : kept;
}
