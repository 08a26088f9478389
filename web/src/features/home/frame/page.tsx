import { useEffect, useRef, useState, type ReactNode } from "react";
import { readApps, reportAppLogin, type App, type AppsAnswer, type Identity } from "#contract";
import { send } from "../../../api/client.ts";
import { failureText } from "../../../api/failures.ts";
import { invalidate, useQuery } from "../../../api/query.ts";
import { setTitle } from "../../../platform/appearance.ts";
import { navigate } from "../../../platform/navigation.ts";
import { pageStores } from "../../../session/page-stores.ts";
import { useSession } from "../../../session/session.ts";
import { APPS_QUERY } from "../../../session/user-queries.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ask, launch, withProof } from "../launch/launch.ts";
import { frameFault, openInFrame, startFrame } from "./frame.ts";
import css from "./page.module.css";

const QUIET = { quietGeneral: true, quietError: true } as const;

/** The time in ms that a hint is shown after opening, for an app that does not appear. */
const HINT_MS = 15_000;

/** An app in the page, under the bar (AP-07). A reload or a link to it launches it anew. */
export default function AppFramePage({ appId = "" }: Readonly<Record<string, string>>) {
  const identity = useSession((state) => state.identity);
  return identity === null ? null : <KnownApp key={identity} appId={appId} identity={identity} />;
}

function KnownApp({ appId, identity }: { appId: string; identity: Identity }) {
  const { data, error, reload } = useQuery<AppsAnswer>(`${APPS_QUERY}${identity}`, () =>
    send(readApps, { identity: `${identity},all` }, QUIET),
  );
  const app = data?.apps.find(({ id }) => id === appId);
  if (app !== undefined) return <AppFrame key={appId} app={app} identity={identity} />;
  return (
    <div className={css["page"]}>
      <Bar title="应用" />
      {data !== undefined ? (
        <EmptyState role="alert" title="没有这个应用">
          它可能已经下线，或者不向当前身份开放。
        </EmptyState>
      ) : error === undefined ? null : (
        <EmptyState
          role="alert"
          icon="warning"
          title="应用没有打开"
          action={
            <Button look="primary" icon="refresh" onClick={() => void reload()}>
              重试
            </Button>
          }
        >
          {failureText(error)}
        </EmptyState>
      )}
    </div>
  );
}

function AppFrame({ app, identity }: { app: App; identity: Identity }) {
  const { id, name } = app;
  const area = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  const [hinted, setHinted] = useState(false);
  // The list is read anew after an opening; that launches nothing.
  const [opening] = useState(app);

  useEffect(() => setTitle(name), [name]);

  useEffect(() => {
    let left = false;
    let opened = false;
    let clock: ReturnType<typeof setTimeout> | undefined;
    const fail = (text: string) => {
      if (!left) setFault(text);
    };
    const frame = startFrame(id, name, area.current, () => fail(frameFault("refused", name)));
    const open = async (proof?: Parameters<typeof ask>[1]) => {
      const [answer] = await Promise.all([ask(opening, proof), frame.ready]);
      if (left) return;
      opened = true;
      if (answer.kind === "module") return navigate(answer.url, { replace: true });
      const wrong = openInFrame(frame.element, { ...answer, url: answer.url || opening.url }, name);
      if (wrong !== null) return fail(wrong);
      setHinted(true);
      clock = setTimeout(() => setHinted(false), HINT_MS);
      afterOpening(opening, identity);
    };
    withProof(
      opening,
      () => ask(opening),
      open,
      () => {
        if (!opened) fail(`没有确认身份，“${name}”没有打开`);
      },
      () => left,
    ).catch((error: unknown) => fail(failureText(error)));
    return () => {
      left = true;
      clearTimeout(clock);
      frame.element.remove();
    };
  }, [opening, id, name, identity, attempt]);

  function again() {
    setFault(null);
    setHinted(false);
    setAttempt(attempt + 1);
  }

  const inTab = () => void launch(app, (opened) => afterOpening(opened, identity));
  return (
    <div className={css["page"]}>
      <Bar title={name}>
        <Button look="quiet" icon="refresh" aria-label="刷新应用" onClick={again}>
          刷新
        </Button>
        <Button look="quiet" aria-label="在新标签页打开" onClick={inTab}>
          新标签页
        </Button>
      </Bar>
      <main className={css["main"]}>
        <div ref={area} className={css["area"]} hidden={fault !== null} />
        {fault === null ? null : (
          <EmptyState
            role="alert"
            icon="warning"
            title={fault}
            action={
              <>
                <Button look="primary" onClick={inTab}>
                  在新标签页打开
                </Button>
                <Button icon="refresh" onClick={again}>
                  重试
                </Button>
              </>
            }
          />
        )}
        {hinted && fault === null ? (
          <p className={css["hint"]} role="status">
            <span>如果这里是空白，说明“{name}”不能在页内显示。</span>
            <Button look="quiet" onClick={inTab}>
              在新标签页打开
            </Button>
            <IconButton icon="close" label="知道了" onClick={() => setHinted(false)} />
          </p>
        ) : null}
      </main>
    </div>
  );
}

function Bar({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={css["bar"]}>
      <h1 className={css["title"]}>{title}</h1>
      {children}
      <a className={css["close"]} href="#/home/index" aria-label="关闭，返回首页">
        <Icon name="close" />
      </a>
    </div>
  );
}

/** Reports the opening, and updates the current app and "recently used" (AP-07, AP-08, ST-02). */
function afterOpening(app: App, identity: Identity): void {
  pageStores.home?.setState({ currentApp: app.id });
  window.schoolgateSession?.share({ app });
  // A report that fails never troubles the person.
  send(reportAppLogin, { app_id: app.id }, QUIET).then(
    () => invalidate(`${APPS_QUERY}${identity}`),
    () => {},
  );
}
