import { readManagedApps, type AnswerOf } from "#contract";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import { goTo, hrefOf } from "../shell/address.ts";
import { Heading } from "../shell/heading.tsx";
import { Waiting } from "../shell/waiting-page.tsx";
import { AppList } from "./app-list.tsx";
import { AppPage } from "./app-page.tsx";
import { Editor } from "./editor/editor.tsx";

export type Managed = AnswerOf<typeof readManagedApps>;

/** The screen 应用: `/module/admin/apps`, `…/new` and `…/{id}` (AD-19). */
export default function Apps() {
  const { place } = useModule();
  const [, id] = place.path;
  const { data, error, reload } = useAnswer(readManagedApps, {});
  const key = id === undefined ? "apps" : `apps/${id}`;
  if (data === undefined) {
    return (
      <>
        <Heading title="应用" place={key} />
        <Waiting label="正在加载应用" height={420} error={error} onRetry={reload} />
      </>
    );
  }
  if (id === undefined) return <AppList {...data} />;
  if (id === "new") {
    return (
      <>
        <Heading title="新建应用" place={key} />
        <Editor
          id={null}
          icons={iconsOf(data)}
          onSaved={(made) => {
            reload();
            goTo(["apps", made]);
          }}
          onCancel={() => goTo(["apps"])}
        />
      </>
    );
  }
  const app = data.apps.find((one) => one.id === id);
  if (app === undefined) {
    return (
      <>
        <Heading title="应用" place={key} />
        <EmptyState
          role="alert"
          icon="search"
          title="没有这个应用"
          action={<a href={hrefOf(["apps"])}>返回应用列表</a>}
        >
          地址可能输错了，或者它不是给您管理的学校用的。
        </EmptyState>
      </>
    );
  }
  return <AppPage key={id} app={app} icons={iconsOf(data)} onChanged={reload} />;
}

/** Returns the platform's icons that are in use, each with the name of an app that has it, by which it is read out. */
function iconsOf({ apps }: Managed): Map<string, string> {
  const own = apps.filter(({ icon }) => icon.startsWith("icons/"));
  return new Map(own.map(({ icon, name }) => [icon, name]));
}
