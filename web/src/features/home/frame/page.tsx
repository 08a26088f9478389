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
import { TRIED_AGAIN } from "../../../ui/tried-again.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ask, launch, whyNot, withProof } from "../launch/launch.ts";
import { frameFault, openInFrame, startFrame } from "./frame.ts";
import css from "./page.module.css";

const QUIET = { quietGeneral: true, quietError: true } as const;

/** The time in ms that a hint is shown after opening, for an app that does not appear. */
const HINT_MS = 15_000;
/** The time in ms after which an app that opens is called slow. */
const SLOW_MS = 5000;

const WAY_HOME = <Button onClick={() => navigate("/home/index")}>返回首页</Button>;

/** An app in the page, under the bar (AP-07). A reload or a link to it launches it anew. */
export default function AppFramePage({ appId = "" }: Readonly<Record<string, string>>) {
  const identity = useSession((state) => state.identity);
  return identity === null ? null : (
    <KnownApp key={`${identity} ${appId}`} appId={appId} identity={identity} />
  );
}

function KnownApp({ appId, identity }: { appId: string; identity: Identity }) {
  const { data, error, reload } = useQuery<AppsAnswer>(`${APPS_QUERY}${identity}`, () =>
    send(readApps, { identity: `${identity},all` }, QUIET),
  );
  const listed = data?.apps.find(({ id }) => id === appId);
  // an app that is taken off while it is open stays, as it would in a tab: somebody may be writing in it
  const [app, setApp] = useState(listed);
  if (listed !== undefined && listed !== app) setApp(listed);
  if (app !== undefined) {
    const isTaken = data !== undefined && listed === undefined;
    return <AppFrame app={app} identity={identity} isTaken={isTaken} />;
  }
  return (
    <div className={css["page"]}>
      <Bar title="应用" />
      {data !== undefined ? (
        <EmptyState role="alert" title="没有这个应用" action={WAY_HOME}>
          它可能已经下线，或者不向当前身份开放。
        </EmptyState>
      ) : error === undefined ? null : (
        <EmptyState
          role="alert"
          icon="warning"
          title="应用没有打开"
          action={
            <div className={css["ways"]}>
              <Button look="primary" icon="refresh" onClick={() => void reload()}>
                重试
              </Button>
              {WAY_HOME}
            </div>
          }
        >
          {failureText(error)}
        </EmptyState>
      )}
    </div>
  );
}

function AppFrame({
  app,
  identity,
  isTaken,
}: {
  app: App;
  identity: Identity;
  /** True when it is no longer among the person's apps. */
  isTaken: boolean;
}) {
  const { id, name } = app;
  const area = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [fault, setFault] = useState<{ text: string; isOfFrame: boolean } | null>(null);
  const [state, setState] = useState<"opening" | "slow" | "hinted" | "shown">("opening");
  const [isToldOf, setToldOf] = useState(false);
  // The list is read anew after an opening; that launches nothing.
  const [opening] = useState(app);

  useEffect(() => setTitle(name), [name]);

  useEffect(() => {
    let left = false;
    let opened = false;
    let clock = setTimeout(() => setState("slow"), SLOW_MS);
    const fail = (text: string, isOfFrame = false) => {
      clearTimeout(clock);
      if (!left) setFault({ text, isOfFrame });
    };
    const refused = () => fail(frameFault("refused", name), true);
    const frame = startFrame(id, name, area.current, refused);
    const loaded = () => {
      if (left) return;
      clearTimeout(clock);
      setState("hinted");
      clock = setTimeout(() => setState("shown"), HINT_MS);
    };
    const open = async (proof?: Parameters<typeof ask>[1]) => {
      const [answer] = await Promise.all([ask(opening, proof), frame.ready]);
      if (left) return;
      opened = true;
      if (answer.kind === "module") return navigate(answer.url, { replace: true });
      const to = { ...answer, url: answer.url || opening.url };
      const wrong = openInFrame(frame.element, to, name, loaded);
      if (wrong !== null) return fail(wrong, true);
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
    ).catch((error: unknown) => fail(whyNot(opening, error)));
    return () => {
      left = true;
      clearTimeout(clock);
      frame.element.remove();
    };
  }, [opening, id, name, identity, attempt]);

  function again() {
    setFault(null);
    setState("opening");
    setAttempt(attempt + 1);
  }

  const inTab = () => void launch(app, () => afterOpening(app, identity));
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
        {fault === null && isTaken && !isToldOf ? (
          <p className={css["hint"]} role="status">
            <span>“{name}”不再向您开放了。没做完的请先保存，关闭以后就打不开了。</span>
            <IconButton icon="close" label="知道了" onClick={() => setToldOf(true)} />
          </p>
        ) : fault === null ? (
          <Note state={state} name={name}>
            <Button look="quiet" onClick={inTab}>
              在新标签页打开
            </Button>
            <IconButton icon="close" label="知道了" onClick={() => setState("shown")} />
          </Note>
        ) : (
          <EmptyState
            role="alert"
            icon="warning"
            title={fault.text}
            action={
              <div className={css["ways"]}>
                {fault.isOfFrame ? (
                  <Button look="primary" onClick={inTab}>
                    在新标签页打开
                  </Button>
                ) : null}
                <Button
                  look={fault.isOfFrame ? "plain" : "primary"}
                  icon="refresh"
                  className={fault.isOfFrame ? undefined : TRIED_AGAIN}
                  onClick={again}
                >
                  重试
                </Button>
                {WAY_HOME}
              </div>
            }
          />
        )}
      </main>
    </div>
  );
}

/** Says what the person waits for while the frame is empty, and for a while after that what to do if it still is. */
function Note({ state, name, children }: { state: string; name: string; children: ReactNode }) {
  if (state === "shown") return null;
  if (state === "hinted") {
    return (
      <p className={css["hint"]} role="status">
        <span>如果这里是空白，“{name}”可能暂时打不开，或者不能在页内显示。</span>
        {children}
      </p>
    );
  }
  return (
    <p className={css["opening"]} role="status">
      {state === "slow" ? `“${name}”打开得有点慢，请再等一会儿…` : `正在打开“${name}”…`}
    </p>
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
